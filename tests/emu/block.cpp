// Rounds of a block's threads, and who waits for whom. What a group does together is computed when its last
// thread has come.
#include "tests/emu/block.h"

#include <utility>

#include "tests/emu/together.h"

uint3 threadIdx, blockIdx;
dim3 blockDim, gridDim;

namespace emu {

std::string at(const Site& site) {
    return std::string(" at ") + site.file_name() + ":" + std::to_string(site.line());
}

void Block::begin(const GridLaunch& launch, uint32_t number) {
    launch_ = launch;
    number_ = number;
    count_ = launch.block.x * launch.block.y * launch.block.z;
    left_ = in_block_ = in_grid_ = slept_ = 0;
    next_.clear();
    std::fill(std::begin(waiting_), std::end(waiting_), 0u);
    std::fill(std::begin(there_), std::end(there_), 0u);
    for (uint32_t i = 0; i < count_; ++i) {
        threads_[i].state = State::ready;
        threads_[i].fiber.begin(run_thread);
        there_[i / 32] |= 1u << i % 32;
        next_.push_back(i);
    }
}

void Block::run_thread() { (*current_->launch_.thread)(); }

void Block::enter() {
    const dim3& grid = launch_.grid;
    gridDim = grid;
    blockDim = launch_.block;
    blockIdx = {number_ % grid.x, number_ / grid.x % grid.y, number_ / (grid.x * grid.y)};
    current_ = this;
}

inline void Block::release(uint32_t i, uint64_t answer) {
    threads_[i].value = answer;
    threads_[i].state = State::ready;
    next_.push_back(i);
}

/// After thread i has run: does it complete a group?
[[gnu::always_inline]] inline void Block::settle(uint32_t i) {
    const Thread& thread = threads_[i];
    switch (thread.state) {
        case State::ready:
            next_.push_back(i);
            break;
        case State::asleep:
            ++slept_;
            next_.push_back(i);
            break;
        case State::in_warp:
            waiting_[i / 32] |= 1u << i % 32;
            settle_warp(i);
            break;
        case State::in_block:
            ++in_block_;
            settle_block();
            break;
        case State::in_grid:
            ++in_grid_;
            check_grid_barrier(thread);
            break;
        case State::left:
            ++left_;
            there_[i / 32] &= ~(1u << i % 32);
            if (in_block_ > 0) stuck("a thread left while others wait for the block");
            for (uint32_t lane = 0; lane < 32; ++lane) {
                if (waiting_[i / 32] >> lane & 1) settle_warp(i / 32 * 32 + lane);
            }
            break;
    }
}

[[gnu::always_inline]] inline void Block::resume(uint32_t i) {
    Thread& thread = threads_[i];
    running_ = i;
    threadIdx = {i, 0, 0};
    if (blockDim.x != count_) {
        threadIdx = {i % blockDim.x, i / blockDim.x % blockDim.y, i / (blockDim.x * blockDim.y)};
    }
    thread.state = State::left;  // unless it waits
    thread.fiber.resume();
    if (!fault_.empty()) throw Fault(std::exchange(fault_, "") + where());
    settle(i);
}

void Block::round() {
    now_.swap(next_);
    next_.clear();
    slept_ = 0;
    order_.arrange(now_);
    for (const uint32_t i : now_) resume(i);
}

[[gnu::always_inline]] inline uint64_t Block::wait(State state, Op op, uint32_t mask, uint64_t value,
                                                   uint32_t source, const Site& site) {
    Thread& thread = threads_[running_];
    thread.state = state;
    thread.op = op;
    thread.mask = mask;
    thread.value = value;
    thread.source = source;
    thread.site = site;
    Fiber::pause();
    return thread.value;
}

uint64_t with_warp(Op op, uint32_t mask, uint64_t value, uint32_t source, const Site& site) {
    return Block::current_->wait(Block::State::in_warp, op, mask, value, source, site);
}

uint64_t with_block(Op op, uint64_t value, const Site& site) {
    return Block::current_->wait(Block::State::in_block, op, 0, value, 0, site);
}

uint32_t lane() { return Block::current_->running_ % 32; }

void Block::wait_for_grid(const Site& site) {
    if (!launch_.cooperative) fail("waits for the grid of a launch that is not cooperative", site);
    wait(State::in_grid, Op::sync, 0, 0, 0, site);
}

void Block::sleep() { wait(State::asleep, Op::none, 0, 0, 0, Site::current()); }

void Block::pause() { wait(State::ready, Op::none, 0, 0, 0, Site::current()); }

void Block::fail(const char* what, const Site& site) {
    fault_ = what + at(site) + ", thread " + std::to_string(running_);
    Fiber::pause();
    std::abort();  // never resumed
}

void Block::settle_warp(uint32_t i) {
    const uint32_t first = i / 32 * 32;
    const Thread& one = threads_[i];
    if (!(one.mask >> (i - first) & 1)) stuck("the mask leaves out the lane that calls", &one.site);

    // All lanes named have come, or left the kernel.
    const uint32_t come = one.mask & waiting_[i / 32];
    if ((one.mask & there_[i / 32]) != come) return;
    uint64_t values[32], answers[32];  // of the lanes of `come`
    uint32_t sources[32];
    for (uint32_t lane = 0; lane < 32; ++lane) {
        if ((come >> lane & 1) && threads_[first + lane].mask != one.mask) return;
    }
    for (uint32_t lane = 0; lane < 32; ++lane) {
        if (!(come >> lane & 1)) continue;
        const Thread& own = threads_[first + lane];
        if (own.op != one.op) stuck("lanes of one mask do different things", &own.site);
        if (own.op == Op::shuffle && !(come >> own.source & 1)) {
            stuck("a shuffle reads a lane that does not take part", &own.site);
        }
        values[lane] = own.value;
        sources[lane] = own.source;
    }
    warp_answers(one.op, come, values, sources, answers);
    waiting_[i / 32] &= ~come;
    for (uint32_t lane = 0; lane < 32; ++lane) {
        if (come >> lane & 1) release(first + lane, answers[lane]);
    }
}

void Block::settle_block() {
    if (in_block_ > 0 && left_ > 0) stuck("threads wait for the block after others left");
    if (in_block_ < count_) return;
    const Thread& one = threads_[0];
    uint64_t folded = fold_start(one.op);
    for (uint32_t i = 0; i < count_; ++i) {
        const Thread& own = threads_[i];
        if (own.op != one.op || own.site.line() != one.site.line() ||
            own.site.file_name() != one.site.file_name()) {
            stuck("threads of a block wait at different barriers");
        }
        folded = fold(one.op, folded, own.value, 0);
    }
    in_block_ = 0;
    for (uint32_t i = 0; i < count_; ++i) release(i, folded);
}

void Block::check_grid_barrier(const Thread& thread) const {
    const Site& other = grid_site();
    if (other.line() == thread.site.line() && other.file_name() == thread.site.file_name()) return;
    stuck("threads wait at different grid barriers");
}

const Site& Block::grid_site() const {
    uint32_t i = 0;
    while (threads_[i].state != State::in_grid) ++i;
    return threads_[i].site;
}

void Block::leave_grid_barrier() {
    in_grid_ = 0;
    for (uint32_t i = 0; i < count_; ++i) release(i, 0);
}

void Block::give_up() {
    for (uint32_t i = 0; i < count_; ++i) threads_[i].fiber.give_up();
    next_.clear();
}

std::string Block::where() const {
    return std::string(" (kernel ") + launch_.name + ", block " + std::to_string(number_) + " of " +
           std::to_string(uint64_t{launch_.grid.x} * launch_.grid.y * launch_.grid.z) + ", " +
           std::to_string(count_) + " threads)";
}

void Block::count_places(Places& places) const {
    for (uint32_t i = 0; i < count_; ++i) {
        const Thread& thread = threads_[i];
        const char* how = thread.state == State::in_warp    ? "wait for the warp"
                          : thread.state == State::in_block ? "wait for the block"
                          : thread.state == State::in_grid  ? "wait for the grid"
                          : thread.state == State::asleep   ? "sleep"
                          : thread.state == State::left     ? "have left"
                                                            : "can run";
        const bool waits = thread.state == State::in_warp || thread.state == State::in_block ||
                           thread.state == State::in_grid;
        ++places[how + (waits ? at(thread.site) : std::string())];
    }
}

void Block::stuck(const std::string& what, const Site* site) const {
    Places places;
    count_places(places);
    std::string text = what + (site ? at(*site) : std::string()) + where();
    for (const auto& [place, count] : places) text += "; " + std::to_string(count) + " " + place;
    throw Fault(text);
}

}  // namespace emu
