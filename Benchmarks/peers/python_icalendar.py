"""Reads an iCalendar file with icalendar and expands the year 2026 in UTC with recurring_ical_events.

    python_icalendar.py FILE

Prints the seconds of processor time that each took, the number of occurrences, and the peak memory."""

import resource
import sys
import time
from datetime import datetime, timezone
from pathlib import Path

import icalendar
import recurring_ical_events

file = Path(sys.argv[1]).read_bytes()
begun = time.process_time()
calendar = icalendar.Calendar.from_ical(file)
parsed = time.process_time()
year = datetime(2026, 1, 1, tzinfo=timezone.utc), datetime(2027, 1, 1, tzinfo=timezone.utc)
occurrences = recurring_ical_events.of(calendar).between(*year)
expanded = time.process_time()
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
print(
    f"icalendar {icalendar.__version__} parse {parsed - begun:.4f} s expand {expanded - parsed:.4f} s "
    f"occurrences {len(occurrences)} peak {peak} MiB"
)
