"""Making the documents' pictures of the site."""
