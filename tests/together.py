"""together.py OUT SOURCE...: one source of several tests, which compiles in half the time of each alone.

First the headers of all; then each test in a namespace of its own, so that equal names do not meet, but for those
that stand in one: that of the suite whose cases they add to.
"""
import pathlib
import re
import sys

out, *sources = sys.argv[1:]
header = re.compile(r'^#include (?:<.*>|"(?:app|sim|sort|tests)/.*")', re.MULTILINE)
headers, tests = {}, []
for number, source in enumerate(sources):
    text = pathlib.Path(source).read_text()
    headers.update(dict.fromkeys(header.findall(text)))
    test = f'#include "{source}"\n'
    named = re.search(r"^namespace \w+ \{", text, re.MULTILINE)
    tests.append(test if named else f"namespace test_{number} {{\n{test}}}\n")
pathlib.Path(out).write_text("\n".join(headers) + "\n" + "".join(tests))
