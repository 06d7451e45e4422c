# Lessons as files: pictures, a page, a film, JSON; whole or not at all; the page stepped through in a browser.
source "$(dirname "$0")/lib.sh"

engine=fourway
works teach $engine --backend cpu --json lesson.json
works teach $engine --backend cpu --json -
cmp -s out lesson.json || fail "--json - and --json FILE differ"
steps=$(python3 -c 'import json; print(len(json.load(open("lesson.json"))["lessons"][0]["steps"]))')
[ "$steps" -gt 4 ] || fail "--json: $steps steps"

# Pictures of one step, of one operation of it, of all steps.
works teach $engine --backend cpu --step 2 -o one.svg
works teach $engine --backend cpu --step 2 --operation 0 -o begin.svg
cmp -s one.svg begin.svg && fail "the picture at operation 0 is that of the end"
works teach $engine --backend cpu --step 2 --theme dark -o dark.svg
cmp -s one.svg dark.svg && fail "--theme dark changes nothing"
works teach $engine --backend cpu -o step_%02d.svg
[ "$(ls step_*.svg | wc -l)" -eq "$steps" ] || fail "not one SVG per step: $(ls step_*.svg)"
cmp -s one.svg step_02.svg || fail "step_02.svg is not step 2"
python3 -c 'import sys, xml.dom.minidom
for name in sys.argv[1:]: print(name); xml.dom.minidom.parse(name)' *.svg >parsed || fail "$(tail -n 1 parsed) is not well-formed"
for file in *.svg; do
    grep -o 'https\?://[^"]*' "$file" | grep -v '^http://www.w3.org/2000/svg$' && fail "$file names the network"
done

# The page of a broken model says so, and where it goes wrong.
works teach $engine --break unstable-ranks -o broken.html
grep -q '<p>Broken: ' broken.html && grep -q '<p>Wrong: index ' broken.html || fail "the page of a broken lesson says nothing of it"
rm broken.html

# Slides for a projector: 16:9, by their own numbers, since a stage may take several.
works teach $engine --backend cpu --theme projector -o slide_%02d.svg
slides=$(ls slide_*.svg | wc -l)
[ "$slides" -ge "$steps" ] || fail "$slides slides of $steps stages"
for file in slide_*.svg; do
    grep -q 'viewBox="0 0 1280 720"' $file || fail "$file is not of 16:9"
    grep -oE 'font-size="[0-9.]+"' $file | grep -vqE '"(1[89]|[2-9][0-9])[."]' && fail "$file: type under 18 of 720"
done
works teach $engine --backend cpu --tile 4 --warp 4 --step 4 --theme projector -o one.svg
refused 2 "slides; put a number into the name" teach $engine --tile 4 --warp 4 --step 2 --theme projector -o one.svg
refused 2 "has no room for" teach $engine -n 128 --theme projector -o slide_%d.svg
refused 2 "belongs to .svg, .png, .pdf and --view" teach $engine --theme projector -o film.mp4
rm slide_*.svg

# Sheets with empty boxes, and with the answers; texts as pages.
works teach satish --quiz --seed 7 -o sheet.svg
boxes=$(grep -c '<rect .*stroke-width="0.7"/>' sheet.svg)
[ "$boxes" -eq 32 ] || fail "$boxes boxes on a sheet that asks for 16 keys and 16 offsets"
grep -q "answers" sheet.svg && fail "the sheet of a student speaks of answers"
works teach satish --quiz --seed 7 --answers -o answers.html
grep -q '>Answer<' answers.html || fail "no answers on the sheet of the lecturer"
works teach satish --quiz --keys 9,8,7,6,5,4,3,2 -o typed.html
if [ -x /usr/bin/rsvg-convert ]; then
    works teach satish --quiz --seed 7 --answers -o sheet.pdf
    [ "$(head -c 4 sheet.pdf)" = %PDF ] || fail "sheet.pdf is no PDF"
    works teach $engine --quiz --seed 7 -o three.pdf
    grep -aq '/Count 2$' three.pdf || fail "three questions have not two pages"
    works teach $engine --backend cpu --step 2-4 -o slides.pdf
    [ "$(grep -ao '/Count [0-9]*' slides.pdf | grep -o '[0-9]*$' | sort -n | tail -n 1)" -ge 3 ] || fail "slides.pdf has not three pages"
    if [ -x /usr/bin/ffmpeg ]; then
        works teach order-check -n 4 --still -o still.mp4
        [ -s still.mp4 ] || fail "no still.mp4"
    fi
fi
refused 2 "8 to 16 keys" teach satish --quiz -n 32 -o sheet.html
refused 2 "8 to 16 keys" teach satish --quiz --keys 3,1,2 -o sheet.html
refused 2 "a .pdf, .html or .svg" teach satish --quiz -o sheet.png
works teach -o list.html
grep -q '^fourway' list.html || fail "no lesson in list.html"
works teach --words -o words.html
grep -q prefix words.html || fail "no word in words.html"
works teach --course -o course.html
works teach --course 3 --answers -o guide.html
[ "$(wc -l <guide.html)" -gt 40 ] || fail "guide.html is short"
refused 2 "ends in .html" teach --words -o words.svg
refused 2 "--still belongs to .mp4" teach $engine --still -o lesson.html
refused 2 "--still belongs to -o" teach $engine --still
refused 2 "teach $engine -o FILE" teach $engine,satish -o lesson.html
rm -f *.html *.svg

# What is refused, and nothing is left.
refused 2 "expected --step N" teach $engine -o all.svg
refused 2 "ends in .svg" teach $engine -o lesson.gif
refused 2 "the whole lesson" teach $engine --step 2 -o lesson.html
refused 2 "the nearest is" teach $engine --step 2 --operation 1000 -o x.svg
refused 2 "add --step" teach $engine --operation 1 -o step_%d.svg
refused 2 "one lesson" teach $engine,satish -o lesson.html
refused 2 "the nearest is $steps" teach $engine --step 999 -o x.svg
for file in x.svg x.html step_%d.svg; do
    refused 4 "" teach $engine $([ "${file%.svg}" = x ] && echo --step 1) -o no/such/folder/$file
done
if [ "$(id -u)" -ne 0 ]; then
    mkdir locked && chmod a-w locked
    refused 4 "locked/x.html" teach $engine -o locked/x.html
fi
no_leftovers all.svg lesson.gif lesson.html x.svg no

if [ -x /usr/bin/rsvg-convert ]; then
    works teach $engine --backend cpu --step 2 -o one.png
    head -c 8 one.png | cmp -s - <(printf '\x89PNG\r\n\x1a\n') || fail "one.png is no PNG"
    if [ -x /usr/bin/ffmpeg ]; then
        works teach $engine --backend cpu --keys 1,2 -o film.mp4  # in order: one stage
        [ "$(head -c 8 film.mp4 | tail -c 4)" = ftyp ] || fail "film.mp4 is no MP4"
    fi
else
    refused 3 "librsvg2-bin" teach $engine --step 2 -o one.png
    no_leftovers one.png
fi

# The page: one file that needs no other.
for name in $engine adaptive tree contacts; do
    works teach $name --backend cpu -o $name.html
    [ "$(stat -c %s $name.html)" -lt 3000000 ] || fail "$name.html has $(stat -c %s $name.html) bytes"
    grep -oE 'https?://[^"'\'' ]*' $name.html | grep -v '^http://www.w3.org/2000/svg$' && fail "$name.html names the network"
    grep -qE '<(link|img|iframe|script [^>]*src)|@import|url\([^#]' $name.html && fail "$name.html needs another file"
    # Where a policy of the host forbids style and script in a page, its pictures have colours, and each is complete.
    grep -q '"var(--i[0-9]*)"' $name.html && fail "$name.html: a colour that is only in the style"
    grep -q 'data-until="[0-9]*">' $name.html && fail "$name.html: what is gone at the end is seen without the script"
done

browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome)
[ -n "$browser" ] || { echo "not stepped through: no chromium"; finish; }

# Walks through the page with the arrow keys and writes down what is seen.
cat >walk.js <<'JS'
const seen = [], press = key => document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
const look = () => {
  const shown = [...document.querySelectorAll("section")].filter(section => !section.hidden);
  const texts = [...shown[0].querySelectorAll("figure text")].filter(text => text.closest("g[data-from]").style.display !== "none");
  return {sections: shown.length, id: shown[0].id, place: document.getElementById("count").textContent, now: document.getElementById("now").textContent,
          text: texts.map(text => text.textContent), twin: (shown[0].querySelector("details:last-of-type pre") || {}).textContent};
};
const walk = key => {
  const steps = [look()];
  for (;;) {
    press(key);
    const next = look();
    if (next.place === steps.at(-1).place || steps.length > 5000) return steps;
    steps.push(next);
  }
};
const at_link = look().id;
press("Home");
const on = walk("ArrowRight"), back = walk("ArrowLeft");
press("Home");
const down = walk("ArrowDown").map(step => step.id);
press("Home");
const pages = walk("PageDown").map(step => step.id);
press(" ");
const playing = document.getElementById("play").textContent;
press("t");
const theme = document.documentElement.dataset.theme;
// What the key prints counts, in capitals too; its place where it prints another alphabet.
const root = document.documentElement, state = () => (root.dataset.theme || "") + root.classList.contains("fit");
const keys_heard = [["T", "KeyT"], ["F", "KeyF"], ["\u0435", "KeyT"], ["\u0430", "KeyF"], ["t", "KeyK"], ["y", "KeyT"], ["5", "Digit5"]]
  .map(([key, code]) => {
    const before = state();
    document.body.dispatchEvent(new KeyboardEvent("keydown", {key, code, bubbles: true}));
    return state() !== before;
  });
const slider = document.getElementById("scrub"), slider_named = slider.tabIndex === 0 && !!slider.getAttribute("aria-label");
document.body.innerHTML = "<pre id=record></pre>";
document.getElementById("record").textContent = JSON.stringify({at_link, on, back, down, pages, playing, theme, keys_heard, slider_named});
JS
cat >check.py <<'PY'
import collections, html, json, re, subprocess, sys
name, program = sys.argv[1:]
dom = open(name + ".dom", encoding="utf-8").read()
record = json.loads(html.unescape(re.search(r'<pre id="record">(.*?)</pre>', dom, re.S).group(1)))
lesson = json.load(open(name + ".json"))["lessons"][0]
steps = lesson["steps"]
def require(holds, what):
    if not holds:
        sys.exit(name + ".html: " + what)
require(record["at_link"] == "step-2", "#step-2 shows " + record["at_link"])
ids = ["input"] + ["step-%d" % step["step"] for step in steps] + ["result"]
require(record["down"] == ids, "Down goes through %s" % record["down"])
require(record["pages"][0] == "input" and record["pages"][-1] == "result" and len(record["pages"]) <= len(ids), "PgDn")
require(record["playing"] == "Pause" and record["theme"] in ("dark", "light"), "play or theme")
require(record["keys_heard"] == [True] * 5 + [False] * 2, "keys %s" % record["keys_heard"])
require(record["slider_named"], "the slider has no name, or cannot be reached")
require([s["id"] for s in record["on"]] == [s["id"] for s in reversed(record["back"])], "back is another way")
for there, back in zip(record["on"], reversed(record["back"])):
    require(there == back, "%s looks different on the way back" % there["place"])
last = {}
for moment in record["on"]:
    require(moment["sections"] == 1 and moment["now"], "%s: not one section with a sentence" % moment["place"])
    last[moment["id"]] = moment
for step in steps:
    shown = last["step-%d" % step["step"]]
    if not step["ran"]:
        require("Skipped" in shown["now"], "step %d does not say that it was skipped" % step["step"])
        continue
    text = subprocess.run([program, "teach", name, "--backend", "cpu", "--step", str(step["step"])],
                          capture_output=True, text=True, check=True).stdout
    require(shown["twin"].strip() == text.strip(), "step %d: not the text of teach" % step["step"])
    if not step.get("from"):
        continue
    # What moves is drawn before and after. Digits may stand under each other, one text each.
    drawn = collections.Counter("".join(shown["text"]))
    keys = step["keys_before"] + step["keys"]
    missing = collections.Counter("".join(map(str, keys))) - drawn
    require(not missing, "step %d: digits of keys are not drawn: %s" % (step["step"], missing))
print("%s: %d moments" % (name, len(record["on"])))
PY
for name in $engine adaptive tree contacts; do
    works teach $name --backend cpu --json $name.json
    { sed 's#</body></html>##' $name.html; echo "<script>"; cat walk.js; echo "</script></body></html>"; } >$name.walk.html
    timeout 120 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$work/browser" --virtual-time-budget=20000 \
        --dump-dom "file://$work/$name.walk.html#step-2" >$name.dom 2>browser.log || fail "the browser: $(tail -n 3 browser.log)"
    python3 check.py $name "$sweeplab" || fail "$name.html, stepped through"
done

# On paper there are all stages.
timeout 60 "$browser" --headless --no-sandbox --disable-gpu --user-data-dir="$work/browser" --virtual-time-budget=5000 \
    --print-to-pdf=page.pdf "file://$work/adaptive.html" >browser.log 2>&1 || fail "the browser: $(tail -n 3 browser.log)"
pages=$(grep -ac '/Type /Page$' page.pdf)
[ "$pages" -ge 3 ] || fail "adaptive.html has $pages pages on paper"
finish
