// Runs the threads of one block after another as fibers, each until it waits: for its warp, its block, or
// nobody. What a group of threads does together is computed when its last thread has come.
#include <boost/context/detail/fcontext.hpp>

#include <sys/mman.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <utility>
#include <vector>

#include "tests/emu/launch.h"

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/common_interface_defs.h>
#endif

uint3 threadIdx, blockIdx;
dim3 blockDim, gridDim;

namespace emu {
namespace {

namespace context = boost::context::detail;

constexpr size_t kStackBytes = 256 * 1024;
constexpr uint32_t kMaxThreads = 1024;

/// What a thread waits for.
enum class State : uint8_t { ready, in_warp, in_block, left };

struct Thread {
    context::fcontext_t at = nullptr;
    char* stack = nullptr;
    State state = State::ready;
    Op op = Op::none;
    uint32_t mask = 0, source = 0;
    uint64_t value = 0;  // given, then the answer
    Site site;
    void* fake_stack = nullptr;
};

struct Random {
    uint64_t state;
    uint32_t below(uint32_t bound) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        return static_cast<uint32_t>(((state >> 33) * bound) >> 31);
    }
};

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

class Block {
public:
    void set_order(Order order, uint64_t seed) {
        wanted_ = order;
        random_.state = seed * 0x9e3779b97f4a7c15u + 1;
    }

    void begin_launch(const char* name, dim3 block, void (*body)(void*), void* argument) {
        name_ = name;
        body_ = body;
        argument_ = argument;
        count_ = block.x * block.y * block.z;
        order_ = wanted_ == Order::mixed ? static_cast<Order>(random_.below(3)) : wanted_;
        while (threads_.size() < count_) {
            void* stack = mmap(nullptr, kStackBytes, PROT_READ | PROT_WRITE,
                               MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
            if (stack == MAP_FAILED) throw std::bad_alloc();
            threads_.push_back({});
            threads_.back().stack = static_cast<char*>(stack);
        }
    }

    /// 0, 1, 2 ... in the order of this launch.
    void arrange(std::vector<uint32_t>& numbers) {
        if (order_ == Order::reverse) std::reverse(numbers.begin(), numbers.end());
        if (order_ != Order::shuffled) return;
        for (uint32_t i = static_cast<uint32_t>(numbers.size()); i > 1; --i) {
            std::swap(numbers[i - 1], numbers[random_.below(i)]);
        }
    }

    void run() {
        ++number_;
        left_ = in_block_ = 0;
        next_.clear();
        std::fill(std::begin(waiting_), std::end(waiting_), 0u);
        std::fill(std::begin(there_), std::end(there_), 0u);
        for (uint32_t i = 0; i < count_; ++i) {
            Thread& thread = threads_[i];
            thread.state = State::ready;
            thread.at = context::make_fcontext(thread.stack + kStackBytes, kStackBytes, enter);
            there_[i / 32] |= 1u << i % 32;
            next_.push_back(i);
        }
        while (left_ < count_) {
            if (next_.empty()) stuck("deadlock: every thread waits");
            now_.swap(next_);
            next_.clear();
            arrange(now_);
            for (const uint32_t i : now_) resume(i);
        }
    }

    /// Called by the running thread: waits and gives the answer.
    uint64_t wait(State state, Op op, uint32_t mask, uint64_t value, uint32_t source, const Site& site) {
        Thread& thread = threads_[running_];
        thread.state = state;
        thread.op = op;
        thread.mask = mask;
        thread.value = value;
        thread.source = source;
        thread.site = site;
        leave(thread, false);
        return threads_[running_].value;
    }

    [[noreturn]] void fail(const std::string& what, const Site& site) {
        fault_ = what + at(site) + ", thread " + std::to_string(running_);
        leave(threads_[running_], false);
        std::abort();  // never resumed
    }

    /// Few variables a kernel, so they are looked for one by one, the latest first.
    void fresh_shared(void* variable, size_t bytes) {
        for (size_t i = shared_.size(); i-- > 0;) {
            if (shared_[i].variable != variable) continue;
            if (shared_[i].block == number_) return;
            shared_.erase(shared_.begin() + static_cast<std::ptrdiff_t>(i));
            break;
        }
        shared_.push_back({variable, number_});
        std::memset(variable, 0xdb, bytes);
    }

    uint32_t running() const { return running_; }
    bool in_kernel() const { return in_kernel_; }
    const char* name() const { return name_; }

private:
    static std::string at(const Site& site) {
        return std::string(" at ") + site.file_name() + ":" + std::to_string(site.line());
    }

    std::string where() const {
        return std::string(" (kernel ") + name_ + ", block " + std::to_string(blockIdx.x) + " of " +
               std::to_string(gridDim.x) + ", " + std::to_string(count_) + " threads)";
    }

    // Switches to and from a thread; the address sanitizer is told of both.
    void resume(uint32_t i) {
        Thread& thread = threads_[i];
        running_ = i;
        threadIdx = {i, 0, 0};
        if (blockDim.x != count_) {
            threadIdx = {i % blockDim.x, i / blockDim.x % blockDim.y, i / (blockDim.x * blockDim.y)};
        }
        in_kernel_ = true;
#if defined(__SANITIZE_ADDRESS__)
        __sanitizer_start_switch_fiber(&host_fake_stack_, thread.stack, kStackBytes);
#endif
        thread.at = context::jump_fcontext(thread.at, nullptr).fctx;
#if defined(__SANITIZE_ADDRESS__)
        __sanitizer_finish_switch_fiber(host_fake_stack_, nullptr, nullptr);
#endif
        in_kernel_ = false;
        if (!fault_.empty()) throw Fault(std::exchange(fault_, "") + where());
        settle(i);
    }

    void leave(Thread& thread, bool for_ever) {
#if defined(__SANITIZE_ADDRESS__)
        __sanitizer_start_switch_fiber(for_ever ? nullptr : &thread.fake_stack, host_stack_, host_bytes_);
#else
        (void)thread, (void)for_ever;
#endif
        host_ = context::jump_fcontext(host_, nullptr).fctx;
#if defined(__SANITIZE_ADDRESS__)
        __sanitizer_finish_switch_fiber(thread.fake_stack, &host_stack_, &host_bytes_);
#endif
    }

    static void enter(context::transfer_t from);

    /// After thread i has run: does it complete a group?
    void settle(uint32_t i) {
        Thread& thread = threads_[i];
        switch (thread.state) {
            case State::ready:
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

    void settle_warp(uint32_t i) {
        const uint32_t first = i / 32 * 32;
        const Thread& one = threads_[i];
        if (!(one.mask >> (i - first) & 1)) stuck("the mask leaves out the lane that calls", &one.site);

        // All lanes named have come, or left the kernel.
        const uint32_t come = one.mask & waiting_[i / 32];
        if ((one.mask & there_[i / 32]) != come) return;
        for (uint32_t lane = 0; lane < 32; ++lane) {
            if ((come >> lane & 1) && threads_[first + lane].mask != one.mask) return;
        }
        uint64_t answers[32] = {};
        uint64_t folded = fold_start(one.op);
        for (uint32_t lane = 0; lane < 32; ++lane) {
            if (!(come >> lane & 1)) continue;
            const Thread& own = threads_[first + lane];
            if (own.op != one.op) stuck("lanes of one mask do different things", &own.site);
            folded = fold(one.op, folded, own.value, lane);
        }
        for (uint32_t lane = 0; lane < 32; ++lane) {
            if (!(come >> lane & 1)) continue;
            const Thread& own = threads_[first + lane];
            answers[lane] = folded;
            if (one.op == Op::shuffle) {
                if (!(come >> own.source & 1))
                    stuck("a shuffle reads a lane that does not take part", &own.site);
                answers[lane] = threads_[first + own.source].value;
            } else if (one.op == Op::match_any || one.op == Op::match_all) {
                uint32_t same = 0;
                for (uint32_t other = 0; other < 32; ++other) {
                    if (come >> other & 1 && threads_[first + other].value == own.value) same |= 1u << other;
                }
                answers[lane] = one.op == Op::match_any || same == come ? same : 0;
            }
        }
        waiting_[i / 32] &= ~come;
        for (uint32_t lane = 0; lane < 32; ++lane) {
            if (come >> lane & 1) release(first + lane, answers[lane]);
        }
    }

    void settle_block() {
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

    void release(uint32_t i, uint64_t answer) {
        threads_[i].value = answer;
        threads_[i].state = State::ready;
        next_.push_back(i);
    }

    static uint64_t fold_start(Op op) { return op == Op::bit_and || op == Op::minimum ? ~uint64_t{0} : 0; }

    static uint64_t fold(Op op, uint64_t folded, uint64_t value, uint32_t lane) {
        switch (op) {
            case Op::add:
                return folded + value;
            case Op::minimum:
                return std::min(folded, value);
            case Op::maximum:
                return std::max(folded, value);
            case Op::bit_and:
                return folded & value;
            case Op::bit_or:
                return folded | value;
            case Op::bit_xor:
                return folded ^ value;
            case Op::ballot:
                return folded | value << lane;
            default:
                return 0;
        }
    }

    /// Says where the threads are and gives up this launch.
    [[noreturn]] void stuck(const std::string& what, const Site* site = nullptr) {
        std::map<std::string, uint32_t> places;
        for (uint32_t i = 0; i < count_; ++i) {
            const Thread& thread = threads_[i];
            const char* how = thread.state == State::in_warp    ? "wait for the warp"
                              : thread.state == State::in_block ? "wait for the block"
                              : thread.state == State::left     ? "have left"
                                                                : "can run";
            const bool waits = thread.state == State::in_warp || thread.state == State::in_block;
            ++places[how + (waits ? at(thread.site) : std::string())];
        }
        std::string text = what + (site ? at(*site) : std::string()) + where();
        for (const auto& [place, count] : places) text += "; " + std::to_string(count) + " " + place;
        throw Fault(text);
    }

    std::vector<Thread> threads_;
    struct Shared {
        void* variable;
        uint64_t block;
    };
    std::vector<Shared> shared_;  // the last block that poisoned each
    uint64_t number_ = 0;         // of the block
    uint32_t waiting_[kMaxThreads / 32] = {}, there_[kMaxThreads / 32] = {};  // a warp's lanes as bits
    std::vector<uint32_t> now_, next_;  // ready, in this round and in the next
    uint32_t count_ = 0, running_ = 0, left_ = 0, in_block_ = 0;
    const char* name_ = "";
    void (*body_)(void*) = nullptr;
    void* argument_ = nullptr;
    context::fcontext_t host_ = nullptr;
    Order wanted_ = Order::mixed, order_ = Order::forward;
    Random random_{1};
    std::string fault_;
    bool in_kernel_ = false;
    void* host_fake_stack_ = nullptr;
    const void* host_stack_ = nullptr;
    size_t host_bytes_ = 0;
};

Block& block() {
    static Block* const the_block = [] {
        auto* made = new Block;  // never ends: its stacks may hold kernels that were given up
        const char* seed = std::getenv("EMU_SEED");
        made->set_order(named_order(), seed ? std::strtoull(seed, nullptr, 10) : 1);
        return made;
    }();
    return *the_block;
}

void Block::enter(context::transfer_t from) {
    Block& own = block();
    own.host_ = from.fctx;
#if defined(__SANITIZE_ADDRESS__)
    __sanitizer_finish_switch_fiber(nullptr, &own.host_stack_, &own.host_bytes_);
#endif
    own.body_(own.argument_);
    Thread& thread = own.threads_[own.running_];
    thread.state = State::left;
    own.leave(thread, true);
    std::abort();  // a thread that left is never resumed
}

}  // namespace

uint64_t with_warp(Op op, uint32_t mask, uint64_t value, uint32_t source, const Site& site) {
    return block().wait(State::in_warp, op, mask, value, source, site);
}

uint64_t with_block(Op op, uint64_t value, const Site& site) {
    return block().wait(State::in_block, op, 0, value, 0, site);
}

void let_others_run() { block().wait(State::ready, Op::none, 0, 0, 0, Site::current()); }

void fail(const std::string& what, const Site& site) { block().fail(what, site); }

void fresh_shared(void* variable, size_t bytes) { block().fresh_shared(variable, bytes); }

uint32_t lane() { return block().running() % 32; }

void set_order(Order order, uint64_t seed) { block().set_order(order, seed); }

void run_blocks(const char* name, dim3 grid, dim3 threads, void (*body)(void*), void* argument) {
    gridDim = grid;
    blockDim = threads;
    block().begin_launch(name, threads, body, argument);
    static std::vector<uint32_t> blocks;
    blocks.resize(size_t{grid.x} * grid.y * grid.z);
    for (uint32_t i = 0; i < blocks.size(); ++i) blocks[i] = i;
    block().arrange(blocks);
    for (const uint32_t i : blocks) {
        blockIdx = {i % grid.x, i / grid.x % grid.y, i / (grid.x * grid.y)};
        block().run();
    }
}

}  // namespace emu
