#!/usr/bin/env python3
"""Draws the figures of assets/article from the samples in assets/results: article_figures.py ROOT OUT."""
import json
import math
import os
import sys
import tarfile

SAMPLES = "assets/results/h200-2026-11-22/samples.tar.xz"
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 720, 360, 64, 200, 40, 48
COLOURS = ["#0b6e99", "#d1495b", "#3a7d44", "#7b5ea7"]
KI = 1024


def size_text(n):
    return f"{n // KI**2}Mi" if n >= KI**2 else f"{n // KI}Ki"


class Chart:
    """Lines over a logarithmic axis of x and a linear one of y."""

    def __init__(self, title, x_title, y_title, x_range, y_range):
        self.x_range, self.y_range = x_range, y_range
        self.parts = []
        self.lines = 0
        self.text(LEFT, 20, title, "start", bold=True)
        self.text((LEFT + WIDTH - RIGHT) / 2, HEIGHT - 8, x_title, "middle")
        self.text(LEFT, TOP - 6, y_title, "start")

    def text(self, x, y, words, anchor, bold=False, colour="#222"):
        weight = ' font-weight="bold"' if bold else ""
        self.parts.append(f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}"{weight} fill="{colour}">{words}</text>')

    def line(self, x0, y0, x1, y1, colour="#ddd", more=""):
        self.parts.append(f'<path d="M{x0:.1f} {y0:.1f}L{x1:.1f} {y1:.1f}" stroke="{colour}"{more}/>')

    def x(self, value):
        low, high = (math.log(v) for v in self.x_range)
        return LEFT + (math.log(value) - low) / (high - low) * (WIDTH - LEFT - RIGHT)

    def y(self, value):
        low, high = self.y_range
        return HEIGHT - BOTTOM - (value - low) / (high - low) * (HEIGHT - TOP - BOTTOM)

    def marks(self, x_marks, y_marks, x_text=str):
        for value in y_marks:
            self.line(LEFT, self.y(value), WIDTH - RIGHT, self.y(value))
            self.text(LEFT - 6, self.y(value) + 4, f"{value:g}", "end")
        for value in x_marks:
            self.line(self.x(value), HEIGHT - BOTTOM, self.x(value), HEIGHT - BOTTOM + 4, "#222")
            self.text(self.x(value), HEIGHT - BOTTOM + 18, x_text(value), "middle")

    def curve(self, name, points, dashed=False):
        colour = COLOURS[self.lines % len(COLOURS)]
        dash = ' stroke-dasharray="5 4"' if dashed else ""
        path = "L".join(f"{self.x(x):.1f} {self.y(y):.1f}" for x, y in points)
        self.parts.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"{dash}/>')
        for x, y in points:
            self.parts.append(f'<circle cx="{self.x(x):.1f}" cy="{self.y(y):.1f}" r="3" fill="{colour}"/>')
        y = TOP + 10 + 20 * self.lines
        self.line(WIDTH - RIGHT + 12, y, WIDTH - RIGHT + 32, y, colour, dash)
        self.text(WIDTH - RIGHT + 38, y + 4, name, "start", colour=colour)
        self.lines += 1

    def svg(self):
        body = "\n".join(self.parts)
        return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
                f'font-size="12">\n<rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>\n{body}\n</svg>\n')


def cases(archive, name):
    return json.load(archive.extractfile(f"samples/{name}.json"))["cases"]


def medians(found, **wanted):
    """Median ms by n of the cases that have these values."""
    return {row["n"]: row["median_ms"] for row in found if all(row[k] == v for k, v in wanted.items())}


def ratio(rival, own):
    return [(n, rival[n] / own[n]) for n in sorted(own) if n in rival]


def by_size(archive):
    chart = Chart("Speed-up by the number of pairs, H200, one call on a stream", "pairs", "times as fast",
                  (64 * KI, 16 * KI**2), (0, 6))
    chart.marks([64 * KI, 256 * KI, KI**2, 2 * KI**2, 16 * KI**2], range(7), size_text)
    for rival in ("cub-radix", "cub-newest"):
        found = cases(archive, f"step/columns-{rival}")
        for engine, kind, name in (("adaptive", "columns:0.001", "keys of a step"), ("bucketsort", "uniform", "random")):
            own = medians(found, engine=engine, input=kind, launch="stream")
            other = medians(found, engine=rival, input=kind, launch="stream")
            version = "3.0.1" if rival == "cub-radix" else "3.5.0"
            chart.curve(f"{name} / CUB {version}", ratio(other, own), dashed=rival == "cub-newest")
    return chart.svg()


def by_disorder(archive):
    chart = Chart("A million pairs, displaced by up to D places, H200", "D", "ms per sort", (1, 65536), (0, 0.12))
    chart.marks([1, 8, 64, 512, 4096, 65536], [0, 0.02, 0.04, 0.06, 0.08, 0.1, 0.12])
    found = cases(archive, "own/disorder")
    for engine, name in (("adaptive", "adaptive"), ("onesweep", "bucketsort"), ("cub-radix", "CUB 3.0.1")):
        points = sorted((int(row["input"].split(":")[1]), row["median_ms"]) for row in found
                        if row["engine"] == engine and row["n"] == KI**2 and row["input"].startswith("displaced:")
                        and row.get("launch", "stream") == "stream")
        chart.curve(name, points)
    return chart.svg()


def main():
    root, out = sys.argv[1:]
    with tarfile.open(os.path.join(root, SAMPLES)) as archive:
        for name, figure in (("by-size", by_size), ("by-disorder", by_disorder)):
            with open(os.path.join(out, f"{name}.svg"), "w", encoding="utf-8") as file:
                file.write(figure(archive))


if __name__ == "__main__":
    main()
