#include "sim/broad_phase/columns/walk_cpu.h"

#include <array>
#include <cstring>

#include "sim/broad_phase/columns/walker_cpu.h"
#include "sim/broad_phase/pair_tally.h"

namespace sim {
namespace {

constexpr uint32_t kRun = 1024;           // boxes: few enough that a crowded column does not hold up the end
constexpr uint64_t kBetweenLooks = 4096;  // pairs that a thread keeps before it asks whether they fit

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

uint32_t runs_of(uint32_t count) { return (count + kRun - 1) / kRun; }

/// Walks through run number `run`; returns the tests.
template <class Sorted, class Out>
uint64_t walk_run(const CpuExec& exec, const ColumnsView<Sorted>& view, uint64_t run, Out& out) {
    ColumnsWalker<Sorted, Out> walker(exec, view, out, has_avx2());
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
