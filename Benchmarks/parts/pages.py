"""Part 3: one page. A month from settled days, and the template engine beside swift-mustache."""

from __future__ import annotations

import re
import sys
from pathlib import Path

from .measure import ROOT, output, table


def number(pattern: str, said: str) -> float:
    return float(re.search(pattern, said).group(1))


def measured(scratch: Path, binaries: Path, runs: int) -> list[str]:
    """The section's lines."""
    package = ["--package-path", ROOT / "Benchmarks/SwiftMustache", "-c", "release"]
    output("swift", "build", *package)
    peer_path = Path(output("swift", "build", *package, "--show-bin-path").strip()) / "SwiftMustacheBenchmark"
    files = [scratch / name for name in ("template.mustache", "data.json", "peer.html")]
    months, owns, peers = [], [], []
    for _ in range(runs):
        said = output(binaries / "PageBenchmark", ROOT / "Templates", scratch)
        months.append((number(r"month bytes (\d+)", said), number(r"month .* microseconds ([\d.]+)", said)))
        owns.append(number(r"grid .* microseconds ([\d.]+)", said))
        peers.append(number(r"microseconds ([\d.]+)", output(peer_path, *files)))
    page = (scratch / "page.html").read_bytes()
    if page != files[2].read_bytes():
        sys.exit("the two engines render different pages")
    own, peer = min(owns), min(peers)
    size, month = min(months, key=lambda one: one[1])
    return [
        "## Part 3: pages",
        "",
        "One thread, the best of several rounds, since what disturbs a machine only ever adds.",
        "",
        *table(
            ["what", "busylife-gen", "swift-mustache", "ratio", "budget"],
            [
                [
                    f"month page of {size / 1e3:.1f} kB from settled days, model included", f"{month:.0f} µs", "", "",
                    "at most 60 µs",
                ],
                [
                    f"a grid of {len(page) / 1e3:.1f} kB by one template, our model included",
                    f"{own:.0f} µs",
                    f"{peer:,.0f} µs",
                    f"**{peer / own:.0f}**",
                    "",
                ],
            ],
        ),
        "",
    ]
