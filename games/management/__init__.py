"""Commands for operators, and the demo site behind one of them."""
