// The site's pages in Chromium as readers perceive them: in a lecture room, with other colour vision, by a screen reader,
// without movement. Usage: node seen.mjs FOLDER [PICTURES], a folder for screenshots.
import {mkdirSync, writeFileSync} from "node:fs";
import {resolve} from "node:path";
import {pathToFileURL} from "node:url";

import {Browser} from "./browser.mjs";
import {expect, finish, part} from "./checks.mjs";

const folder = resolve(process.argv[2] ?? "."), site = pathToFileURL(folder).href + "/", pictures = process.argv[3];
const kPages = [
  "index.html", "lesson.html#engine=fourway&n=16&step=2", "guide.html#guide=3", "words.html", "world.html#paused=1&bodies=1000",
  "results.html", "recorded.html", "labs.html", "sheets.html#n=8"
];
const kVision = ["protanopia", "deuteranopia", "tritanopia"];

async function picture(browser, name) {
  const {data} = await browser.ask("Page.captureScreenshot", {format: "png"});
  const bytes = Buffer.from(data, "base64");
  if (pictures) {
    mkdirSync(pictures, {recursive: true});
    writeFileSync(`${pictures}/${name}.png`, bytes);
  }
}

/// The heights of the figure's type on the screen, by font size, smallest first.
const kType = `(() => { const svg = document.querySelector(".pane .figure svg"), scale = svg.getScreenCTM().a;
  return [...svg.querySelectorAll("text")].filter(text => text.textContent.trim()).map(text => parseFloat(getComputedStyle(text).fontSize) * scale)
    .sort((a, b) => a - b); })()`;

async function projector(browser) {
  await browser.size(1920, 1080);
  await browser.open(site + "lesson.html");
  await browser.value("theme.choose('projector')");
  for (const engine of ["fourway", "onesweep", "adaptive", "bucketsort", "scan", "warpsort"]) {
    await browser.open(`${site}lesson.html#engine=${engine}&n=16`);
    const stages = await browser.value("page.panes[0].stages.map((stage, i) => stage.ran ? i : -1).filter(i => i >= 0)");
    let least = Infinity, median = Infinity, where = 0;
    for (const stage of stages.slice(0, 8)) {
      await browser.value(`go_stage(${stage})`);
      const type = await browser.value(kType);
      if (type[0] < least) [least, where] = [type[0], stage + 1];
      median = Math.min(median, type[type.length >> 1]);
    }
    console.log(`projector, ${engine}: median type ${median.toFixed(1)}, smallest ${least.toFixed(1)} pixels (stage ${where})`);
    expect(`${engine}: the figure's type is at least 27 pixels: ${least.toFixed(1)} in stage ${where}`, least >= 27 - .05);
  }
  const small = await browser.value(`[...document.querySelectorAll("body *")].filter(one => one.offsetHeight > 1 && !one.closest("svg, .unseen, .skip, select, datalist") &&
    [...one.childNodes].some(child => child.nodeType === 3 && child.textContent.trim()) && parseFloat(getComputedStyle(one).fontSize) < .025 * innerHeight - .1)
    .map(one => one.tagName + "." + one.className + " " + one.textContent.trim().slice(0, 20))`);
  expect(`no text of the page is smaller than a fortieth of the height: ${small}`, small.length === 0);
  await picture(browser, "projector");
  await browser.size(1366, 768);
  for (const page of kPages) {
    await browser.open(site + page);
    expect(`${page}: nothing is beyond a small projector's edge`, await browser.value("document.documentElement.scrollWidth <= innerWidth"));
  }
  await browser.value("theme.choose('light')");
}

/// Colours as they are seen, after the matrices of Machado, Oliveira, Fernandes 2009, and their distances.
const kSimulated = {
  protanopia: [[.152286, 1.052583, -.204868], [.114503, .786281, .099216], [-.003882, -.048116, 1.051998]],
  deuteranopia: [[.367322, .860646, -.227968], [.280085, .672501, .047413], [-.01182, .04294, .968881]],
  tritanopia: [[1.255528, -.076749, -.178779], [-.078411, .930809, .147602], [.004733, .691367, .3039]]
};
const linear = c => c <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4;

function lab([r, g, b]) {
  const f = t => t > 216 / 24389 ? Math.cbrt(t) : (24389 / 27 * t + 16) / 116;
  const x = f((.4124 * r + .3576 * g + .1805 * b) / .9505), y = f(.2126 * r + .7152 * g + .0722 * b), z = f((.0193 * r + .1192 * g + .9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function seen(hex, matrix) {
  const rgb = [1, 3, 5].map(at => linear(parseInt(hex.slice(at, at + 2), 16) / 255));
  return lab(matrix.map(row => Math.min(1, Math.max(0, row.reduce((sum, factor, i) => sum + factor * rgb[i], 0)))));
}

async function colours(browser) {
  await browser.size(1366, 768);
  for (const name of ["light", "dark"]) {
    await browser.open(site + "lesson.html#engine=fourway&n=16&step=2");
    await browser.value(`theme.choose('${name}')`);
    const pairs = {
      digits: await browser.value(`[...new Set([...document.querySelectorAll(".figure rect")].map(rect => rect.getAttribute("fill")).filter(fill => /^var/.test(fill ?? ""))
        .map(fill => getComputedStyle(document.documentElement).getPropertyValue(/--i\\d+/.exec(fill)[0]).trim()))]
        .filter(hex => { const [r, g, b] = [1, 3, 5].map(at => parseInt(hex.slice(at, at + 2), 16)); return Math.max(r, g, b) - Math.min(r, g, b) > 90; })`),
      series: await (async () => {
        await browser.open(site + "results.html");
        return browser.value("[0, 1, 2].map(i => getComputedStyle(document.documentElement).getPropertyValue('--series-' + i).trim())");
      })()
    };
    for (const [what, inks] of Object.entries(pairs)) {
      expect(`${name}: ${what} have colours: ${inks}`, inks.length >= 3);
      for (const [vision, matrix] of Object.entries(kSimulated)) {
        let nearest = Infinity, which = "";
        for (let i = 0; i < inks.length; ++i)
          for (let j = 0; j < i; ++j) {
            const [a, b] = [seen(inks[i], matrix), seen(inks[j], matrix)], apart = Math.hypot(...a.map((x, k) => x - b[k]));
            if (apart < nearest) [nearest, which] = [apart, `${inks[i]} ${inks[j]}`];
          }
        expect(`${name}, ${vision}: ${what} are told apart: ${which} differ by ${nearest.toFixed(1)}`, nearest >= 12);
      }
    }
    if (!pictures) continue;
    for (const [page, file] of [["lesson.html#engine=fourway&n=16&step=2", "lesson"], ["lesson.html#engine=adaptive&step=1", "adaptive"], ["results.html", "results"]]) {
      await browser.open(site + page);
      for (const vision of kVision) {
        await browser.ask("Emulation.setEmulatedVisionDeficiency", {type: vision});
        await picture(browser, `${file}-${name}-${vision}`);
      }
      await browser.ask("Emulation.setEmulatedVisionDeficiency", {type: "none"});
      await picture(browser, `${file}-${name}`);
    }
  }
  await browser.value("theme.choose('light')");
}

/// Texts of a page whose contrast with what is behind them is under 4.5 : 1.
const kFaint = `(() => {
  const parse = text => { const n = text.match(/[\\d.]+/g).map(Number); return /^color/.test(text) ? [...n.slice(0, 3).map(x => x * 255), n[3] ?? 1] : [n[0], n[1], n[2], n[3] ?? 1]; };
  const over = (top, under) => top.slice(0, 3).map((c, i) => c * top[3] + under[i] * (1 - top[3]));
  const light = rgb => rgb.map(c => c / 255).map(c => c <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4).reduce((sum, c, i) => sum + c * [.2126, .7152, .0722][i], 0);
  const behind = one => { const own = parse(getComputedStyle(one).backgroundColor); return own[3] === 1 ? own.slice(0, 3) : over(own, one.parentElement ? behind(one.parentElement) : [255, 255, 255]); };
  const faint = new Map();
  for (const one of document.querySelectorAll("body *")) {
    if (!one.offsetHeight && !(one instanceof SVGElement)) continue;
    if (![...one.childNodes].some(child => child.nodeType === 3 && child.textContent.trim())) continue;
    if (one.closest(".unseen, .skip, [hidden], .figure, .place, :disabled, .picture, .inks-home, script, style")) continue;
    const style = getComputedStyle(one), inside = one instanceof SVGElement, ink = parse(inside ? style.fill : style.color);
    const under = behind(inside ? one.ownerSVGElement : one), a = light(over(ink, under)), b = light(under);
    const contrast = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (contrast < 4.5) faint.set(one.tagName + "." + (one.getAttribute("class") ?? ""), contrast.toFixed(2));
  }
  return [...faint].map(one => one.join(" ")); })()`;

/// Texts of the figure with less contrast than that, beside the shape that lies under their middle. Marks that differ by
/// their shape are no texts.
const kFaintInFigure = `(() => {
  const light = text => text.match(/[\\d.]+/g).slice(0, 3).map(c => c / 255).map(c => c <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4).reduce((sum, c, i) => sum + c * [.2126, .7152, .0722][i], 0);
  const faint = new Map(), page = getComputedStyle(document.documentElement).backgroundColor;
  for (const text of document.querySelectorAll(".pane .figure text")) {
    if (text.closest("[visibility=hidden]") || !text.textContent.trim()) continue;
    const box = text.getBoundingClientRect(), under = document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2)
        .find(one => /^(rect|path|polygon)$/.test(one.tagName) && getComputedStyle(one).fill !== "none");
    if (under && !/^rgb\\(/.test(getComputedStyle(under).fill)) continue;  // a pattern: its letters have an outline
    if (getComputedStyle(text).stroke !== "none" || /^[\u00d7\u2022]$/.test(text.textContent.trim())) continue;  // outlined; marks
    const a = light(getComputedStyle(text).fill), b = light(under ? getComputedStyle(under).fill : page);
    const contrast = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
    if (contrast < 4.5) faint.set(getComputedStyle(text).fill + " on " + (under ? getComputedStyle(under).fill : page), contrast.toFixed(2) + " '" + text.textContent + "'");
  }
  return [...faint].map(one => one.join(" ")); })()`;

async function contrast(browser) {
  for (const page of kPages) {
    await browser.open(site + page);
    for (const name of ["light", "dark", "projector"]) {
      await browser.value(`theme.choose('${name}')`);
      const faint = await browser.value(kFaint);
      expect(`${page}, ${name}: text has a contrast of 4.5 to 1 at least: ${faint}`, faint.length === 0);
    }
  }
  await browser.size(1366, 6000);
  for (const hash of ["fourway&n=16&step=2", "fourway&n=16&step=4", "adaptive&n=32&step=1", "scan&n=16&step=2", "warpsort&n=32&step=3", "sweep&n=16&step=3", "onesweep&n=16&step=3"]) {
    await browser.open(`${site}lesson.html#engine=${hash}`);
    for (const name of ["light", "dark"]) {
      await browser.value(`theme.choose('${name}')`);
      const faint = await browser.value(kFaintInFigure);
      expect(`${hash}, ${name}: type of the figure has it too: ${faint}`, faint.length === 0);
    }
  }
  await browser.size(1366, 768);
  await browser.value("theme.choose('light')");
}

async function screen_reader(browser) {
  await browser.ask("Accessibility.enable");
  const controls = new Set(["button", "link", "textbox", "combobox", "checkbox", "slider", "spinbutton", "searchbox", "DisclosureTriangle"]);
  const nodes = async () => (await browser.ask("Accessibility.getFullAXTree")).nodes.filter(node => !node.ignored);
  for (const page of kPages) {
    await browser.open(site + page);
    const all = await nodes(), bare = all.filter(node => controls.has(node.role?.value) && !node.name?.value?.trim());
    expect(`${page}: each control has a name: ${bare.map(node => node.role.value)}`, all.length > 20 && bare.length === 0);
    const images = all.filter(node => ["image", "img"].includes(node.role?.value));
    expect(`${page}: each picture has a text: ${images.length}`, images.every(node => node.name?.value?.trim().length > 5));
    expect(`${page}: it has one main part and a heading`, all.filter(node => node.role?.value === "main").length === 1 && all.some(node => node.role?.value === "heading"));
  }
  await browser.open(site + "lesson.html#engine=fourway&n=16&step=2");
  const figure = (await nodes()).find(node => ["image", "img"].includes(node.role?.value));
  expect(`the figure says its stage: ${figure?.name?.value}`, /^count: /.test(figure?.name?.value ?? ""));
  await browser.press("ArrowDown");
  const live = (await nodes()).filter(node => node.properties?.some(one => one.name === "live" && one.value.value === "polite"));
  const told = await browser.value("[...document.querySelectorAll('[aria-live]')].map(one => one.textContent).join(' ')");
  expect(`the next stage is announced: ${told}`, live.length > 0 && /Stage 3 of 16: scan/.test(told));
  await browser.press("ArrowLeft");
  const operation = await browser.value("by('now').textContent");
  expect(`an operation is announced: ${operation}`, operation.length > 10 && await browser.value("by('now').getAttribute('aria-live') === 'polite'"));
  await browser.ask("Accessibility.disable");
}

async function without_movement(browser) {
  await browser.open(site + "index.html");
  expect("the start page moves", await browser.value("!by('still').checked"));
  await browser.click("#still");
  await browser.open(site + "index.html");
  const parts = "[...document.querySelectorAll('#small [data-from]')].filter(one => one.getAttribute('visibility') !== 'hidden').length";
  const before = await browser.value(parts);
  await new Promise(done => setTimeout(done, 1500));
  expect("with the switch it stands, complete", before > 3 && await browser.value(parts) === before);
  await browser.open(site + "lesson.html#engine=fourway&n=16&step=2");
  await browser.value("by('speed').value = '400', by('play').click()");
  await browser.until("page.current.index >= 3");
  expect("Play goes from stage to stage, each complete", await browser.value("page.current.operation === page.current.last"));
  await browser.value("stop()");
  await browser.open(site + "world.html#bodies=1000");
  expect("a world waits", await browser.value("!stage.playing"));
  await browser.value("movement.choose(false), localStorage.removeItem('still')");
  await browser.ask("Emulation.setEmulatedMedia", {features: [{name: "prefers-reduced-motion", value: "reduce"}]});
  await browser.open(site + "index.html");
  expect("what the system wishes is the beginning", await browser.value("by('still').checked"));
  await browser.ask("Emulation.setEmulatedMedia", {features: []});
}

async function code(browser) {
  await browser.open(site + "lesson.html#engine=fourway&n=16&step=4&op=1");
  const lit = "[...document.querySelectorAll('.pane .code .lit')].map(line => line.textContent.trim())";
  expect("a stage has its lines of the source", /^sort\/engines\/ha\/kernels\.cuh, lines \d+ to \d+$/.test(await browser.value("document.querySelector('.pane .code .soft').textContent")));
  expect("the line of the operation is lit", (await browser.value(lit)).join() === "out.keys[to] = keys[i];");
  await browser.press("ArrowLeft");
  expect("and not before it", (await browser.value(lit)).length === 0);
  await browser.open(site + "lesson.html#engine=contacts");
  expect("a lesson without has no panel", await browser.value("document.querySelector('.pane .code').hidden"));
}

async function results(browser) {
  await browser.open(site + "results.html");
  expect("there are three charts", await browser.value("document.querySelectorAll('.chart').length === 3"));
  const told = await browser.value("[...document.querySelectorAll('section > .small')].map(one => one.textContent)");
  expect(
      `each says machine, date, commit and record: ${told}`,
      told.length === 3 && told.every(one => /\d{4}-\d\d-\d\d; commit [0-9a-f]{7,8}\S*\. Record: assets\/results\/\S+, its log\.$/.test(one)));
  expect("with CUB as reference", await browser.value("sweeplab_results.filter(one => one.kind === 'lines').every(one => one.series.some(line => line.name === 'cub-radix') && one.series.length === 3)"));
  const logs = await browser.value("[...document.querySelectorAll('section > .small a')].map(one => one.getAttribute('href'))");
  const {existsSync, readFileSync} = await import("node:fs");
  expect("the logs are there", logs.every(log => existsSync(`${folder}/${log}`)));
  // A number of each chart as the log has it.
  const some = await browser.value("sweeplab_results.map(one => [one.source.log, String(one.kind === 'bars' ? one.bars[0].value : one.series[0].points[0][1])])");
  expect(`their numbers are the logs': ${some}`, some.every(([log, value]) => readFileSync(`${folder}/${log}`, "utf8").includes(value)));
}

const begin = Date.now(), browser = await Browser.start();
try {
  await browser.size(1366, 768);
  for (const [name, run] of Object.entries({code, results, without_movement, screen_reader, contrast, colours, projector}))
    await part(name, run, browser);
} finally { await browser.stop(); }
process.exit(finish(begin));
