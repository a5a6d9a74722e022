"""Pages: each translates one request into one service or selector call and its answer."""
