"""The parts of `make bench`: each measures, and returns the lines of its section of docs/performance.md."""
