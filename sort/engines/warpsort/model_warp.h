// What one warp of warpsort does, as loops: compare-exchanges, phases of the bitonic network, and the merge
// of two runs. Every compare-exchange of the kernels is made here in the same order between the same places,
// and equal keys never change places in one: so values come out as in the kernels, where equal keys have no
// other order than the one that the networks leave them in.
#pragma once
#include <algorithm>
#include <utility>
#include <vector>

#include "sort/engines/warpsort/plan.h"

namespace sort::warpsort_model {

using namespace warpsort;
using Words = std::vector<uint32_t>;

constexpr uint32_t kLargest = 0xffffffffu;

struct Item {
    uint32_t key, value;
};
constexpr Item kSentinel{kLargest, kLargest};

/// Comparison by key alone, or by key and then position or value.
struct Before {
    bool whole;

    bool operator()(const Item& a, const Item& b) const {
        return a.key < b.key || (whole && a.key == b.key && a.value < b.value);
    }
};

inline void exchange(Item& first, Item& second, bool descending, Before before) {
    if (descending ? before(first, second) : before(second, first)) std::swap(first, second);
}

/// Runs one phase of the network: blocks of `size` places become sorted, alternately up and down; up for the
/// last phase. `turned`, in a broken model: the first comparator of the first step puts the larger key first.
inline void phase(std::vector<Item>& items, size_t size, Before before, bool turned = false) {
    for (size_t step = size / 2; step > 0; step /= 2) {
        for (size_t i = 0; i < items.size(); ++i) {
            if ((i & step) != 0) continue;
            const bool down = size < items.size() && (i & size) != 0;
            exchange(items[i], items[i + step], down != (turned && i == 0 && step == size / 2), before);
        }
    }
}

/// The smaller half of both to `kept`, the larger to `fetched`, each in order.
inline void bitonic_merge(std::vector<Item>& kept, std::vector<Item>& fetched, Before before) {
    const size_t chunk = kept.size();
    std::vector<Item> larger(chunk);
    for (size_t i = 0; i < chunk; ++i) {
        larger[i] = fetched[chunk - 1 - i];
        exchange(kept[i], larger[i], false, before);
    }
    phase(kept, chunk, before);
    phase(larger, chunk, before);
    fetched = larger;
}

/// Merges two sorted halves by rank: an item's place is its index plus the items of the other half before it.
/// The smaller half goes to `kept`, the larger to `fetched`; equal items of `kept` come first.
inline void rank_merge(std::vector<Item>& kept, std::vector<Item>& fetched, Before before) {
    std::vector<Item> all(2 * kept.size());
    std::merge(kept.begin(), kept.end(), fetched.begin(), fetched.end(), all.begin(), before);
    std::copy(all.begin(), all.begin() + kept.size(), kept.begin());
    std::copy(all.begin() + kept.size(), all.end(), fetched.begin());
}

/// Keys as they are compared, and back; the arrays of the stages hold them as the kernels store them.
struct View {
    KeyView view;
    bool indexed;

    uint32_t into(uint32_t key) const { return indexed ? key : view.into(key); }
    uint32_t back(uint32_t key) const { return indexed ? key : view.back(key); }
};

struct Unmerged {
    uint32_t next, end;
    bool empty() const { return next == end; }
};

/// Merge of two runs by one warp, at one level of merging.
class Merger {
public:
    Merger(const Words& keys, const Words& values, Words& out_keys, Words& out_values, View view,
           size_t lanes, size_t chunk, bool by_rank, Words& fetches, bool from_the_larger)
        : keys_(keys),
          values_(values),
          out_keys_(out_keys),
          out_values_(out_values),
          view_(view),
          before_{view.indexed},
          lanes_(lanes),
          chunk_(chunk),
          by_rank_(by_rank),
          fetches_(fetches),
          from_the_larger_(from_the_larger) {}

    /// Pairs with the largest key follow unmerged: sentinels could not be told from them.
    void operator()(Unmerged a, Unmerged b, uint32_t to) {
        to_ = to;
        number_ = 0;
        Unmerged a_largest{largest_begin(a), a.end}, b_largest{largest_begin(b), b.end};
        a.end = a_largest.next;
        b.end = b_largest.next;
        if (a.empty() || b.empty()) {
            copy(a.empty() ? b : a);
        } else {
            merge(a, b);
        }
        copy(a_largest);
        copy(b_largest);
    }

private:
    uint32_t largest_begin(Unmerged rest) const {
        uint32_t begin = rest.end;
        while (!view_.indexed && begin > rest.next && keys_[begin - 1] == kLargest) --begin;
        return begin;
    }

    std::vector<Item> fetch(Unmerged& rest, size_t chunk) {
        std::vector<Item> items(chunk, kSentinel);
        for (Item& item : items) {
            if (rest.empty()) break;
            item = {view_.into(keys_[rest.next]), values_[rest.next]};
            fetches_[rest.next++] = number_;
        }
        ++number_;
        return items;
    }

    void give_out(const std::vector<Item>& items, size_t count) {
        for (size_t i = 0; i < count; ++i) {
            out_keys_[to_] = view_.back(items[i].key);
            out_values_[to_++] = items[i].value;
        }
    }

    void copy(Unmerged rest) {
        while (!rest.empty()) {
            const size_t chunk = lanes_ * kCopyItems;
            const size_t count = std::min<size_t>(rest.end - rest.next, chunk);
            give_out(fetch(rest, chunk), count);
        }
    }

    void merge(Unmerged a, Unmerged b) {
        size_t left = (a.end - a.next) + (b.end - b.next);
        std::vector<Item> kept = fetch(a, chunk_), fetched = fetch(b, chunk_);
        Item a_last = kept.back(), b_last = fetched.back();
        while (true) {
            // The run whose last fetched key is the smaller goes on.
            const bool more = !a.empty() || !b.empty();
            const bool a_is_next = before_(b_last, a_last) == from_the_larger_;
            const bool from_a = b.empty() || (!a.empty() && a_is_next);
            std::vector<Item> coming;
            if (more) coming = fetch(from_a ? a : b, chunk_);
            if (by_rank_) {
                rank_merge(kept, fetched, before_);
            } else {
                bitonic_merge(kept, fetched, before_);
            }
            const size_t count = std::min(left, chunk_);
            give_out(kept, count);
            left -= count;
            if (!more) break;
            (from_a ? a_last : b_last) = coming.back();
            kept = fetched;
            fetched = coming;
        }
        give_out(fetched, left);
    }

    const Words &keys_, &values_;
    Words &out_keys_, &out_values_;
    View view_;
    Before before_;
    size_t lanes_, chunk_;
    bool by_rank_;
    Words& fetches_;
    bool from_the_larger_;  // of a broken model
    uint32_t to_ = 0, number_ = 0;
};

}  // namespace sort::warpsort_model
