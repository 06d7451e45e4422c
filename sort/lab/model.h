// Models: the engines' algorithms on the CPU, stage by stage, with the arrays that the kernels make. They are
// the text of the lessons and the test twins of the kernels: the same stages with the same names, arrays,
// bytes and items, reported to the same kind of observer; for engines whose kernels keep the arrays inside one
// launch (Engine::shows_lesson is false) the same result. Plain loops over tiles and threads; never fast.
//
// A model is an Engine of backend cpu with the name of the engine that it follows, kept in a list of its own.
// It takes the same EngineConfig; the tile {32, 1} (one warp, one key a thread) is the one of lessons, and with
// make_lesson_sorter some take smaller ones and other digits. Stages that a closed gate leaves out are reported
// with that gate (a host word that is 0), as the engine reports them.
#pragma once
#include <string_view>

#include "sort/registry.h"

namespace sort {

/// Description of a stage: one plain sentence for a reader who sees it for the first time.
struct StageText {
    const char* stage;
    const char* sentence;
    const char* skipped = "";  // why a sort skips it, such as "the keys are in order"; "": not needed
};

/// Position of an array of a stage relative to the pairs when it is drawn.
enum class Drawn {
    a_pair,   // one word a pair, in the order of the pairs before the stage
    a_place,  // one word a pair, in the order of the pairs after the stage
    table,    // StageArray::columns words a row: a bin, or a tile, a row
    a_word,   // a single answer
    in_tile,  // one word a pair, each tile in the order that the stage gives it before it writes
    lanes,    // a row per thread, in the order of the pairs: one packed word of counters (sort/lab/lanes.h)
};

struct ArrayText {
    const char* stage;
    const char* array;
    Drawn drawn;
    const char* sentence;
    const char* row = "bin";      // of a table: what a row is, and a column; heads are "bin 0", "tile 3"
    const char* column = "tile";  // "" for a list: one column
    uint32_t lane_bits = 0;       // of Drawn::lanes: bits of a counter
};

/// Sentence about the given keys, printed after the stage's own sentence when the array has a nonzero word
/// (if_any), or when all its words are 0. The array is the stage's own, or that of the last stage before it
/// that has one of the name; nothing is printed without words.
struct Outcome {
    const char* stage;
    const char* array;
    bool if_any;
    const char* sentence;
};

/// Fault that a model can have, to show what the part that it leaves out or does wrong is for.
struct Break {
    const char* name;               // "unstable-ranks": lower case, unique in its model
    const char* title;              // "Ranks in the tile without order"
    const char* sentence;           // what is wrong, and what follows
    uint32_t keys = 64;             // number of lesson keys with which the result is wrong, seed 1,
    const char* input = "uniform";  // of this kind
};

/// Returns whether `broken` is the break of that name; null stands for no break.
inline bool is_break(const Break* broken, std::string_view name) {
    return broken != nullptr && name == broken->name;
}

/// Question to ask a class at the end of a stage. The answer is true of this program's code.
struct Question {
    const char* stage;  // "": of the whole sort
    const char* question;
    const char* answer;
};

/// A part of a stage's picture; app/teach/figure has a file for each. They stand under each other in the order of
/// the list, below the keys as the stage finds them. A stage without a list gets the words of its arrays and
/// the way of each pair, and so does an array that no part of the list draws.
enum class Part {
    groups,  // no drawing: the array (this stage's or an earlier one's) is what colours the pairs; `with` names
             // a group: "bucket"
    bits,    // the bits of each key, those of the digit framed
    words,          // one word per pair under its key
    lanes,          // Drawn::lanes: counters of several digits in one word per thread
    prefix_sums,    // the same, and the steps of the scan that leads to it
    counts,         // a table of counts, a tile at a time
    running_sum,    // a table in the order in which it is summed, `with` the array of counts
    addends,        // what each place is made of: the table `array` of the offsets, and the ranks `with`
    table,          // any other words, as a table
    threads,        // a table threads x bins with the sum of each bin
    exchange,       // Drawn::in_tile: where each pair goes inside its tile, and from there
    copied,         // the same from anywhere, `with` the array of where each pair comes from
    descents,       // neighbours compared, and the answers joined by OR
    splits,         // the arrays "NAME 0", "NAME 1", ...: the keys after a split by each bit of the digit
    network,        // the keys after each phase of a bitonic network, with its comparators
    zero_one,       // the same network, keys above the middle one as 1, the others as 0
    exchange_ring,  // the same network: the lanes of a warp on rings, and which exchange their keys
    merge_path,     // a table of runs a and b per warp, and the staircase of each merge
    look_back,      // which earlier tiles each tile reads, and what it finds there
    waits,          // the same among tiles that all begin at once, one of which may be slow
    windows,        // the table of where windows begin, `with` where they end
    borders,  // the tables "first NAME" and "last NAME" at the borders of tiles, `with` whether they ascend
    displacement,  // how far each key is from its place in the sorted order
    decision,  // the answer `array`, and a scale of how far pairs lie outside their tiles, with the halo `with` marked
    movers,  // which pairs `adaptive` would move one by one, and where they go; nothing where they are too many
    adds,  // of a scan: the array of the index whose sum each pair adds to its own, or, `with` a list, of its words
    spans,      // a list of words that speak for 8, 16, ... pairs each
    moves,      // where each pair goes
    intervals,  // a bar per box: from the key to the word of `array`, in the order of the pairs, and what it was
                // tested with (LessonStep::tests)
    box_plane,  // the boxes in the plane of two axes, and the pairs of the array "pairs"; with `array` also the intervals
    record_spans,  // intervals from the record of a min to that of the max with the same box; records 2 box, 2 box + 1
    plane_bodies,  // bodies in their plane
    plane_cells,   // the same, with the cells of both axes
    interleave,    // the bits of both cells taking turns in the key `array`, and the squares that they choose
    z_curve,       // the bodies' way in the order of the keys, and in the order of x
    squares,       // which squares the prefixes of the sorted keys are
    common_bits,   // bits of sorted keys, and how many each has in common with the next: `array`
    tree_nodes,    // a tree over sorted keys, node by node
    tree_moments,  // the same from the leaves up, and the nodes' boxes in the plane
    tree_walk,  // the same with the nodes that a body's walk accepts and opens; `array`: the terms of the sum
    pull_matrix,  // a row per body, and across it which terms stand for which bodies
    sectors,  // below the moves: how many warps write each 32 bytes, with the exchange in the tile and without
};

struct Picture {
    const char* stage;
    Part part;
    const char* array = "";
    const char* with = "";
};

/// Kernel launches of a stage where nobody observes the sort, and barriers of the grid inside them; < 0: how many there
/// are depends on the keys in more than what ran. A stage that is not listed has one launch and no barrier; stage "":
/// what follows the last stage.
struct StageLaunches {
    const char* stage;
    uint32_t launches;
    int barriers = 0;
};

/// Sizes that a model can have besides the tiles and digits of its engine, for lessons that are small enough to
/// be seen whole.
struct LessonSizes {
    bool tiles = false;         // {4, 1}, {8, 1}, {16, 1}: one pair per thread, as in the tile {32, 1}
    bool warps = false;         // the lesson counts by warps, which may be as small and no larger than a tile
    bool tile_is_warp = false;  // a warp has as many threads as a tile has pairs
    DigitBits digit_bits = {};  // {0, 0, 0}: those of the engine
    const char* gpu_tile = "more";  // pairs of a tile of the kernels: "4,096 or more"
};

/// A variant of the engine (EngineConfig::variant) that the model tells. Its pictures are those of "ENGINE:NAME".
struct LessonVariant {
    const char* name;
    const char* title;                  // of the lesson
    std::span<const StageText> stages;  // that differ from the engine's
    bool exchanges = true;  // false: the pairs of a tile are written in the order in which they came
};

/// How the threads of a warp write the pairs of a pass: neighbouring ones of a tile that was put in order before; as they
/// were read, neighbouring ones; or each its own strip of the pairs, one after the other.
enum class Writes { exchanged, as_read, in_strips };

/// Pairs of the tiles of lessons: powers of two in this range.
inline constexpr uint32_t kLeastLessonTile = 4, kLessonTile = 32;

/// The engine fields come first: Model{{"fourway", ...}, "title", kStages, kArrays}.
struct Model : Engine {
    const char* title;  // of the lesson
    std::span<const StageText> stages;
    std::span<const ArrayText> arrays;
    std::span<const Outcome> outcomes = {};
    std::span<const Question> questions = {};
    std::span<const Break> breaks = {};
    /// The model with one of its breaks; writes only to the arrays that it is given, whatever goes wrong.
    /// Null where there are no breaks.
    std::unique_ptr<Sorter> (*create_broken)(uint32_t capacity, const EngineConfig& config,
                                             const Break& broken) = nullptr;
    /// Threads of a warp where a lesson counts what warps write, with the tile {32, 1}. 8 where nothing that
    /// the stages make depends on warps of 32: then a tile of 32 pairs has four of them.
    uint32_t lesson_warp_threads = 32;
    const char* lesson_input =
        "uniform";              // a kind of sort/lab/inputs.h with which the lesson's point is seen
    uint32_t lesson_keys = 64;  // and how many keys of it
    std::span<const StageLaunches> launches = {};  // with the tile {32, 1} and so few keys
    LessonSizes sizes = {};
    std::span<const LessonVariant> lesson_variants = {};
    Writes writes = Writes::exchanged;
};

/// Returns all models, sorted by name.
std::span<const Model> models();

/// Returns the model of that name; null: there is none.
const Model* find_model(const std::string& name);

/// Returns the kernel launches that the model declares for the stage; "" stands for those after the last stage.
StageLaunches launches_of(const Model& model, const std::string& stage);

/// make_sorter for the model, which takes its LessonSizes, too; with one of its breaks, or null. Throws
/// std::invalid_argument.
std::unique_ptr<Sorter> make_lesson_sorter(const Model& model, uint32_t capacity, const EngineConfig& config,
                                           const Break* broken = nullptr);

/// Adds a model. Called by register_ROOM_model() in each model.cpp. Returns false when the name is taken.
bool add_model(const Model& model);

/// Returns the pictures of a model's stages; none: {}. Added by a registering line of a file
/// model_pictures.cpp; `engine` and the list live for ever.
std::span<const Picture> pictures_of(const std::string& engine);
bool add_pictures(const char* engine, std::span<const Picture> pictures);

}  // namespace sort
