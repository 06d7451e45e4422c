// Pairs that are not where they belong: taken out of what is else in order, or set aside before windows are
// sorted, and brought in at the end.
//
// In a mover's place a filler stands: the key of a neighbour that is kept. So the windows need not know of
// movers, and all is in order once they are done. Then the movers' places, and fillers that the windows have
// moved, are found by binary search, and what lies between two of them moves by as many places as more movers
// than fillers lie before it: a few, and in long stretches, the others not at all. Example, 10 is a mover:
// 1 2 10 3 4 20 becomes 1 2 (2) 3 4 20, then 1 2 3 4 10 20.
#pragma once
#include <tbb/parallel_invoke.h>

#include <vector>

#include "sort/engines/cpu/descents.h"
#include "sort/engines/cpu/local_sort.h"
#include "sort/engines/cpu/predict.h"

namespace sort::cpu {

template <class Key>
class Movers {
    using Word = WordOf<Key>;
    using Split = SplitPairs<Key>;

public:
    explicit Movers(uint32_t capacity)
        : most_(most(capacity)),
          pairs_(most_),
          movers_(most_),
          fillers_(most_),
          scratch_{Memory<Word>(most_), Memory<Word>(most_)},
          places_(most_) {
        stretches_.reserve(2 * size_t{most_} + 1);
    }

    static size_t bytes(uint32_t capacity) {
        return (5 * sizeof(Word) + sizeof(uint32_t) + 2 * sizeof(Stretch)) * most(capacity);
    }

    /// Sets aside the movers of [begin, end), one step, and puts fillers there; `index` counts them.
    template <class Bits>
    void set_aside(Split pairs, uint32_t begin, uint32_t end, Bits bits, Between<Key> between,
                   uint32_t& index) {
        Key filler = pairs.keys[begin];
        for (uint32_t i = begin; i < end; ++i) {
            if (!between.holds(bits(pairs.keys[i]))) continue;
            filler = pairs.keys[i];  // the first kept one; if there is none, the check will say so
            break;
        }
        for (uint32_t i = begin; i < end; ++i) {
            const Key key = bits(pairs.keys[i]);
            if (between.holds(key)) {
                filler = pairs.keys[i];
                continue;
            }
            pairs_.data()[index] = pairs.load(i);
            places_.data()[index] = i;
            movers_.data()[index] = word_of(key, index);
            fillers_.data()[index] = word_of(bits(filler), i);
            pairs.keys[i] = filler;
            ++index;
        }
    }

    /// Takes the pairs of the spans out; returns how many. What is left and the fillers are in order.
    template <class Bits>
    uint32_t take_out(Split pairs, uint32_t pair_count, Bits bits, const std::vector<Span>& spans) {
        uint32_t index = 0;
        for (const Span& span : spans) {
            const uint32_t kept = span.begin > 0 ? span.begin - 1 : span.end;
            const Key filler = kept < pair_count ? pairs.keys[kept] : 0;
            for (uint32_t i = span.begin; i < span.end; ++i, ++index) {
                pairs_.data()[index] = pairs.load(i);
                places_.data()[index] = i;
                movers_.data()[index] = word_of(bits(pairs.keys[i]), index);
                pairs.keys[i] = filler;
            }
        }
        return index;
    }

    /// Brings in `count` movers that were taken out; nothing was moved since. Returns how many places the
    /// one that was farthest from its place went.
    template <class Bits>
    uint32_t bring_in_taken_out(Split pairs, uint32_t pair_count, uint32_t count, Bits bits,
                                Counters<Key>& counters, bool parallel) {
        const auto order = [&](uint32_t i) { return word_of(bits(pairs.keys[i]), i); };
        const auto filler_at = [&](uint32_t filler, uint32_t) { return places_.data()[filler]; };
        bring_in(pairs, pair_count, count, order, filler_at, counters, parallel);
        int64_t most = 0;
        for (uint32_t k = 0; k < count; ++k) {
            const Word word = movers_.data()[k];
            most =
                std::max(most, std::abs(static_cast<int64_t>(key_of(word)) - places_.data()[value_of(word)]));
        }
        for (const Stretch& s : stretches_)
            if (s.begin < s.end) most = std::max(most, std::abs(int64_t{s.shift}));
        return static_cast<uint32_t>(most);
    }

    /// Brings in `count` movers that were set aside. order(i) is what the pairs are in order by: (key, place
    /// before).
    template <class Order>
    void bring_in_set_aside(Split pairs, uint32_t pair_count, uint32_t count, Order order,
                            Counters<Key>& counters, bool parallel) {
        sort_words(fillers_.data(), count, counters);
        const auto filler_at = [&](uint32_t filler, uint32_t from) {
            return find(order, fillers_.data()[filler], from, pair_count);
        };
        bring_in(pairs, pair_count, count, order, filler_at, counters, parallel);
    }

    /// Mover `index` as it was and its place before, to put it back.
    Word pair(uint32_t index) const { return pairs_.data()[index]; }
    uint32_t place(uint32_t index) const { return places_.data()[index]; }
    const uint32_t* places() const { return places_.data(); }

private:
    /// Room for those of any count up to the capacity.
    static uint32_t most(uint32_t capacity) { return most_misplaced(capacity) + 1; }

    struct Stretch {
        uint32_t begin, end;
        int32_t shift;
    };

    void sort_words(Word* words, uint32_t count, Counters<Key>& counters) {
        sort_local<Key>(WordPairs{words}, scratch_[0].data(), scratch_[1].data(), WordPairs{words}, count,
                        AllBits{}, extent_of_words(words, count, AllBits{}).range(), counters,
                        LastPass::direct);
    }

    /// Returns the first place in [begin, end) whose pair is not before `word`: it is near, so in growing steps.
    template <class Order>
    static uint32_t find(Order order, const Word& word, uint32_t begin, uint32_t end) {
        uint64_t step = 64;  // may become 2^32
        while (step < end - begin && order(begin + uint32_t(step)) < word) {
            begin += uint32_t(step);
            step *= 2;
        }
        end = begin + uint32_t(std::min<uint64_t>(end - begin, step));
        while (begin < end) {
            const uint32_t middle = begin + (end - begin) / 2;
            if (order(middle) < word) {
                begin = middle + 1;
            } else {
                end = middle;
            }
        }
        return begin;
    }

    /// find_filler(k, from) is the place, not before `from`, of the filler that is k-th by place.
    template <class Order, class FindFiller>
    void bring_in(Split pairs, uint32_t pair_count, uint32_t count, Order order, FindFiller find_filler,
                  Counters<Key>& counters, bool parallel) {
        sort_words(movers_.data(), count, counters);
        stretches_.clear();
        uint32_t from = 0, mover = 0, filler = 0, mover_at = 0, filler_at = 0;
        int32_t shift = 0;
        const auto next_mover = [&] {
            if (mover == count) return mover_at = pair_count;
            const Word word = movers_.data()[mover];
            return mover_at = find(order, word_of(key_of(word), places_.data()[value_of(word)]), mover_at,
                                   pair_count);
        };
        const auto next_filler = [&] {
            return filler_at = filler == count ? pair_count : find_filler(filler, filler_at);
        };
        next_mover();
        next_filler();
        while (mover < count || filler < count) {
            const bool bring = mover < count && mover_at <= filler_at;
            const uint32_t at = bring ? mover_at : filler_at;
            stretches_.push_back({from, at, shift});
            if (bring) {
                Word& word = movers_.data()[mover++];
                word =
                    word_of<Key>(at + static_cast<uint32_t>(shift), value_of(word));  // its place from now on
                from = at;
                ++shift;
                next_mover();
            } else {
                from = at + 1;
                --shift;
                ++filler;
                next_filler();
            }
        }
        if (!pairs.values) {
            move_stretches(pairs.keys);
        } else if (parallel) {
            tbb::parallel_invoke([&] { move_stretches(pairs.keys); }, [&] { move_stretches(pairs.values); });
        } else {
            move_stretches(pairs.keys);
            move_stretches(pairs.values);
        }
        for (uint32_t k = 0; k < count; ++k) {
            const Word word = movers_.data()[k];
            pairs.store(static_cast<uint32_t>(key_of(word)), pairs_.data()[value_of(word)]);
        }
    }

    /// Moves the stretches: those to the left first to last, those to the right last to first. Between the
    /// two kinds a stretch stays, perhaps an empty one, since the shift changes by one: so none is
    /// overwritten before it is moved.
    template <class T>
    void move_stretches(T* items) const {
        const auto move = [&](const Stretch& s) {
            std::memmove(items + static_cast<int64_t>(s.begin) + s.shift, items + s.begin,
                         sizeof(T) * (s.end - s.begin));
        };
        for (size_t k = 0; k < stretches_.size();) {
            if (stretches_[k].shift <= 0) {
                if (stretches_[k].shift < 0) move(stretches_[k]);
                ++k;
                continue;
            }
            size_t end = k;
            while (end < stretches_.size() && stretches_[end].shift > 0) ++end;
            for (size_t last = end; last > k; --last) move(stretches_[last - 1]);
            k = end;
        }
    }

    const uint32_t most_;
    Memory<Word> pairs_, movers_, fillers_;  // (key, value), (key, index), (key, place)
    Memory<Word> scratch_[2];
    Memory<uint32_t> places_;
    std::vector<Stretch> stretches_;
};

}  // namespace sort::cpu
