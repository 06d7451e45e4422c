// A key dragged up or down in the picture changes its number; with a finger the picture scrolls instead.
"use strict";

const kDragStart_px = 6;

/// `pane`: whose picture it is. `onkeys(keys)`: all keys of the input, one of them changed.
function drag_keys(pane, onkeys) {
  const host = pane.parts.figure, label = make("div", {class: "dragged", hidden: true});
  let held = null;
  document.body.append(label);
  host.addEventListener("pointerdown", event => {
    const cell = event.target.closest(".cells > g");
    if (event.pointerType === "touch" || event.button !== 0 || !cell || pane.lesson.keys.length === 0) return;
    held = {cell, y: event.clientY, pointer: event.pointerId, key: null};
  });
  host.addEventListener("pointermove", event => {
    if (!held || event.pointerId !== held.pointer || Math.abs(event.clientY - held.y) < kDragStart_px && held.key === null)
      return;
    if (held.key === null) {
      held.pair = pane.figure.find_pair(held.cell);
      if (held.pair === null) {
        held = null;
        return;
      }
      host.setPointerCapture(event.pointerId);
    }
    const most = 2 ** Math.min(pane.lesson.bits, 32) - 1, moved = (held.y - event.clientY) / 150 * Math.max(most, 1);
    held.key = Math.round(Math.max(0, Math.min(most, pane.lesson.keys[held.pair] + moved)));
    label.textContent = `key ${pane.lesson.keys[held.pair]} \u2192 ${held.key}`;
    label.style.left = event.clientX + 14 + "px";
    label.style.top = event.clientY - 14 + "px";
    label.hidden = false;
    event.preventDefault();
  });
  const end = done => () => {
    const {key, pair} = held ?? {};
    held = null;
    label.hidden = true;
    if (!done || key === null || key === undefined) return;
    host.addEventListener("click", event => event.stopImmediatePropagation(), {once: true, capture: true});
    onkeys(pane.lesson.keys.map((old, index) => index === pair ? key : old));
  };
  host.addEventListener("pointerup", end(true));
  host.addEventListener("pointercancel", end(false));
}
