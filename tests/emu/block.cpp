// Rounds of a block's threads, and who waits for whom. What a group does together is computed when its last
// thread has come.
#include "tests/emu/block.h"

#include <bit>
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
    warp_count_ = (count_ + 31) / 32;
    left_ = in_block_ = in_grid_ = slept_ = resumed_ = barriers_ = 0;
    can_run_ = true;
    for (uint32_t i = 0; i < count_; ++i) fibers_[i].begin(run_thread);
    for (uint32_t first = 0; first < count_; first += 32) {
        Warp& warp = warps_[first / 32];
        warp.there = warp.ready = count_ - first < 32 ? (1u << (count_ - first)) - 1 : ~0u;
        warp.waiting = warp.ready_next = warp.answers = 0;
        warp.states.fill(State::ready);
    }
}

void Block::enter() {
    const dim3& grid = launch_.grid;
    gridDim = grid;
    blockDim = launch_.block;
    blockIdx = {number_ % grid.x, number_ / grid.x % grid.y, number_ / (grid.x * grid.y)};
    current_ = this;
}

[[gnu::always_inline]] inline void Block::set_running(uint32_t i) {
    running_ = i;
    running.lane = i % 32;
    threadIdx = {i, 0, 0};
    if (blockDim.x != count_) {
        threadIdx = {i % blockDim.x, i / blockDim.x % blockDim.y, i / (blockDim.x * blockDim.y)};
    }
}

/// The thread that runs gives way to the next of the list; to the host when there is none, or when what it
/// did is to be settled.
[[gnu::always_inline]] inline void Block::hand_over(bool settle, bool for_ever) {
    Fiber& own = fibers_[running_];
    Fiber* next = &Fiber::host();
    settle_ = settle;
    if (!settle && next_in_list_ < list_.size()) {
        set_running(list_[next_in_list_++]);
        next = &fibers_[running_];
    }
    Fiber::go(own, *next, for_ever);
}

[[gnu::always_inline]] inline void Block::wait(State state, const Site& site, bool settle) {
    Warp& warp = warps_[running_ / 32];
    warp.states[running_ % 32] = state;
    warp.sites[running_ % 32] = site;
    hand_over(settle);
}

void Block::run_thread() {
    (*current_->launch_.thread)();
    current_->wait_for_nothing();
}

void Block::wait_for_nothing() {
    warps_[running_ / 32].states[running_ % 32] = State::left;
    hand_over(true, true);
}

/// By the host: the threads of the list one after another.
void Block::run_list() {
    resumed_ += static_cast<uint32_t>(list_.size());
    next_in_list_ = 0;
    while (next_in_list_ < list_.size()) {
        set_running(list_[next_in_list_++]);
        Fiber::go(Fiber::host(), fibers_[running_]);
        if (!fault_.empty()) throw Fault(std::exchange(fault_, "") + where());
        if (settle_) settle(running_);
    }
}

uint32_t Block::round() {
    slept_ = resumed_ = 0;
    uint32_t most = 1;
    if (order_.shuffled()) {
        list_.clear();
        for (uint32_t first = 0; first < count_; first += 32) {
            list_lanes(first, std::exchange(warps_[first / 32].ready, 0));
        }
        order_.arrange(list_);
        run_list();
    } else {
        for (uint32_t k = 0; k < warp_count_; ++k) {
            const uint32_t at = order_.reverse() ? warp_count_ - 1 - k : k;
            uint32_t times = 0;
            for (; warps_[at].ready != 0; ++times) {
                list_.clear();
                list_lanes(32 * at, std::exchange(warps_[at].ready, 0));
                order_.arrange(list_);
                run_list();
            }
            most = std::max(most, times);
        }
    }
    can_run_ = false;
    for (uint32_t at = 0; at < warp_count_; ++at) {
        Warp& warp = warps_[at];
        warp.ready |= std::exchange(warp.ready_next, 0);
        can_run_ |= warp.ready != 0;
    }
    return most;
}

void Block::list_lanes(uint32_t first, uint32_t lanes) {
    for (; lanes != 0; lanes &= lanes - 1) {
        list_.push_back(first + static_cast<uint32_t>(std::countr_zero(lanes)));
    }
}

/// After thread i has run, and done more than to wait.
void Block::settle(uint32_t i) {
    Warp& warp = warps_[i / 32];
    switch (warp.states[i % 32]) {
        case State::in_warp:
            settle_warp(i);
            break;
        case State::in_block:
            settle_block();
            break;
        case State::in_grid:
            enter_grid_barrier(i);
            break;
        case State::left:
            ++left_;
            warp.there &= ~(1u << i % 32);
            if (in_block_ > 0) stuck("a thread left while others wait for the block");
            for (uint32_t lane = 0; lane < 32; ++lane) {
                if (warp.waiting >> lane & 1) settle_warp(i / 32 * 32 + lane);
            }
            break;
        default:
            break;
    }
}

uint64_t with_warp(Op op, uint32_t mask, uint64_t value, uint32_t source, const Site& site) {
    Block& block = *Block::current_;
    Block::Warp& warp = block.warps_[block.running_ / 32];
    const uint32_t lane = running.lane;
    warp.values[lane] = value;
    warp.masks[lane] = mask;
    warp.sources[lane] = source;
    warp.ops[lane] = op;
    warp.waiting |= 1u << lane;
    const bool last = (mask & warp.there & ~warp.waiting) == 0 || !(mask >> lane & 1);
    block.wait(Block::State::in_warp, site, last);
    return warp.values[lane];
}

uint64_t with_block(Op op, uint64_t value, const Site& site) {
    Block& block = *Block::current_;
    Block::Warp& warp = block.warps_[block.running_ / 32];
    const uint32_t lane = running.lane;
    warp.values[lane] = value;
    warp.ops[lane] = op;
    const bool last = ++block.in_block_ == block.count_ || block.left_ > 0;
    block.wait(Block::State::in_block, site, last);
    return warp.values[lane];
}

void Block::wait_for_grid(const Site& site) {
    if (!launch_.cooperative) fail("waits for the grid of a launch that is not cooperative", site);
    wait(State::in_grid, site, true);
}

void Block::sleep(const Site& site) {
    ++slept_;
    warps_[running_ / 32].ready_next |= 1u << running.lane;
    wait(State::asleep, site, false);
}

void Block::pause() {
    warps_[running_ / 32].ready_next |= 1u << running.lane;
    wait(State::ready, Site::current(), false);
}

void Block::fail(const char* what, const Site& site) {
    fault_ = what + at(site) + ", thread " + std::to_string(running_);
    Fiber::go(fibers_[running_], Fiber::host());
    std::abort();  // never resumed
}

/// Thread i has come, or others that it waits for have left: do all lanes that it names now wait as well?
void Block::settle_warp(uint32_t i) {
    const uint32_t first = i / 32 * 32, one = i % 32;
    Warp& warp = warps_[i / 32];
    const uint32_t mask = warp.masks[one];
    if (!(mask >> one & 1)) stuck("the mask leaves out the lane that calls", &warp.sites[one]);
    const uint32_t come = mask & warp.waiting;
    if ((mask & warp.there) != come) return;
    const bool answered =
        come == ~0u ? answer_warp(first, come, one, [](uint32_t) { return true; })
                    : answer_warp(first, come, one, [&](uint32_t lane) { return come >> lane & 1; });
    if (!answered) return;
    ++warp.answers;
    warp.waiting &= ~come;
    warp.ready |= come;
}

/// `in` tells the lanes of `come`. False if they do not all wait for the same.
template <class In>
bool Block::answer_warp(uint32_t first, uint32_t come, uint32_t one, In in) {
    Warp& warp = warps_[first / 32];
    const uint32_t mask = warp.masks[one];
    const Op op = warp.ops[one];
    bool others = false, other_ops = false, absent = false;
    for (uint32_t lane = 0; lane < 32; ++lane) {
        others |= in(lane) && warp.masks[lane] != mask;
        other_ops |= in(lane) && warp.ops[lane] != op;
    }
    if (others) return false;
    if (op == Op::shuffle) {
        for (uint32_t lane = 0; lane < 32; ++lane) absent |= in(lane) && !in(warp.sources[lane]);
    }
    for (uint32_t lane = 0; (other_ops || absent) && lane < 32; ++lane) {
        if (!in(lane)) continue;
        if (warp.ops[lane] != op) stuck("lanes of one mask do different things", &warp.sites[lane]);
        if (op == Op::shuffle && !in(warp.sources[lane])) {
            stuck("a shuffle reads a lane that does not take part", &warp.sites[lane]);
        }
    }
    answer(op, come, warp.values, warp.sources, in);
    for (uint32_t lane = 0; lane < 32; ++lane) {
        if (in(lane)) warp.states[lane] = State::ready;
    }
    return true;
}

void Block::settle_block() {
    if (left_ > 0) stuck("threads wait for the block after others left");
    if (in_block_ < count_) return;
    const Op op = warps_[0].ops[0];
    const Site& site = warps_[0].sites[0];
    uint64_t folded = fold_start(op);
    for (uint32_t i = 0; i < count_; ++i) {
        const Warp& warp = warps_[i / 32];
        const Site& own = warp.sites[i % 32];
        if (warp.ops[i % 32] != op || own.line() != site.line() || own.file_name() != site.file_name()) {
            stuck("threads of a block wait at different barriers");
        }
        folded = fold(op, folded, warp.values[i % 32], 0);
    }
    in_block_ = 0;
    release_all(folded);
}

/// After a barrier of the block or the grid: all run on, in the next round.
void Block::release_all(uint64_t answer) {
    ++barriers_;
    for (uint32_t at = 0; at < warp_count_; ++at) {
        Warp& warp = warps_[at];
        warp.values.fill(answer);
        warp.states.fill(State::ready);
        warp.ready_next = warp.there;
    }
}

void Block::enter_grid_barrier(uint32_t i) {
    if (in_grid_++ == 0) first_in_grid_ = i;
    const Site &first = grid_site(), &own = site_of(i);
    if (first.line() == own.line() && first.file_name() == own.file_name()) return;
    stuck("threads wait at different grid barriers");
}

void Block::leave_grid_barrier() {
    in_grid_ = 0;
    release_all(0);
    for (uint32_t at = 0; at < warp_count_; ++at) warps_[at].ready = std::exchange(warps_[at].ready_next, 0);
    can_run_ = true;
}

void Block::give_up() {
    for (uint32_t i = 0; i < count_; ++i) fibers_[i].give_up();
}

std::string Block::where() const {
    return std::string(" (kernel ") + launch_.name + ", block " + std::to_string(number_) + " of " +
           std::to_string(uint64_t{launch_.grid.x} * launch_.grid.y * launch_.grid.z) + ", " +
           std::to_string(count_) + " threads)";
}

void Block::count_places(Places& places) const {
    for (uint32_t i = 0; i < count_; ++i) {
        const State state = state_of(i);
        const char* how = state == State::in_warp    ? "wait for the warp"
                          : state == State::in_block ? "wait for the block"
                          : state == State::in_grid  ? "wait for the grid"
                          : state == State::asleep   ? "sleep"
                          : state == State::left     ? "have left"
                                                     : "can run";
        const bool waits = state != State::left && state != State::ready;
        places[how + (waits ? at(site_of(i)) : std::string())].push_back(i);
    }
}

std::string places_text(const Places& places) {
    constexpr uint32_t kMostRanges = 4;
    std::string text;
    for (const auto& [place, threads] : places) {
        text += "; " + std::to_string(threads.size()) + " " + place + " (thread" +
                (threads.size() > 1 ? "s" : "");
        uint32_t ranges = 0;
        for (size_t i = 0; i < threads.size();) {
            size_t end = i + 1;
            while (end < threads.size() && threads[end] == threads[end - 1] + 1) ++end;
            if (++ranges > kMostRanges) {
                text += ", ...";
                break;
            }
            text += (i == 0 ? " " : ", ") + std::to_string(threads[i]);
            if (end - i > 1) text += "-" + std::to_string(threads[end - 1]);
            i = end;
        }
        text += ")";
    }
    return text;
}

void Block::stuck(const std::string& what, const Site* site) const {
    Places places;
    count_places(places);
    std::string text = what + (site ? at(*site) : std::string()) + where();
    throw Fault(text + places_text(places));
}

}  // namespace emu
