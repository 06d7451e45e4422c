#include "accesses.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

#include "report.h"
#include "tests/emu/launch.h"

namespace lab {
namespace {

/// Other threads may run before one access in so many, where the order is shuffled.
constexpr uint32_t kInterruptOneIn = 16;
constexpr uint32_t kSectorBytes = 32, kBanks = 32, kBankBytes = 4, kWarp = 32;

struct Place {
    uintptr_t address;
    uint32_t block;  // of shared memory; else 0
    bool operator==(const Place&) const = default;
};
struct PlaceHash {
    size_t operator()(const Place& place) const {
        return place.address * 31 + place.block * 0x9e3779b97f4a7c15u;
    }
};

struct Past {
    bool there = false;
    emu::ThreadPosition by{};
    uint32_t line = 0;
};
/// The last accesses to an element; of reads the last two of different threads.
struct History {
    Past write, atomic, read, earlier_read;
};

using Request = std::tuple<uint32_t, uint32_t, uint32_t>;  // block, warp, which of the line's in that warp
struct Line {
    std::map<std::pair<uint32_t, uint32_t>, uint32_t> times;  // of a thread of a block
    std::map<Request, std::vector<uintptr_t>> requests;
    bool atomic = false;
};
using LineKey = std::tuple<uint32_t, uint32_t, std::string, bool>;  // line, column, array, shared

struct State {
    std::unordered_map<Place, History, PlaceHash> places;
    std::map<LineKey, Line> lines;
    bool counts = false, traces = false;
    std::map<const void*, ArrayFacts> names;  // of __shared__ arrays
    LastAccess last;
    const volatile void* polled = nullptr;
    uint32_t polling_thread = 0;
};
State& state() {
    static auto* const the_state = new State;
    return *the_state;
}

/// May the two run in any order? Of one block: when no barrier, and in one warp no operation of it, is between.
bool unordered(const emu::ThreadPosition& one, const emu::ThreadPosition& other) {
    if (one.block != other.block || one.thread == other.thread) return false;
    if (one.block_barriers != other.block_barriers) return false;
    return one.thread / kWarp != other.thread / kWarp || one.warp_operations == other.warp_operations;
}

std::string element_name(const Noted& noted) {
    return "element " + std::to_string(noted.index) + " of " + noted.array->name;
}

[[noreturn]] void fail(const std::string& what, const Site& site) { emu::fail(what.c_str(), site); }

[[noreturn]] void report_race(const Noted& noted, const Past& past, const char* then,
                              const emu::ThreadPosition& now, const char* how, const Site& site) {
    const bool blocks = past.by.block != now.block;
    const std::string who = (blocks ? "block " + std::to_string(past.by.block) + ", " : std::string()) +
                            "thread " + std::to_string(past.by.thread);
    fail("race: " + element_name(noted) + " is " + then + " at line " + std::to_string(past.line) + " by " +
             who + " and " + how + " by " +
             (blocks ? "another block with no atomic" : "another thread with no barrier between"),
         site);
}

void check_race(const Noted& noted, bool changes, const History& past, const emu::ThreadPosition& now,
                const Site& site) {
    if (noted.is_volatile) return;
    const auto clashes = [&](const Past& other) { return other.there && unordered(other.by, now); };
    if (noted.access == Access::read) {
        if (clashes(past.write)) report_race(noted, past.write, "written", now, "read", site);
        if (clashes(past.atomic)) report_race(noted, past.atomic, "changed by an atomic", now, "read", site);
        return;
    }
    const char* const how = noted.access == Access::write ? "written" : "changed by an atomic";
    if (!changes) return;
    if (clashes(past.write)) report_race(noted, past.write, "written", now, how, site);
    if (clashes(past.read)) report_race(noted, past.read, "read", now, how, site);
    if (clashes(past.earlier_read)) report_race(noted, past.earlier_read, "read", now, how, site);
    if (noted.access == Access::write && clashes(past.atomic))
        report_race(noted, past.atomic, "changed by an atomic", now, how, site);
    if (noted.array->shared) return;
    const auto of_another_block = [&](const Past& other) {
        return other.there && other.by.block != now.block;
    };
    if (of_another_block(past.write)) report_race(noted, past.write, "written", now, how, site);
    if (noted.access == Access::write && of_another_block(past.atomic))
        report_race(noted, past.atomic, "changed by an atomic", now, how, site);
}

void count(const Noted& noted, const emu::ThreadPosition& now, const Site& site) {
    Line& line = state().lines[{site.line(), site.column(), noted.array->name, noted.array->shared}];
    line.atomic |= noted.access == Access::atomic;
    const uint32_t time = line.times[{now.block, now.thread}]++;
    line.requests[{now.block, now.thread / kWarp, time}].push_back(reinterpret_cast<uintptr_t>(noted.at));
}

/// Sectors of device memory that hold these words.
uint64_t sectors_of(const std::vector<uintptr_t>& words) {
    std::set<uintptr_t> sectors;
    for (const uintptr_t word : words) sectors.insert(word / kSectorBytes);
    return sectors.size();
}

/// Passes over shared memory: lanes that want different words of one bank take turns; atomics on one word, too.
uint64_t passes_of(const std::vector<uintptr_t>& words, bool atomic) {
    std::array<std::set<uintptr_t>, kBanks> banks;
    std::array<uint64_t, kBanks> lanes{};
    uint64_t most = 0;
    for (const uintptr_t word : words) {
        const size_t bank = word / kBankBytes % kBanks;
        banks[bank].insert(word / kBankBytes);
        ++lanes[bank];
        most = std::max<uint64_t>(most, atomic ? lanes[bank] : banks[bank].size());
    }
    return most;
}

}  // namespace

void check_bounds(const ArrayFacts& array, int64_t index, const Site& site) {
    state().last = {site.line(), emu::thread_position().block, emu::thread_position().thread};
    if (index >= 0 && static_cast<uint64_t>(index) < array.count) return;
    fail("out of bounds: index " + std::to_string(index) + " of " + array.name + ", which has " +
             std::to_string(array.count) + " elements",
         site);
}

void note_access(const Noted& noted, bool changes, const Site& site) {
    State& all = state();
    if (noted.is_volatile && noted.access == Access::read) {
        // Who reads the same word again waits for it.
        const uint32_t thread = emu::thread_position().thread;
        const bool again = all.polled == noted.at && all.polling_thread == thread;
        all.polled = noted.at;
        all.polling_thread = thread;
        if (again) emu::let_others_run(site);
    }
    if (noted.is_volatile && changes) emu::progress();
    emu::interrupt(kInterruptOneIn);
    const emu::ThreadPosition now = emu::thread_position();
    all.last = {site.line(), now.block, now.thread};
    History& past = all.places[{reinterpret_cast<uintptr_t>(noted.at), noted.array->shared ? now.block : 0}];
    const bool written = noted.array->written || past.write.there || past.atomic.there;
    if (!written && noted.access != Access::write)
        fail("unwritten: " + element_name(noted) + " is read before any thread has written it", site);
    check_race(noted, changes, past, now, site);
    const Past present{true, now, site.line()};
    if (noted.access == Access::write) past.write = present;
    if (noted.access == Access::atomic) past.atomic = present;
    if (noted.access == Access::read) {
        if (past.read.there && past.read.by.thread != now.thread) past.earlier_read = past.read;
        past.read = present;
    }
    if (all.counts) count(noted, now, site);
}

void note_stored(const ArrayFacts& array, int64_t index, uint32_t value, const Site& site) {
    if (!state().traces) return;
    const emu::ThreadPosition now = emu::thread_position();
    std::string text = std::string(array.name) + (array.shared ? "\tshared" : "\tglobal");
    for (const uint64_t number :
         {uint64_t{now.block}, uint64_t{now.block_barriers}, static_cast<uint64_t>(index), uint64_t{value},
          uint64_t{site.line()}, array.count})
        text += "\t" + std::to_string(number);
    report("store", text);
}

void trace_stores() { state().traces = true; }
bool traces_stores() { return state().traces; }

void name_shared(const void* begin, const ArrayFacts& facts) { state().names.try_emplace(begin, facts); }

const ArrayFacts* shared_facts(const void* begin, const ArrayFacts* unnamed) {
    const auto found = state().names.find(begin);
    return found == state().names.end() ? unnamed : &found->second;
}

void begin_accesses(bool count) {
    state().places.clear();
    state().polled = nullptr;
    state().counts = count;
    if (count) state().lines.clear();
}

std::vector<LineCount> line_counts() {
    std::map<std::tuple<uint32_t, std::string, bool>, LineCount> sums;
    for (const auto& [key, line] : state().lines) {
        const auto& [number, column, array, shared] = key;
        LineCount& sum =
            sums.try_emplace({number, array, shared}, LineCount{number, array, shared, false, 0, 0})
                .first->second;
        sum.atomic |= line.atomic;
        for (const auto& [request, words] : line.requests) {
            ++sum.requests;
            sum.units += shared ? passes_of(words, line.atomic) : sectors_of(words);
        }
    }
    std::vector<LineCount> counts;
    for (const auto& [key, sum] : sums) counts.push_back(sum);
    return counts;
}

const LastAccess& last_access() { return state().last; }

}  // namespace lab
