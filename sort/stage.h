// What an engine shows the outside while it works. The profiler and the lessons are both observers.
#pragma once
#include <cstdint>
#include <span>

struct CUstream_st;  // declared at global scope: inside namespace sort it would name a different type

namespace sort {

using Stream = CUstream_st*;  // cudaStream_t without the CUDA headers; CPU engines ignore it

/// Key-index pairs as two arrays of `count`: device memory for CUDA engines, host memory for CPU engines.
/// `values` may be null: keys alone are sorted. The caller owns both arrays.
template <class Key>
struct KeyPairs {
    Key* keys;
    uint32_t* values;
    uint32_t count;
};
using Pairs = KeyPairs<uint32_t>;
using WidePairs = KeyPairs<uint64_t>;

/// Most pairs of a traced sort that also writes the arrays that otherwise live in registers and shared memory only.
constexpr uint32_t kTraceLimit = 1u << 16;

/// An array that a stage made (digits, counts, offsets, ranks), in the same memory space as the pairs.
struct StageArray {
    const char* name;
    const uint32_t* data;
    uint32_t length;
    uint32_t columns = 0;  // of a table, stored row by row; 0: one row
};

/// One stage of an algorithm. Names are literals: "order check", "count", "scan", "map".
struct Stage {
    const char* name;
    int pass = -1;                            // digit pass, 0 is the least significant; -1 outside the passes
    Pairs pairs{};                            // the buffer that holds the data at this moment
    std::span<const StageArray> arrays = {};  // what the stage made; filled for after()
    uint64_t bytes = 0;                       // moved through memory by this stage, by the engine's model
    uint64_t items = 0;
    const uint32_t* gate = nullptr;  // in the same memory; where it is 0 when the stage ends, it did nothing
    const uint32_t* stopped = nullptr;  // likewise; where it is not 0, the stage had seen enough early
    uint64_t bytes_if_stopped = 0;      // and moved about so much instead of `bytes`
};

/// The words that a stage points to, as they stood when it ended, and what follows from them.
struct StageWords {
    uint32_t gate = 1, stopped = 0;

    bool ran() const { return gate != 0; }
    uint64_t moved_bytes(const Stage& stage) const {
        return moved_bytes(stage.bytes, stage.bytes_if_stopped);
    }
    uint64_t moved_bytes(uint64_t bytes, uint64_t bytes_if_stopped) const {
        return gate == 0 ? 0 : stopped != 0 ? bytes_if_stopped : bytes;
    }
};

/// Returns the words of a stage in host memory, in after(); sort/cuda/stage_words.cuh has the device's.
inline StageWords words_of(const Stage& stage) {
    return {stage.gate ? *stage.gate : 1, stage.stopped ? *stage.stopped : 0};
}

/// Told before and after every stage. May queue events or copies on the stream, must never wait for it.
class StageObserver {
public:
    virtual ~StageObserver() = default;
    virtual void before(const Stage& stage, Stream stream) = 0;
    virtual void after(const Stage& stage, Stream stream) = 0;
};

}  // namespace sort
