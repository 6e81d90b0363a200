"""The parts of `make bench`: each measures, and gives the lines of its section of docs/performance.md."""
