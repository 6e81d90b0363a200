"""Writes the manual page busylife-gen(1) from what the command says of itself: its commands, options and defaults.

    .ci/manual.py COMMAND > busylife-gen.1

The page is in mdoc (mdoc(7)), which groff and mandoc show.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

FILES = [
    ("Content", "The content folder: site.yml, calendars, events.json and notes. Another one with"),
    ("Output", "The site. Another folder with"),
    ("$XDG_CACHE_HOME/busylife-gen", "Copies of remote calendars and forecasts, and what the last build wrote."),
]
OPTIONS_OF_FILES = {"Content": "content", "Output": "output"}
ENVIRONMENT = [
    ("BUSYLIFE_PASSWORD_NAME", "The password of the remote calendar NAME."),
    ("SOURCE_DATE_EPOCH", "The current time, in seconds since 1970, for builds that can be repeated."),
    ("TZDIR", "The folder of the time zone database."),
    ("XDG_CACHE_HOME", "The folder of the user's caches; by default .cache in the home folder."),
]
EXIT = [
    (0, "Success. What was repaired or skipped is on standard error."),
    (1, "The command check found problems, or site.yml or a template can't be used."),
    (64, "The command line is wrong."),
    (70, "A bug in the command."),
    (74, "A file can't be read or written."),
    (75, "With --strict: a remote calendar could not be refreshed."),
]


def text(words: str) -> str:
    """Plain words in roff: no escape, and no request at the beginning of a line."""
    words = " ".join(words.split()).replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^(?=[.'])", r"\\&", words)


def argument(word: str) -> str:
    """A word as the argument of a macro; short ones could be names of macros themselves."""
    return "\\&" + text(word).replace('"', '\\(dq').replace(" ", "\\ ")


def spelling(option: dict) -> str:
    names = [("-" if n["kind"] == "short" else "--") + n["name"] for n in option.get("names", [])]
    return " , ".join(f"Fl {text(name[1:])}" for name in sorted(names, key=lambda name: name.startswith("--")))


def item(option: dict) -> list[str]:
    value = option.get("valueName", "value")
    if option["kind"] == "positional":
        head = f".It Ar {argument(value)}" + (" ..." if option["isRepeating"] else "")
    else:
        head = f".It {spelling(option)}" + (f" Ar {argument(value)}" if option["kind"] == "option" else "")
    lines = [head]
    if option.get("abstract"):
        lines.append(text(option["abstract"]))
    if option["kind"] != "flag" and option.get("defaultValue"):
        lines.append(f"The default is\n.Ql {argument(option['defaultValue'])} .")
    if option["isRepeating"] and option["kind"] == "option":
        lines.append("May be given several times.")
    return lines


def one(command: dict) -> str:
    """What a command does, as the line that apropos(1) shows."""
    words = command["abstract"].rstrip(".")
    return words[:1].lower() + words[1:]


def shown(command: dict) -> list[dict]:
    hidden = {"version", "help"}
    return [
        o for o in command.get("arguments", [])
        if o["shouldDisplay"] and not hidden & {n["name"] for n in o.get("names", [])}
    ]


def section(name: str, items: list[tuple[str, str]]) -> list[str]:
    lines = [f".Sh {name}", ".Bl -tag -width Ds"]
    for head, words in items:
        lines += [head, words]
    return lines + [".El"]


def page(command: dict, version: str, date: str) -> str:
    name = command["commandName"]
    commands = [c for c in command["subcommands"] if c["shouldDisplay"] and c["commandName"] != "help"]
    lines = [
        f".Dd {date}", f".Dt {name.upper()} 1", f".Os {name} {version}",
        ".Sh NAME", f".Nm {name}", f".Nd {text(one(command))}",
        ".Sh SYNOPSIS",
    ]
    for each in commands:
        places = [o for o in shown(each) if o["kind"] == "positional"]
        named = [
            ("Op " if o["isOptional"] else "") + f"Ar {argument(o['valueName'])}" + (" ..." if o["isRepeating"] else "")
            for o in places]
        lines += [".Nm", f".Cm {argument(each['commandName'])}", ".Op Ar options", *("." + place for place in named)]
    lines += [".Nm", ".Fl \\-version", ".Nm", ".Cm help", ".Op Ar command"]
    lines += [
        ".Sh DESCRIPTION",
        "Reads calendars, events and notes of a folder, and writes a site of static files: months, weeks, days, years,",
        "agendas and events, with feeds.",
        "Readers browse it without end, in any time zone.",
    ]
    for each in commands:
        lines += [f".Ss {each['commandName']}", text(each.get("abstract", ""))]
        if each.get("discussion"):
            lines += [".Pp", text(each["discussion"])]
        if options := shown(each):
            lines += [".Bl -tag -width Ds", *(line for option in options for line in item(option)), ".El"]
    lines += section("ENVIRONMENT", [(f".It Ev {argument(head)}", text(words)) for head, words in ENVIRONMENT])
    lines += section("FILES", [
        (f".It Pa {argument(head)}",
         text(words) + (f"\n.Fl \\-{OPTIONS_OF_FILES[head]} ." if head in OPTIONS_OF_FILES else ""))
        for head, words in FILES])
    lines += section("EXIT STATUS", [(f".It {code}", text(words)) for code, words in EXIT])
    lines += [
        ".Sh EXAMPLES",
        "A new site, built and shown:",
        ".Bd -literal -offset indent",
        f"{name} init calendar", "cd calendar", f"{name} build \\-\\-tz Europe/Berlin", f"{name} serve",
        ".Ed",
        ".Sh SEE ALSO",
        "The guides, in the documentation of the package or beside its sources.",
    ]
    return "\n".join(lines) + "\n"


def main() -> None:
    command = str(Path(sys.argv[1]).resolve())
    help = json.loads(subprocess.run([command, "--experimental-dump-help"], capture_output=True, check=True).stdout)
    version = subprocess.run([command, "--version"], capture_output=True, check=True, text=True).stdout.strip()
    log = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    date = re.search(r"^## \d\S* - (\S+)", log, re.MULTILINE)[1]
    sys.stdout.write(page(help["command"], version, date))


if __name__ == "__main__":
    main()
