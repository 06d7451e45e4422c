# Wrong input files: exit 4 with the file's name and what was expected; never a crash, never a hang.
source "$(dirname "$0")/lib.sh"

# NumPy files, as keys and as boxes.
: >empty.npy
printf 'not numpy at all' >magic.npy
{ npy '<u4' '(5,)'; printf '12345678'; } >short.npy
{ npy '<u4' '(1,)'; printf '12345678'; } >long.npy
{ npy '<u4' '(1152921504606846976,)'; printf '1234'; } >claim.npy
{ npy '<i2' '(2,)'; printf '1234'; } >type.npy
{ npy '>u4' '(1,)'; printf '1234'; } >endian.npy
{ npy '<u4' '(1, 1)'; printf '1234'; } >shape.npy
npy '<u4' '(1,)' | head -c 40 >header.npy
{ npy '<f4' '(2, 6)' True; floats 0 0 0 0 0 0 1 1 1 1 1 1; } >fortran.npy
mkdir folder.npy
refused 4 "empty.npy: empty" sort empty.npy
refused 4 "magic.npy: not a NumPy file" sort magic.npy
refused 4 "short.npy" sort short.npy
refused 4 "long.npy" sort long.npy
refused 4 "whole file is" sort claim.npy
refused 4 "uint32 or int32" sort type.npy
refused 4 "big endian" sort endian.npy
refused 4 "(N,) expected" sort shape.npy
refused 4 "header.npy: ends inside its header" sort header.npy
refused 4 "folder.npy" sort folder.npy
refused 4 "No such file" sort missing.npy
refused 4 "Fortran" pairs fortran.npy
refused 4 "float32 expected" pairs long.npy
printf 'min,max\n0,1\n' >boxes.csv
refused 4 "boxes.csv: not a NumPy file: it must start with \x93NUMPY; or it must be a mesh, whose name ends in .obj" pairs boxes.csv
npy '<f4' '(-10, 6)' >negative.npy
refused 4 "a negative size" pairs negative.npy
for file in empty magic header folder missing; do refused 4 "$file.npy" pairs $file.npy; done

# One value a key.
{ npy '<u4' '(2,)'; printf '12345678'; } >two.npy
{ npy '<u4' '(1,)'; printf '1234'; } >one.npy
refused 4 "(2,) expected" sort two.npy --values one.npy

# Boxes: the index of the first wrong one.
{ npy '<f4' '(2, 6)'; floats 0 0 0 1 1 1 0 nan 0 1 1 1; } >nan.npy
{ npy '<f4' '(2, 6)'; floats 0 0 0 1 1 1 0 0 0 1 1 inf; } >inf.npy
{ npy '<f4' '(1, 6)'; floats 2 0 0 1 1 1; } >inverted.npy
refused 4 "nan.npy: box 1: NaN" pairs nan.npy
refused 4 "inf.npy: box 1: an infinity" pairs inf.npy
refused 4 "inverted.npy: box 0: min > max" pairs inverted.npy

# No boxes and one box are legal; so are no keys and one key.
npy '<f4' '(0, 6)' >none.npy
{ npy '<f4' '(1, 6)'; floats 0 0 0 1 1 1; } >single.npy
npy '<u4' '(0,)' >nokeys.npy
for file in none single; do
    works pairs $file.npy
    [ "$(cat out)" = "pairs 0" ] || fail "pairs $file.npy: $(cat out)"
done
works sort nokeys.npy --check -o sorted.npy
works sort one.npy --check -o sorted.npy
cmp one.npy sorted.npy || fail "one key changed"

# Meshes.
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 4\n' >range.obj
printf 'v 0 0 0\nv 1 0\nv 0 1 0\nf 1 2 3\n' >vertex.obj
printf 'hello\n' >text.obj
: >empty.obj
refused 4 "range.obj:4: f: vertex 4 is out of range; 1 to 3" pairs range.obj
refused 4 "vertex.obj:2: v: three finite numbers" pairs vertex.obj
refused 4 "text.obj: no faces; lines such as 'f 1 2 3' expected; line 1 begins with the unknown word 'hello'" pairs text.obj
printf 'V 0 0 0\nv 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >capital.obj
refused 4 "capital.obj:1: unknown word 'V': a small letter expected: 'v'" pairs capital.obj
printf 'v 0\0 0\0 0\0\n\0' >wide.obj
refused 4 "wide.obj:1:4: a zero byte" pairs wide.obj
printf '\xff\xfev\0 \0' >utf16.toml
refused 4 "utf16.toml: is UTF-16 text; UTF-8 expected" profile --scene utf16.toml
cp type.npy type.obj
refused 4 "type.obj: is a NumPy array; an .obj mesh expected" profile --scene chairs --mesh type.obj
refused 4 "empty.obj" pairs empty.obj

# Scenes.
cat >good.toml <<'END'
[scene]
name = "mine"
spawn = "pile"
bodies = 50
END
works profile --scene good.toml --frames 2
says "mine, 50 bodies"
printf '\xef\xbb\xbf' | cat - good.toml | tr '\n' '\r' >GOOD.TOML
works profile --scene GOOD.TOML --frames 2 --bodies 60
says "mine, 60 bodies"
{ cat good.toml; echo 'bodys = 3'; } >unknown.toml
{ cat good.toml; printf '[physics]\n  friction = "high"\n'; } >wrong.toml
{ cat good.toml; printf '[physics]\nrestitution = 2\n'; } >outside.toml
printf '[scene\n' >broken.toml
: >empty.toml
refused 4 "unknown.toml:5:1: unknown key in [scene] 'bodys': did you mean 'bodies'?" profile --scene unknown.toml
refused 4 "wrong.toml:6:14" profile --scene wrong.toml
refused 4 "outside.toml:6:15" profile --scene outside.toml
refused 4 "broken.toml:1:" profile --scene broken.toml
refused 4 "empty.toml:1:1" profile --scene empty.toml
refused 4 "No such file" profile --scene missing.toml
{ cat good.toml; printf '[physics]\ntime_step_s = 0.5\n'; } >coarse.toml
refused 4 "scene 'mine': the lightest body's contact lasts only" profile --scene coarse.toml --frames 2

{ cat good.toml; printf '[physics]\ngravity_m_s2 = [0.0, -1e6, 0.0]\nstiffness_pa = 2e7\ntime_step_s = 0.0001\n'; } >soft.toml
refused 4 "soft.toml:7:16: [physics] stiffness_pa = 2e+07: does not hold gravity_m_s2 of 1e+06 m/s2: the heaviest body" profile --scene soft.toml --frames 2

# Height maps, by flag and by the scene; in every command that takes a scene.
heights() { # COLUMNS ROWS: as many numbers of 16 bits
    npy '<u2' "($2, $1)"
    head -c $((2 * $1 * $2)) /dev/zero | tr '\0' '\377'
}
heights 16 16 >level.npy
heights 16 1 >row.npy
heights 16 16 | head -c 300 >half.npy
{ npy '<u2' '(16384, 16384)'; printf '1234'; } >claims.npy
{ npy '<i4' '(16, 16)'; head -c 1024 /dev/zero; } >kind.npy
{ npy '<f4' '(16, 16)'; floats 1 2 nan; head -c 1012 /dev/zero; } >gap.npy
: >nothing.png
printf 'P5 16 16 65535 ' >picture.pgm
printf '\x89PNG\r\n\x1a\n' >start.png
printf '%s' iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg== |
    base64 -d >grey8.png
map=(profile --scene landscape --frames 2 --bodies 50 --heightmap)
works "${map[@]}" level.npy
cp level.npy HEIGHTS
works "${map[@]}" HEIGHTS # told by what it holds
refused 4 "row.npy: shape (1, 16); (rows, columns) expected, each from 16 to 16384" "${map[@]}" row.npy
refused 4 "half.npy" "${map[@]}" half.npy
refused 4 "claims.npy: the header says shape (16384, 16384), but the whole file is" "${map[@]}" claims.npy
refused 4 "kind.npy: holds int32; uint16 or float32 expected" "${map[@]}" kind.npy
refused 4 "gap.npy: [0, 2] = nan" "${map[@]}" gap.npy
refused 4 "nothing.png: empty; a 16-bit grey PNG expected" "${map[@]}" nothing.png
refused 4 "picture.pgm: is a PGM picture; a 16-bit grey PNG or a NumPy array expected" "${map[@]}" picture.pgm
refused 4 "start.png: not a whole PNG: the file ends too early" "${map[@]}" start.png
refused 4 "grey8.png: a PNG of 8-bit grey; 16-bit grey expected" "${map[@]}" grey8.png
refused 4 "folder.npy" "${map[@]}" folder.npy
refused 4 "No such file" "${map[@]}" missing.png
for command in view "render -o x.png"; do
    refused 4 "row.npy" $command --scene landscape --bodies 50 --heightmap row.npy
done
no_leftovers x.png
printf '[scene]\nname = "land"\nspawn = "landscape"\nbodies = 50\n[terrain]\n' >land.toml
{ npy '<f4' '(16, 16)'; head -c 1024 /dev/zero; } >zero.npy
{ cat land.toml; echo 'heightmap = "row.npy"'; } >flat.toml
{ cat land.toml; echo 'heightmap = "level.npy"'; echo 'size_m = 10'; } >dense.toml
{ cat land.toml; echo 'heightmap = "level.npy"'; echo 'height_m = 5'; } >low.toml
{ cat dense.toml; printf '[spawn]\nradius_m = 50\n'; } >large.toml
{ cat land.toml; echo 'size_m = 10'; printf '[spawn]\nradius_m = 0.2\n'; } >tight.toml
{ cat land.toml; echo 'drain = "yes"'; } >answer.toml
{ cat good.toml; printf '[terrain]\noctaves = 3\n'; } >without.toml
refused 4 "row.npy: shape (1, 16)" profile --scene flat.toml
refused 4 "dense.toml: [spawn] radius_m = 1 m is more than 1.5 cells of the ground, which are 0.625 m wide" \
    profile --scene dense.toml
refused 4 "large.toml:9:12: [spawn] radius_m = 50 m is more than 1.5 cells" profile --scene large.toml
refused 4 "tight.toml:6:10: [terrain] size_m: 600 spheres do not fit in one layer" profile --bodies 600 --scene tight.toml
refused 4 "scene 'landscape': [terrain] drain_height_m = 6 m is not below" "${map[@]}" zero.npy
refused 4 "low.toml:5:1: [terrain] drain_height_m = 6 m is not below the highest ground of level.npy, which is at 5 m" \
    profile --scene low.toml
refused 4 "answer.toml:6:9: [terrain] drain must be true or false" profile --scene answer.toml
refused 4 "without.toml:5:1: [terrain]: scenes of the spawn function 'pile' have no ground" \
    profile --scene without.toml

# Bodies with a mesh, by flag and by the scene; in every command that takes a scene.
corners='v 0 0 0\nv 1 0 0\nv 0 1 0\n'
chairs=(profile --scene chairs --frames 2 --bodies 5 --mesh)
printf 'v 1 1 1\nf 1 1 1\n' >point.obj
printf 'v -3e38 0 0\nv 3e38 0 0\nv 0 1 0\nf 1 2 3\n' >endless.obj
printf 'v inf 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n' >inf.obj
printf "$corners" >faceless.obj
{ printf "$corners"; yes 'f 1 2 3' | head -n 1048577; } >many.obj
printf "${corners}f 1 2 3\n" >fine.obj
mkdir folder.obj
refused 4 "range.obj:4: f: vertex 4 is out of range; 1 to 3" "${chairs[@]}" range.obj
refused 4 "vertex.obj:2: v: three finite numbers expected" "${chairs[@]}" vertex.obj
refused 4 "inf.obj:1: v: three finite numbers expected" "${chairs[@]}" inf.obj
refused 4 "empty.obj: empty; lines 'v' and 'f' expected" "${chairs[@]}" empty.obj
refused 4 "faceless.obj: no faces; lines such as 'f 1 2 3' expected" "${chairs[@]}" faceless.obj
refused 4 "point.obj: all corners of the mesh lie at one point; an extent above 0 is expected" "${chairs[@]}" point.obj
refused 4 "endless.obj: the mesh is too large; its extent is above 3.4e38" "${chairs[@]}" endless.obj
refused 4 "many.obj: the mesh has 1048577 triangles; at most 1048576 (2^20) are expected" "${chairs[@]}" many.obj
refused 4 "folder.obj" "${chairs[@]}" folder.obj
refused 4 "no.obj: cannot be read: No such file" "${chairs[@]}" no.obj
for command in view "render -o x.png"; do
    refused 4 "point.obj" $command --scene chairs --bodies 5 --mesh point.obj
done
no_leftovers x.png
printf '[scene]\nname = "rain"\nspawn = "chairs"\nbodies = 5\n[mesh]\n' >rain.toml
{ cat rain.toml; echo 'file = "point.obj"'; } >zero.toml
{ cat rain.toml; echo 'file = "chiar"'; } >named.toml
{ cat rain.toml; printf 'file = "fine.obj"\nsize_m = 1e-5\n'; } >small.toml
{ cat rain.toml; printf 'file = "fine.obj"\nsize_m = inf\n'; } >large.toml
{ cat rain.toml; printf 'file = "fine.obj"\nsdf_cells = 1000\n'; } >cells.toml
{ cat rain.toml; printf 'file = "fine.obj"\nfixed = true\n'; } >fixed.toml
{ cat rain.toml; printf 'file = "fine.obj"\n[mesh]\n'; } >twice.toml
{ cat rain.toml; printf 'file = "slab"\n'; } | sed 's/\[mesh\]/[[mesh]]/' >spun.toml
printf '[[mesh]]\nfile = "jack"\nsize_m = 0.5\nspin_rad_s = [0, 1000, 0]\n' >>spun.toml
{ cat good.toml; printf '[mesh]\nfile = "chair"\n'; } >meshless.toml
refused 4 "point.obj: all corners of the mesh lie at one point" profile --scene zero.toml
refused 4 "named.toml:6:8: unknown mesh 'chiar': did you mean 'chair'?" profile --scene named.toml
refused 4 "fine.obj: the mesh is 1e-05 m long; 0.0001 to 10000 m are expected" profile --scene small.toml
refused 4 "large.toml:7:10: [mesh] size_m must be a finite number" profile --scene large.toml
refused 4 "cells.toml:7:13: [mesh] sdf_cells = 1000 is out of range; 8 to 256 expected" profile --scene cells.toml
refused 4 "fixed.toml:5:1: [mesh]: every mesh is fixed or turns by itself" profile --scene fixed.toml
refused 4 "several meshes are written as [[mesh]] each" profile --scene twice.toml
refused 4 "spun.toml:10:14: [mesh] spin_rad_s: 1e+03 radians per second move the farthest point" profile --scene spun.toml
refused 4 "meshless.toml:5:1: [mesh]: scenes of the spawn function 'pile' have no meshes" profile --scene meshless.toml

# Where no body comes a driven mesh is refused, with its own line.
{
    sed 's/^\[mesh\]/[[mesh]]/; s/^bodies.*/bodies = 5/' "$root/assets/scenes/chairs.toml"
    printf '[[mesh]]\nfile = "jack"\nsize_m = 1.0\nfixed = true\nplace_m = [0.0, 9.0, 0.0]\n'
    printf '[[mesh]]\nfile = "slab"\nsize_m = 1.0\nfixed = true\n'
} >driven.toml
works profile --backend cpu --scene driven.toml --frames 2
last=$(($(wc -l <driven.toml) + 1))
{ cat driven.toml; echo 'place_m = [0.0, -200.0, 0.0]'; } >below.toml
{ cat driven.toml; echo 'place_m = [0.0, 1.0, 200.0]'; } >beside.toml
refused 4 "below.toml:$last:11: [mesh] place_m = [0, -200, 0]: mesh 'slab', which reaches " profile --scene below.toml --frames 2
grep -q ' m below the floor, which is at 0, so no body would touch it$' err || fail "no figure: $(cat err)"
refused 4 "beside.toml:$last:11: [mesh] place_m = [0, 1, 200]: " render --scene beside.toml -o x.png
grep -q ' m beside the bin, which is [0-9.]* m wide' err || fail "no figure: $(cat err)"
no_leftovers x.png

# No permission: root may read everything, so somebody else must try.
chmod 000 one.npy
if [ "$(id -u)" -ne 0 ]; then
    refused 4 "Permission denied" sort one.npy
elif command -v setpriv >/dev/null && chmod 755 "$work" && setpriv --reuid=65534 --clear-groups "$sweeplab" --version >/dev/null 2>&1; then
    setpriv --reuid=65534 --clear-groups "$sweeplab" sort one.npy >out 2>err
    [ $? -eq 4 ] || fail "no permission: $(cat err)"
    grep -q "Permission denied" err || fail "no permission: $(cat err)"
else
    echo "not tried: no permission (nobody else here)"
fi
finish
