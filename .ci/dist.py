"""Makes what can be installed without a compiler: a tarball that runs where it is unpacked, and a Debian package.

    .ci/dist.py trees FOLDER     the files of both, unpacked: FOLDER/tar and FOLDER/deb
    .ci/dist.py pack FOLDER      the same, packed: FOLDER/busylife-gen-VERSION-….tar.xz and FOLDER/busylife-gen_….deb
    .ci/dist.py install PREFIX   the manual page and completions below a prefix (used by `make install`)

The release build must be there (`make build`). The tarball brings the C libraries that the command is linked with,
beside it, with their licences; those that it opens only when they are needed (libcurl, librsvg, libarchive) and the C
and C++ libraries of the system are listed in its REQUIREMENTS. The package depends on Debian's.
"""

from __future__ import annotations

import gzip
import hashlib
import lzma
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILT = Path(os.environ.get("BUSYLIFE_GEN", ROOT / ".build/release/busylife-gen")).resolve()
NAME = "busylife-gen"
# Part of every Linux with glibc: another version of these beside the command could not work with the rest.
OF_THE_SYSTEM = re.compile(r"^(linux-vdso|ld-linux|libc\.|libm\.|libpthread|libdl|librt|libstdc\+\+|libgcc_s)")
# Opened when they are first needed, and not brought along: each needs many others.
OPENED_LATER = {
    "libcurl.so.4": "to fetch calendars and forecasts (Debian: libcurl4, ca-certificates)",
    "librsvg-2.so.2": "to draw pictures for chats (Debian: librsvg2-2, and a font)",
    "libarchive.so.13": "to read calendars in ZIP archives (Debian: libarchive13)",
}
DESCRIPTION = """Description: calendar site generator
 Turns events and notes into a calendar site of static files: months, weeks,
 days, years, agendas and events, with feeds. Readers browse it without end and
 in any time zone, on any host that serves files.
"""


def output(*words) -> str:
    return subprocess.run([str(w) for w in words], check=True, capture_output=True, text=True).stdout


def version() -> str:
    return output(BUILT, "--version").strip()


# ---- What both have -----------------------------------------------------------------------------


def put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def put_pages(share: Path, zsh: str) -> None:
    """The manual page and the completions, made by the command itself."""
    page = output(sys.executable, ROOT / ".ci/manual.py", BUILT).encode()
    put(share / f"man/man1/{NAME}.1.gz", gzip.compress(page, 9, mtime=0))
    for shell, place in (
        ("bash", f"bash-completion/completions/{NAME}"),
        ("zsh", f"zsh/{zsh}/_{NAME}"),
        ("fish", f"fish/vendor_completions.d/{NAME}.fish"),
    ):
        put(share / place, output(BUILT, "--generate-completion-script", shell).encode())


def put_shared(share: Path) -> None:
    """The theme, the browser modules and the documentation."""
    shutil.copytree(ROOT / "Templates", share / NAME / "Templates")
    for ending in (".wasm", "-whole.wasm", "-search.wasm.gz"):
        shutil.copy(BUILT.parent / f"BrowserModule{ending}", share / NAME)
    doc = share / "doc" / NAME
    doc.mkdir(parents=True)
    for name in ("README.md", "CHANGELOG.md", "LICENSE", "SECURITY.md"):
        shutil.copy(ROOT / name, doc)
    shutil.copytree(ROOT / "docs" / "guides", doc / "docs" / "guides")
    shutil.copytree(ROOT / "docs" / "images", doc / "docs" / "images")


def put_command(path: Path) -> None:
    """The command without the names that only debuggers need, which are half of it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(["strip", "-o", path, BUILT], check=True)


def licences_of_sources() -> dict[str, bytes]:
    """The licences of what is compiled into the command, by name."""
    found = {}
    for folder in sorted((BUILT.parents[2] / "checkouts").iterdir()):
        for file in sorted(folder.glob("LICENSE*")):
            found[folder.name] = file.read_bytes()
    swift = Path(shutil.which(os.environ.get("SWIFT", "swift"))).resolve().parent.parent / "share/swift/LICENSE.txt"
    found["swift"] = swift.read_bytes()
    # Linked into the command where the compiler has it as an archive.
    cxx = Path(output(os.environ.get("CC", "cc"), "-print-file-name=libstdc++.a").strip())
    if cxx.is_absolute() and not newest("GLIBCXX"):
        found["libstdc++"] = licence(cxx.resolve())
    return found


def tidy(root: Path) -> None:
    """Modes that don't depend on who packs."""
    for path in root.rglob("*"):
        if not path.is_symlink():
            path.chmod(0o755 if path.is_dir() or path.stat().st_mode & 0o100 else 0o644)


# ---- The tarball --------------------------------------------------------------------------------


def libraries() -> dict[str, Path]:
    """The libraries that the command is linked with, but for those of the system."""
    found = {}
    for line in output("ldd", BUILT).splitlines():
        name, _, rest = line.strip().partition(" => ")
        if rest and not OF_THE_SYSTEM.match(name):
            found[name] = Path(rest.split(" (")[0]).resolve()
    return dict(sorted(found.items()))


def licence(library: Path) -> bytes:
    """What Debian says of a library's licence."""
    for path in (library, Path("/") / library.relative_to("/usr") if library.is_relative_to("/usr") else library):
        found = subprocess.run(["dpkg-query", "-S", path], capture_output=True, text=True)
        if found.returncode == 0:
            package = found.stdout.split(":")[0]
            return Path(f"/usr/share/doc/{package}/copyright").read_bytes()
    raise SystemExit(f"{library}: no package has it, so that its licence is unknown")


def newest(symbol: str) -> str:
    """The newest version of symbols with a prefix that the command asks for."""
    versions = re.findall(rf"\b{symbol}_(\d+(?:\.\d+)+)\b", output("objdump", "-T", BUILT))
    return max(versions, key=lambda v: [int(n) for n in v.split(".")], default="")


def make_tar(root: Path) -> None:
    own = root / "lib" / NAME
    put_command(own / NAME)
    (root / "bin").mkdir()
    # The libraries are found beside the command itself, and so is the theme.
    (root / "bin" / NAME).symlink_to(f"../lib/{NAME}/{NAME}")
    put_shared(root / "share")
    put_pages(root / "share", "site-functions")
    licences = root / "share/doc" / NAME / "licences"
    for name, path in libraries().items():
        shutil.copy(path, own / name)
        put(licences / f"{name.partition('.so')[0]}.txt", licence(path))
    for name, text in licences_of_sources().items():
        put(licences / f"{name}.txt", text)
    needed = [
        f"Linux on {platform.machine()} with", "",
        f"- the GNU C library, {newest('GLIBC')} or newer",
        f"- libstdc++.so.6 with GLIBCXX_{newest('GLIBCXX')} or newer, and libgcc_s.so.1" if newest("GLIBCXX")
        else "- libgcc_s.so.1",
        "- the time zone database (/usr/share/zoneinfo; Debian: tzdata), or another one named by TZDIR", "",
        "Opened when they are first needed; all else works without them:", "",
        *(f"- {name}, {what}" for name, what in OPENED_LATER.items()),
    ]
    put(root / "REQUIREMENTS", ("\n".join(needed) + "\n").encode())
    tidy(root)


def pack_tar(root: Path, file: Path, stamp: int) -> None:
    """Packs a folder; the same files give the same bytes."""
    def plain(info: tarfile.TarInfo) -> tarfile.TarInfo:
        info.uid = info.gid = 0
        info.uname = info.gname = "root"
        info.mtime = stamp
        return info

    with lzma.open(file, "wb", preset=6) as packed, tarfile.open(fileobj=packed, mode="w") as tar:
        paths = [root, *sorted(root.rglob("*"))]
        for path in paths:
            tar.add(path, f"{file.name.removesuffix('.tar.xz')}/{path.relative_to(root)}".removesuffix("/."),
                    recursive=False, filter=plain)


# ---- The Debian package -------------------------------------------------------------------------


def depends(command: Path) -> str:
    """The packages of the libraries that the command is linked with, as dpkg-shlibdeps finds them."""
    with tempfile.TemporaryDirectory() as folder:
        put(Path(folder) / "debian/control", f"Source: {NAME}\n\nPackage: {NAME}\nArchitecture: any\n".encode())
        done = subprocess.run(
            ["dpkg-shlibdeps", "-O", command], cwd=folder, check=True, capture_output=True, text=True)
    return done.stdout.strip().removeprefix("shlibs:Depends=")


def make_deb(root: Path) -> None:
    put_command(root / "usr/bin" / NAME)
    put_shared(root / "usr/share")
    put_pages(root / "usr/share", "vendor-completions")
    doc = root / "usr/share/doc" / NAME
    licences = licences_of_sources()
    own = (doc / "LICENSE").read_bytes()
    (doc / "LICENSE").unlink()
    parts = [own] + [f"\n---- {name}, part of the command ----\n\n".encode() + text for name, text in licences.items()]
    put(doc / "copyright", b"".join(parts))
    log = (doc / "CHANGELOG.md").read_bytes()
    (doc / "CHANGELOG.md").unlink()
    put(doc / "changelog.gz", gzip.compress(log, 9, mtime=0))
    tidy(root)
    files = [path for path in sorted(root.rglob("*")) if path.is_file()]
    sums = [f"{hashlib.md5(p.read_bytes()).hexdigest()}  {p.relative_to(root)}\n" for p in files]
    size = sum(path.stat().st_size for path in files) // 1024 + 1
    fields = {
        "Package": NAME,
        "Version": f"{version()}-1",
        "Architecture": output("dpkg", "--print-architecture").strip(),
        "Maintainer": "The busylife-gen authors <busylife-gen@example.org>",
        "Section": "web",
        "Priority": "optional",
        "Installed-Size": str(size),
        "Depends": depends(root / "usr/bin" / NAME) + ", tzdata",
        "Recommends": "ca-certificates, libcurl4",
        "Suggests": "librsvg2-2, libarchive13",
    }
    control = "".join(f"{name}: {value}\n" for name, value in fields.items()) + DESCRIPTION
    put(root / "DEBIAN/control", control.encode())
    put(root / "DEBIAN/md5sums", "".join(sums).encode())
    tidy(root)


# ---- Commands -----------------------------------------------------------------------------------


def trees(folder: Path) -> None:
    for name, make in (("tar", make_tar), ("deb", make_deb)):
        shutil.rmtree(folder / name, ignore_errors=True)
        (folder / name).mkdir(parents=True)
        make(folder / name)


def pack(folder: Path) -> None:
    stamp = int(os.environ.get("SOURCE_DATE_EPOCH") or output("git", "-C", ROOT, "log", "-1", "--format=%ct"))
    trees(folder)
    tar = folder / f"{NAME}-{version()}-linux-{platform.machine()}.tar.xz"
    pack_tar(folder / "tar", tar, stamp)
    architecture = re.search(r"^Architecture: (.*)$", (folder / "deb/DEBIAN/control").read_text(), re.MULTILINE)[1]
    deb = folder / f"{NAME}_{version()}-1_{architecture}.deb"
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", "-Zxz", "--build", folder / "deb", deb], check=True,
        stdout=subprocess.DEVNULL, env=os.environ | {"SOURCE_DATE_EPOCH": str(stamp)})
    sums = "".join(f"{hashlib.sha256(p.read_bytes()).hexdigest()}  {p.name}\n" for p in (tar, deb))
    put(folder / "SHA256SUMS", sums.encode())
    for path in (tar, deb):
        shown = path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path
        print(f"{shown}: {path.stat().st_size / 1e6:.1f} MB")


def main() -> None:
    words = sys.argv[1:]
    if len(words) != 2 or words[0] not in ("trees", "pack", "install"):
        raise SystemExit(__doc__)
    folder = Path(words[1]).resolve()
    if words[0] == "install":
        put_pages(folder / "share", "site-functions")
    else:
        {"trees": trees, "pack": pack}[words[0]](folder)


if __name__ == "__main__":
    main()
