"""Documents for people and laboratories, a folder each; the modules beside the folders serve several of them."""
