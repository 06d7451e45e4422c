#include "sim/broad_phase/columns/walk_cpu.h"

#include <array>
#include <cstring>

#include "sim/broad_phase/columns/lanes_cpu.h"
#include "sim/broad_phase/pair_tally.h"

namespace sim {
namespace {

constexpr uint32_t kRun = 1024;           // boxes: few enough that a crowded column does not hold up the end
constexpr uint32_t kGroup = 128;          // boxes of one column that look together
constexpr uint64_t kBetweenLooks = 4096;  // pairs that a thread keeps before it asks whether they fit
constexpr uint64_t kTestsAtOnce = 1 << 18;  // that a thread makes before it asks whether to stop

/// Lists one thread's pairs; once all threads together have more than fit, only counts them.
class PairLister {
public:
    PairLister(std::vector<uint32_t>& found, PairTally& tally) : found_(found), tally_(tally) {}

    void start(uint32_t, uint32_t) {}

    void hit(uint32_t i, uint32_t k) {
        if (++pairs % kBetweenLooks == 0) look();
        if (store_) found_.insert(found_.end(), {i, k});
    }

    /// Tells the other threads how many pairs this one has found.
    void look() {
        if (pairs == told_) return;
        store_ = tally_.add(pairs - told_);
        told_ = pairs;
    }

    uint64_t pairs = 0;

private:
    std::vector<uint32_t>& found_;
    PairTally& tally_;
    bool store_ = true;
    uint64_t told_ = 0;  // pairs that are in the tally
};

/// Notes one thread's contacts, some pairs at a time: an atomic in the middle of a walk holds up all that the
/// processor has begun behind it.
class ContactNoter {
public:
    ContactNoter(const Vec4* spheres, const ContactTable& notes) : spheres_(spheres), notes_(notes) {}

    void start(uint32_t begin, uint32_t end) {
        begin_ = begin;
        count_ = end - begin;
        for (uint32_t k = 0; k < count_; ++k) finders_[k] = notes_.start(begin + k);
    }

    void hit(uint32_t i, uint32_t k) {
        hits_[hit_count_++] = {i, k};
        if (hit_count_ == kHits) note_hits();
    }

    /// Notes the contacts of the boxes since start(), and adds up their pairs. Throws sort::OverLimit when
    /// memory cannot hold the contacts of all threads.
    void look() {
        note_hits();
        for (uint32_t k = 0; k < count_; ++k) {
            notes_.finish(finders_[k]);
            pairs += finders_[k].found.pairs;
            contacts += finders_[k].found.contacts;
        }
        count_ = 0;
        const uint64_t spilled = __atomic_load_n(&notes_.status->spilled, __ATOMIC_RELAXED);
        if (spilled > most_) refuse_pairs(spilled / 2);  // both sides count
    }

    uint64_t pairs = 0, contacts = 0;

private:
    static constexpr uint32_t kHits = 256;

    struct Hit {
        uint32_t finder, partner;
    };

    void note_hits() {
        for (uint32_t k = 0; k < hit_count_; ++k) {
            const auto [i, partner] = hits_[k];
            notes_.note(finders_[i - begin_], partner, touching(spheres_[i], spheres_[partner]));
        }
        hit_count_ = 0;
    }

    const Vec4* spheres_;
    const ContactTable& notes_;
    uint32_t begin_ = 0, count_ = 0, hit_count_ = 0;
    std::array<Finder, kRun> finders_;
    std::array<Hit, kHits> hits_;
    uint64_t most_ = most_host_pairs();
};

/// One thread's walk through a run; Out gets each pair.
template <class Sorted, class Out>
class Walker {
public:
    Walker(const CpuExec& exec, const ColumnsView<Sorted>& view, Out& out)
        : exec_(exec), view_(view), grid_(*view.grid), out_(out) {}

    void walk(uint32_t begin, uint32_t end) {
        out_.start(begin, end);
        while (begin < end) {
            const ColumnLevel& level = grid_.level[level_of_place(begin)];
            const uint32_t column = (view_.keys[begin] - level.first_key) / level.positions;
            const uint32_t most = std::min(end, begin + kGroup);
            const uint64_t column_end = uint64_t(level.key_of(column)) + level.positions;
            uint32_t stop = begin + 1;
            while (stop < most && view_.keys[stop] < column_end) ++stop;
            walk_group(column, begin, stop);
            begin = stop;
        }
        out_.look();
    }

    uint64_t tests = 0;

private:
    uint32_t level_of_place(uint32_t place) const {
        return view_.sorted.level(grid_, view_.sorted.item(place));
    }

    /// Finds all pairs of the boxes at [begin, end), which are of one column.
    void walk_group(uint32_t column, uint32_t begin, uint32_t end) {
        const uint32_t own = level_of_place(begin);

        // Look forward on the own level: in the own column, right of it, in the rows above.
        const ColumnLevel& level = grid_.level[own];
        const Reach all = reach_together(level, begin, end);
        const uint32_t own_row = column / level.columns_u;
        for (uint32_t i = begin; i < end; ++i) {
            test(i, i + 1, level.key_of(column) + reach_[i - begin].to);
        }
        for (uint32_t v = own_row; v <= all.top; ++v) {
            const uint32_t row = v * level.columns_u;
            const uint32_t left = v == own_row ? column + 1 - row : all.left;
            for (uint32_t u = left; u <= all.right; ++u) join(begin, end, level, all, u, v);
        }

        // Look all around on the coarser levels.
        for (uint32_t k = 0; k < own; ++k) {
            const Reach wide = reach_together(grid_.level[k], begin, end);
            for (uint32_t v = wide.bottom; v <= wide.top; ++v) {
                for (uint32_t u = wide.left; u <= wide.right; ++u)
                    join(begin, end, grid_.level[k], wide, u, v);
            }
        }
    }

    /// Fills reach_ on a level; the reach that holds them all.
    Reach reach_together(const ColumnLevel& level, uint32_t begin, uint32_t end) {
        Reach all = reach_[0] = reach_of_place(level, begin);
        for (uint32_t i = begin + 1; i < end; ++i) {
            const Reach own = reach_[i - begin] = reach_of_place(level, i);
            all = {std::min(all.left, own.left),     std::max(all.right, own.right),
                   std::min(all.bottom, own.bottom), std::max(all.top, own.top),
                   std::min(all.from, own.from),     std::max(all.to, own.to)};
        }
        return all;
    }

    Reach reach_of_place(const ColumnLevel& level, uint32_t place) const {
        const Box box = view_.sorted.turned_box(view_.sorted.item(place), grid_.axis);
        return reach_of(LevelSteps<CpuExec>::of(level, box), level);
    }

    /// The boxes of the group with those of the column (u, v): both ascend along the axis, so the first
    /// partner of a box is not far behind that of the box before. It may also lie before that on another
    /// level, whose steps can be finer than those that the group is sorted by.
    void join(uint32_t begin, uint32_t end, const ColumnLevel& level, const Reach& all, uint32_t u,
              uint32_t v) {
        const uint32_t key = level.key_of(v * level.columns_u + u);
        uint32_t at = view_.seek(key + all.from);
        for (uint32_t i = begin; i < end; ++i) {
            const Reach& reach = reach_[i - begin];
            if (u < reach.left || u > reach.right || v < reach.bottom || v > reach.top) continue;
            if (at > 0 && view_.keys[at - 1] >= key + reach.from) at = view_.seek(key + reach.from);
            while (at < view_.count && view_.keys[at] < key + reach.from) ++at;
            test(i, at, key + reach.to);
        }
    }

    /// Box i with those at the sorted places from `at` on, up to the last key. In a crowded column they are
    /// very many.
    void test(uint32_t i, uint32_t at, uint32_t last_key) {
        const ColumnBox* const boxes = view_.sorted.boxes;
        const uint32_t begin = at;
        for (; at < view_.count && boxes[at].key <= last_key; ++at) {
            if (overlap_in_lanes(boxes[i], boxes[at])) out_.hit(i, at);
        }
        tests += at - begin;
        if (tests - tests_looked_ < kTestsAtOnce) return;
        tests_looked_ = tests;
        exec_.look();
    }

    const CpuExec& exec_;
    const ColumnsView<Sorted>& view_;
    const ColumnGrid& grid_;
    Out& out_;
    uint64_t tests_looked_ = 0;
    std::array<Reach, kGroup> reach_;
};

uint32_t runs_of(uint32_t count) { return (count + kRun - 1) / kRun; }

/// Walks through run number `run`; returns the tests.
template <class Sorted, class Out>
uint64_t walk_run(const CpuExec& exec, const ColumnsView<Sorted>& view, uint64_t run, Out& out) {
    Walker<Sorted, Out> walker(exec, view, out);
    walker.walk(uint32_t(run) * kRun, uint32_t(std::min<uint64_t>(view.count, (run + 1) * kRun)));
    return walker.tests;
}

}  // namespace

template <class Sorted>
void ColumnsWalk<CpuExec>::list(CpuExec& exec, const ColumnsView<Sorted>& view, const PairOutput& output) {
    const uint32_t runs = runs_of(view.count);
    if (found_.size() < runs) found_.resize(runs);
    std::vector<uint64_t> place(runs + 1, 0);  // of each run's pairs, once they are counted

    // Collect the pairs of each run.
    uint64_t tests = 0;
    PairTally tally(output.capacity);
    exec.timed("sweep/test", {.items = view.count, .bytes_a_test = sizeof(typename Sorted::Item)}, [&] {
        exec.parallel(runs, 1, [&](uint64_t run) {
            found_[run].clear();
            PairLister lister(found_[run], tally);
            fetch_add(&tests, walk_run(exec, view, run, lister));
            place[run + 1] = lister.pairs;
        });
    });

    // Copy them to their places in the list.
    for (uint32_t run = 0; run < runs; ++run) place[run + 1] += place[run];
    report_pairs(output.status, tests, place[runs], output.capacity);
    if (output.status->overflow) return;
    exec.timed("sweep/write", {.items = place[runs], .bytes_a_pair = 16}, [&] {
        exec.parallel(runs, 16, [&](uint64_t run) {
            if (found_[run].empty()) return;
            std::memcpy(output.slots + 2 * place[run], found_[run].data(),
                        found_[run].size() * sizeof(uint32_t));
        });
    });
}

template void ColumnsWalk<CpuExec>::list(CpuExec&, const ColumnsView<SortedBoxes>&, const PairOutput&);

void ColumnsWalk<CpuExec>::note(CpuExec& exec, const ColumnsView<SortedBoxes>& view, const ColumnsPlan& next,
                                const ContactTable& notes) {
    Counters& counters = notes.status->counters;
    const StageCost cost{.items = view.count, .bytes_a_pair = 8, .bytes_a_test = sizeof(ColumnBox)};
    exec.timed("sweep/contacts", cost, [&] {
        exec.parallel(runs_of(view.count), 1, [&](uint64_t run) {
            ContactNoter noter(next.boxes.spheres, notes);
            fetch_add(&counters.tests, walk_run(exec, view, run, noter));
            fetch_add(&counters.pairs, noter.pairs);
            fetch_add(&counters.contacts, noter.contacts);
        });
    });
    plan_columns(exec, "sweep/plan", next);
}

size_t ColumnsWalk<CpuExec>::bytes() const {
    size_t sum = 0;
    for (const auto& found : found_) sum += found.capacity() * sizeof(uint32_t);
    return sum;
}

}  // namespace sim
