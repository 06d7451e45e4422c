# `[spawn] file`: bodies of a scene from a file, and what is wrong with it.
source "$(dirname "$0")/lib.sh"

# scene NAME SPAWN [LINE...]: NAME.toml with these lines in [spawn].
scene() {
    local name=$1 spawn=$2
    shift 2
    {
        printf '[scene]\nname = "%s"\nspawn = "%s"\n[physics]\ngravity_m_s2 = [0.0, -9.81, 0.0]\n' "$name" "$spawn"
        [ "$spawn" = chairs ] && printf 'time_step_s = 0.004\n'
        printf '[spawn]\n'
        printf '%s\n' "$@"
        [ "$spawn" = chairs ] && printf '[[mesh]]\nfile = "jack"\nsize_m = 0.5\n'
        [ "$spawn" = galaxy ] && printf '[gravity]\n'
    } >"$name.toml"
}
quick=(--backend cpu --quiet)
hash_of() { "$sweeplab" profile "${quick[@]}" --hash "$@" 2>&1 | grep '^state '; }

# What --save writes starts the same world, to the bit: of spheres, rolling spheres and bodies with a mesh.
mkdir data
ending=vtk
for spawn in gas pile burst chairs; do
    bodies=200; [ $spawn = chairs ] && bodies=7
    [ $ending = vtk ] && ending=npy || ending=vtk
    scene made_$spawn $spawn
    works profile "${quick[@]}" --scene made_$spawn.toml --bodies $bodies --frames 0 --save data/$spawn.$ending
    scene again $spawn "file = \"data/$spawn.$ending\""
    for frames in 0 30; do
        expected=$(hash_of --scene made_$spawn.toml --bodies $bodies --frames $frames)
        [ -n "$expected" ] && [ "$(hash_of --scene again.toml --frames $frames)" = "$expected" ] ||
            fail "$spawn.$ending starts another world: $expected, $(hash_of --scene again.toml --frames $frames)"
    done
done
# A state of later, when contacts and walls give way a little, too; and it is not written over the file it started from.
works profile "${quick[@]}" --scene made_pile.toml --bodies 200 --frames 300 --save data/later.npy
scene later pile 'file = "data/later.npy"'
works profile "${quick[@]}" --scene later.toml --frames 1
refused 2 "it would be overwritten" profile "${quick[@]}" --scene later.toml --frames 1 --save data/later.npy
works profile "${quick[@]}" --scene again.toml --bodies 7 --frames 1
refused 2 "--bodies 8: the file of scene 'again' gives 7" profile "${quick[@]}" --scene again.toml --bodies 8

# A column `id` says the order: shuffled rows start the same world.
printf 'id,x,y,z,radius\n7,0,1,0,0.5\n12,3,2,0,1\n40,-3,2,0,0.7\n' >data/in_order.csv
printf 'id,x,y,z,radius\n40,-3,2,0,0.7\n7,0,1,0,0.5\n12,3,2,0,1\n' >data/shuffled.csv
for file in in_order shuffled; do
    scene $file gas "file = \"data/$file.csv\"" 'box_min_m = [-5, 0, -5]' 'box_max_m = [5, 5, 5]'
    hash_of --scene $file.toml --frames 3 >$file.hash
done
[ -s in_order.hash ] && cmp -s in_order.hash shuffled.hash || fail "the column id does not say the order"

# Own columns, in every format; a box of its own; spheres of one radius; a picture of them all.
printf 'x,y,z,radius,vx,vy,vz\n0,1,0,0.5,1,0,0\n3,2,0,1,0,0,0\n' >data/two.csv
scene two gas 'file = "data/two.csv"' 'box_min_m = [-5, 0, -5]' 'box_max_m = [5, 5, 5]'
works profile "${quick[@]}" --scene two.toml --frames 3 --save two.npy
printf '2\n\nA 0 1 0\nB 3 2 0\n' >data/two.xyz
scene xyz gas 'file = "data/two.xyz"' 'radius_m = 0.75' 'box_min_m = [-5, 0, -5]' 'box_max_m = [5, 5, 5]'
works profile "${quick[@]}" --scene xyz.toml --frames 3
printf 'ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nproperty float radius\nend_header\n0 1 0 0.5\n3 2 0 1\n' >data/two.ply
scene ply pile 'file = "data/two.ply"' 'box_min_m = [-5, 0, -5]' 'box_max_m = [5, 5, 5]'
works profile "${quick[@]}" --scene ply.toml --frames 3
printf 'x,y,z,radius,mass\n0,0,0,1,4000\n1,0,0,1,4000\n' >data/stars.csv
scene stars galaxy 'file = "data/stars.csv"'
works profile "${quick[@]}" --scene stars.toml --frames 3
printf 'x,y,z,qw,qx,qy,qz\n0,1,0,1,0,0,0\n0,2,0,0.70710678,0,0,0.70710678\n' >data/poses.csv
scene poses chairs 'file = "data/poses.csv"'
works profile "${quick[@]}" --scene poses.toml --frames 5

# Benches take as many bodies as the file has.
works bench step --scene two.toml --backend cpu --min-time 0.001 --quiet --md
grep -q '^| two.toml *| *2 ' out || fail "bench step: $(cat out)"
refused 2 'which `bench step` measures' bench scale --scene two.toml --backend cpu
works bench record --scene two.toml --frames 4 --warmup 1 -o recorded --quiet
says "3 frames of 2 keys"

# A recorded run names the file, and replays from any folder.
if has_screen; then
    on_screen 320x240 "$sweeplab" view --scene two.toml --frames 10 --record two_run.toml "${quick[@]}" 2>err ||
        fail "view --record: $(cat err)"
    grep -q '^file = "data/two.csv"' two_run.toml || fail "the run does not name the file: $(cat two_run.toml)"
    mkdir elsewhere && cd elsewhere && works replay ../two_run.toml --check && cd ..
    echo '9,9,9,1,0,0,0' >>data/two.csv
    refused 4 "is not the file of this run" replay two_run.toml --check
fi

# What is wrong, with file and row, line or place in the scene.
wrong() { # CODE TEXT FILE-CONTENTS [LINE...]: of a .csv in a gas
    local code=$1 text=$2
    printf "$3" >data/wrong.csv
    shift 3
    scene wrong gas 'file = "data/wrong.csv"' "$@"
    refused "$code" "$text" profile "${quick[@]}" --scene wrong.toml --frames 1
}
box=('box_min_m = [-5, 0, -5]' 'box_max_m = [5, 5, 5]')
wrong 4 "data/wrong.csv:3: column y: 'b': a number expected" 'x,y,z,radius\n0,1,0,1\n0,b,0,1\n' "${box[@]}"
wrong 4 "data/wrong.csv: columns a, b; x, y, z and radius of spheres expected" 'a,b\n0,1\n' "${box[@]}"
wrong 4 "2 of the columns vx, vy, vz; all of them or none expected" 'x,y,z,radius,vx,vy\n0,1,0,1,0,0\n' "${box[@]}"
{ npy '<f4' '(2, 4)'; floats 0 1 0 1 0 nan 0 1; } >data/nan.npy
scene nan gas 'file = "data/nan.npy"'
refused 4 "data/nan.npy: row 1: place nan: a finite number expected" profile "${quick[@]}" --scene nan.toml
wrong 4 "row 0: radius 0: more than 0 expected" 'x,y,z,radius\n0,1,0,0\n' "${box[@]}"
wrong 4 "the id 7 of row 1 is that of row 0, too; an id per row expected" 'id,x,y,z,radius\n7,0,1,0,1\n7,3,1,0,1\n' "${box[@]}"
wrong 4 "no body in it" 'x,y,z,radius\n' "${box[@]}"
wrong 4 "wrong.toml:7:8: [spawn] file = data/wrong.csv: row 1: x from 4.5 to 5.5, outside of the box; -5 to 5 expected" \
    'x,y,z,radius\n0,1,0,0.5\n5,1,0,0.5\n' "${box[@]}"
wrong 4 "row 1: 0.5, 1, 0: 0.5 m from row 0; at least 1 m expected" 'x,y,z,radius\n0,1,0,0.5\n0.5,1,0,1\n' "${box[@]}"
wrong 4 "box_max_m: more than box_min_m expected" 'x,y,z,radius\n0,1,0,1\n' 'box_min_m = [0, 0, 0]' 'box_max_m = [1, 0, 1]'
wrong 4 "both of them expected" 'x,y,z,radius\n0,1,0,1\n' 'box_min_m = [0, 0, 0]'
scene missing gas 'file = "data/none.csv"'
refused 4 "data/none.csv: cannot be read: No such file" profile "${quick[@]}" --scene missing.toml
scene ending gas 'file = "data/none.txt"'
refused 4 "ending.toml:7:8: [spawn] file: a name that ends in .csv, .npy, .ply, .vtk or .xyz is expected" \
    profile "${quick[@]}" --scene ending.toml
scene box gas 'box_min_m = [0, 0, 0]' 'box_max_m = [1, 1, 1]'
refused 4 "belong to [spawn] file" profile "${quick[@]}" --scene box.toml
printf 'x,y,z,qw,qx,qy,qz\n0,1,0,1,1,0,0\n' >data/poses.csv
refused 4 "data/poses.csv: row 0: orientation of length 1.41421" profile "${quick[@]}" --scene poses.toml
printf 'x,y,z,shape\n0,1,0,3\n' >data/poses.csv
refused 4 "row 0: shape 3: the number of a mesh that moves expected" profile "${quick[@]}" --scene poses.toml
printf 'x,y,z\n0,1,0\n0,1.001,0\n' >data/poses.csv
refused 4 "row 1: 0, 1.001, 0: 0.00100005 m from row 0" profile "${quick[@]}" --scene poses.toml
printf 'x,y,z\n0,0.01,0\n' >data/poses.csv
refused 4 "row 0: y from " profile "${quick[@]}" --scene poses.toml
scene hills landscape 'file = "data/two.csv"'
printf 'x,y,z,radius\n0,100,0,1\n0,-10,0,1\n' >data/two.csv
refused 4 "row 1: y -10: more than the height of the ground" profile "${quick[@]}" --scene hills.toml --frames 1
finish
