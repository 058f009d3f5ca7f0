"""What keeps a drafted question out, one file a filter or small family; `catalogue` lists them."""
