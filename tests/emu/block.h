// One block of a launch: its threads as fibers, each of which runs until it waits, for its warp, its block,
// the grid or nobody.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tests/emu/fiber.h"
#include "tests/emu/launch.h"
#include "tests/emu/order.h"

namespace emu {

/// What the blocks of a launch have in common.
struct GridLaunch {
    const char* name = "";
    dim3 grid, block;
    const std::function<void()>* thread = nullptr;
    size_t dynamic_shared_bytes = 0;
    bool cooperative = false;
};

/// How many threads stand at each place, for messages.
using Places = std::map<std::string, uint32_t>;

class Block {
public:
    static constexpr uint32_t kMaxThreads = 1024;

    /// `slot` numbers the blocks that are alive at once.
    Block(Arranger& order, uint32_t slot) : order_(order), slot_(slot) {}

    void begin(const GridLaunch& launch, uint32_t number);

    /// threadIdx, blockIdx and the calls below are this block's from here.
    void enter();

    /// Runs every ready thread once.
    void round();

    bool ended() const { return left_ == count_; }
    bool can_run() const { return !next_.empty(); }
    uint32_t slot() const { return slot_; }
    uint32_t left() const { return left_; }
    uint32_t in_grid() const { return in_grid_; }
    uint32_t resumed() const { return static_cast<uint32_t>(now_.size()); }  // in the last round
    uint32_t slept() const { return slept_; }                                // of these

    /// Where the first thread that waits for the grid does so.
    const Site& grid_site() const;
    void leave_grid_barrier();
    void give_up();
    void count_places(Places& places) const;

    /// The one whose thread runs; null in host code.
    static Block* current() { return current_; }
    static void leave() { current_ = nullptr; }

    // Called by the thread that runs; what waits for warps and blocks is in block.cpp.
    void wait_for_grid(const Site& site);
    void sleep();
    void pause();  // as if the hardware had let others run
    [[noreturn]] void fail(const char* what, const Site& site);

    /// Says where the threads are and gives up this launch.
    [[noreturn]] void stuck(const std::string& what, const Site* site = nullptr) const;

private:
    enum class State : uint8_t { ready, asleep, in_warp, in_block, in_grid, left };
    struct alignas(64) Thread {
        Fiber fiber;
        State state = State::ready;
        Op op = Op::none;
        uint32_t mask = 0, source = 0;
        uint64_t value = 0;  // given, then the answer
        Site site;
    };

    friend uint64_t with_warp(Op, uint32_t, uint64_t, uint32_t, const Site&);
    friend uint64_t with_block(Op, uint64_t, const Site&);
    friend uint32_t lane();
    static void run_thread();
    uint64_t wait(State state, Op op, uint32_t mask, uint64_t value, uint32_t source, const Site& site);
    void resume(uint32_t i);
    void settle(uint32_t i);
    void settle_warp(uint32_t i);
    void settle_block();
    void check_grid_barrier(const Thread& thread) const;
    void release(uint32_t i, uint64_t answer);
    std::string where() const;

    static inline Block* current_ = nullptr;
    Arranger& order_;
    const uint32_t slot_;
    GridLaunch launch_;
    std::unique_ptr<Thread[]> threads_{new Thread[kMaxThreads]};
    std::vector<uint32_t> now_, next_;  // ready, in this round and the next
    uint32_t waiting_[kMaxThreads / 32] = {}, there_[kMaxThreads / 32] = {};  // a warp's lanes as bits
    uint32_t number_ = 0, count_ = 0, running_ = 0;
    uint32_t left_ = 0, in_block_ = 0, in_grid_ = 0, slept_ = 0;
    std::string fault_;
};

/// "file:line" as messages have it.
std::string at(const Site& site);

}  // namespace emu
