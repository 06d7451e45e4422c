// The site's pages in Chromium, from file://, as a reader uses them: clicks, typed keys, the keyboard alone, addresses with
// nonsense, print. Usage: node pages.mjs FOLDER PROGRAM. Exit code 1 when something is not as it should be.
import {execFileSync} from "node:child_process";
import {readdirSync, readFileSync} from "node:fs";
import {resolve} from "node:path";
import {pathToFileURL} from "node:url";

import {Browser} from "./browser.mjs";
import {expect, finish, part} from "./checks.mjs";

const folder = resolve(process.argv[2] ?? "."), program = process.argv[3], site = pathToFileURL(folder).href + "/";
const shown =
    "[...document.querySelectorAll('.pane .figure [data-from]')].filter(part => part.getAttribute('visibility') !== 'hidden').length";
const text_of = selector => `document.querySelector(${JSON.stringify(selector)}).textContent`;

function files() {
  const pages = readdirSync(folder).filter(name => name.endsWith(".html"));
  expect(
      "there are nine kinds of pages or more",
      ["index", "lesson", "guide", "words", "world", "results", "recorded", "labs", "sheets"].every(
          name => pages.includes(name + ".html")));
  for (const page of pages) {
    const html = readFileSync(`${folder}/${page}`, "utf8");
    expect(`${page} has a policy that begins with nothing`, html.includes("default-src 'none'"));
    expect(`${page} has no inline script or style`, !/<script(?![^>]*src=)|<style|\sstyle=|\son\w+=/.test(html));
    expect(`${page} refers to no other host`, !/(?:src|href)="(?:https?:)?\/\//.test(html));
    expect(`${page} has a language and a title`, /<html lang="en">/.test(html) && /<title>[^<]+<\/title>/.test(html));
    for (const [, file] of html.matchAll(/(?:src|href)="([\w.-]+\.(?:js|css|html))/g))
      expect(`${page} finds ${file}`, readdirSync(folder).includes(file));
  }
}

async function lesson_by_pointer(browser) {
  const start = Date.now();
  await browser.open(site + "lesson.html");
  await browser.until(`${shown} > 0`);
  console.log(`first lesson drawn after ${Date.now() - start} ms`);
  const {pathname} = new URL(await browser.value("location.href"));
  expect("the first lesson is drawn", pathname.endsWith("lesson.html") && await browser.value(`${shown} > 3`));
  const complete = await browser.value(shown);
  await browser.click("#back");
  await browser.click("#back");
  expect("two operations back show less", await browser.value(shown) < complete);
  expect(
      "nothing of a later operation is shown",
      await browser.value(
          "[...document.querySelectorAll('.pane .figure [data-from]')].every(part => Number(part.dataset.from) <= page.current.operation || part.getAttribute('visibility') === 'hidden')"));
  expect("the operation is told", (await browser.value(text_of("#now"))).length > 10);
  await browser.click("#on");
  await browser.click("#on");
  expect("two operations on show all again", await browser.value(shown) === complete);
  await browser.click('#stages button[data-index="3"]');
  expect("a click shows stage 4", (await browser.value(text_of(".pane h2"))).startsWith("Stage 4 of"));
  expect("the address names it", (await browser.value("location.hash")).includes("step=4"));
  await browser.click(".pane .cells > g");
  expect(
      "a clicked key is ringed in more than one row", await browser.value("document.querySelectorAll('.pane .mark').length > 1"));
  await browser.click('#stages button[data-index="1"]');
  expect("and in the next picture too", await browser.value("document.querySelectorAll('.pane .mark').length > 1"));
  await browser.value("history.back()");
  await browser.until(`${text_of(".pane h2")}.startsWith("Stage 4 of")`);
  const slowest = await browser.value(
      `(() => { let most = 0; go_stage(1); for (let i = 0; i < 20; ++i) { const start = performance.now(); go_operation(i < 10 ? -1 : 1);
    document.body.offsetHeight; most = Math.max(most, performance.now() - start); } return most; })()`);
  console.log(`slowest operation with 64 keys: ${slowest.toFixed(1)} ms`);
  expect("an operation takes less than 250 ms, on a busy machine", slowest < 250);
}

async function typed_keys(browser) {
  await browser.open(site + "lesson.html#engine=fourway");
  await browser.click("#keys");
  await browser.type("5, 3, 0x9, 1");
  await browser.press("Enter");
  await browser.until("location.hash.includes('keys=')");
  expect("typed keys are sorted", await browser.value("page.panes[0].lesson.keys.join()") === "5,3,9,1");
  expect("the command has them", (await browser.value(text_of(".command code"))).includes("--keys 5,3,9,1"));
  await browser.click("#keys");
  await browser.type("x");
  await browser.press("Enter");
  await browser.until(`${text_of("#error")} !== ""`);
  expect("a wrong key is refused with a sentence", /number/.test(await browser.value(text_of("#error"))));
  expect("and what was shown stays", await browser.value("page.panes[0].lesson.keys.length") === 4);
}

async function another_lesson(browser) {
  await browser.open(site + "lesson.html");
  await browser.value("by('engine').value = 'onesweep', by('engine').dispatchEvent(new Event('change', {bubbles: true}))");
  await browser.until("page.panes[0].lesson.engine === 'onesweep'");
  expect("with few pairs per tile it has few bins", await browser.value("Number(page.values.tile) === 4 && Number(page.values.digit_bits) === 2"));
  expect("which the form says", await browser.value("by('digit_bits').value === '2'"));
}

async function few_keys(browser) {
  await browser.open(site + "lesson.html#engine=fourway&n=16");
  await browser.click("#keys");
  await browser.type("5,3,9,1");
  await browser.press("Enter");
  await browser.until("location.hash.includes('keys=')");
  expect(
      "typed keys replace a number of keys",
      await browser.value("page.panes[0].lesson.keys.join() === '5,3,9,1' && by('n').value === ''"));
  await browser.click("#keys");
  await browser.value("by('keys').value = ''");
  await browser.type("7");
  await browser.press("Enter");
  await browser.until(`/few keys/.test(${text_of("#error")})`);
  expect("one key is refused, and four stay", await browser.value("page.panes[0].lesson.keys.length === 4"));
  for (const hash of ["n=1", "keys=7"]) {
    await browser.open(site + "lesson.html#engine=fourway&" + hash);
    expect(
        `${hash}: a sentence and a lesson`,
        await browser.value(`/few keys/.test(${text_of("#error")}) && page.panes[0].stages.length > 1`));
  }
  await browser.open(site + "lesson.html#engine=fourway&n=16&step=4");
  await browser.drag(".pane .cells > g", -80);
  await browser.until("location.hash.includes('keys=')");
  expect("a dragged key replaces it too", await browser.value("page.panes[0].lesson.keys.length === 16"));
  await browser.open(site + "lesson.html#engine=fourway&n=16");
  await browser.value("by('predict').click()");
  expect("a tick asks at once", await browser.value("!document.querySelector('.pane .predict').hidden"));
}

async function dragged_key(browser) {
  await browser.open(site + "lesson.html#engine=fourway&keys=5,3,9,1&step=2");
  await browser.drag(".pane .cells > g", -80);
  await browser.until("page.panes[0].lesson.keys[0] > 5");
  expect("a dragged key changes, the others stay", await browser.value("page.panes[0].lesson.keys.slice(1).join()") === "3,9,1");
  expect("and the field has it", await browser.value("by('keys').value.startsWith(String(page.panes[0].lesson.keys[0]))"));
}

async function breaks_and_quiz(browser) {
  await browser.open(site + "lesson.html#engine=fourway&n=16&break=unstable-ranks");
  expect("what goes wrong is not said at once", await browser.value("by('broken-answer').hidden && !by('broken').hidden"));
  const answers = "[...document.querySelectorAll('#broken-answer .compared')].map(one => one.textContent)";
  const guess = (outcome, stage) => browser.value(
      `by('guess').value = '${outcome}', by('guess-stage').value = '${stage}', by('guess-form').requestSubmit(), ${answers}`);
  const wrong = await guess("lost", "0");
  expect(`a wrong guess is said to be: ${wrong}`, wrong.length === 2 && wrong.every(one => one.startsWith("Not right: ")));
  const right = await guess("order", await browser.value("String(page.panes[0].lesson.broken.first_step)"));
  expect(`and a right one: ${right}`, right.every(one => one.startsWith("Right: ")));
  const none = await guess("", "");
  expect(`without a guess it is only said: ${none}`, none.every(one => !/^(Not r|R)ight/.test(one)));
  await browser.open(site + "lesson.html#engine=fourway&n=136&quiz=1");
  const asked = await browser.value("[...document.querySelectorAll('.question')].map(one => one.querySelectorAll('.cells-in input').length)");
  expect(`at most 32 cells are asked: ${asked}`, asked.length > 0 && asked.every(count => count > 0 && count <= 32) && asked.includes(32));
  expect("which they are is said", /are asked: the first 16/.test(await browser.value(text_of(".question .score"))));
  await browser.value("document.querySelectorAll('.question button').forEach(one => one.click())");
  expect(
      "the answers of those are right",
      await browser.value("[...document.querySelectorAll('.score')].every(one => /^All \\d+ are right/.test(one.textContent))"));
  await browser.open(site + "lesson.html#engine=fourway&n=8&quiz=1");
  const cells = "[...document.querySelectorAll('.question:first-of-type .cells-in input')]";
  expect("the quiz has empty cells", await browser.value(`${cells}.length >= 4 && ${cells}.every(cell => cell.value === "")`));
  await browser.value(`${cells}[0].focus()`);
  await browser.type("77");
  expect("a wrong cell is ringed", await browser.value(`${cells}[0].getAttribute("aria-invalid") === "true"`));
  await browser.click(".question button");
  expect("the answers are all right", /^All \d+/.test(await browser.value(text_of(".score"))));
  await browser.open(site + "lesson.html#engine=fourway&n=16&step=2&predict=1");
  const begin = await browser.value(shown);
  await browser.click(".prediction");
  await browser.type("3");
  await browser.press("Enter");
  expect(
      "a prediction reveals the stage",
      await browser.value(shown) > begin && (await browser.value(text_of(".verdict"))).includes("index"));
}

async function keyboard_alone(browser) {
  await browser.open(site + "lesson.html#engine=onesweep,fourway&n=32");
  expect(
      "two lessons stand beside each other",
      await browser.value("page.panes.length === 2 && page.panes[0].lesson.keys.join() === page.panes[1].lesson.keys.join()"));
  await browser.open(site + "lesson.html#engine=fourway&n=16");
  await browser.press("Home");
  await browser.press("ArrowDown");
  await browser.press("ArrowDown");
  expect("Down shows the next stages", (await browser.value(text_of(".pane h2"))).startsWith("Stage 3 of"));
  await browser.press("ArrowLeft");
  expect("Left goes an operation back", await browser.value("page.current.operation === page.current.last - 1"));
  await browser.press(" ");
  expect("Space plays", await browser.value(text_of("#play")) === "Pause");
  await browser.press(" ");
  await browser.press("?");
  expect("the keys are listed", await browser.value("by('keyboard').open"));
  await browser.press("Escape");
  const seen = new Set();
  for (let i = 0; i < 40; ++i) {
    await browser.press("Tab");
    seen.add(await browser.value(
        "document.activeElement.id || document.activeElement.className || document.activeElement.textContent"));
  }
  expect(
      `Tab reaches lesson, keys and bar: ${[...seen].join(", ")}`,
      ["engine", "keys", "theme"].every(id => seen.has(id)) && seen.size > 15);
  expect("all fields have names", await browser.value(`[...document.querySelectorAll("input, select, button")].every(one =>
    one.labels?.length || one.getAttribute("aria-label") || one.textContent.trim())`));
  await browser.value("theme.choose('projector')");
  expect(
      "the projector's type is large",
      await browser.value("parseFloat(getComputedStyle(document.body).fontSize) >= .025 * innerHeight"));
  expect("with few keys, whose type is large too", await browser.value(`page.panes[0].lesson.keys.length === 16 && (() => {
    const sizes = [...document.querySelectorAll(".pane .figure text")].map(text => text.getBoundingClientRect().height).filter(Boolean).sort((a, b) => a - b);
    return sizes[sizes.length >> 1] >= .025 * innerHeight; })()`));
  expect("and the panel is hidden", await browser.value("by('panel').offsetWidth === 0"));
  await browser.value("theme.choose('light')");
}

async function nonsense(browser) {
  for (const hash
           of ["engine=nonsense", "engine=fourway&n=abc", "n=99999&seed=-1&step=0&op=x", "engine=fourway&keys=,,x",
               "engine=fourway&input=no", "break=%3Cb%3E", "engine=fourway&step=9999", "%E0%A4%A", "engine=fourway&digit_bits=7",
               "=&&&=="]) {
    await browser.open(`${site}lesson.html#${hash}`);
    expect(
        `#${hash}: a lesson is shown`, await browser.value(`document.documentElement.dataset.ready === "yes" && ${shown} > 0`));
    if (!/step=9999|%E0|==/.test(hash)) expect(`#${hash}: a sentence`, (await browser.value(text_of("#error"))).length > 10);
  }
  await browser.open(site + "guide.html#guide=77");
  expect("a guide that is not there: a sentence", /There is no guide 77/.test(await browser.value(text_of("#text"))));
  await browser.open(site + "world.html#engine=nonsense");
  expect(
      "a world that is refused: a sentence, and nothing to play",
      await browser.value(`${text_of("#error")}.length > 10 && by("play").disabled && by("one").disabled`));
  await browser.open(site + "world.html#scene=no&bodies=x&paused=1");
  expect("a scene that is not there: a sentence", /no scene/.test(await browser.value(text_of("#error"))));
}

async function course_and_words(browser) {
  await browser.open(site + "index.html");
  expect(
      "the start page has three doors and all lessons",
      await browser.value(
          "document.querySelectorAll('.doors > li').length === 3 && document.querySelectorAll('#lessons li').length >= 20"));
  expect("its figure is drawn", await browser.value("document.querySelector('#small svg') !== null"));
  await browser.open(site + "guide.html#guide=6");
  await browser.value("document.querySelector('.place').scrollIntoView()");
  await browser.until("document.querySelector('.place .figure svg, .place table') !== null");
  const count = await browser.value("course.guides.length");
  for (let guide = 1; guide <= count; ++guide) {
    await browser.value(`location.hash = "#guide=${guide}"`);
    await browser.until(`document.title.startsWith("${guide}. ")`);
    const wrong = await browser.value(
        "(() => { document.querySelectorAll('.place').forEach(fill_place); return [...document.querySelectorAll('.place .error')].map(one => one.textContent).join(); })()");
    expect(
        `guide ${guide}: each command has its lesson; ${wrong}`,
        wrong === "" && await browser.value("document.querySelectorAll('.live').length > 0"));
  }
  await browser.open(site + "words.html#word=bitonic");
  expect(
      "a word of the address is marked",
      await browser.value("document.querySelector('.entry.here dt').textContent === 'bitonic'"));
  await browser.click("#find");
  await browser.type("barrier");
  expect(
      "the words can be searched",
      await browser.value("[...document.querySelectorAll('.entry')].filter(one => !one.hidden).length").then(found => found > 0 && found < 10));
}

async function labs_and_sheets(browser) {
  await browser.open(site + "labs.html");
  const labs = await browser.value("[...document.querySelectorAll('#labs a')].map(one => one.dataset.lab)");
  const listed = execFileSync(program, ["lab", "list"], {encoding: "utf8"});
  expect(`the labs are the program's, in its order: ${labs}`, labs.length === 6 && listed.split("\n").filter(Boolean).slice(0, 6).every((line, i) => line.startsWith(labs[i])));
  for (const lab of labs) {
    await browser.value(`location.hash = "#lab=${lab}"`);
    await browser.until(`document.querySelector("#commands code").textContent.includes("lab new ${lab} ")`);
    const commands = await browser.value("[...document.querySelectorAll('article .command code')].map(one => one.textContent)");
    expect(`${lab}: the commands that take, check and show it: ${commands}`, commands.includes(`sweeplab lab check my-${lab}`) && commands.includes(`sweeplab lab show my-${lab}`));
    const lesson = await browser.value("document.querySelector('#text a').href");
    expect(`${lab}: its lesson, with few keys: ${lesson}`, lesson.includes("&n=16"));
    expect(`${lab}: its task, hints and kernel`, await browser.value("document.querySelectorAll('#text li').length > 3 && /TODO/.test(document.querySelector('#text pre').textContent)"));
  }
  await browser.open(site + "labs.html#lab=no");
  expect("a lab that is not there: a sentence", /There is no lab "no"/.test(await browser.value(text_of("#text .error"))));
  await browser.open(site + "sheets.html#engine=fourway&n=8&seed=7");
  const cells = "[...document.querySelectorAll('#sheet tbody td')].map(one => one.textContent)";
  const empty = await browser.value(cells), command = await browser.value(text_of("#command"));
  expect(`a sheet has empty boxes: ${empty.length}`, empty.length >= 8 && empty.every(text => text === ""));
  const printed = execFileSync(program, command.replace(" -o sheet.pdf", "").split(" ").slice(1), {encoding: "utf8"});
  await browser.value("by('answers').click()");
  await browser.until("location.hash.includes('answers=1')");
  const answers = await browser.value(cells), question = await browser.value(text_of("#sheet .question p"));
  expect("with answers they are filled in", answers.length === empty.length && answers.every(text => /^\d+$/.test(text)));
  const plain = text => text.replace(/\s+/g, " ");
  expect(`the question is what the program asks: ${question}`, plain(printed).includes(plain(question)));
  await browser.ask("Emulation.setEmulatedMedia", {media: "print"});
  expect("a sheet is printed without the form", await browser.value("by('form').offsetHeight === 0 && by('sheet').offsetHeight > 100"));
  await browser.ask("Emulation.setEmulatedMedia", {media: ""});
  await browser.open(site + "sheets.html#engine=fourway&n=99");
  expect("too many keys: a sentence", /8 to 16 keys/.test(await browser.value(text_of("#error"))));
  await browser.open(site + "lesson.html#engine=satish&n=16&seed=3");
  expect("a lesson leads to its sheet", (await browser.value("document.querySelector('.to-sheet').href")).endsWith("sheets.html#engine=satish&n=16&seed=3"));
  await browser.open(site + "index.html#get");
  const version = execFileSync(program, ["--version"], {encoding: "utf8"}).match(/\d+\.\d+\.\d+/)[0];
  expect("the start page says how to get the program", await browser.value(`[...document.querySelectorAll('.release')].every(one => one.textContent === "${version}") && by('get') !== null`));
}

async function world(browser) {
  await browser.open(site + "world.html#scene=pile&bodies=1000&steps=600");
  await browser.click("#ask-hash");
  await browser.until("!by('hash').hidden");
  const hash = await browser.value(text_of("#hash-value"));
  const command = await browser.value(text_of("#hash-command"));
  expect(`the command says how to see it: ${command}`, /^sweeplab .*--frames 600 .*--hash/.test(command));
  const printed = execFileSync(program, [...command.split(" ").slice(1), "--quiet"], {encoding: "utf8"});
  expect(`pile, 1000 bodies, 600 steps: ${hash} is what the program prints`, /^state (\w+)$/m.exec(printed)?.[1] === hash);
  const colours = await browser.value(
      `(() => { const gl = stage.view.gl, bytes = new Uint8Array(4 * gl.drawingBufferWidth * gl.drawingBufferHeight);
    gl.readPixels(0, 0, gl.drawingBufferWidth, gl.drawingBufferHeight, gl.RGBA, gl.UNSIGNED_BYTE, bytes); const seen = new Set();
    for (let i = 0; i < bytes.length; i += 64) seen.add(bytes[i] >> 4 << 8 | bytes[i + 1] >> 4 << 4 | bytes[i + 2] >> 4); return seen.size; })()`);
  expect(`the bodies are drawn in many colours: ${colours}`, colours > 60);
  await browser.click("#one");
  await browser.until("stage.numbers.steps === 601");
  await browser.click("#play");
  await browser.until("stage.numbers.steps > 620");
  await browser.click("#play");
  await browser.until("!stage.busy");
  const paused_at = await browser.value("stage.numbers.steps");
  await browser.value("new Promise(done => setTimeout(done, 200))");
  expect("a paused world stands still", await browser.value("stage.numbers.steps") === paused_at);
  await browser.value("for (let press = 0; press < 3; ++press) by('play').click()");  // Play, Pause, Play
  await browser.until(`stage.numbers.steps > ${paused_at + 20}`);
  const first_steps = await browser.value(`new Promise(done => {
    by("scene").value = "gas";
    by("scene").dispatchEvent(new Event("change"));
    const look = () => stage.world?.scene === "gas" && stage.numbers ? done(stage.numbers.steps) : requestAnimationFrame(look);
    look();
  })`);
  expect(`another world starts anew while one plays: ${first_steps} steps`, first_steps < paused_at);
  await browser.until(`stage.numbers.steps > ${first_steps + 20}`);
}

async function print_and_phone(browser) {
  await browser.open(site + "lesson.html#engine=fourway&n=16");
  const stages = await browser.value("page.panes[0].stages.filter(stage => stage.ran).length"),
        pages = await browser.printed_pages();
  expect(`${stages} stages on ${pages} pages`, pages === stages);
  await browser.size(390, 844);
  for (const page
           of ["index.html", "lesson.html#engine=fourway&n=16", "guide.html", "words.html", "results.html", "recorded.html", "labs.html", "sheets.html",
               "world.html#paused=1&bodies=1000"]) {
    await browser.open(site + page);
    expect(`${page} fits a phone's width`, await browser.value("document.documentElement.scrollWidth <= innerWidth"));
  }
}

async function without(browser, name, script, pages) {
  const {identifier} = await browser.ask("Page.addScriptToEvaluateOnNewDocument", {source: script});
  for (const [page, good] of pages) {
    await browser.open(site + page);
    expect(`without ${name}, ${page}: ${good}`, await browser.value(good));
  }
  await browser.ask("Page.removeScriptToEvaluateOnNewDocument", {identifier});
}

async function missing(browser) {
  const told = "document.querySelector('.notice')?.textContent.length > 20 && document.querySelector('.site nav a') !== null";
  await without(
      browser, "WebAssembly", "delete globalThis.WebAssembly",
      [["lesson.html", told], ["index.html", told], ["world.html", told]]);
  await without(
      browser, "WebGL", "HTMLCanvasElement.prototype.getContext = () => null",
      [["world.html#bodies=1000&paused=1", `${told} && document.querySelector("#numbers tr") !== null`]]);
  await without(
      browser, "storage", "Object.defineProperty(globalThis, 'localStorage', {get() { throw new Error('refused'); }})",
      [["lesson.html", `${shown} > 0`]]);
}

const begin = Date.now();
files();
const browser = await Browser.start();
try {
  await browser.size(1366, 768);
  for (const [name, run] of Object.entries({
         lesson_by_pointer,
         typed_keys,
         another_lesson,
         few_keys,
         dragged_key,
         breaks_and_quiz,
         keyboard_alone,
         nonsense,
         course_and_words,
         labs_and_sheets,
         world,
         missing,
         print_and_phone
       }))
    await part(name, run, browser);
} finally { await browser.stop(); }
process.exit(finish(begin));
