"""A league's simulated life: seasons with all that goes wrong in them, and what must hold all the same."""
