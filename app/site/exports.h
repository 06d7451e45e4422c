// What a page calls: plain C, numbers and texts in UTF-8, most of them JSON. A text is valid until the next call. Errors
// are {"error": "the program's own sentence"}, also where a text that is no JSON is expected: no such text begins so.
//
// `params` of a lesson: {"engine", "n", "seed", "input", "keys", "break", "tile", "warp", "digit_bits", "slow_tile"}, all
// but the first may be left out, null or "". Numbers may be texts, as an address or a form has them; "keys" is a text or an array.
// No call knows of the one before it: the last few lessons are kept, and made again where that is not enough.
#pragma once
#include <cstdint>

extern "C" {

/// What there is: {"lessons": [{"name", "title", "paper", "input", "n", "waits", "tiles", "warps", "digit_bits",
/// "variants", "breaks": [{"name", "title", "input", "n"}]}], "inputs": [{"name", "usage", "sentence", "example"}],
/// "most_keys", "version", "commit"}. "tiles", "warps" and "digit_bits" are those that the lesson can be made with; of none,
/// [].
[[gnu::used]] const char* sl_catalog();

/// [{"name", "title", "bodies", "meshes"}]: for tests. Reads the files of all scenes, so no page waits for it.
[[gnu::used]] const char* sl_scenes();

/// {"engine", "title", "source", "input", "keys", "bits", "tile", "sorted", "result", "path", "steps": [{"stage",
/// "pass", "ran", "title", "sentence"}], "broken": {"name", "title", "sentence", "wrong", "what", "first_step"}}.
/// "result": of a lesson that is no sort, else "". "broken" only where there is one; "first_step" counts from 0, -1: none.
[[gnu::used]] const char* sl_lesson(const char* params);

/// Step `index`, from 0: {"title", "sentence", "ran", "svg", "css", "patterns", "operations", "numbers": [{"name",
/// "value", "meaning"}], "questions": [{"question", "answer"}], "text"}. Groups of the SVG say from which operation on
/// they stand, and until which: data-from, data-until. Its colours are variables: "css" and "patterns" have those of
/// all steps so far, so that the newest serve all figures of a page. Of a step that did not run, the first three alone.
[[gnu::used]] const char* sl_step(const char* params, int index);

/// [{"step", "hidden", "question", "answer", "columns", "row", "column", "text"}]: "answer" by rows where "columns" is
/// not 0; "text" is what it is answered from. Empty where a lesson has no question.
[[gnu::used]] const char* sl_quiz(const char* params, const char* seed);

/// Compares words with the answer of question `index`: {"right": [true, ...], "all": false, "sentence"}. `words`: a JSON
/// array of numbers or texts, "" for a cell that is not filled in.
[[gnu::used]] const char* sl_quiz_check(const char* params, const char* seed, int index, const char* words);

/// The bytes of what the program writes for the lesson: `-o FILE.html`, standard output, `--json -`.
[[gnu::used]] const char* sl_html(const char* params);
[[gnu::used]] const char* sl_text(const char* params);
[[gnu::used]] const char* sl_json(const char* params);

/// [{"word", "meaning"}], in alphabetical order.
[[gnu::used]] const char* sl_words();

/// The command that shows the same lesson: "sweeplab teach fourway -n 8".
[[gnu::used]] const char* sl_command(const char* params);

/// What a command of a guide shows: {"page": "lesson", "params", "beside": [more engines], "first", "last", "pass",
/// "brief", "quiz"} with steps from 0, both included; of `view`, `render` and `profile`, {"page": "world", "params"}.
[[gnu::used]] const char* sl_parse_command(const char* text);

/// Makes the world of {"scene", "bodies", "seed", "engine", "broad_phase"}, in place of the one before: {"scene",
/// "title", "bodies", "seed", "engine", "broad_phase", "time_step_s", "min", "max", "camera"}. Without "broad_phase" it
/// is the command line's, `columns`. Scenes of meshes are refused.
[[gnu::used]] const char* sl_world(const char* params);

/// Does so many steps: {} or an error.
[[gnu::used]] const char* sl_world_steps(uint32_t count);

/// Six floats for each body by id: x, y, z and radius in m, speed in m/s, 1 while it sleeps. Null without a world. The
/// place may change with each call that makes steps.
[[gnu::used]] const float* sl_world_state();
[[gnu::used]] uint32_t sl_world_count();

/// Of the last step: {"steps", "seconds", "pairs", "contacts", "tests", "descents", "paths", "passes_run",
/// "passes_skipped", "windows", "movers", "shift", "axis", "asleep", "stages": [{"name", "us"}], "us"}.
[[gnu::used]] const char* sl_world_numbers();

/// {"hash": "0x...", "command"}: of the state now, and the command that prints the same.
[[gnu::used]] const char* sl_world_hash();
}
