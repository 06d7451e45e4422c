// Many segments in one call: of every length around those of a warp, a row and the longest that a warp sorts, in order,
// nearly in order and not, with one long among them and with none, and with places outside at both ends.
#pragma once
#include "tests/sort/pair_sorter_forms_suite.h"

namespace pair_sorter {

/// Lengths that add up to at most `count`, in a random order, and then offsets of them with places left on both sides.
inline std::vector<uint32_t> offsets_of_lengths(std::vector<uint32_t> lengths, std::mt19937_64& random,
                                                uint32_t count) {
    std::shuffle(lengths.begin(), lengths.end(), random);
    const uint32_t sum = std::accumulate(lengths.begin(), lengths.end(), 0u);
    std::vector<uint32_t> offsets = {drawn(random, count - sum + 1)};
    for (const uint32_t length : lengths) offsets.push_back(offsets.back() + length);
    return offsets;
}

/// Keys that are any, few different ones, in order within all, or nearly so.
template <class Key>
std::vector<Key> segment_keys(uint32_t count, int kind, std::mt19937_64& random) {
    std::vector<Key> keys = odd_keys<Key>(count, static_cast<uint32_t>(random()));
    if (kind == 1) {
        for (Key& key : keys) key = static_cast<Key>(random() % 3);
    }
    if (kind < 2) return keys;
    std::sort(keys.begin(), keys.end(),
              [](Key a, Key b) { return sort::ordered_key(a) < sort::ordered_key(b); });
    for (uint32_t i = 0; kind == 3 && i + 1 < count; i += 1 + drawn(random, 40u))
        std::swap(keys[i], keys[i + 1]);
    return keys;
}

template <class Key>
void try_segments(sort::PairSorter& sorter, std::mt19937_64& random, const std::vector<uint32_t>& lengths,
                  int forms) {
    const uint32_t sum = std::accumulate(lengths.begin(), lengths.end(), 0u);
    for (int i = 0; i < forms && !testing::Test::HasFailure(); ++i) {
        const uint32_t count = sum + drawn(random, 30u);
        ASSERT_LE(count, sorter.capacity());
        const std::vector<Key> keys = segment_keys<Key>(count, i % 4, random);
        Form form = drawn_form(random, count, 8 * sizeof(Key));
        if (i % 4 > 1) form.begin = 0, form.end = 8 * sizeof(Key), form.descending = false;
        if (i % 2) form.live.reset();
        form.offsets = offsets_of_lengths(lengths, random, count);
        SCOPED_TRACE(std::string(sorter.engine().name) + ", " + sort::name_of(sort::key_type_of<Key>()) +
                     ", " + text_of(form, count));
        FormCall<Key> call(sorter.engine(), keys, form);
        call.sort(sorter);
        call.expect(keys, order_of(keys, form));
    }
}

/// Segments up to the longest that a warp sorts; `over`: also one that is longer.
inline std::vector<uint32_t> short_lengths(bool over) {
    std::vector<uint32_t> lengths = {0,  1,   2,   3,   31,  32,  33,  0, 63, 64,
                                     65, 200, 255, 256, 257, 511, 512, 1, 0};
    if (over) lengths.push_back(513);
    return lengths;
}

TEST_F(PairSorter, sorts_short_segments_in_every_form) {
    std::mt19937_64 random(11);
    for (const char* name : engine_names()) {
        sort::PairSorter sorter(3500, {.engine = name, .keys = sort::KeyType::u64});
        for (const bool over : {false, true}) {
            const std::vector<uint32_t> lengths = short_lengths(over);
            for (const sort::KeyType type :
                 {sort::KeyType::u32, sort::KeyType::i32, sort::KeyType::f32, sort::KeyType::u64,
                  sort::KeyType::i64, sort::KeyType::f64, sort::KeyType::u8, sort::KeyType::i8,
                  sort::KeyType::u16, sort::KeyType::i16}) {
                sort::with_key_type(type, [&](auto key) {
                    try_segments<decltype(key)>(sorter, random, lengths, form_count());
                });
            }
        }
    }
}

TEST_F(PairSorter, sorts_many_segments_of_all_lengths) {
    std::mt19937_64 random(12);
    std::vector<uint32_t> lengths;
    uint32_t room = most_pairs() - 30;
    while (room > 0) {
        lengths.push_back(std::min(room, drawn(random, 20u) ? drawn(random, 501u) : drawn(random, 3000u)));
        room -= lengths.back();
    }
    for (const char* name : engine_names()) {
        sort::PairSorter sorter(most_pairs(), {.engine = name, .keys = sort::KeyType::u64});
        try_segments<uint32_t>(sorter, random, lengths, 4);
        try_segments<double>(sorter, random, lengths, 4);
    }
}

}  // namespace pair_sorter
