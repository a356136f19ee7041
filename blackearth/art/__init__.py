"""All pictures of maps and counters, made as SVG text from the records of `blackearth.core.drawing`."""
