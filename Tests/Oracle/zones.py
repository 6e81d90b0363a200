#!/usr/bin/env python3
"""What Python's zoneinfo says of every zone of this machine, for TimeZonesTests to compare.

usage: zones.py FILE

Transitions are found by asking for the offset every other day (every other week before 1880 and
from 2100 on) and bisecting where it differs, so that nothing here depends on a decoder of ours.
PYTHONTZPATH names the folder of the database; zones with equal files are asked once. Beside the
zones come POSIX TZ strings, which zoneinfo reads as the footer of a file without transitions.

FILE, little-endian:
  magic "zones-1\\n", u32 number of entries, and for each
  u8 kind (0 a zone, 1 a link, 2 a TZ string), text name, and
    of a link: text target
    else: i64 first and last second asked about, i32 offset at first, u32 number of transitions, and
      for each: i64 T, i32 offset at T-1, T, T+1,
        6 x (i32 offset with fold=0, with fold=1) of the walls T+before-1, +0, +1, T+after-1, +0, +1,
        3 x i64 first instant of the dates before, of and after the wall at T
            (the smallest i64 where another transition is within three days)
  text: u16 length, bytes
"""

import concurrent.futures
import hashlib
import io
import os
import struct
import sys
import zoneinfo
from datetime import datetime, timedelta, timezone

DAY = 86400
EPOCH = datetime(1970, 1, 1)
UNKNOWN = -(1 << 63)


def walls(first, last, fine_from, fine_to):
    """Readings of a wall to ask about, ascending."""
    at = datetime(first, 1, 1)
    end = datetime(last, 1, 1)
    while at < end:
        yield at
        at += timedelta(days=2 if fine_from <= at.year < fine_to else 14)
    yield end


ZONE_GRID = list(walls(1800, 2500, 1880, 2100))
RULE_GRID = list(walls(1900, 2500, 1900, 2500))

# Without days before J60 and days counted from 0: in leap years, and always, zoneinfo takes them for
# other days than POSIX does.
RULES = """
CST-8
<+0330>-3:30
<-00>0
XYZ+0:00:01
UTC0
EST5EDT,M3.2.0,M11.1.0
EST5EDT4,M3.2.0/2,M11.1.0/2
EST5EDT,M3.2.0/02:30:15,M11.1.0/1:59:59
CET-1CEST,M3.5.0,M10.5.0/3
IST-1GMT0,M10.5.0,M3.5.0/1
<+1030>-10:30<+11>-11,M10.1.0,M4.1.0
<+00>0<+02>-2,M3.5.0/1,M10.5.0/3
<-04>4<-03>,M9.1.6/24,M4.1.6/24
<-02>2<-01>,M3.5.0/-1,M10.5.0/0
EET-2EEST,M3.4.4/50,M10.4.4/50
IST-2IDT,M3.4.4/26,M10.5.0
AAA3BBB,J60/0,J300/0
AAA3BBB,J61,J64/1
AAA3BBB,J90/2,J300/3:00:01
AAA-3BBB-2:15,J100/-5,J250/30
AAA-12BBB,J300,J60
NZST-12NZDT,M9.5.0,M4.1.0/3
AAA11BBB,M1.1.1/3,M2.5.6/3
AAA11BBB,M12.1.1/3,M6.5.3/3
AAA-17:59:59BBB-18,M4.1.0,M8.3.2
AAA17:30BBB18,M4.1.0,M8.3.2
""".split()


def file_of(rule):
    """A TZif file of version 3 that has no transition, one type and this footer."""
    def block():
        return b"TZif3" + bytes(15) + struct.pack(">6l", 0, 0, 0, 0, 1, 4) + bytes(6) + b"LMT\0"
    return io.BytesIO(block() + block() + b"\n" + rule.encode() + b"\n")


def text(value):
    data = value.encode()
    return struct.pack("<H", len(data)) + data


class Asked:
    """One zone, by number of seconds."""

    def __init__(self, zone):
        self.zone = zone

    def at(self, instant):
        return offset_seconds(datetime.fromtimestamp(instant, self.zone))

    def on_wall(self, wall):
        shown = EPOCH + timedelta(seconds=wall)
        return (
            offset_seconds(shown.replace(tzinfo=self.zone, fold=0)),
            offset_seconds(shown.replace(tzinfo=self.zone, fold=1)),
        )

    def transitions(self, grid):
        """A wall's offset is cheap to ask for. Where it differs from that of the wall before, the
        instants around are searched, from well before a wall that may lie in a gap."""
        low = seconds(grid[0])
        before = self.at(low)
        last = self.zone.utcoffset(grid[0])
        for place in range(1, len(grid)):
            offset = self.zone.utcoffset(grid[place])
            if offset == last:
                continue
            last = offset
            low = max(low, seconds(grid[place - 1]) - 2 * DAY)
            high = min(seconds(grid[place]) + 2 * DAY, seconds(grid[-1]))
            while low < high:
                left, right = low, min(low + DAY, high)
                low = right
                if self.at(right) == before:
                    continue
                while right - left > 1:
                    middle = (left + right) // 2
                    if self.at(middle) == before:
                        left = middle
                    else:
                        right = middle
                yield right
                low, before = right, self.at(right)

    def day_starts(self, instant):
        """The first instants of the dates around: of the few that can be it, the first that shows it."""
        before, after = self.at(instant - 1), self.at(instant)
        today = (instant + after) // DAY
        for date in (today - 1, today, today + 1):
            midnight = date * DAY
            candidates = {midnight - before, midnight - after, instant}
            yield min(at for at in candidates if at + self.at(at) >= midnight)

    def entry(self, kind, name, grid):
        found = list(self.transitions(grid))
        first, last = seconds(grid[0]), seconds(grid[-1])
        out = [struct.pack("<B", kind), text(name)]
        out.append(struct.pack("<qqiI", first, last, self.at(first), len(found)))
        for place, at in enumerate(found):
            around = [self.at(at - 1), self.at(at), self.at(at + 1)]
            walls = []
            for offset in around[:2]:
                for step in (-1, 0, 1):
                    walls += self.on_wall(at + offset + step)
            near = found[max(place - 1, 0):place] + found[place + 1:place + 2]
            lonely = all(abs(other - at) > 3 * DAY for other in near)
            starts = list(self.day_starts(at)) if lonely else [UNKNOWN] * 3
            out.append(struct.pack("<q3i12i3q", at, *around, *walls, *starts))
        return b"".join(out)


def seconds(moment):
    passed = moment - EPOCH
    return passed.days * DAY + passed.seconds


def offset_seconds(moment):
    offset = moment.utcoffset()
    return offset.days * DAY + offset.seconds


def zone_entry(name):
    return Asked(zoneinfo.ZoneInfo(name)).entry(0, name, ZONE_GRID)


def rule_entry(rule):
    return Asked(zoneinfo.ZoneInfo.from_file(file_of(rule), key=rule)).entry(2, rule, RULE_GRID)


def main():
    root = next((path for path in zoneinfo.TZPATH if os.path.isdir(path)), None)
    names = sorted(zoneinfo.available_timezones() - {"localtime"}) if root else []
    if len(names) < 300:
        sys.exit(f"zones.py: no time zone database in {', '.join(zoneinfo.TZPATH) or 'PYTHONTZPATH'}")
    first = {}
    entries = []
    zones = []
    for name in names:
        with open(os.path.join(root, name), "rb") as file:
            digest = hashlib.sha256(file.read()).digest()
        if digest in first:
            entries.append(struct.pack("<B", 1) + text(name) + text(first[digest]))
        else:
            first[digest] = name
            zones.append(name)
    # Unlike multiprocessing's pool this one fails, rather than waits, when a worker is killed.
    with concurrent.futures.ProcessPoolExecutor() as pool:
        own = list(pool.map(zone_entry, zones, chunksize=8))
        rules = list(pool.map(rule_entry, RULES, chunksize=4))
    entries = own + rules + entries
    with open(sys.argv[1], "wb") as out:
        out.write(b"zones-1\n" + struct.pack("<I", len(entries)))
        out.writelines(entries)


if __name__ == "__main__":
    main()
