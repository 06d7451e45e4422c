# What app/release.sh packs, of this build: what is inside and what it needs, that it runs anywhere, and what a damaged file says.
source "$(dirname "$0")/lib.sh"
build=$(cd "$(dirname "$sweeplab")" && pwd)
skipped() { echo "skipped: $*"; exit 77; }
grep -q '^CMAKE_GENERATOR:INTERNAL=Ninja$' "$build/CMakeCache.txt" || skipped "what is inside is known of builds by Ninja"
grep -q '^SWEEPLAB_SANITIZE:BOOL=ON$' "$build/CMakeCache.txt" && skipped "nobody packs a build with sanitizers"
[ -x /usr/bin/dpkg-query ] && [ -x /usr/bin/objdump ] || skipped "no dpkg-query or objdump"

trap 'chmod -R u+w "$work"; rm -rf "$work"' EXIT
export SOURCE_DATE_EPOCH=1700000000
# Nobody keeps this archive: -9 took half of the test.
gzip() { command gzip "${@/#-9n/-1n}"; }
export -f gzip
bash "$root/app/release.sh" --from "$build" --out made >log 2>&1 || { fail "release.sh: $(cat log)"; finish; }
archive=$(echo made/*.tar.gz) file=$(echo made/*.run)
(cd made && sha256sum --quiet -c SHA256SUMS) || fail "SHA256SUMS are those of other files"

# Nothing of this machine in the archive's list; nothing in it twice, and all of it in one folder.
tar -tvzf "$archive" >list
grep -qvE '^[-dl]r[-w]xr-xr-x 0/0 |^[-dl]rw-r--r-- 0/0 |^lrwxrwxrwx 0/0 ' list && fail "owner or mode: $(grep -vE '0/0' list | head -3)"
grep -qv ' 2023-11-14 ' list && fail "a time other than the commit's: $(grep -v ' 2023-11-14 ' list | head -3)"
name=$(basename "$archive" .tar.gz)
version=$(cut -d - -f 2 <<<"$name")
tar -tzf "$archive" >names
grep -qv "^$name/" names && fail "not all is in $name/"
tr / '\1' <names | LC_ALL=C sort -c || fail "the archive is not sorted"
mkdir place && tar -xzf "$archive" -C place --no-same-owner
package=$work/place/$name
for needed in bin/sweeplab lib/sweeplab/sweeplab_window.so share/applications/sweeplab.desktop share/man/man1/sweeplab.1 \
    share/icons/hicolor/scalable/apps/sweeplab.svg share/bash-completion/completions/sweeplab share/doc/sweeplab/copyright \
    share/doc/sweeplab/copyright-fonts share/doc/sweeplab/sbom.spdx.json; do
    [ -s "$package/$needed" ] || fail "no $needed"
done
grep -q '^\.TH SWEEPLAB .*"sweeplab '"$version"'"' "$package/share/man/man1/sweeplab.1" || fail "the manual page has no version"

# Each library that a file needs is inside, or every promised system has it. And so has every symbol's version.
system='^(ld-linux.*|libc|libm|libdl|libpthread|librt|libstdc\+\+|libgcc_s|libz|libX11)\.so\.[0-9]+$'
find "$package/bin" "$package/lib" -type f >binaries
[ "$(wc -l <binaries)" -ge 4 ] || fail "libraries are missing: $(cat binaries)"
while IFS= read -r binary; do
    for library in $(objdump -p "$binary" | awk '$1 == "NEEDED" { print $2 }'); do
        [ -e "$package/lib/sweeplab/$library" ] || [[ $library =~ $system ]] || fail "$binary needs $library, which is not inside"
    done
    for limit in GLIBC_2.35 GLIBCXX_3.4.30 CXXABI_1.3.13; do
        newest=$(objdump -T "$binary" | grep -oE "${limit%%_*}_[0-9][0-9.]*" | { cat; echo "$limit"; } | sort -Vu | tail -n 1)
        [ "$newest" = "$limit" ] || fail "$binary needs $newest; $limit at most"
    done
done <binaries
[ -z "$(find "$package" -type l ! -exec test -e {} \; -print)" ] || fail "links that lead nowhere"

# What is inside, with its licence.
python3 - "$package" <<'PYTHON' || fail "sbom.spdx.json"
import hashlib, json, pathlib, sys
root = pathlib.Path(sys.argv[1])
sbom = json.loads((root / "share/doc/sweeplab/sbom.spdx.json").read_text())
names = {package["name"] for package in sbom["packages"]}
for name in ("sweeplab", "libtbb12", "libpng16-16", "libglfw3", "libimgui-dev", "libstb-dev", "libcli11-dev", "DejaVu Sans"):
    assert any(its.startswith(name) for its in names), f"{name} is not named"
assert not any("bullet" in name or "gtest" in name for name in names), names
assert sbom["creationInfo"]["created"] == "2023-11-14T22:13:20Z"
ids = {thing["SPDXID"] for thing in sbom["packages"] + sbom["files"]}
linked = {end for link in sbom["relationships"] for end in (link["spdxElementId"], link["relatedSpdxElement"])}
assert linked == ids | {"SPDXRef-DOCUMENT"}
for package in sbom["packages"]:
    if package["name"] not in ("sweeplab", "DejaVu Sans", "NVIDIA CUDA Toolkit"):
        text = (root / "share/doc/sweeplab/licences" / package["name"]).read_bytes()
        for word in text.split(b"/usr/share/common-licenses/")[1:]:
            common = word.split()[0].rstrip(b".'\"`),;").decode()
            assert (root / f"share/doc/sweeplab/licences/common-{common}").exists(), f"{package['name']}: {common}"
files = {file["fileName"]: file["checksums"][1]["checksumValue"] for file in sbom["files"]}
for path in [*(root / "bin").iterdir(), *(p for p in (root / "lib/sweeplab").iterdir() if not p.is_symlink())]:
    assert files["./" + str(path.relative_to(root))] == hashlib.sha256(path.read_bytes()).hexdigest(), path
PYTHON

# Runs in a folder that cannot be written, by a user who has nothing, with what is inside.
chmod -R a-w place && chmod 755 . && mkdir -m 777 free
alone=(env -i)
[ "$(id -u)" -ne 0 ] || alone=(setpriv --reuid=65534 --regid=65534 --clear-groups env -i)
anywhere() { (cd free && timeout 120 "${alone[@]}" "$package/bin/sweeplab" "$@") >out 2>err </dev/null || fail "exit $?: $*: $(cat err)"; }
anywhere info
says "sweeplab      $version,"
anywhere profile --bodies 200 --frames 5
anywhere teach satish -o lesson.html
grep -q '</html>' free/lesson.html || fail "no whole lesson"
while IFS= read -r library; do
    grep -qF "$package/bin/../lib/sweeplab/$library" <("${alone[@]}" LD_TRACE_LOADED_OBJECTS=1 "$package/bin/sweeplab") || fail "not the $library inside"
done < <(objdump -p "$package/bin/sweeplab" | awk '$1 == "NEEDED" && /tbb|png/ { print $2 }')
if grep -q '^opengl  *[0-9]' <("$sweeplab" info); then
    picture=(--bodies 300 --frames 1 --steps-per-frame 50 --size 160x120 --quality low --backend cpu)
    anywhere render -o package.png --scene mixed "${picture[@]}"
    works render -o build.png --scene mixed "${picture[@]}"
    cmp -s free/package.png build.png || fail "the package draws another picture"
    works render -o other.png --scene gas "${picture[@]}"
    cmp -s other.png build.png && fail "all pictures are one"
else
    echo "not tried: render"
fi

# The file that unpacks itself: into the user's cache, once; without one, for one run; into a folder.
self() { (unset XDG_CACHE_HOME; cd free && PATH=$first$PATH timeout 120 "$@") >out 2>err </dev/null; code=$?; }
said() { [ "$code" -eq "$1" ] && grep -qF -- "$2" err && [ "$(wc -l <err)" -eq 1 ] || fail "exit $code, $1 expected; no '$2' in: $(cat err)"; }
first= file=$work/$file
self env HOME="$work/home" "$file" info
[ "$code" -eq 0 ] && says "sweeplab      $version,"
[ "$(find home/.cache/sweeplab -mindepth 1 -maxdepth 1 | wc -l)" -eq 1 ] || fail "not one folder: $(ls home/.cache/sweeplab)"
echo 'echo kept; exit 7' >"$(echo home/.cache/sweeplab/*)/bin/sweeplab"
self env HOME="$work/home" "$file" info
[ "$code" -eq 7 ] && says "kept"
mkdir temporary
self env -u HOME TMPDIR="$work/temporary" sh "$file" profle
said 2 "did you mean 'profile'"
[ -z "$(ls temporary)" ] || fail "left in the temporary folder: $(ls temporary)"
self "$file" --extract "$work/own"
[ "$code" -eq 0 ] && says "$work/own/bin/sweeplab"
diff -r place/$name own >out || fail "unpacked otherwise: $(head -3 out)"
self "$file" --extract "$work/own"
said 4 "is no empty folder"

# What may be wrong, in one sentence each.
size=$(stat -c %s "$file")
for at in $((size - 1000)) $((size / 2)) 90; do
    cp "$file" free/damaged.run
    byte=$(od -An -tu1 -j "$at" -N 1 "$file")
    printf "\\x$(printf %02x $((byte == 65 ? 66 : 65)))" | dd of=free/damaged.run bs=1 seek="$at" conv=notrunc status=none
    self sh damaged.run --extract "$work/damaged"
    said 4 "is damaged"
done
head -c $((size / 2)) "$file" >free/damaged.run
self sh damaged.run --extract "$work/damaged"
said 4 "is damaged"
mkdir old && printf '#!/bin/sh\necho glibc 2.31\n' >old/getconf && printf '#!/bin/sh\n[ "$1" = -m ] && echo riscv64 || echo Linux\n' >old/uname
chmod 755 old/getconf old/uname
first=$work/old:
self "$file" info
said 3 "this machine is Linux on riscv64"
rm old/uname
self "$file" info
said 3 "and this system has 2.31"
printf '#!/bin/sh\nexit 1\n' >old/getconf
self "$file" info
said 3 "this system has none"
first=
mkdir tiny
if [ "$(id -u)" -eq 0 ] && mount -t tmpfs -o size=1m none tiny 2>/dev/null; then
    self "$file" --extract "$work/tiny"
    umount tiny
    said 5 "are needed"
else
    echo "not tried: no space (a small file system can be made by root alone)"
fi
finish
