// What every page needs: the theme, the address as state, elements, and what is told to screen readers.
"use strict";

/// A storage that may be refused: then the choice holds for this page only.
const remembered = {
  here: new Map(),
  get(name) {
    try {
      return localStorage.getItem(name);
    } catch { return remembered.here.get(name) ?? null; }
  },
  set(name, value) {
    try {
      localStorage.setItem(name, value);
    } catch { remembered.here.set(name, value); }
  },
};

const theme = {
  /// "dark", "light" or "projector"; without a choice the system's.
  get() { return remembered.get("theme") || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"); },
  current: "light",
  set(name) {
    const known = ["dark", "light", "projector"].includes(name) ? name : "light";
    const root = document.documentElement;
    theme.current = known;
    root.dataset.theme = known === "dark" ? "dark" : "light";
    root.toggleAttribute("data-projector", known === "projector");
    const select = document.getElementById("theme");
    if (select) select.value = known;
    dispatchEvent(new Event("themechange"));
  },
  choose(name) {
    remembered.set("theme", name);
    theme.set(name);
  },
};
theme.set(theme.get());

/// Whether nothing on a page moves by itself: as it was chosen, else as the system says.
const movement = {
  wished: matchMedia("(prefers-reduced-motion: reduce)"),
  still() { return remembered.get("still") ? remembered.get("still") === "yes" : movement.wished.matches; },
  show() {
    document.getElementById("still").checked = movement.still();
    dispatchEvent(new Event("movementchange"));
  },
  choose(still) {
    remembered.set("still", still ? "yes" : "no");
    movement.show();
  },
};

/// The address behind "#": name=value pairs, so that it works from file:// and each state has a link.
const address = {
  read() { return Object.fromEntries(new URLSearchParams(location.hash.slice(1))); },
  link(values) {
    const text = new URLSearchParams();
    for (const [name, value] of Object.entries(values))
      if (value !== undefined && value !== null && value !== "") text.set(name, value);
    return "#" + text.toString().replaceAll("%2C", ",").replaceAll("%3A", ":");
  },
  /// `push`: a step that the back button undoes.
  write(values, push = false) {
    const link = address.link(values);
    if (link === location.hash) return;
    try {
      history[push ? "pushState" : "replaceState"](null, "", link);
    } catch { /* browsers allow so many a second */
    }
  },
};

const by = id => document.getElementById(id);

/// An element with attributes and children; children are elements or plain text, never HTML.
function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children);
  return element;
}

function fill_select(select, options) {
  select.replaceChildren(...options.map(([value, text]) => make("option", {value}, text ?? value)));
}

/// A whole number from `low` to `high` of a text; else undefined.
function whole_number(text, low, high) {
  if (!/^\d{1,10}$/.test(String(text ?? ""))) return undefined;
  const value = Number(text);
  return value >= low && value <= high ? value : undefined;
}

function show_notice(sentence) {
  let notice = document.querySelector(".notice");
  if (!notice) {
    notice = make("p", {class: "notice", role: "alert"});
    document.querySelector(".site").after(notice);
  }
  notice.textContent = sentence;
}

/// Copies a text; where the browser has no clipboard (file://) by the selection.
async function copy_text(text, from) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const range = document.createRange();
    range.selectNodeContents(from);
    const selection = getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
    return document.execCommand("copy");
  }
}

function save_file(name, type, text) {
  const link = make("a", {href: URL.createObjectURL(new Blob([text], {type})), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

/// Marks the page as ready for whoever drives it.
function set_ready(state) { document.documentElement.dataset.ready = state; }

addEventListener("DOMContentLoaded", () => {
  const select = by("theme");
  select.value = theme.current;
  select.addEventListener("change", () => theme.choose(select.value));
  const still = by("still");
  movement.show();
  movement.wished.addEventListener("change", movement.show);
  still.addEventListener("change", () => movement.choose(still.checked));
});
