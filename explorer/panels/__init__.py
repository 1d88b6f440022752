"""The page's parts: each panel is one class that knows the state and no other panel."""
