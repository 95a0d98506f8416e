"""Parts → laser-cut sheets: kerf, nesting, cutting order, time estimates."""
