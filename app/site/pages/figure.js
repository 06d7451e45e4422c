// A stage's picture: an SVG whose groups carry the operations during which they stand (data-from, data-until). An
// operation forward or back shows and hides groups; the program is not asked again.
"use strict";

/// Colours and patterns of all pictures of the page: the newest step has those of the steps before it too. A style element
/// is refused by the page's policy, a style sheet object is not.
const inks = {
  sheet: new CSSStyleSheet(),
  light: "",
  dark: "",
  patterns: "",
  home: null,
  take(step) {
    if (step.css && step.css.length !== inks.length) {
      inks.length = step.css.length;
      inks.light = inks.of(/:root \{([^}]*)\}/.exec(step.css)?.[1] ?? "");
      inks.dark = inks.of(/\[data-theme=dark\] \{([^}]*)\}/.exec(step.css)?.[1] ?? "");
      inks.sheet.replaceSync(`:root { ${inks.light} } @media screen { [data-theme=dark] { ${inks.dark} } }`);
    }
    if (step.patterns && step.patterns !== inks.patterns) {
      inks.patterns = step.patterns;
      if (!inks.home) document.body.append(inks.home = make("div", {class: "inks-home", "aria-hidden": "true"}));
      inks.home.innerHTML = step.patterns.replace(/ style="[^"]*"/, "");
    }
  },
  of: block => (block.match(/--i\d+: [^;]+;/g) ?? []).join(" "),
};
document.adoptedStyleSheets = [...document.adoptedStyleSheets, inks.sheet];

class StepFigure {
  constructor(host) {
    this.host = host;
    host.classList.add("figure");
    host.addEventListener("click", event => this.clicked(event));
    this.onpick = null;             // (pair) of the cell that was clicked, null: of none
    this.find_places = () => null;  // for set()'s places, when they are needed
    this.operation = 0;
  }

  /// `step`: of sl_step. `places`: {before, after, keys_before, keys_after}, the pairs by index, or null.
  set(step, places = null) {
    this.step = step;
    this.places = places;
    this.cells = null;
    inks.take(step);
    const least = /style="--least: (\d+px)"/.exec(step.svg ?? "");
    this.host.innerHTML = (step.svg ?? "").replace(/ style="--least: \d+px"/, "").replaceAll(' display="none"', "");
    this.svg = this.host.querySelector("svg");
    this.is_fresh = true;
    // Type of 12 units keeps 8 pixels; what is wider than the page is scrolled.
    this.least =
        this.svg ? Math.ceil(Math.max(parseFloat(least?.[1] ?? "0"), this.svg.viewBox.baseVal.width * 8 / 12)) + "px" : "0px";
    this.svg?.style.setProperty("--least", this.least);
    this.groups = [...this.host.querySelectorAll("[data-from]")].map(
        element =>
            ({element, from: Number(element.dataset.from), until: Number(element.dataset.until ?? Infinity), shown: null}));
    this.last = step.operations?.length ?? 0;
    this.mark(this.pair ?? null);
  }

  /// Shows what there is once so many operations are done.
  show(operation) {
    this.operation = operation;
    for (const group of this.groups) {
      const shown = group.from <= operation && operation < group.until;
      if (shown === group.shown) continue;
      group.shown = shown;
      // Without "display" no text is placed anew: much quicker where there are many.
      if (shown) group.element.removeAttribute("visibility");
      else group.element.setAttribute("visibility", "hidden");
    }
  }

  /// Scrolls to what the operation has written, where it is not seen. `top`, `bottom`: what covers the window.
  reveal(operation, top, bottom) {
    if (operation === 0) return;
    const boxes_of =
        parts => [...this.host.querySelectorAll(parts)].map(part => part.getBoundingClientRect()).filter(box => box.height > 0);
    let boxes = boxes_of(`.cells[data-from="${operation}"]`);
    if (boxes.length === 0) boxes = boxes_of(`[data-from="${operation}"]`);
    if (boxes.length === 0) return;
    const gap = 12, end = innerHeight - bottom - gap;
    const high = Math.min(...boxes.map(box => box.top)), low = Math.max(...boxes.map(box => box.bottom));
    if (low > end || low - high > end - top) scrollBy(0, low - end);
    else if (high < top + gap) scrollBy(0, high - top - gap);
    const seen = this.host.getBoundingClientRect();
    const left = Math.min(...boxes.map(box => box.left)), right = Math.max(...boxes.map(box => box.right));
    const names = 140;  // of the rows, at the left
    if (left < seen.left || right - left > seen.width) this.host.scrollLeft += left - seen.left - names;
    else if (right > seen.right) this.host.scrollLeft += right - seen.right + gap;
  }

  /// Before fit(): a picture that was never shown is laid out once, in its size.
  hide_fresh() {
    if (this.svg && this.is_fresh) this.svg.style.display = "none";
    this.is_fresh = false;
  }

  /// All of the picture is seen where that costs no more than a quarter of its size, or where it is wished.
  fit(room, whole) {
    this.host.classList.toggle("whole", whole);
    if (!this.svg) return;
    const box = this.svg.viewBox.baseVal;
    if (theme.current === "projector" && !whole) {
      // The picture's type is at least a fortieth of the window's height; the few smaller letters become as large.
      const texts = [...this.svg.querySelectorAll("text")], size_of = text => Number(text.getAttribute("font-size"));
      const sizes = texts.map(size_of).sort((a, b) => a - b), type = sizes[Math.floor(sizes.length / 5)] || 12;
      for (const text of texts)
        if (size_of(text) < type) text.style.fontSize = `${type}px`;
      this.svg.style.setProperty("--least", Math.ceil(box.width * innerHeight * .025 / type) + "px");
      this.svg.style.setProperty("--most", "none");
      this.svg.style.display = "";
      return;
    }
    for (const text of this.svg.querySelectorAll("text[style]")) text.style.fontSize = "";
    this.svg.style.setProperty("--least", this.least);
    const wide = Math.max(this.host.clientWidth, parseFloat(getComputedStyle(this.svg).minWidth) || 0);
    const tall = wide * box.height / box.width;
    this.svg.style.setProperty("--most", whole || room >= .75 * tall ? Math.max(room, 120) + "px" : "none");
    this.svg.style.display = "";
  }

  clicked(event) {
    const cell = event.target.closest(".cells > g");
    if (!this.onpick || !cell) return;
    this.onpick(this.find_pair(cell));
  }

  find_pair(cell) {
    this.places ??= this.find_places();
    return this.pair_of(cell);
  }

  /// The pair of a cell: as the program wrote it, else by its column before or after the stage.
  pair_of(cell) {
    if (cell.dataset.pair !== undefined) return Number(cell.dataset.pair);
    const table = this.layout();
    const found = table?.rows.find(row => row.cells.some(one => one.element === cell));
    if (!found || found.cells.length !== table.n) return null;
    const column = found.cells.findIndex(one => one.element === cell);
    return (found.y < table.border ? this.places.before : this.places.after)[column];
  }

  /// Rows of cells with a column per key, and the height at which the keys stand in their new order.
  layout() {
    if (!this.places || !this.svg) return null;
    if (this.cells) return this.cells;
    const n = this.places.before.length, rows = new Map();
    for (const element of this.svg.querySelectorAll(".cells > g")) {
      const box = element.querySelector("rect");
      if (!box) continue;
      const [x, y, width, height] = ["x", "y", "width", "height"].map(name => Number(box.getAttribute(name)));
      const row = rows.get(y) ?? rows.set(y, {y, cells: new Map()}).get(y);
      row.cells.set(x, {element, x, y, width, height, text: element.textContent.replace(/\s/g, "")});
    }
    const all = [...rows.values()]
                    .sort((a, b) => a.y - b.y)
                    .map(row => ({y: row.y, cells: [...row.cells.values()].sort((a, b) => a.x - b.x)}));
    const is_keys = (row, keys) => row.cells.length === n && row.cells.every((cell, i) => cell.text === String(keys[i]));
    const after = all.filter(row => is_keys(row, this.places.keys_after)).pop();
    const before = all.find(row => is_keys(row, this.places.keys_before));
    const border = after && after !== before ? after.y : Infinity;
    return this.cells = {n, rows: all.filter(row => row.cells.length === n), border};
  }

  /// Rings all cells of a pair; null: none.
  mark(pair) {
    this.pair = pair;
    this.svg?.querySelectorAll(".mark").forEach(mark => mark.remove());
    if (pair === null || !this.svg) return;
    const ring = (box, group) => {
      const marks = document.createElementNS("http://www.w3.org/2000/svg", "g");
      marks.setAttribute("class", "mark");
      for (const kind of ["halo", "line"]) {
        const rect = document.createElementNS("http://www.w3.org/2000/svg", "rect");
        rect.setAttribute("class", kind);
        for (const name of ["x", "y", "width", "height"]) rect.setAttribute(name, box[name]);
        marks.append(rect);
      }
      group.append(marks);  // shown and hidden with the cells
    };
    const named = this.svg.querySelectorAll(`.cells > g[data-pair="${pair}"] > rect:first-child`);
    for (const box of named)
      ring(Object.fromEntries(["x", "y", "width", "height"].map(name => [name, box.getAttribute(name)])), box.closest(".cells"));
    if (named.length > 0) return;
    const table = this.layout();
    for (const row of table?.rows ?? []) {
      const column = (row.y < table.border ? this.places.before : this.places.after).indexOf(pair);
      if (column >= 0) ring(row.cells[column], row.cells[column].element.parentNode);
    }
  }

  /// The picture as it stands, as a document of its own.
  svg_text() {
    const copy = this.svg.cloneNode(true);
    for (const hidden of copy.querySelectorAll('[visibility="hidden"]')) hidden.remove();
    for (const mark of copy.querySelectorAll(".mark rect")) {
      mark.setAttribute("fill", "none");
      mark.setAttribute("stroke", mark.classList.contains("halo") ? "#fff" : "#000");
      mark.setAttribute("stroke-width", mark.classList.contains("halo") ? "5" : "2.6");
    }
    copy.removeAttribute("style");
    copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
    const patterns = inks.home?.querySelector("defs");
    if (patterns) copy.prepend(patterns.cloneNode(true));
    const block = theme.current === "dark" ? inks.dark : inks.light;
    const colours = new Map([...block.matchAll(/(--i\d+): ([^;]+);/g)].map(([, name, value]) => [name, value]));
    const back = theme.current === "dark" ? "#14181e" : "#ffffff";
    const rect = `<rect width="100%" height="100%" fill="${back}"/>`;
    return new XMLSerializer()
        .serializeToString(copy)
        .replace(/var\((--i\d+),([^()]*(?:\([^)]*\))?)\)/g, (_, name, usual) => colours.get(name) ?? usual)
        .replace(/(<svg[^>]*>)/, `$1${rect}`);
  }
}
