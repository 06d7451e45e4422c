# Pages lead somewhere: links and their headings, paths named in pages and in comments. And the shape of README.md,
# of the manual and of the evidence; the map is of this tree. Needs no program.
source "$(dirname "$0")/lib.sh"

python3 - "$root" >found <<'PYTHON' || fail "the check itself: $(tail -n 3 found)"
import glob, os, re, sys

root = os.path.realpath(sys.argv[1])
ROOMS = "app|sim|sort|shaders|assets|tests"
KINDS = "h|cuh|cpp|cu|cmake|md|sh|py|toml|txt|glsl|vert|frag|png|jpg|html|xz"
SOURCES = ("h", "cuh", "cpp", "cu", "cmake", "sh", "py", "yml", "glsl", "vert", "frag", "toml")


def files():
    for folder, folders, names in os.walk(root):
        folders[:] = [f for f in folders if not f.startswith("build") and f not in (".git", "__pycache__")]
        for name in names:
            yield os.path.join(folder, name)


def text(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def anchors(page):
    """As GitHub makes them of headings."""
    prose = re.sub(r"^```.*?^```", "", text(page), flags=re.S | re.M)
    for heading in re.findall(r"^#+ +(.*)$", prose, flags=re.M):
        heading = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)
        yield re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def there(name, folder):
    """A path, or a pattern, from the root or from the page's folder."""
    return any(glob.glob(os.path.join(base, name)) for base in (root, folder))


def complain(path, what):
    print(f"{os.path.relpath(path, root)}: {what}")


links = paths = 0
everything = sorted(files())
for path in everything:
    folder = os.path.dirname(path)
    if path.endswith(".md"):
        prose = re.sub(r"^```.*?^```", "", text(path), flags=re.S | re.M)
        for target in re.findall(r"\]\(([^)\s]+)\)", prose):
            if target.startswith(("http://", "https://", "mailto:")):
                continue
            links += 1
            file, _, anchor = target.partition("#")
            page = os.path.join(folder, file) if file else path
            if not os.path.exists(page):
                complain(path, f"no {target}")
            elif anchor and anchor not in anchors(page):
                complain(path, f"no heading for {target}")
        # Logs name the files of their day.
        if re.search(r"/assets/results/[^/]+/(?!README)", path):
            continue
        for name in re.findall(rf"`([\w.*/-]+\.(?:{KINDS})|[\w.*-]+(?:/[\w.*-]+)*/|(?:{ROOMS})/[\w/-]+)`", prose):
            if re.search(r"[A-Z]{3,}(?!.*README)", name.replace("README", "").replace("CMakeLists", "")):
                continue  # NAME, BUILD, RUN: for the reader to fill in
            if name.startswith(("~", "build/", "samples/")) or re.fullmatch(r"(log-|samples|report|out|pile|NAME)[\w.-]*", name):
                continue
            paths += 1
            bare = "/" not in name and any(p.endswith("/" + name) for p in everything)
            if not bare and not there(name, folder):
                complain(path, f"names `{name}`, which is not there")
    elif path.rsplit(".", 1)[-1] in SOURCES or path.endswith("CMakeLists.txt"):
        for line in text(path).splitlines():
            if re.match(r"\s*#\s*include\b", line):
                continue
            for name in re.findall(rf"(?<![\w./$\"-])((?:{ROOMS})/[\w./-]+\.(?:{KINDS}))\b", line):
                paths += 1
                if not there(name, folder):
                    complain(path, f"names {name}, which is not there")

readme = text(os.path.join(root, "README.md"))
if len(readme.encode()) > 8000 or readme.count("\n") > 110:
    print(f"README.md: {len(readme.encode())} bytes, {readme.count(chr(10))} lines; 8000 and 110 at most")
if links < 80 or paths < 80:
    print(f"only {links} links and {paths} paths were found")

# The manual: an index leads to each page.
manual = sorted(glob.glob(os.path.join(root, "app/manual/*.md")))
if len(manual) < 20:
    print("app/manual: fewer than 20 pages were found")
indexes = text(os.path.join(root, "app/README.md")) + text(os.path.join(root, "app/bench/README.md"))
for path in manual:
    if f"manual/{os.path.basename(path)}" not in indexes:
        complain(path, "neither app/README.md nor app/bench/README.md leads to it")

# The map: each room's row names the folders in it, all and no others.
for room in ROOMS.split("|"):
    rows = re.findall(rf"^\| \[?`{room}`.*$", readme, flags=re.M)
    mapped = set(re.findall(r"`(\w+)`", rows[0])) - {room} if len(rows) == 1 else set()
    folders = {e.name for e in os.scandir(os.path.join(root, room)) if e.is_dir()} - {"cmake", "__pycache__"}
    if mapped != folders:
        print(f"README.md: the map of {room} differs from the folders by {sorted(mapped ^ folders)}")

pictures = glob.glob(os.path.join(root, "assets/pictures/*.jpg"))
if sum(map(os.path.getsize, pictures)) > 1.5e6:
    print("assets/pictures: over 1.5 MB")
moving = glob.glob(os.path.join(root, "assets/pictures/*.webp"))
if sum(map(os.path.getsize, moving)) > 3e6:
    print("assets/pictures: the moving one is over 3 MB")
for entry in sorted(os.listdir(os.path.join(root, "assets/results"))):
    place = os.path.join(root, "assets/results", entry)
    if entry.endswith(".md"):
        continue
    if not re.fullmatch(r"[a-z0-9]+-\d{4}-\d\d-\d\d", entry):
        print(f"assets/results/{entry}: a folder is DEVICE-YEAR-MONTH-DAY")
        continue
    names = set(os.listdir(place))
    for needed in {"README.md", "samples.tar.xz"} - names:
        print(f"assets/results/{entry}: no {needed}")
    for name in names:
        if not name.endswith(".md") and name not in ("samples.tar.xz", "report.html", "lessons"):
            print(f"assets/results/{entry}/{name}: belongs into samples.tar.xz, or can be made from it")
    recordings = os.path.join(place, "lessons")  # of `teach --record`
    for name in os.listdir(recordings) if "lessons" in names else []:
        if not name.endswith(".json"):
            print(f"assets/results/{entry}/lessons/{name}: recordings of lessons alone, ENGINE.json")
    named = text(os.path.join(place, "README.md")) if "README.md" in names else ""
    for name in sorted(names - {"README.md"}):
        if f"({name})" not in named:
            print(f"assets/results/{entry}/README.md: does not lead to {name}")
PYTHON
while IFS= read -r line; do fail "$line"; done <found
finish
