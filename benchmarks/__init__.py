"""How fast the page is, beside what people usually write; see README.md."""
