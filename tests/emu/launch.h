// Kernel launches and what threads of a block wait for. Each thread is a fiber; between two barriers it runs
// alone, so code that relies on a warp running in step, or on an order of threads, gives wrong results here.
#pragma once
#include <cstdint>
#include <functional>
#include <source_location>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/emu/types.h"

struct CUstream_st;
enum cudaError_t : int;

namespace emu {

/// Thrown for an error of a kernel or of its host; the message names the place.
struct Fault : std::logic_error {
    using std::logic_error::logic_error;
};

using Site = std::source_location;

/// Operations of all lanes of a warp, or of all threads of a block.
enum class Op : uint8_t {
    none,
    sync,
    shuffle,
    ballot,
    match_any,
    match_all,
    add,
    minimum,
    maximum,
    bit_and,
    bit_or,
    bit_xor,
};

/// Waits for all lanes of `mask` that have not left, each with a value. Returns the result once the last has
/// come; of a shuffle, the value of lane `source`.
uint64_t with_warp(Op op, uint32_t mask, uint64_t value, uint32_t source, const Site& site);

/// Waits for all threads of the block, and returns their values added, and'ed or or'ed.
uint64_t with_block(Op op, uint64_t value, const Site& site);

/// Waits for all threads of all blocks of a cooperative launch.
void with_grid(const Site& site);
bool grid_is_cooperative();

/// Lets the other threads and blocks run (a spin loop must).
void let_others_run(const Site& site);

/// State of the thread that runs, read so often that it is in line.
struct Running {
    uint32_t lane = 0;         // of the thread that runs
    bool takes_turns = false;  // the launch is shuffled
    bool late = false;         // stores come late to other blocks (late_stores.h)
    uint64_t spins = 0;        // threads resumed since something has changed
};
inline Running running;

inline uint32_t lane() { return running.lane; }

/// Something has changed that a thread may wait for: the search for livelocks begins anew.
inline void progress() { running.spins = 0; }

/// Lets others run in shuffled launches, once in `one_in` times: called where words of other threads change.
void take_turns(uint32_t one_in);
inline void interrupt(uint32_t one_in) {
    if (running.takes_turns) take_turns(one_in);
}

/// Shows other blocks what the thread's block has stored: all of it; one word.
void fence_stores();
void fence_word(const void* word, size_t bytes);
inline void fence() {
    if (running.late) fence_stores();
    interrupt(4);
}
inline void seen_by_all(const void* word, size_t bytes) {
    if (running.late) fence_word(word, bytes);
}

/// Where the thread that runs stands: in which block, which thread of it, and how many barriers of the block and
/// operations of its warp it has passed. Two threads of a block with equal numbers may run in any order.
struct ThreadPosition {
    uint32_t block, thread, block_barriers, warp_operations;
};
ThreadPosition thread_position();

/// Ends the launch with a Fault; called by a thread of a kernel, whose stack is not unwound.
[[noreturn]] void fail(const char* what, const Site& site);

/// Poisons a shared variable when the first thread of a block comes past its declaration.
void fresh_shared(void* variable, size_t bytes);

/// The dynamic shared memory of the block that runs; always the same address.
void* dynamic_shared();

/// A launch that is still to be told its threads' body.
struct GridFacts {
    const char* name;
    dim3 grid, block;
    size_t dynamic_shared_bytes;
    CUstream_st* stream;
    bool cooperative;
    Site site;
    void (*kernel)();
};

/// Runs thread() once a thread, now or when the graph is launched that the stream is captured into; or
/// refuses as the device does.
cudaError_t run_grid(const GridFacts& facts, std::function<void()> thread);

template <class... Parameters>
struct Launch {
    void (*kernel)(Parameters...);
    const char* name;
    dim3 grid, block;
    size_t shared_bytes;
    CUstream_st* stream;
    Site site;
    bool cooperative = false;

    void operator()(Parameters... parameters) const { run(parameters...); }

    cudaError_t run(Parameters... parameters) const {
        const auto address = reinterpret_cast<void (*)()>(kernel);
        return run_grid({name, grid, block, shared_bytes, stream, cooperative, site, address},
                        [kernel = kernel, parameters...] { kernel(parameters...); });
    }
};

/// kernel<<<grid, block, shared_bytes, stream>>> is rewritten to this by rewrite.py.
template <class... Parameters>
Launch<Parameters...> launcher(const char* name, const Site& site, void (*kernel)(Parameters...), dim3 grid,
                               dim3 block, size_t shared_bytes = 0, CUstream_st* stream = nullptr) {
    return {kernel, name, grid, block, shared_bytes, stream, site, false};
}

/// A kernel template that takes its types from what it is given; it has no address, so no attributes.
template <class Call>
struct Deduced {
    Call call;
};

template <class Call>
auto launcher(const char* name, const Site& site, Deduced<Call> kernel, dim3 grid, dim3 block,
              size_t shared_bytes = 0, CUstream_st* stream = nullptr) {
    return [=](auto... arguments) {
        run_grid({name, grid, block, shared_bytes, stream, false, site, nullptr},
                 [=] { kernel.call(arguments...); });
    };
}

/// Returns how many barriers of cooperative grids were passed since the program began.
uint64_t grid_barriers();

enum class Order { forward, reverse, shuffled, mixed };  // mixed: each launch draws one of the three

/// The order in which ready threads and blocks run; in shuffled launches the blocks that are alive take
/// turns. At start: EMU_ORDER (a name above; mixed) and EMU_SEED.
void set_order(Order order, uint64_t seed);

/// Sets whether stores of a block come late to others from now on, in launches of several blocks, where
/// device memory is small. At start: whether EMU_LATE is 1.
void set_late_stores(bool late);

/// While one lives: launches and copies on another stream, waiting, allocating and freeing are Faults.
class SortWatch {
public:
    explicit SortWatch(CUstream_st* stream);
    ~SortWatch();
    SortWatch(const SortWatch&) = delete;
    SortWatch& operator=(const SortWatch&) = delete;
};

/// While one lives, launches are written down and not run: what a host function queues is seen at once, for
/// any number of blocks.
class LaunchLog {
public:
    LaunchLog();
    ~LaunchLog();
    LaunchLog(const LaunchLog&) = delete;
    LaunchLog& operator=(const LaunchLog&) = delete;

    /// Returns the launches in order, each with the kernel's address, which tells instantiations apart, grid,
    /// block and bytes of dynamic shared memory.
    const std::vector<std::string>& launches() const { return launches_; }

    /// The launch with this index, and no other, fails as one does whose kernel cannot be loaded.
    void fail_at(size_t index) { failing_ = index; }

    /// Returns what the launch answers.
    cudaError_t add(const GridFacts& facts);

private:
    std::vector<std::string> launches_;
    size_t failing_ = ~size_t{0};
};

/// Called by the runtime's functions: a Fault if a SortWatch forbids it.
void not_while_sorting(const char* call);
void on_stream(const char* call, CUstream_st* stream);

/// Throws a Fault when words around an allocation have changed.
void check_guards(const std::string& after);

}  // namespace emu
