// Charts of measured times, from results-data.js, which is made of the committed records when the site is built.
"use strict";

const kWidth = 900, kHeight = 400, kLeft = 70, kRight = 150, kTop = 20, kBottom = 50;

/// A line or bar per name: a colour, dashes and a mark, so that it is known without its colour.
const kLooks = [
  {ink: "var(--series-0)", dash: "", mark: "circle"}, {ink: "var(--series-1)", dash: "9 4", mark: "square"},
  {ink: "var(--series-2)", dash: "2 4", mark: "diamond"}
];

function draw(name, attributes, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

/// "0.008", "0.0302", "2,260": three digits that count.
const short = value => Number(value.toPrecision(3)).toLocaleString("en", {maximumFractionDigits: 6});

function count_text(n) {
  for (const [size, unit] of [[1 << 20, "Mi"], [1 << 10, "Ki"]])
    if (n % size === 0) return `${n / size}${unit}`;
  return n.toLocaleString("en");
}

/// A scale by logarithms from [low, high] to [from, to].
const log_scale = (low, high, from, to) => value => from + (to - from) * Math.log(value / low) / Math.log(high / low);

/// Powers of ten, doubled and times five, in the range.
function ticks(low, high) {
  const found = [];
  for (let ten = 10 ** Math.floor(Math.log10(low)); ten <= high; ten *= 10)
    for (const times of [1, 2, 5])
      if (ten * times >= low && ten * times <= high) found.push(ten * times);
  return found;
}

function mark_of(look, x, y) {
  const fill = {fill: look.ink};
  if (look.mark === "circle") return draw("circle", {cx: x, cy: y, r: 5, ...fill});
  const turn = look.mark === "diamond" ? `rotate(45 ${x} ${y})` : "";
  return draw("rect", {x: x - 4.5, y: y - 4.5, width: 9, height: 9, transform: turn, ...fill});
}

function frame(chart, y, values) {
  const parts = [];
  for (const tick of ticks(...values)) {
    parts.push(draw("line", {x1: kLeft, x2: kWidth - kRight, y1: y(tick), y2: y(tick), class: "grid"}));
    parts.push(draw("text", {x: kLeft - 8, y: y(tick) + 5, "text-anchor": "end"}, short(tick)));
  }
  parts.push(draw("text", {x: 4, y: 14}, chart.y));
  return parts;
}

function lines(chart) {
  const all = chart.series.flatMap(one => one.points), xs = all.map(([x]) => x), ys = all.map(([, y]) => y);
  const range = [Math.min(...ys) / 1.2, Math.max(...ys) * 1.2];
  const x = log_scale(Math.min(...xs), Math.max(...xs), kLeft + 10, kWidth - kRight - 10);
  const y = log_scale(...range, kHeight - kBottom, kTop);
  const parts = frame(chart, y, range);
  for (const n of [...new Set(xs)])
    parts.push(draw("text", {x: x(n), y: kHeight - kBottom + 22, "text-anchor": "middle"}, count_text(n)));
  parts.push(draw("text", {x: (kLeft + kWidth - kRight) / 2, y: kHeight - 6, "text-anchor": "middle"}, chart.x));
  const ends = [];
  chart.series.forEach((one, i) => {
    const look = kLooks[i % kLooks.length], points = one.points.map(([n, ms]) => [x(n), y(ms)]);
    parts.push(draw("polyline", {points: points.join(" "), fill: "none", stroke: look.ink, "stroke-width": 2.5, "stroke-dasharray": look.dash}));
    parts.push(...points.map(point => mark_of(look, ...point)));
    ends.push({name: one.name, look, y: points.at(-1)[1]});
  });
  // Names at the ends of their lines, a line of type apart.
  ends.sort((a, b) => a.y - b.y);
  let lowest = -Infinity;
  for (const end of ends) {
    lowest = Math.max(end.y, lowest + 20);
    parts.push(mark_of(end.look, kWidth - kRight + 14, lowest));
    parts.push(draw("text", {x: kWidth - kRight + 26, y: lowest + 5, class: "name"}, end.name));
  }
  return parts;
}

function bars(chart) {
  const groups = [...new Set(chart.bars.map(bar => bar.group))], names = [...new Set(chart.bars.map(bar => bar.name))];
  const values = chart.bars.map(bar => bar.value), range = [Math.min(...values) / 2, Math.max(...values) * 1.3];
  const y = log_scale(...range, kHeight - kBottom, kTop), parts = frame(chart, y, range);
  const wide = (kWidth - kLeft - kRight) / groups.length, bar_width = wide / (names.length + 1);
  for (const bar of chart.bars) {
    const left = kLeft + wide * groups.indexOf(bar.group) + bar_width * (names.indexOf(bar.name) + .5);
    const look = kLooks[names.indexOf(bar.name) % kLooks.length];
    parts.push(draw("rect", {x: left, y: y(bar.value), width: bar_width * .8, height: kHeight - kBottom - y(bar.value), fill: look.ink}));
    parts.push(draw("text", {x: left + bar_width * .4, y: y(bar.value) - 6, "text-anchor": "middle"}, short(bar.value)));
    parts.push(draw("text", {x: left + bar_width * .4, y: kHeight - kBottom + 18, "text-anchor": "middle", class: "name"}, bar.name));
  }
  groups.forEach((group, i) => parts.push(draw("text", {x: kLeft + wide * (i + .5), y: kHeight - 8, "text-anchor": "middle"}, group)));
  return parts;
}

/// "at 1Mi pairs adaptive takes 0.0139 ms, cub-radix 0.0807 ms": what the chart says, in words.
function said(chart) {
  if (chart.kind === "bars") return chart.bars.map(bar => `${bar.group}, ${bar.name}: ${short(bar.value)} ${chart.y}`).join("; ");
  return chart.series.map(one => `${one.name}: ${one.points.map(([n, ms]) => `${count_text(n)} ${short(ms)} ${chart.y}`).join(", ")}`).join("; ");
}

function table_of(chart) {
  const rows = chart.kind === "bars" ? [...new Set(chart.bars.map(bar => bar.group))] : [...new Set(chart.series.flatMap(one => one.points.map(([n]) => n)))];
  const columns = chart.kind === "bars" ? [...new Set(chart.bars.map(bar => bar.name))] : chart.series.map(one => one.name);
  const value = (row, column) => chart.kind === "bars" ?
      chart.bars.find(bar => bar.group === row && bar.name === column)?.value :
      chart.series.find(one => one.name === column).points.find(([n]) => n === row)?.[1];
  const cell = (row, column) => value(row, column) === undefined ? "-" : short(value(row, column));
  return make(
      "table", {}, make("tr", {}, make("th", {}, chart.kind === "bars" ? "" : chart.x), ...columns.map(name => make("th", {scope: "col"}, `${name}, ${chart.y}`))),
      ...rows.map(row => make(
          "tr", {}, make("th", {scope: "row"}, chart.kind === "bars" ? row : count_text(row)),
          ...columns.map(name => make("td", {class: "number"}, cell(row, name))))));
}

function show(chart) {
  const {machine, date, commit, folder, log, commands} = chart.source;
  const svg = draw(
      "svg", {viewBox: `0 0 ${kWidth} ${kHeight}`, role: "img", "aria-label": `${chart.title}. ${said(chart)}.`, class: "chart"},
      ...(chart.kind === "bars" ? bars(chart) : lines(chart)));
  return make(
      "section", {}, make("h2", {}, chart.title),
      make("p", {}, `${chart.sentence} Less is better; both scales are logarithmic.`.replace("both scales are", chart.kind === "bars" ? "the scale is" : "both scales are")),
      make("figure", {class: "scroll show"}, svg),
      make("p", {class: "soft small"}, `${machine}; ${date}; commit ${commit}. Record: ${folder}, `, make("a", {href: log}, "its log"), "."),
      make("details", {}, make("summary", {}, "Numbers and commands"), table_of(chart), ...commands.map(command => make("p", {}, make("code", {}, command)))));
}

if (globalThis.sweeplab_results) by("charts").append(...sweeplab_results.map(show));
else show_notice("The records are not beside this page: results-data.js is missing.");
set_ready(globalThis.sweeplab_results ? "yes" : "failed");
