// Which blocks are alive and which of them runs: one after another, or, in shuffled launches, by turns. A
// block that waits or sleeps gives way to the others. The barrier of a cooperative grid and livelocks are
// seen here.
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "tests/emu/block.h"
#include "tests/emu/late_stores.h"
#include "tests/emu/runtime.h"
#include "tests/emu/shared_memory.h"

namespace emu {
namespace {

/// Threads resumed, in turns in which some slept, before anybody left or an atomic changed a word.
constexpr uint64_t kMostSpins = 20'000'000;

/// A turn without sleep of so many rounds is work, not a loop around a word.
constexpr uint32_t kWorkRounds = 256;

Order named_order() {
    const char* text = std::getenv("EMU_ORDER");
    const std::string name = text ? text : "mixed";
    const std::map<std::string, Order> names = {{"forward", Order::forward},
                                                {"reverse", Order::reverse},
                                                {"shuffled", Order::shuffled},
                                                {"mixed", Order::mixed}};
    if (!names.count(name)) throw Fault("EMU_ORDER is forward, reverse, shuffled or mixed");
    return names.at(name);
}

class Grid {
public:
    Grid() {
        const char* seed = std::getenv("EMU_SEED");
        order_.set(named_order(), seed ? std::strtoull(seed, nullptr, 10) : 1);
        const char* late = std::getenv("EMU_LATE");
        wants_late_ = late && late == std::string("1");
    }

    void set_order(Order order, uint64_t seed) { order_.set(order, seed); }
    void set_late(bool late) { wants_late_ = late; }
    LateStores& late_stores() { return late_; }

    /// At most `most_alive` blocks are begun and not ended.
    void run(const GridLaunch& launch, uint32_t most_alive) {
        launch_ = launch;
        order_.begin_launch();
        pending_.resize(size_t{launch.grid.x} * launch.grid.y * launch.grid.z);
        for (uint32_t i = 0; i < pending_.size(); ++i) pending_[i] = i;
        order_.arrange(pending_);
        begun_ = 0;
        running.spins = 0;
        next_ = 0;
        give_way_ = true;

        // A kernel may not count on blocks being there together, but for a cooperative grid.
        most_alive_ = most_alive;
        switch_one_in_ = 0;
        if (order_.shuffled()) {
            if (!launch.cooperative) most_alive_ = 1 + order_.below(most_alive);
            switch_one_in_ = 2u << 3 * order_.below(3);
        }
        running.takes_turns = switch_one_in_ != 0;
        left_threads_ = 0;
        begin_late();
        try {
            while (begun_ < pending_.size() || !alive_.empty()) turn();
        } catch (...) {
            running.late = false;
            for (Block* block : alive_) block->give_up();
            while (!alive_.empty()) end(alive_.size() - 1);
            Block::leave();
            throw;
        }
        Block::leave();
        if (std::exchange(running.late, false)) late_.end();
    }

    /// The thread that runs makes room for others, once in `one_in` times.
    void take_turns(uint32_t one_in) {
        Block* const block = Block::current();
        if (block != nullptr && order_.below(one_in) == 0) block->pause();
    }

    const GridLaunch& launch() const { return launch_; }
    uint64_t barriers() const { return barriers_; }

private:
    void begin_late() {
        running.late = false;
        if (!wants_late_ || pending_.size() == 1) return;
        const LateStores::Memory memory = device_memory();
        size_t bytes = 0;
        for (const auto& region : memory) bytes += region.second;
        if (bytes > LateStores::kMostBytes) return;
        running.late = true;
        late_.begin(memory);
    }

    /// One block runs until it has ended, waits, sleeps, or, in shuffled launches, now and then.
    void turn() {
        const size_t chosen = choose();
        Block& block = *alive_[chosen];
        const bool moved = SharedMemory::instance().enter(block.slot());
        block.enter();
        if (running.late) late_.enter(block.slot());
        const uint32_t left_before = block.left();
        uint64_t resumed = moved ? 16 : 1;
        uint32_t rounds = 0;
        do {
            rounds += block.round();
            resumed += block.resumed();
        } while (block.can_run() && block.slept() == 0 && !changes_now());

        if (running.late) {
            if (!block.can_run() && block.in_grid() > 0) late_.fence();  // it has come to the barrier
            late_.leave(block.slot(), block.ended(), order_.random());
        }
        running.spins += resumed;
        if (block.left() != left_before || (rounds > kWorkRounds && block.slept() == 0)) running.spins = 0;
        left_threads_ += block.left() - left_before;
        give_way_ = block.slept() > 0 || !block.can_run();
        next_ = chosen + 1;
        const bool ended = block.ended();
        if (ended) {
            check_overrun();
            end(chosen);
            next_ = chosen;
        } else if (!block.can_run() && block.in_grid() == 0) {
            block.stuck("deadlock: every thread waits");
        }
        if (launch_.cooperative && (ended || !block.can_run())) settle_grid();
        if (running.spins > kMostSpins) stuck("livelock: threads sleep and nothing changes");
    }

    bool changes_now() {
        const bool others = alive_.size() > 1 || (most_alive_ > 1 && begun_ < pending_.size());
        return switch_one_in_ != 0 && others && order_.below(switch_one_in_) == 0;
    }

    /// A block that can run, begun if need be; gives its place in alive_.
    size_t choose() {
        const bool room = begun_ < pending_.size() && alive_.size() < most_alive_;
        if (order_.shuffled()) {
            runnable_.clear();
            for (uint32_t i = 0; i < alive_.size(); ++i) {
                if (alive_[i]->can_run()) runnable_.push_back(i);
            }
            if (room && order_.below(static_cast<uint32_t>(runnable_.size()) + 1) == 0) return begin();
            if (!runnable_.empty()) return runnable_[order_.below(static_cast<uint32_t>(runnable_.size()))];
        } else {
            if (room && give_way_) return begin();
            for (size_t i = 0; i < alive_.size(); ++i) {
                const size_t at = (next_ + i) % alive_.size();
                if (alive_[at]->can_run()) return at;
            }
        }
        if (room) return begin();
        stuck("deadlock: every thread waits");
    }

    size_t begin() {
        if (idle_.empty()) {
            blocks_.push_back(std::make_unique<Block>(order_, static_cast<uint32_t>(blocks_.size())));
            idle_.push_back(blocks_.back().get());
        }
        alive_.push_back(idle_.back());  // the one used last: its stacks are in the cache
        idle_.pop_back();
        SharedMemory::instance().begin_block(alive_.back()->slot());
        alive_.back()->begin(launch_, pending_[begun_++]);
        return alive_.size() - 1;
    }

    void end(size_t place) {
        idle_.push_back(alive_[place]);
        alive_.erase(alive_.begin() + static_cast<std::ptrdiff_t>(place));
    }

    /// Called when a block has ended, or waits for the grid.
    void settle_grid() {
        const Block* first = nullptr;
        uint64_t waiting = 0;
        for (const Block* block : alive_) {
            if (block->in_grid() == 0) continue;
            if (!first) first = block;
            const Site &one = first->grid_site(), &other = block->grid_site();
            if (one.line() != other.line() || one.file_name() != other.file_name()) {
                stuck("threads wait at different grid barriers");
            }
            waiting += block->in_grid();
        }
        const uint64_t threads =
            uint64_t{launch_.block.x} * launch_.block.y * launch_.block.z * pending_.size();
        if (waiting > 0 && left_threads_ > 0) stuck("threads wait for the grid, others have left");
        if (waiting < threads) return;
        for (Block* block : alive_) block->leave_grid_barrier();
        if (running.late) late_.end_of_phase();
        ++barriers_;
        running.spins = 0;
    }

    void check_overrun() {
        if (launch_.dynamic_shared_bytes == 0 || !SharedMemory::instance().overrun()) return;
        stuck("written past " + std::to_string(launch_.dynamic_shared_bytes) +
              " bytes of dynamic shared memory");
    }

    [[noreturn]] void stuck(const std::string& what) {
        Places places;
        for (const Block* block : alive_) block->count_places(places);
        std::string text = what + " (kernel " + launch_.name + ", " + std::to_string(begun_) + " of " +
                           std::to_string(pending_.size()) + " blocks begun, " +
                           std::to_string(alive_.size()) + " alive)";
        throw Fault(text + places_text(places));
    }

    Arranger order_;
    LateStores late_;
    bool wants_late_ = false;
    GridLaunch launch_;
    std::vector<std::unique_ptr<Block>> blocks_;
    std::vector<Block*> idle_, alive_;
    std::vector<uint32_t> pending_, runnable_;  // blocks in the order in which they begin
    size_t begun_ = 0, next_ = 0;
    uint32_t most_alive_ = 1, switch_one_in_ = 0;
    uint64_t left_threads_ = 0, barriers_ = 0;
    bool give_way_ = true;
};

Grid& grid() {
    static auto* const the_grid = new Grid;  // never ends: its stacks may hold kernels that were given up
    return *the_grid;
}

}  // namespace

void with_grid(const Site& site) { Block::current()->wait_for_grid(site); }

uint64_t grid_barriers() { return grid().barriers(); }

bool grid_is_cooperative() { return grid().launch().cooperative; }

ThreadPosition thread_position() { return Block::current()->thread_position(); }

void let_others_run(const Site& site) { Block::current()->sleep(site); }

void take_turns(uint32_t one_in) { grid().take_turns(one_in); }

void fail(const char* what, const Site& site) { Block::current()->fail(what, site); }

void set_late_stores(bool late) { grid().set_late(late); }

void fence_stores() { grid().late_stores().fence(); }

void keep_whole(const void* word) { grid().late_stores().keep_whole(word); }

void fence_word(const void* word, size_t bytes) { grid().late_stores().fence(word, bytes); }

void set_order(Order order, uint64_t seed) { grid().set_order(order, seed); }

void fresh_shared(void* variable, size_t bytes) {
    const char* const fault = SharedMemory::instance().declare(variable, bytes);
    if (fault) fail(fault, Site::current());
}

void* dynamic_shared() { return SharedMemory::instance().dynamic(); }

void run_blocks(const GridLaunch& launch, uint32_t most_alive) { grid().run(launch, most_alive); }

}  // namespace emu
