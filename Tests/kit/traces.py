"""Analyses output of `strace`: calls that write, rename or remove, and the folders in which they name files."""

from __future__ import annotations

import re

CALL = re.compile(r"^(?P<process>\d+)\s+(?P<name>\w+)\((?P<arguments>.*)\)\s+= (?P<result>-?\w+)")
NAME = re.compile(r'"((?:[^"\\]|\\.)*)"')

# By path only: the system resolves all of it, and follows links.
BY_PATH = {
    "unlink", "rmdir", "rename", "mkdir", "link", "symlink", "chmod", "chown", "lchown", "truncate", "creat", "mknod",
    "utime", "utimes", "futimesat", "setxattr", "lsetxattr", "removexattr", "mount", "umount2",
}  # fmt: skip
# The arguments that are a folder and a name in it.
AT = {
    "unlinkat": [(0, 1)], "mkdirat": [(0, 1)], "mknodat": [(0, 1)], "fchmodat": [(0, 1)], "fchownat": [(0, 1)],
    "utimensat": [(0, 1)], "renameat": [(0, 1), (2, 3)], "renameat2": [(0, 1), (2, 3)], "linkat": [(0, 1), (2, 3)],
    "symlinkat": [(1, 2)],
}  # fmt: skip
# Files that no build owns and any program writes to.
TERMINALS = {"/dev/null", "/dev/tty", "/dev/urandom"}


def whole(lines: list[str]) -> list[str]:
    """Calls that were interrupted by another thread's are put together again: where they ended, since only then is
    known what they gave, but a descriptor that is closed is free for other threads from the beginning of that call."""
    begun: dict[tuple[str, str], str] = {}
    found = []
    for line in lines:
        if "<unfinished ...>" in line:
            process, rest = line.split(None, 1)
            start, name = line.split("<unfinished ...>")[0].rstrip(), rest.split("(", 1)[0]
            if name == "close":
                found.append(f"{start}) = 0")
            else:
                begun[process, name] = start
        elif "resumed>" in line:
            process, rest = line.split(None, 1)
            name = re.search(r"<\.\.\. (\w+) resumed>", rest)
            start = begun.pop((process, name.group(1)), None) if name else None
            if start:
                found.append(start + rest.split("resumed>", 1)[1])
        else:
            found.append(line)
    return found


def split(arguments: str) -> list[str]:
    """Splits arguments at commas outside of texts."""
    return [part.strip() for part in re.split(r',\s*(?=(?:[^"\\]|\\.|"(?:[^"\\]|\\.)*")*$)', arguments)]


def text(argument: str) -> str:
    found = NAME.match(argument)
    return found.group(1) if found else ""


def faults(lines: list[str]) -> list[str]:
    """The calls that write, rename or remove by a path that could lead through a link."""
    found = []
    # Descriptors of folders that were reached without a link, for all threads of the process.
    safe: set[str] = set()

    def is_plain(folder: str, name: str) -> bool:
        name = text(name)
        return folder in safe and bool(name) and "/" not in name and name not in (".", "..")

    for line in whole(lines):
        call = CALL.match(line)
        if not call:
            continue
        name, result = call["name"], call["result"]
        arguments = split(call["arguments"])
        if name in BY_PATH:
            found.append(line)
        elif name in AT:
            if not all(is_plain(arguments[folder], arguments[path]) for folder, path in AT[name]):
                found.append(line)
        elif name in ("openat", "open", "openat2"):
            folder, path, flags = (["AT_FDCWD"] + arguments)[:3] if name == "open" else arguments[:3]
            writes = re.search(r"O_WRONLY|O_RDWR|O_CREAT|O_TRUNC", flags)
            if writes and text(path) not in TERMINALS:
                if not is_plain(folder, path) or "O_NOFOLLOW" not in flags:
                    found.append(line)
            if result.isdigit():
                steps = text(path).strip("/")
                is_start = folder == "AT_FDCWD" and text(path) in ("/", ".")
                is_step = folder in safe and "/" not in steps
                if "O_DIRECTORY" in flags and "O_NOFOLLOW" in flags and (is_start or is_step):
                    safe.add(result)
                elif "O_DIRECTORY" in flags and folder in safe and text(path) == ".":
                    safe.add(result)
                else:
                    safe.discard(result)
        elif name == "close":
            safe.discard(arguments[0])
        elif name in ("dup", "dup2", "dup3", "fcntl") and result.isdigit():
            if name != "fcntl" or "F_DUPFD" in call["arguments"]:
                safe.discard(result)
    return found
