// Steps through the sections of the page. Without it, all of them stand below each other.
"use strict";
const sections = [...document.querySelectorAll("section")];
// A moment is a section and how many of its operations are done.
const moments = sections.flatMap((section, index) => {
  const last = Number(section.dataset.operations || 0);
  return Array.from({length: last + 1}, (_, operation) => ({section, index, operation, last}));
});
const bar = document.getElementById("scrub"), now = document.getElementById("now"),
      count = document.getElementById("count"), play = document.getElementById("play"),
      speed = document.getElementById("speed");
let at = 0, timer = 0;

/// The moment at which the section is complete.
const end_of = index => moments.findIndex(m => m.index === index && m.operation === m.last);

/// Scrolls to what the operation has written, where it is not seen: the cells, or where there are none all of it.
function follow(section, operation) {
  if (operation === 0) return;
  const boxes_of = parts => [...section.querySelectorAll(parts)].map(part => part.getBoundingClientRect())
    .filter(box => box.height > 0);
  let boxes = boxes_of(`.cells[data-from="${operation}"]`);
  if (boxes.length === 0) boxes = boxes_of(`[data-from="${operation}"]`);
  if (boxes.length === 0) return;
  const gap = 12, room = innerHeight - document.getElementById("bar").offsetHeight - gap;
  const top = Math.min(...boxes.map(box => box.top)), bottom = Math.max(...boxes.map(box => box.bottom));
  // What is taller than the page: its end, where the operation's result stands.
  if (bottom > room || bottom - top > room) scrollBy(0, bottom - room);
  else if (top < gap) scrollBy(0, top - gap);
  const figure = section.querySelector("figure"), seen = figure.getBoundingClientRect();
  const left = Math.min(...boxes.map(box => box.left)), right = Math.max(...boxes.map(box => box.right));
  const names = 140;  // of the rows, at the left
  if (left < seen.left || right - left > seen.width) figure.scrollLeft += left - seen.left - names;
  else if (right > seen.right) figure.scrollLeft += right - seen.right + gap;
}

/// All of the picture is seen where that takes away no more than a quarter of its size, or where that is wished; else it
/// is scrolled.
function fit(section) {
  const figure = section.querySelector("figure"), svg = figure && figure.querySelector("svg");
  if (!svg) return;
  const box = svg.viewBox.baseVal, wide = Math.max(figure.clientWidth, parseFloat(getComputedStyle(svg).minWidth) || 0);
  const tall = wide * box.height / box.width;
  const room = innerHeight - document.getElementById("bar").offsetHeight - figure.getBoundingClientRect().top - scrollY - 4;
  const all = document.documentElement.classList.contains("fit") || room >= .75 * tall;
  svg.style.setProperty("--most", all ? Math.max(room, 60) + "px" : "none");
}

function set_link(link) {
  try { history.replaceState(null, "", link); } catch { /* browsers allow so many a second; the next one comes */ }
}

/// Draws what there is once so many operations are done.
function draw(section, operation) {
  for (const part of section.querySelectorAll("[data-from]")) {
    const from = Number(part.dataset.from), until = Number(part.dataset.until || Infinity);
    part.style.display = from <= operation && operation < until ? "inline" : "none";
  }
  for (const line of section.querySelectorAll("[data-lit]")) line.classList.toggle("lit", line.dataset.lit.includes(` ${operation} `));
}

/// `whole`: the stage is told, not its last operation.
function show(moment, {keep_link = false, whole = false} = {}) {
  at = Math.max(0, Math.min(moments.length - 1, moment));
  const {section, operation, last} = moments[at];
  for (const other of sections) other.hidden = other !== section;
  draw(section, operation);
  const told = section.querySelectorAll(".operations li");
  now.textContent = operation > 0 && told.length > 1 && !whole ? told[operation - 1].textContent : section.dataset.sentence;
  count.textContent = section.dataset.name + (last > 0 ? ", " + operation + " of " + last : "");
  bar.value = at;
  bar.setAttribute("aria-valuetext", count.textContent);
  if (!keep_link) set_link("#" + section.id + (operation < last ? "." + operation : ""));
  fit(section);
  follow(section, operation);
  if (at === moments.length - 1) stop();
}

function show_section(index) {
  show(end_of(Math.max(0, Math.min(sections.length - 1, index))), {whole: true});
  scrollTo(0, 0);
}

/// The next section of another pass, forward or back.
function show_pass(step) {
  let index = moments[at].index;
  const pass = sections[index].dataset.pass;
  while (sections[index + step] && sections[index].dataset.pass === pass) index += step;
  // Back: to the first section of that pass.
  while (step < 0 && sections[index - 1] && sections[index - 1].dataset.pass === sections[index].dataset.pass) --index;
  show_section(index);
}

function stop() {
  clearInterval(timer);
  timer = 0;
  play.textContent = "Play";
}

function start() {
  if (at === moments.length - 1) show(0);
  play.textContent = "Pause";
  timer = setInterval(() => show(at + 1), Number(speed.value));
}

function toggle() { timer ? stop() : start(); }

function toggle_theme() {
  const root = document.documentElement, dark = matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = (root.dataset.theme || (dark ? "dark" : "light")) === "dark" ? "light" : "dark";
}

function resize(by) {
  const root = document.documentElement, size = parseFloat(getComputedStyle(root).fontSize) + by;
  root.style.setProperty("--size", Math.max(10, Math.min(48, size)) + "px");
  fit(moments[at].section);
}

const keys = {
  ArrowRight: () => show(at + 1), ArrowLeft: () => show(at - 1),
  ArrowDown: () => show_section(moments[at].index + 1), ArrowUp: () => show_section(moments[at].index - 1),
  PageDown: () => show_pass(1), PageUp: () => show_pass(-1),
  Home: () => show_section(0), End: () => show_section(sections.length - 1),
  f: () => { document.documentElement.classList.toggle("fit"); fit(moments[at].section); }, t: toggle_theme, "+": () => resize(2), "-": () => resize(-2), " ": toggle,
};
/// What the key prints, whatever the shift keys are; where it prints no Latin letter, the one at its place.
function name_of(event) {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const place = /^Key([A-Z])$/.exec(event.code || "");
  return place && /^\p{Letter}$/u.test(key) && !/\p{Script=Latin}/u.test(key) ? place[1].toLowerCase() : key;
}

addEventListener("keydown", event => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.target === speed) return;
  const name = name_of(event);
  // The space bar presses the button or opens the details that has the focus.
  if (name === " " && event.target.closest("button, summary")) return;
  const action = keys[name];
  if (!action) return;
  event.preventDefault();
  if (name !== " " && name.length > 1) stop();
  action();
});
// On paper all stages stand below each other, each of them complete (lesson.css).
addEventListener("beforeprint", () => {
  stop();
  for (const section of sections) draw(section, Number(section.dataset.operations || 0));
});
addEventListener("afterprint", () => show(at, {keep_link: true}));
function follow_link() {
  const [id, operation] = location.hash.slice(1).split(".");
  const index = Math.max(0, sections.findIndex(section => section.id === id));
  const moment = operation === undefined ? -1
    : moments.findIndex(m => m.index === index && m.operation === Number(operation));
  show(moment < 0 ? end_of(index) : moment, {keep_link: true, whole: moment < 0});
  scrollTo(0, 0);
  // The browser goes to the link itself, later. A complete picture is shown from its top.
  const {section, operation: done, last} = moments[at];
  if (done < last) setTimeout(() => follow(section, done), 50);
}
addEventListener("hashchange", follow_link);
addEventListener("resize", () => fit(moments[at].section));
bar.max = moments.length - 1;
bar.addEventListener("input", () => { stop(); show(Number(bar.value)); });
play.addEventListener("click", toggle);
speed.addEventListener("change", () => { if (timer) { stop(); start(); } });
document.getElementById("back").addEventListener("click", () => { stop(); show(at - 1); });
document.getElementById("on").addEventListener("click", () => { stop(); show(at + 1); });
document.getElementById("theme").addEventListener("click", toggle_theme);
document.getElementById("bar").hidden = false;
document.documentElement.classList.add("scripted");
follow_link();
