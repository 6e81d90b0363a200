"""Calendars in other forms than .ics files: folders of vdirsyncer, gzip, ZIP archives, jCal and xCal. They mean what
the same calendar means as .ics, and what is wrong in them is reported at its place."""

from __future__ import annotations

import gzip
import io
import json
import random
import shutil
import struct
import subprocess
import zipfile
import zlib
from pathlib import Path
from xml.etree import ElementTree

import icalendar
import pytest

import calendars
import edits
import tool
from content import WINDOW, Content
from tool import DONE, PROBLEMS, SEED

COUNT = 6
XCAL = "urn:ietf:params:xml:ns:icalendar-2.0"


def ics(*events: str, name: str = "") -> bytes:
    """A calendar; each event is its lines."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//x//EN", *([f"X-WR-CALNAME:{name}"] if name else [])]
    for event in events:
        lines += ["BEGIN:VEVENT", "DTSTAMP:20260101T000000Z", *event.splitlines(), "END:VEVENT"]
    return "".join(f"{line}\r\n" for line in [*lines, "END:VCALENDAR"]).encode()


def event(uid: str, title: str, day: int = 20) -> str:
    return f"UID:{uid}\nSUMMARY:{title}\nDTSTART:202611{day}T090000Z\nDURATION:PT1H"


class Work(Content):
    def titles(self) -> list[tuple[str, str]]:
        """The calendar and title of each event, in order."""
        return [(event["calendar"], event["title"]) for event in self.agenda()]

    def titles_and_problems(self) -> tuple[list[tuple[str, str]], list[str]]:
        """Both of one run, for content that takes long."""
        result = self.run("agenda", *WINDOW, "--format", "json", expect=None)
        days = json.loads(result.out)["days"]
        titles = [(event["calendar"], event["title"]) for day in days for event in day["events"]]
        return titles, self._lines(result.err)


@pytest.fixture
def work(tmp_path) -> Work:
    return Work(tmp_path)


def zipped(*entries: tuple[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content in entries:
            archive.writestr(zipfile.ZipInfo(name), content, compress_type=method)
    return out.getvalue()


# ---- Folders of vdirsyncer -------------------------------------------------------------------------------


def test_a_folder_of_vdirsyncer_brings_title_and_colour(work):
    for name in ("hall", "own", "none"):
        work.write(f"{name}/a.ics", ics(event(name, name.title()), name="Of the file"))
    work.write("hall/displayname", "Großer Saal\n")
    work.write("hall/color", "#FF2968FF\n")
    work.write("own/displayname", "Of the folder")
    work.write("own/color", "#123456")
    work.write(
        "site.yml",
        'calendars:\n  - {name: hall, source: hall}\n  - {name: own, source: own, title: Of site.yml, color: '
        '"#654321"}\n'
        "  - {name: none, source: none}\n",
    )
    assert work.check() == []
    work.build()
    titles = {name: work.page(f"feeds/{name}.ics") for name in ("hall", "own", "none")}
    assert "X-WR-CALNAME:Großer Saal\r\n" in titles["hall"] and "#ff2968" in titles["hall"].lower()
    assert "X-WR-CALNAME:Of site.yml\r\n" in titles["own"] and "#654321" in titles["own"]
    assert "X-WR-CALNAME:Of the file\r\n" in titles["none"]
    # Without site.yml too.
    (work.folder / "site.yml").unlink()
    work.build()
    assert "X-WR-CALNAME:Of the folder\r\n" in work.page("feeds/own.ics")


def test_an_account_is_no_title(work):
    work.write("hall/a.ics", ics(event("a", "A")))
    work.write("hall/displayname", "ann@example.org\n")
    work.write("site.yml", "calendars:\n  - {name: hall, source: hall}\n")
    assert work.check() == [
        "hall/displayname:1:1: note: the calendar's name is a mail address, which is not shown; give it a title "
        "in site.yml"
    ]
    work.build()
    assert b"ann@example.org" not in work.everything()


FOLDERS = [
    ({"color": "red-ish"}, ['hall/color:1:1: warning: "red-ish" is not a colour; write #rrggbb, or give the '
                            'calendar a '
                            "color in site.yml"]),
    ({"displayname": b"\xff\xfe"}, ["hall/displayname:1:1: warning: this is not UTF-8, and is left out; save it as "
                                    "UTF-8"]),
    ({"displayname": b"x" * 5_000}, ["hall/displayname:1:1: warning: the file can't be read (is larger than"]),
    ({"displayname": "", "color": "\n"}, []),
]  # fmt: skip


@pytest.mark.parametrize("files, lines", FOLDERS)
def test_descriptions_of_a_folder_that_can_not_be_used(files, lines, work):
    work.write("hall/a.ics", ics(event("a", "A")))
    for name, content in files.items():
        work.write(f"hall/{name}", content)
    said = work.check()
    assert len(said) == len(lines) and all(line.startswith(start) for line, start in zip(said, lines))
    assert work.titles() == [("hall", "A")]


# ---- gzip ------------------------------------------------------------------------------------------------


def test_compressed_files(work):
    work.write("a.ics.gz", gzip.compress(ics(event("a", "A"))))
    # By its bytes, whatever its name; several members are one file.
    whole = ics(event("b", "B"), event("c", "C"))
    work.write("b.ics", gzip.compress(whole[:100]) + gzip.compress(whole[100:]) + b"\0" * 20)
    work.write("folder/d.ics.gz", gzip.compress(ics(event("d", "D"))))
    assert work.titles() == [("a-ics", "A"), ("b", "B"), ("b", "C"), ("folder", "D")]
    assert work.check() == []


GZIP = [
    (gzip.compress(ics(event("a", "A")))[:-12], "the compressed file is cut off, and is not read; copy it again"),
    (gzip.compress(ics(event("a", "A")))[:15], "the compressed file is cut off, and is not read; copy it again"),
    (gzip.compress(ics(event("a", "A")))[:-8] + b"12345678",
     "the compressed file is damaged, and is not read; copy it again"),
    (b"\x1f\x8bnonsense", "the compressed file is damaged, and is not read; copy it again"),
    (gzip.compress(gzip.compress(b"x")), "the file is compressed twice, and is not read; unpack it (gunzip)"),
]  # fmt: skip


@pytest.mark.parametrize("content, message", GZIP, ids=["cut off", "head only", "wrong sum", "nonsense", "twice"])
def test_damaged_compressed_files(content, message, work):
    work.write("a.ics.gz", content)
    work.write("b.ics", ics(event("b", "B")))
    assert work.check() == [f"a.ics.gz:1:1: error: {message}"]
    assert work.titles() == [("b", "B")]


def bomb(megabytes: int) -> bytes:
    """Zeros, in a thousandth of their size; in pieces, since a test needs no more memory than it tests."""
    packer = zlib.compressobj(9, zlib.DEFLATED, 31)
    return b"".join([packer.compress(bytes(1 << 20)) for _ in range(megabytes)] + [packer.flush()])


def test_a_bomb_ends_at_the_limit(work):
    work.write("a.ics.gz", bomb(300))
    work.write("b.ics", ics(event("b", "B")))
    message = "the file unpacks to more than 256 MiB, and is not read; divide the calendar"
    titles, said = work.titles_and_problems()
    assert titles == [("b", "B")] and f"a.ics.gz:1:1: error: {message}" in said


# ---- Archives --------------------------------------------------------------------------------------------


def test_an_export_of_google_is_read_as_a_folder(work):
    export = zipped(
        ("Takeout/archive_browser.html", b"<html>"),
        ("Takeout/Calendar/Work.ics", ics(event("w", "Work"))),
        ("Takeout/Calendar/Ünïted.ics", ics(event("u", "United", 21))),
        ("Takeout/Calendar/packed.ics.gz", gzip.compress(ics(event("p", "Packed", 22)))),
        ("__MACOSX/Takeout/._Work.ics", b"\0\5\26\7"),
        ("../../../etc/evil.ics", ics(event("e", "Evil", 23))),
        ("/abs.ics", ics(event("f", "Absolute", 24))),
    )
    work.write("takeout.zip", export)
    # Names that lead elsewhere are not paths, and what libarchive refuses to name is no calendar.
    everything = ["Work", "United", "Packed", "Evil", "Absolute"]
    assert work.titles() == [("takeout", title) for title in everything]
    assert work.check() == []
    assert not Path("/abs.ics").exists() and not Path("/etc/evil.ics").exists()
    work.write(
        "site.yml",
        "calendars:\n  - {name: work, source: takeout.zip/Takeout/Calendar/Work.ics}\n"
        "  - {name: all-of-it, source: takeout.zip/Takeout}\n  - {name: none, source: takeout.zip/Nothing.ics}\n",
    )
    # The same event in two calendars is one; the first calendar has it.
    assert work.titles() == [("work", "Work"), ("all-of-it", "United"), ("all-of-it", "Packed")]
    assert [line for line in work.check() if ": note: " not in line] == [
        'site.yml:4:26: error: there is no calendar "Nothing.ics" in Content/takeout.zip, so "none" is empty; name '
        'one of '
        "its .ics files, or the archive alone"
    ]


def test_an_archive_of_other_things_is_no_calendar(work):
    work.write("photos.zip", zipped(("a.jpg", b"x" * 100), ("b/c.txt", b"y")))
    work.write("b.ics", ics(event("b", "B")))
    assert work.titles() == [("b", "B")] and work.check() == []


def encrypted(archive: bytes) -> bytes:
    """The archive with the flag of encryption at its only entry."""
    out = bytearray(archive)
    out[6] |= 1
    place = out.index(b"PK\1\2")
    out[place + 8] |= 1
    return bytes(out)


def broken(archive: bytes) -> bytes:
    """The archive with another byte in its first entry's data."""
    out = bytearray(archive)
    start = 30 + struct.unpack_from("<H", out, 26)[0]
    out[start + 20] ^= 0xFF
    return bytes(out)


ARCHIVES = [
    (encrypted(zipped(("a.ics", ics(event("a", "A"))))),
     "z.zip/a.ics:1:1: error: this file of the archive is encrypted, and is not read"),
    (broken(zipped(("a.ics", ics(event("a", "A"))))), "z.zip/a.ics:1:1: error: this file of the archive is damaged "
                                                      "("),
    (broken(zipped(("a.ics", ics(event("a", "A"))), method=zipfile.ZIP_STORED)),
     "z.zip/a.ics:1:1: error: this file of the archive is damaged ("),
    (zipped(("a.ics", ics(event("a", "A"))))[:-30], "z.zip:1:1: error: the archive is damaged ("),
    (b"PK\3\4" + b"x" * 100, "z.zip:1:1: error: the archive is damaged ("),
    (zipped(("a\nb\x1b[31m.ics", b"nothing")), "z.zip/a b [31m.ics:1:1: "),
    (zipped(*((f"{n}.txt", b"") for n in range(10_001))), "z.zip:1:1: error: the archive has more than 10000 "
                                                          "entries"),
    (zipped(("inner.zip", zipped(("a.ics", b"x"))), ("b.ics", gzip.compress(gzip.compress(b"x")))),
     "z.zip/b.ics:1:1: error: the file is compressed twice"),
]  # fmt: skip


@pytest.mark.parametrize("content, start", ARCHIVES)
def test_archives_that_can_not_be_read(content, start, work):
    work.write("z.zip", content)
    work.write("b.ics", ics(event("b", "B")))
    work.write("site.yml", "calendars:\n  - {name: z, source: z.zip}\n  - {name: b, source: b.ics}\n")
    said = work.check()
    assert len([line for line in said if line.startswith(start)]) == 1, said
    assert work.titles() == [("b", "B")]


def test_a_good_file_beside_a_bad_one_in_an_archive(work):
    work.write("z.zip", broken(zipped(("a.ics", ics(event("a", "A"))), ("b.ics", ics(event("b", "B"))))))
    assert work.titles() == [("z", "B")]


def test_an_archive_that_unpacks_to_too_much(work):
    content = ("BEGIN:VCALENDAR\r\n" + " " * 78 + "\r\n").encode() + bytes(100 << 20)
    small = ("d.ics", ics(event("d", "D")))
    work.write("z.zip", zipped(("a.ics", content), ("b.ics", content), ("c.ics", content), small))
    titles, problems = work.titles_and_problems()
    said = [line for line in problems if "unpacks" in line]
    assert [line.split(":")[0] for line in said] == ["z.zip/c.ics"] and "more than 256 MiB" in said[0]
    assert titles == [("z", "D")]


def test_compressed_files_in_an_archive_share_its_limit(work):
    large = bomb(100)
    small = gzip.compress(ics(event("e", "E")))
    names = [f"{name}.ics.gz" for name in "abcd"]
    work.write("z.zip", zipped(*((name, large) for name in names), ("e.ics.gz", small)))
    said = [line for line in work.check() if "unpacks" in line]
    message = "error: with this file, the archive unpacks to more than 256 MiB; it is not read, unpack the archive"
    assert [line.split(":")[0] for line in said] == ["z.zip/c.ics.gz", "z.zip/d.ics.gz"]
    assert all(message in line for line in said)
    assert work.titles() == [("z", "E")]


def repeated(archive: bytes, count: int) -> bytes:
    """An archive of one entry, with as many, called a.ics, b.ics and so on."""
    size, place = struct.unpack_from("<II", archive, len(archive) - 10)
    local, directory = archive[:place], archive[place : place + size]
    out, entries = b"", b""
    for number in range(count):
        name = bytes([ord("a") + number])
        entry = bytearray(directory.replace(b"a.ics", name + b".ics"))
        struct.pack_into("<I", entry, 42, len(out))
        out += local[:30] + name + local[31:]
        entries += entry
    end = bytearray(archive[place + size :])
    struct.pack_into("<HHII", end, 8, count, count, len(entries), len(out))
    return out + entries + bytes(end)


def test_an_archive_of_bombs_is_given_up(work):
    """Each is unpacked to the limit before that is known."""
    work.write("z.zip", repeated(zipped(("a.ics", bytes(257 << 20))), 6))
    work.write("b.ics", ics(event("b", "B")))
    said = [line for line in work.check() if line.startswith("z.zip")]
    assert [line.split(":")[0] for line in said] == ["z.zip", "z.zip/a.ics", "z.zip/b.ics", "z.zip/c.ics"][: len(said)]
    assert "too many files of the archive are too large or damaged; after 512 MiB of such files" in said[0]
    assert work.titles() == [("b", "B")]


def test_without_libarchive_the_command_says_what_to_install(work):
    """The library is looked for by its name, here in a process that can't open it."""
    work.write("z.zip", zipped(("a.ics", ics(event("a", "A")))))
    source, library = work.root / "none.c", work.root / "none.so"
    source.write_text(
        '#define _GNU_SOURCE\n#include <dlfcn.h>\n#include <string.h>\n#include <stddef.h>\n'
        "void *dlopen(const char *name, int flags) {\n"
        '  static void *(*next)(const char *, int);\n  if (!next) next = dlsym(RTLD_NEXT, "dlopen");\n'
        '  return name && strstr(name, "libarchive") ? NULL : next(name, flags);\n}\n'
    )
    compiler = next((path for path in map(shutil.which, ("cc", "clang", "gcc")) if path), None)
    if compiler is None:
        pytest.skip("no C compiler")
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, source, "-ldl"], check=True)
    result = work.run("check", expect=PROBLEMS, environment={"LD_PRELOAD": str(library)})
    message = "z.zip:1:1: error: ZIP archives are read with libarchive, which this machine does not have; install it"
    assert message in result.out and "libarchive13" in result.out


# ---- jCal and xCal ---------------------------------------------------------------------------------------


def element(parent, name: str, text: str | None = None):
    made = ElementTree.SubElement(parent, f"{{{XCAL}}}{name}")
    made.text = text
    return made


def word(value) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def xcal(jcal: list) -> bytes:
    """The same calendar as XML (RFC 6321), from JSON (RFC 7265)."""
    root = ElementTree.Element(f"{{{XCAL}}}icalendar")

    def component(parent, made: list) -> None:
        name, properties, components = made
        own = element(parent, name)
        if properties:
            list_ = element(own, "properties")
            for property_ in properties:
                add(list_, *property_)
        if components:
            list_ = element(own, "components")
            for inner in components:
                component(list_, inner)

    def add(parent, name: str, parameters: dict, kind: str, *values) -> None:
        own = element(parent, name)
        if parameters:
            list_ = element(own, "parameters")
            for key, value in parameters.items():
                parameter = element(list_, key)
                for one in value if isinstance(value, list) else [value]:
                    element(parameter, "text", one)
        for value in values:
            if name == "geo":
                element(own, "latitude", word(value[0]))
                element(own, "longitude", word(value[1]))
            elif kind == "recur":
                rule = element(own, "recur")
                for key, part in value.items():
                    for one in part if isinstance(part, list) else [part]:
                        element(rule, key, word(one))
            elif kind == "period":
                period = element(own, "period")
                start, end = value if isinstance(value, list) else value.split("/")
                element(period, "start", start)
                element(period, "duration" if "P" in end else "end", end)
            elif isinstance(value, list):
                for key, field in zip(("code", "description", "data"), value):
                    element(own, key, field)
            else:
                element(own, kind, word(value))

    component(root, jcal)
    return ElementTree.tostring(root, encoding="utf-8", xml_declaration=True)


def with_lengths(jcal: list, components: list) -> list:
    """The peer writes PT24H as P1D, which another day may contradict: lengths as they are in the source."""
    events = [inner for inner in jcal[2] if inner[0] == "vevent"]
    assert len(events) == len(components)
    for (_, properties, _), component in zip(events, components):
        for name in ("duration", "rdate"):
            written = [line.value for line in component if line.name.lower() == name]
            found = [made for made in properties if made[0] == name]
            assert len(written) == len(found)
            for made, value in zip(found, written):
                if name == "duration":
                    made[3] = value
                elif made[2] == "period":
                    lengths = [half.split("/")[1] for half in value.split(",")]
                    made[3:] = [
                        [one[0] if isinstance(one, list) else one.split("/")[0], length if "P" in length else (
                            one[1] if isinstance(one, list) else one.split("/")[1])]
                        for one, length in zip(made[3:], lengths)
                    ]  # fmt: skip
    return jcal


@pytest.mark.random
def test_random_calendars_mean_the_same_in_every_form(tmp_path):
    print(f"BUSYLIFE_SEED={SEED}")
    for seed in range(SEED, SEED + COUNT):
        asked = calendars.Maker(seed).question()
        source = calendars.write(asked.components)
        jcal = with_lengths(icalendar.Calendar.from_ical(source).to_jcal(), asked.components)
        forms = {"random.ics": source, "random.jcal": json.dumps(jcal).encode(), "random.xcs": xcal(jcal)}
        found = []
        for name, content in forms.items():
            made = Content(tmp_path / f"{seed}-{name}", files={name: content})
            words = ("--tz", asked.zone, "--from", asked.first, "--to", asked.beyond)
            found.append(tool.agenda(made.folder, *words)["days"])
        assert found[1] == found[0], f"jCal, SEED={seed}"
        assert found[2] == found[0], f"xCal, SEED={seed}"


# A calendar with what the RFCs write in a form of its own, and the same in both other syntaxes.
RICH = ics(
    "UID:rich@example.org\nSUMMARY:Tea\\, cake\\; and a \\\\ at \"nine\"\\nbring cups\n"
    "DTSTART;TZID=Europe/Berlin:20261120T090000\nDTEND;TZID=Europe/Berlin:20261120T103000\n"
    "RRULE:FREQ=MONTHLY;UNTIL=20270101T000000Z;BYDAY=-1FR,2MO\nEXDATE;TZID=Europe/Berlin:20261127T090000\n"
    "RDATE;VALUE=PERIOD:20261122T090000Z/20261122T110000Z,20261123T090000Z/PT30M\n"
    "GEO:52.5200;13.4050\nCATEGORIES:Food,A\\,B\nSEQUENCE:2\nPRIORITY:1\nCLASS:PUBLIC\n"
    'ATTENDEE;CN="Moreau, Ada";RSVP=TRUE;PARTSTAT=ACCEPTED;MEMBER="mailto:a@example.org","mailto:b@example.org":'
    "mailto:ada@example.org\n"
    "URL:https://example.org/?a=1;b=2,3\nATTACH;VALUE=BINARY;ENCODING=BASE64:AAAA\n"
    "X-OWN;VALUE=INTEGER:12\nX-RAW:a;b,c\nREQUEST-STATUS:2.0;Success",
    "UID:day@example.org\nSUMMARY:All day\nDTSTART;VALUE=DATE:20261124\nDTEND;VALUE=DATE:20261126",
)  # fmt: skip
RICH_JCAL = [
    "vcalendar",
    [["version", {}, "text", "2.0"], ["prodid", {}, "text", "-//x//EN"]],
    [
        ["vevent", [
            ["dtstamp", {}, "date-time", "2026-01-01T00:00:00Z"],
            ["uid", {}, "text", "rich@example.org"],
            ["summary", {}, "text", "Tea, cake; and a \\ at \"nine\"\nbring cups"],
            ["dtstart", {"tzid": "Europe/Berlin"}, "date-time", "2026-11-20T09:00:00"],
            ["dtend", {"tzid": "Europe/Berlin"}, "date-time", "2026-11-20T10:30:00"],
            ["rrule", {}, "recur", {"freq": "MONTHLY", "until": "2027-01-01T00:00:00Z", "byday": ["-1FR", "2MO"]}],
            ["exdate", {"tzid": "Europe/Berlin"}, "date-time", "2026-11-27T09:00:00"],
            ["rdate", {}, "period", ["2026-11-22T09:00:00Z", "2026-11-22T11:00:00Z"],
             ["2026-11-23T09:00:00Z", "PT30M"]],
            ["geo", {}, "float", ["52.5200", "13.4050"]],
            ["categories", {}, "text", "Food", "A,B"],
            ["sequence", {}, "integer", 2],
            ["priority", {}, "integer", 1],
            ["class", {}, "text", "PUBLIC"],
            ["attendee", {"cn": "Moreau, Ada", "rsvp": "TRUE", "partstat": "ACCEPTED",
                          "member": ["mailto:a@example.org", "mailto:b@example.org"]},
             "cal-address", "mailto:ada@example.org"],
            ["url", {}, "uri", "https://example.org/?a=1;b=2,3"],
            ["attach", {"encoding": "BASE64"}, "binary", "AAAA"],
            ["x-own", {}, "integer", 12],
            ["x-raw", {}, "unknown", "a;b,c"],
            ["request-status", {}, "text", ["2.0", "Success"]],
        ], []],
        ["vevent", [
            ["dtstamp", {}, "date-time", "2026-01-01T00:00:00Z"],
            ["uid", {}, "text", "day@example.org"],
            ["summary", {}, "text", "All day"],
            ["dtstart", {}, "date", "2026-11-24"],
            ["dtend", {}, "date", "2026-11-26"],
        ], []],
    ],
]  # fmt: skip


def test_every_property_means_the_same_in_every_form(tmp_path):
    feeds = []
    for name, content in {
        "a.ics": RICH, "a.jcal": json.dumps(RICH_JCAL).encode(), "a.xcs": xcal(RICH_JCAL),
        "a.json": json.dumps([RICH_JCAL]).encode(), "a.xml": xcal(RICH_JCAL),
    }.items():  # fmt: skip
        made = Content(tmp_path / name, f"calendars:\n  - {{name: a, source: {name}}}\n", files={name: content})
        made.check(expect=DONE)
        words = ("--tz", "UTC", "--from", "2026-11-01", "--to", "2027-03-01")
        feeds.append(made.run("agenda", "--format", "ics", *words).out)
    assert "SUMMARY:Tea\\, cake\\; and a \\\\ at \"nine\"\\nbring cups\r\n" in feeds[0]
    # In the zone of DTSTART.
    periods = "RDATE;VALUE=PERIOD;TZID=Europe/Berlin:20261122T100000/PT2H,20261123T100000/PT30M\r\n"
    assert periods in feeds[0].replace("\r\n ", "")
    lines = [
        sorted("".join(sorted(line.upper().replace('"', ""))) for line in feed.replace("\r\n ", "").splitlines())
        for feed in feeds
    ]  # parameters in any order
    for other in lines[1:]:
        assert other == lines[0]


BAD_JCAL = [
    ('["vcalendar", [], [\n  ["vevent", [["dtstart", {}, "date-time", "never"]], []]]]', [
        'a.jcal:2:15: error: DTSTART "never" is not a date or time; the event is skipped']),
    ('["vcalendar", [],\n [["vevent", [["uid"]], []]]]', [
        "a.jcal:2:15: warning: a property is a list of its name, an object of parameters",
        "a.jcal:2:3: error: "]),
    ('["vcalendar", [], [["vevent", [["summary\\r\\nEND:VEVENT", {}, "text", "x"]]]]]', [
        "a.jcal:1:20: error: ", "a.jcal:1:32: warning: a property is a list of its name"]),
    ('["vcalendar", [], [', ["a.jcal:1:20: error: the text ends where a value should be; nothing in this file is "
                             "shown"]),
    ('["vcard", [], []]', ['a.jcal:1:1: error: this is "vcard" and not a calendar']),
    ('{"a": 1}', ['a.jcal:1:1: error: jCal is a list that begins with "vcalendar"']),
    ('["vcalendar", [], [["vevent", [["dtstart", {}, "date-time", null]], []]]]', [
        "a.jcal:1:20: error: ", 'a.jcal:1:61: warning: the value of "dtstart" is null']),
]  # fmt: skip


@pytest.mark.parametrize("content, starts", BAD_JCAL)
def test_mistakes_in_jcal_are_reported_at_their_place(content, starts, work):
    work.write("a.jcal", content)
    work.write("b.ics", ics(event("b", "B")))
    said = work.check()
    assert len(said) == len(starts) and all(
        any(line.startswith(start) for line in said) for start in starts
    ), said
    assert work.titles() == [("b", "B")]


def test_a_value_can_not_begin_a_line_of_its_own(work):
    """Whatever a text holds, it stays in its property."""
    evil = "x\r\nEND:VEVENT\r\nBEGIN:VEVENT\r\nUID:evil\r\nDTSTART:20261121T090000Z\r\nSUMMARY:Evil"
    jcal = ["vcalendar", [], [["vevent", [
        ["uid", {}, "text", "a"], ["dtstart", {}, "date-time", "2026-11-20T09:00:00Z"], ["summary", {}, "text", "A"],
        *[["x-own", {"x-p": evil}, kind, evil]
          for kind in ("unknown", "text", "uri", "binary", "date-time", "integer", "utc-offset", "boolean")],
        ["x-own", {}, "recur", {"freq": evil, "until": evil, "x": [evil]}],
        ["x-own", {}, "period", [evil, "P" + evil]],
        ["x-own", {}, "text", [evil, evil]],
    ], []]]]  # fmt: skip
    work.write("a.jcal", json.dumps(jcal))
    assert work.titles() == [("a", "A")]
    work.write("a.xcs", xcal(["vcalendar", [], [["vevent", jcal[2][0][1][:11], []]]]).replace(b'"a"', b'"c"'))
    assert [title for _, title in work.titles()] == ["A"]


BAD_XCAL = [
    ('<?xml version="1.0"?>\n<icalendar xmlns="urn:ietf:params:xml:ns:icalendar-2.0"><vcalendar><components><vevent>'
     "\n<properties><dtstart><date-time>never</date-time></dtstart></properties></vevent></components></vcalendar>"
     "</icalendar>", ['a.xcs:3:13: error: DTSTART "never" is not a date or time']),
    ("<html></html>", ['a.xcs:1:1: error: the first element is "html", not icalendar']),
    ("", ["a.xcs:1:1: error: the file is not well-formed XML (no element found)"]),
    ('<?xml version="1.0" encoding="ISO-8859-1"?><icalendar/>',
     ['a.xcs:1:1: error: the file says that its encoding is "ISO-8859-1"; save it as UTF-8']),
    ('<!DOCTYPE icalendar [<!ENTITY a "b">]><icalendar>&a;</icalendar>',
     ["a.xcs:1:21: error: the file declares a document type"]),
    (f'<icalendar xmlns="{XCAL}"><vcalendar>' + "<components><vevent>" * 60,
     ["a.xcs:1:", "a.xcs:"]),
]  # fmt: skip


@pytest.mark.parametrize("content, starts", BAD_XCAL)
def test_mistakes_in_xcal_are_reported_at_their_place(content, starts, work):
    work.write("a.xcs", content)
    work.write("b.ics", ics(event("b", "B")))
    said = work.check()
    for start in starts:
        assert any(line.startswith(start) for line in said), said
    assert work.titles() == [("b", "B")]


def test_what_stands_before_a_mistake_in_xcal_is_kept(work):
    whole = xcal(RICH_JCAL).decode()
    work.write("a.xcs", whole[: whole.index("day@example.org")])
    assert {title.split()[0] for _, title in work.titles()} == {"Tea,"}
    assert any("not well-formed XML" in line for line in work.check())


def test_json_files_are_told_apart_by_what_they_contain(work):
    work.write("events.json", json.dumps(RICH_JCAL))
    work.write("other.json", json.dumps([{"uid": "o", "title": "O", "start": "2026-11-01T00:00:00Z"}]))
    assert {calendar for calendar, _ in work.titles()} == {"events"}
    work.write("site.yml", "calendars:\n  - {name: a, source: events.json}\n  - {name: o, source: other.json}\n")
    assert {calendar for calendar, _ in work.titles()} == {"a", "o"}


@pytest.mark.random
def test_whatever_is_in_files_the_good_one_beside_them_is_shown(work):
    """Files of every form with some bytes changed, left out or repeated: all are read to the end, or refused."""
    print(f"BUSYLIFE_SEED={SEED}")
    chance = random.Random(SEED)
    forms = {
        "jcal": json.dumps(RICH_JCAL).encode(), "xcs": xcal(RICH_JCAL), "ics.gz": gzip.compress(RICH),
        "zip": zipped(("a.ics", RICH), ("b.jcal", json.dumps(RICH_JCAL).encode()), ("c.xcs", xcal(RICH_JCAL))),
    }  # fmt: skip
    for number in range(COUNT * 20):
        kind = chance.choice(list(forms))
        content = bytearray(forms[kind])
        for _ in range(chance.randrange(1, 6)):
            place = chance.randrange(len(content))
            match chance.randrange(4):
                case 0: content[place] = chance.randrange(256)
                case 1: del content[place : place + chance.randrange(1, 40)]
                case 2: content[place:place] = content[place : place + chance.randrange(1, 40)]
                case 3: content[place:place] = chance.choice([b"[", b"]", b"<", b"\r\n", b"\0", b'"', b"&"])
        work.write(f"broken-{number:04}.{kind}", bytes(content))
    work.write("good.ics", ics(event("g", "Good")))
    assert ("good", "Good") in work.titles()
    work.check()


def test_xcal_of_very_many_elements(work):
    """A property that would take too much memory, and a rule of very many parts."""
    def xcs(inner: str, uid: str) -> str:
        return (f"<vevent><properties><uid><text>{uid}</text></uid><summary><text>{uid}</text></summary>"
                f"<dtstart><date>2026-11-20</date></dtstart>{inner}</properties></vevent>")  # fmt: skip

    parts = "".join(f"<x-{number}/>" for number in range(100_000))
    bad = xcs(f"<exdate>{'<a/>' * 300_000}</exdate>", "A") + xcs(f"<rrule><recur>{parts}</recur></rrule>", "B")
    work.write(
        "a.xcs", f'<icalendar xmlns="{XCAL}"><vcalendar><components>{bad}{xcs("", "C")}</components></vcalendar>'
        "</icalendar>")  # fmt: skip
    said = work.check()
    assert work.titles() == [("a", title) for title in "ABC"]
    message = "error: <exdate> has more than 200000 elements; the property is skipped, divide it"
    assert len([line for line in said if line.endswith(message)]) == 1


def test_what_is_only_read_is_not_edited(work):
    """The reason names what to do; the files stay as they are."""
    jcal = json.dumps(icalendar.Calendar.from_ical(ics(event("j", "J"))).to_jcal())
    work.write("j.jcal", jcal)
    work.write("events.json", jcal.replace('"j"', '"e"').replace('"J"', '"E"'))
    work.write("g.ics.gz", gzip.compress(ics(event("g", "G"))))
    work.write("z.zip", zipped(("a.ics", ics(event("z", "Z")))))
    before = tool.snapshot(work.folder)
    with edits.Editing(work.folder) as server:
        page = edits.Page(server)
        for uid, words in {"j": "is jCal", "e": "is jCal", "g": "is compressed", "z": "is in an archive"}.items():
            was = {
                "start": "2026-11-20T17:00:00+08:00", "end": "2026-11-20T18:00:00+08:00", "title": uid.upper()
            }  # fmt: skip
            status, answer = page.edit(
                action="change", scope="all", uid=uid, recurrenceId=None, title=uid.upper(), was=was,
                start="2026-11-20T18:00:00+08:00", end="2026-11-20T19:00:00+08:00",
            )  # fmt: skip
            assert status in (409, 422) and words in answer["error"], answer
    assert tool.snapshot(work.folder) == before


def test_files_that_no_calendar_names_are_reported(work):
    for name, content in {"a.jcal": "[]", "b.xcs": "<a/>", "c.ics.gz": gzip.compress(b"x"), "d.zip": b""}.items():
        work.write(name, content)
        work.write(f"in/{name}", content)
    work.write("e.ics", ics(event("e", "E")))
    work.write("site.yml", "calendars:\n  - {name: e, source: e.ics}\n  - {name: in, source: in}\n")
    said = [line for line in work.check() if "no calendar of site.yml names" in line]
    assert [line.split(":")[0] for line in said] == ["a.jcal", "b.xcs", "c.ics.gz"]
