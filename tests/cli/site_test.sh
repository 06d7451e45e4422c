# teach --site: writes the folder of the site that stands beside the program, whole or not at all. A stand-in serves for
# the site itself, which Emscripten builds.
source "$(dirname "$0")/lib.sh"

mkdir -p place/bin place/share/sweeplab/site/parts
cp "$sweeplab" place/bin/sweeplab 2>/dev/null || fail "the program cannot be copied"
sweeplab=$work/place/bin/sweeplab

rm -r place/share
refused 3 "the site is not beside this program" teach --site course
[ ! -e course ] || fail "a folder was made where there is no site"

site=place/share/sweeplab/site
mkdir -p $site/parts
printf 'wasm\0\377' >$site/sweeplab.wasm
echo page >$site/index.html
: >$site/parts/empty.css
works teach --site course
says "course: 3 files; open course/index.html in a browser"
diff -r course $site || fail "the folder differs from the site"
echo newer >$site/index.html
works teach --site course --quiet
[ ! -s out ] || fail "--quiet prints"
diff -r course $site || fail "the site was not replaced"

echo mine >course/notes.txt
refused 4 "notes.txt is in it" teach --site course
[ "$(cat course/notes.txt)" = mine ] || fail "a file that is none of the site was touched"
mkdir own && echo mine >own/index.html
refused 4 "index.html is in it" teach --site own
[ "$(cat own/index.html)" = mine ] || fail "a page of the user's own was replaced"
mkdir linked && ln -s ../own linked/parts
refused 4 "parts is in it" teach --site linked
echo file >file
refused 4 "is a file" teach --site file
refused 4 "No such file" teach --site none/course
refused 4 "is where the site is built" teach --site $site
refused 2 "--site writes all lessons" teach fourway --site other
refused 2 "-n with --site" teach --site other -n 8
refused 2 "--view with --site" teach --site other --view
[ ! -e other ] || fail "refused, and written"

finish
