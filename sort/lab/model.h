// Models: the engines' algorithms on the CPU, stage by stage, with the arrays that the kernels make. They are
// the text of the lessons and the test twins of the kernels: the same stages with the same names, arrays,
// bytes and items, told to the same kind of observer. Plain loops over tiles and threads; never fast.
//
// A model is an Engine of backend cpu with the name of the engine that it follows, kept in a list of its own.
// It takes the same EngineConfig; the tile {32, 1} (one warp, one key a thread) is the one of lessons. Stages
// that a closed gate leaves out are told with that gate (a host word that is 0), as the engine tells them.
#pragma once
#include "sort/registry.h"

namespace sort {

/// What a stage does, in one plain sentence for someone who sees it for the first time.
struct StageText {
    const char* stage;
    const char* sentence;
    const char* skipped = "";  // why a sort skips it, such as "the keys are in order"; "": not needed
};

/// How an array of a stage stands beside the pairs when it is drawn.
enum class Drawn {
    a_pair,   // one word a pair, in the order of the pairs before the stage
    a_place,  // one word a pair, in the order of the pairs after the stage
    table,    // StageArray::columns words a row: a bin, or a tile, a row
    a_word,   // a single answer
    in_tile,  // one word a pair, each tile in the order that the stage gives it before it writes
};

struct ArrayText {
    const char* stage;
    const char* array;
    Drawn drawn;
    const char* sentence;
    const char* row = "bin";      // of a table: what a row is, and a column; heads are "bin 0", "tile 3"
    const char* column = "tile";  // "" for a list: one column
};

/// The engine fields come first: Model{{"fourway", ...}, "title", kStages, kArrays}.
struct Model : Engine {
    const char* title;  // of the lesson
    std::span<const StageText> stages;
    std::span<const ArrayText> arrays;
};

/// All models, sorted by name.
std::span<const Model> models();

/// Null when there is none of that name.
const Model* find_model(const std::string& name);

/// Called by the registering line of each model file; a repeated name aborts at start.
bool add_model(const Model& model);

}  // namespace sort
