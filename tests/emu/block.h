// One block of a launch: its threads as fibers, each of which runs until it waits, for its warp, its block,
// the grid or nobody.
#pragma once
#include <array>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tests/emu/fiber.h"
#include "tests/emu/launch.h"
#include "tests/emu/order.h"

namespace emu {

/// Kernel, sizes and memory that all blocks of a launch have in common.
struct GridLaunch {
    const char* name = "";
    dim3 grid, block;
    const std::function<void()>* thread = nullptr;
    size_t dynamic_shared_bytes = 0;
    bool cooperative = false;
};

/// Threads that stand at each place, ascending in each block, for messages.
using Places = std::map<std::string, std::vector<uint32_t>>;

/// Returns "; 64 wait for the block at kernel.cu:12 (threads 0-31, 96-127); ...".
std::string places_text(const Places& places);

class Block {
public:
    static constexpr uint32_t kMaxThreads = 1024;

    /// `slot` numbers the blocks that are alive at once.
    Block(Arranger& order, uint32_t slot) : order_(order), slot_(slot) {}

    void begin(const GridLaunch& launch, uint32_t number);

    /// threadIdx, blockIdx and the calls below are this block's from here.
    void enter();

    /// Shuffled, runs every ready thread once. Else one warp after another runs until no thread of it is
    /// ready, so that they are as far apart as barriers let them, and the stacks that are in use are few. The
    /// answer is how often threads ran, those of the warp that did so most.
    uint32_t round();

    bool ended() const { return left_ == count_; }
    bool can_run() const { return can_run_; }
    uint32_t slot() const { return slot_; }
    uint32_t left() const { return left_; }
    uint32_t in_grid() const { return in_grid_; }
    uint32_t resumed() const { return resumed_; }  // in the last round
    uint32_t slept() const { return slept_; }      // of the threads resumed in the last round

    /// Returns where the first thread that waits for the grid does so.
    const Site& grid_site() const { return site_of(first_in_grid_); }
    void leave_grid_barrier();
    void give_up();
    ThreadPosition thread_position() const {
        return {number_, running_, barriers_, warps_[running_ / 32].answers};
    }
    void count_places(Places& places) const;

    /// The one whose thread runs; null in host code.
    static Block* current() { return current_; }
    static void leave() { current_ = nullptr; }

    // Called by the thread that runs; what waits for warps and blocks is in block.cpp.
    void wait_for_grid(const Site& site);
    void sleep(const Site& site);
    void pause();  // as if the hardware had let others run
    [[noreturn]] void fail(const char* what, const Site& site);

    /// Says where the threads are and gives up this launch.
    [[noreturn]] void stuck(const std::string& what, const Site* site = nullptr) const;

private:
    static constexpr uint32_t kWarps = kMaxThreads / 32;
    enum class State : uint8_t { ready, asleep, in_warp, in_block, in_grid, left };

    /// Threads of a warp, and the operation that they wait for; sets of lanes are bits.
    struct alignas(64) Warp {
        uint32_t there, waiting;          // have not left; wait for others of the warp
        uint32_t ready, ready_next;       // in this round; in the next
        uint32_t answers;                 // operations that lanes have done together
        std::array<uint64_t, 32> values;  // given, then the answers
        std::array<uint32_t, 32> masks, sources;
        std::array<Op, 32> ops;
        std::array<State, 32> states;
        std::array<Site, 32> sites;
    };

    friend uint64_t with_warp(Op, uint32_t, uint64_t, uint32_t, const Site&);
    friend uint64_t with_block(Op, uint64_t, const Site&);
    static void run_thread();
    void set_running(uint32_t i);
    void hand_over(bool settle, bool for_ever = false);
    void wait(State state, const Site& site, bool settle);
    void wait_for_nothing();
    void list_lanes(uint32_t first, uint32_t lanes);
    void run_list();
    void settle(uint32_t i);
    void settle_warp(uint32_t i);
    template <class In>
    bool answer_warp(uint32_t first, uint32_t come, uint32_t one, In in);
    void settle_block();
    void enter_grid_barrier(uint32_t i);
    void release_all(uint64_t answer);
    State state_of(uint32_t i) const { return warps_[i / 32].states[i % 32]; }
    const Site& site_of(uint32_t i) const { return warps_[i / 32].sites[i % 32]; }
    std::string where() const;

    static inline Block* current_ = nullptr;
    Arranger& order_;
    const uint32_t slot_;
    GridLaunch launch_;
    std::unique_ptr<Fiber[]> fibers_{new Fiber[kMaxThreads]};
    std::array<Warp, kWarps> warps_{};
    std::vector<uint32_t> list_;  // threads that run one after another
    size_t next_in_list_ = 0;
    bool settle_ = false;  // the thread that gave the list up has changed what others wait for
    uint32_t number_ = 0, count_ = 0, warp_count_ = 0, running_ = 0;
    uint32_t left_ = 0, in_block_ = 0, in_grid_ = 0, slept_ = 0, resumed_ = 0;
    uint32_t barriers_ = 0;  // passed by all its threads
    uint32_t first_in_grid_ = 0;
    bool can_run_ = false;
    std::string fault_;
};

/// "file:line" as messages have it.
std::string at(const Site& site);

}  // namespace emu
