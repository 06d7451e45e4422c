// The list of sort engines. An engine adds itself with one line; nothing else names it, except defaults.
//
// The list is filled when it is first used, so objects that are made before main, in any order, find all
// engines (sort/base/registered.h says how). A program or shared library that links the static libraries has a
// list and engines of its own, whatever other parts of the process have linked, in this or another version:
// symbols of the static libraries are hidden. Of the shared library there is one list in the process. Where two
// versions are in one process, compile those who use them with -fvisibility=hidden, too: inline functions of
// these headers are compiled into their objects.
#pragma once
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sort/base/errors.h"
#include "sort/sorter.h"

namespace sort {

enum class Backend { cpu, cuda };

inline const char* name_of(Backend backend) { return backend == Backend::cuda ? "cuda" : "cpu"; }

/// Leaving early with no word from the host: launches gated by a device word, or a graph's IF node (used
/// only while the stream is being captured and the driver knows it; a plain stream is always gated).
enum class EarlyExit { best, gated, if_node };

/// Shape of a block's tile: threads per block, pairs per thread. {0, 0}: the engine's own choice.
struct TileShape {
    uint32_t threads = 0, items = 0;

    uint32_t pairs() const { return threads * items; }
    bool operator==(const TileShape&) const = default;
};

/// Returns "256x8", threads x pairs per thread, as --tile takes it.
std::string tile_text(const TileShape& tile);
/// Returns "256x8, 32x1".
std::string tiles_text(std::span<const TileShape> tiles);

/// The digits that an engine can be made for; {0, 0, 0} for engines without a choice.
struct DigitBits {
    int fewest = 0, most = 0, usual = 0;
};

/// Configuration of a sorter. A member left at its default is chosen by the engine.
struct EngineConfig {
    int threads = 0;  // CPU engines: worker threads, at most 1024; 0: as many as the arena of the caller has
    EarlyExit early_exit = EarlyExit::best;
    int digit_bits = 0;
    TileShape tile{};
    std::string variant{};  // one of Engine::variants
    std::string tuning{};   // what Engine::tune said for this device
};

struct Engine {
    const char* name;      // menu text and command-line name
    const char* sentence;  // what it is, for `sweeplab engines`
    const char* paper;     // the publication it follows, "" for none
    Backend backend;
    bool stable;
    size_t (*bytes)(uint32_t count, const EngineConfig&);  // scratch, asked before anything is allocated
    std::unique_ptr<Sorter> (*create)(uint32_t capacity, const EngineConfig& config);  // see make_sorter
    bool checks_order = true;  // leaves at once when the input is in order; reference sorts do not
    DigitBits digit_bits = {};
    std::span<const TileShape> tiles = {};       // those there are code for; the first is the usual one
    std::span<const char* const> variants = {};  // one step done by another method, for comparisons
    std::string (*tune)() = nullptr;  // measures on the current device once; EngineConfig::tuning keeps it
    bool capturable = true;           // into a CUDA graph; a reference sort may not be
    std::span<const char* const> paths = {};  // names of Report.path in order; empty: it has one path
    /// Makes only the library's own call, where sort() of a reference sort adds a copy to it. The result may
    /// stay in the sorter's memory. For measurements; null: sort() is the library's call.
    void (*call_library)(Sorter&, Pairs, Stream, const Options&) = nullptr;
    const char* library = "";  // whose call a reference sort makes, with its version: "CUB 3.0.1"
    /// Returns how many misplaced pairs the engine moves one by one at most, of `count` pairs; with more it
    /// repairs in another way, or sorts in full. Null: the engine moves none one by one.
    uint32_t (*most_movers)(uint32_t count) = nullptr;
    /// Returns why the engine cannot sort on a device or, with `arrays`, cannot show its arrays to an
    /// observer; "" if it can. Device -1 is the current one. Null: the backend is all that the engine needs.
    std::string (*refusal)(int device, bool arrays) = nullptr;
    /// Whether a sort with Options::arrays reports the stages of the engine's model, with their arrays. False:
    /// it reports its launches as any observed sort does, and the lesson shows the model's stages.
    bool shows_lesson = true;
    /// Returns whether sort() takes Options::key_type i32 and f32. Null: it takes unsigned keys alone, and PairSorter
    /// converts others.
    bool (*sorts_typed)(const EngineConfig&) = nullptr;
    /// Scratch and sorter for keys of 64 bits; null: PairSorter makes two sorts of their halves.
    size_t (*wide_bytes)(uint32_t count, const EngineConfig&) = nullptr;
    std::unique_ptr<WideSorter> (*create_wide)(uint32_t capacity, const EngineConfig& config) = nullptr;
    /// Whether its sorters take Options::live_count. False: PairSorter makes the keys behind that count the greatest.
    bool counts_live = false;
};

/// Returns why the engine cannot sort, or show its arrays, on a device that its backend has; "" if it can.
inline std::string refusal_of(const Engine& engine, int device, bool arrays = false) {
    return engine.refusal ? engine.refusal(device, arrays) : "";
}

/// Returns "window"; "" for engines with one path.
inline const char* path_name(const Engine& engine, uint32_t path) {
    return path < engine.paths.size() ? engine.paths[path] : "";
}

inline bool sorts_typed(const Engine& engine, const EngineConfig& config) {
    return engine.sorts_typed && engine.sorts_typed(config);
}

/// Throws std::invalid_argument for a digit width, tile or variant that the engine does not list, and for
/// threads below 0 or above 1024.
void require_config(const Engine& engine, const EngineConfig& config);

/// engine.create, after require_config. Throws OverLimit for more than 2^32 - 1 pairs, and when there is not so
/// much memory.
std::unique_ptr<Sorter> make_sorter(const Engine& engine, size_t capacity, const EngineConfig& config = {});

/// The same for keys of 64 bits. Null where the engine has no sort of them, or its device is too small for it.
std::unique_ptr<WideSorter> make_wide_sorter_or_none(const Engine& engine, size_t capacity,
                                                     const EngineConfig& config = {});

/// Returns all engines of this program, sorted by name. The results of this and the next two functions stay
/// valid when engines are added later.
std::span<const Engine> engines();

/// Returns the engines of a backend that can sort on a device, sorted by name; -1 is the current device.
/// Throws Unavailable if there is no device of this number.
std::vector<const Engine*> engines_on(Backend backend, int device);

/// Returns the engine of that name; null: this build has none.
const Engine* find_engine(const std::string& name);

/// Returns the engine that is used when none is named, where the device has what it needs.
const char* default_engine(Backend backend);

/// Returns the engine named so, whatever its backend; for "" the default of `backend`, or, where that is not linked
/// or cannot sort on this device, the one that can everywhere, or the first that is linked. Throws Unavailable for
/// a CUDA engine in a build without CUDA, std::invalid_argument for other names that are not in this program.
const Engine& engine_or_default(const std::string& name, Backend backend, int device = -1);

/// Names of the CUDA engines in the source tree, whether this build has them or not (made at configure).
std::span<const char* const> cuda_engine_names();

/// Adds an engine, of which the code must stay loaded: of this tree, by the line register_NAME() in its file
/// NAME.cpp or NAME.cu, or of your own at any time, also before main. False when the name is taken: the first
/// engine of a name stays, so one that several plug-ins add is there once.
bool add_engine(const Engine& engine);

}  // namespace sort
