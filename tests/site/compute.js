// What the site computes for each case, as SHA-256 of the bytes: in node and, as a classic script, in a page.
"use strict";

/// The bytes of a text that the module returns, valid until its next call.
function bytes_at(module, pointer) {
    const heap = module.HEAPU8;
    return heap.slice(pointer, heap.indexOf(0, pointer));
}

function call(module, name, ...values) {
    return module.ccall(name, "number", values.map(one => typeof one === "string" ? "string" : "number"), values);
}

async function sha(bytes) {
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return Array.from(digest, byte => byte.toString(16).padStart(2, "0")).join("");
}

/// {"html", "text", "json"} of a lesson, {"hash"} of a world.
async function compute(module, one) {
    if (one.steps === undefined) {
        const found = {};
        for (const kind of ["html", "text", "json"])
            found[kind] = await sha(bytes_at(module, call(module, "sl_" + kind, JSON.stringify(one.params))));
        return found;
    }
    call(module, "sl_world", JSON.stringify(one.params));
    call(module, "sl_world_steps", one.steps);
    const text = new TextDecoder().decode(bytes_at(module, call(module, "sl_world_hash")));
    return {hash: JSON.parse(text).hash ?? text};
}

if (typeof module !== "undefined") module.exports = {bytes_at, call, sha, compute};
