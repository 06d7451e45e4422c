// Every form of a call of PairSorter, drawn by chance, against a stable sort written here: type, bits, direction,
// segments, a live count, values of both widths or implied ones, in place or to other arrays, keys alone, order alone.
#pragma once
#include <optional>

#include "sort/core/typed_sort.h"
#include "tests/sort/pair_sorter_suite.h"

namespace pair_sorter {

/// How many calls are drawn for each type.
int form_count();

/// A call: what is asked, by numbers on the host.
struct Form {
    int begin = 0, end = 0;
    bool descending = false, in_place = true, writes_keys = true;
    size_t value_bytes = 4;  // 0: no values
    bool implied = false;    // values are the places
    std::optional<uint32_t> live;
    std::vector<uint32_t> offsets;  // empty: one segment
};

template <class Number>
Number drawn(std::mt19937_64& random, Number below) {
    return static_cast<Number>(random() % below);
}

inline std::vector<uint32_t> drawn_offsets(std::mt19937_64& random, uint32_t count) {
    std::vector<uint32_t> offsets(2 + drawn(random, 40u));
    for (uint32_t& offset : offsets) offset = drawn(random, count + 1);
    if (drawn(random, 3u) > 0)
        offsets.front() = 0, offsets.back() = count;  // else places outside of all segments
    std::sort(offsets.begin(), offsets.end());
    return offsets;
}

inline Form drawn_form(std::mt19937_64& random, uint32_t count, int key_bits) {
    Form form;
    form.end = key_bits;
    if (drawn(random, 2u)) {
        form.begin = drawn(random, key_bits + 1);
        form.end = form.begin + drawn(random, key_bits - form.begin + 1);
    }
    form.descending = drawn(random, 2u);
    form.in_place = drawn(random, 2u);
    form.value_bytes = 4 * drawn(random, 3u);
    form.implied = form.value_bytes == 4 && drawn(random, 2u);
    form.writes_keys = !form.implied || drawn(random, 2u);
    if (drawn(random, 3u) == 0) form.live = drawn(random, count + 3);
    if (drawn(random, 2u)) form.offsets = drawn_offsets(random, count);
    return form;
}

/// The places of the input in sorted order.
template <class Key>
std::vector<uint32_t> order_of(const std::vector<Key>& keys, const Form& form) {
    std::vector<uint32_t> order(keys.size());
    std::iota(order.begin(), order.end(), 0u);
    const uint32_t count = static_cast<uint32_t>(keys.size()),
                   live = std::min(form.live.value_or(count), count);
    const auto part = [&](uint32_t place) {
        const uint64_t key = sort::ordered_key(keys[place]);
        uint64_t value = 0;
        for (int bit = form.end; bit-- > form.begin;) value = 2 * value + (key >> bit & 1);
        return value;
    };
    const auto sort_places = [&](uint32_t first, uint32_t last) {
        if (first >= last) return;
        std::stable_sort(order.begin() + first, order.begin() + last, [&](uint32_t a, uint32_t b) {
            return form.descending ? part(a) > part(b) : part(a) < part(b);
        });
    };
    if (form.offsets.empty()) sort_places(0, live);
    for (size_t s = 0; s + 1 < form.offsets.size(); ++s) {
        sort_places(std::min(form.offsets[s], live), std::min(form.offsets[s + 1], live));
    }
    return order;
}

inline std::string text_of(const Form& form, size_t count) {
    return std::to_string(count) + " pairs, bits " + std::to_string(form.begin) + " to " +
           std::to_string(form.end) + (form.descending ? ", descending" : "") +
           (form.in_place ? ", in place" : "") + ", values of " + std::to_string(form.value_bytes) +
           (form.implied ? " implied" : "") + (form.writes_keys ? "" : ", order alone") +
           (form.live ? ", live " + std::to_string(*form.live) : "") + ", borders " +
           std::to_string(form.offsets.size());
}

template <class T>
std::vector<T> downloaded(const sort::Array& array, size_t count) {
    std::vector<T> items(count);
    array.download(items.data());
    return items;
}

/// One call with memory of its own.
template <class Key>
class FormCall {
public:
    FormCall(const sort::Engine& engine, const std::vector<Key>& keys, const Form& form)
        : engine_(engine),
          form_(form),
          count_(keys.size()),
          keys_(engine.backend, count_ * sizeof(Key)),
          keys_out_(engine.backend, count_ * sizeof(Key)),
          values_(engine.backend, count_ * 8),
          values_out_(engine.backend, count_ * 8),
          numbers_(engine.backend, (form.offsets.size() + 1) * sizeof(uint32_t)) {
        keys_.upload(keys.data());
        std::vector<uint32_t> numbers = form.offsets;
        numbers.push_back(form.live.value_or(0));
        numbers_.upload(numbers.data());
        std::vector<uint32_t> values(2 *
                                     count_);  // as words: those of 8 bytes hold the place above and below
        for (size_t i = 0; i < values.size(); ++i) {
            values[i] =
                static_cast<uint32_t>(form.value_bytes == 8 ? i / 2 : i % std::max<size_t>(count_, 1));
        }
        values_.upload(values.data());
    }

    /// By a sorter that is made for this call, and not by one with less.
    void sort_with_just_the_scratch(uint32_t count) {
        const sort::KeyType needed = sort::scratch_type(arrays(), options());
        if (needed != sort::KeyType::u32) {
            const sort::KeyType less = needed == sort::KeyType::u64 ? sort::KeyType::f32 : sort::KeyType::u32;
            sort::PairSorter small(count, {.engine = engine_.name, .keys = less});
            EXPECT_THROW(sort(small), std::invalid_argument);
        }
        sort::PairSorter sorter(count, {.engine = engine_.name, .keys = needed});
        sort(sorter);
    }

    void sort(sort::PairSorter& sorter) { sorter.sort(arrays(), count_, stream(), options()); }

private:
    sort::PairSortOptions options() {
        auto* numbers = numbers_.as<uint32_t>();
        sort::PairSortOptions options{
            .begin_bit = form_.begin, .end_bit = form_.end, .descending = form_.descending};
        if (form_.live) options.live_count = numbers + form_.offsets.size();
        if (!form_.offsets.empty()) {
            options.offsets = numbers;
            options.segments = static_cast<uint32_t>(form_.offsets.size() - 1);
        }
        return options;
    }

    sort::SortArrays arrays() {
        return {.type = sort::key_type_of<Key>(),
                .keys_in = keys_.template as<Key>(),
                .keys_out = form_.writes_keys ? keys_written().template as<Key>() : nullptr,
                .values_in = form_.value_bytes && !form_.implied ? values_.as<uint32_t>() : nullptr,
                .values_out = form_.value_bytes ? values_written().template as<uint32_t>() : nullptr,
                .value_bytes = form_.value_bytes == 8 ? 8u : 4u};
    }

public:
    /// The results are those of this order; what is only read is as it was.
    void expect(const std::vector<Key>& before, const std::vector<uint32_t>& order) const {
        const size_t live = std::min<size_t>(form_.live.value_or(count_), count_);
        if (form_.writes_keys) {
            std::vector<Key> sorted(live), now = downloaded<Key>(keys_written(), count_);
            for (size_t i = 0; i < live; ++i) sorted[i] = before[order[i]];
            now.resize(live);  // behind it they are not defined
            EXPECT_TRUE(same_bits(now, sorted));
        }
        if (!form_.writes_keys || !form_.in_place) {
            EXPECT_TRUE(same_bits(downloaded<Key>(keys_, count_), before)) << "the input was written";
        }
        if (form_.value_bytes == 0) return;
        const size_t width = form_.value_bytes / 4;
        const auto words = downloaded<uint32_t>(values_written(), 2 * count_);
        for (size_t i = 0; i < count_; ++i) {
            ASSERT_EQ(words[width * i], order[i]) << "value " << i;
            ASSERT_EQ(words[width * i + width - 1], order[i]) << "value " << i;
        }
    }

private:
    const sort::Array& keys_written() const { return form_.in_place ? keys_ : keys_out_; }
    const sort::Array& values_written() const {
        return form_.in_place && !form_.implied ? values_ : values_out_;
    }

    const sort::Engine& engine_;
    Form form_;
    size_t count_;
    sort::Array keys_, keys_out_, values_, values_out_, numbers_;
};

template <class Key>
void try_forms(sort::PairSorter& sorter, std::mt19937_64& random, int forms) {
    for (int i = 0; i < forms && !testing::Test::HasFailure(); ++i) {
        const uint32_t count = drawn(random, 4u) ? drawn(random, sorter.capacity() + 1) : drawn(random, 70u);
        const auto keys = odd_keys<Key>(count, static_cast<uint32_t>(random()));
        const Form form = drawn_form(random, count, 8 * sizeof(Key));
        SCOPED_TRACE(std::string(sorter.engine().name) + ", " + sort::name_of(sort::key_type_of<Key>()) +
                     ", " + text_of(form, count));
        FormCall<Key> call(sorter.engine(), keys, form);
        if (i % 3 == 0) {
            call.sort_with_just_the_scratch(count);
        } else {
            call.sort(sorter);
        }
        call.expect(keys, order_of(keys, form));
    }
}

TEST_F(PairSorter, sorts_in_every_form) {
    std::mt19937_64 random(5);
    for (const char* name : engine_names()) {
        sort::PairSorter sorter(most_pairs() / 2, {.engine = name, .keys = sort::KeyType::u64});
        const int forms = form_count();
        try_forms<uint32_t>(sorter, random, forms);
        try_forms<int32_t>(sorter, random, forms);
        try_forms<float>(sorter, random, forms);
        try_forms<uint64_t>(sorter, random, forms);
        try_forms<int64_t>(sorter, random, forms);
        try_forms<double>(sorter, random, forms);
        try_forms<uint8_t>(sorter, random, forms);
        try_forms<int8_t>(sorter, random, forms);
        try_forms<uint16_t>(sorter, random, forms);
        try_forms<int16_t>(sorter, random, forms);
    }
}

TEST_F(PairSorter, refuses_wrong_forms) {
    sort::PairSorter sorter(100, {.engine = engine_names()[0]});
    Arrays<uint32_t> arrays(sorter.engine(), odd_keys<uint32_t>(100, 1));
    auto* keys = arrays.keys.as<uint32_t>();
    auto* values = arrays.values.as<uint32_t>();
    const auto refused = [&](const char* word, const sort::SortArrays& call,
                             const sort::PairSortOptions& options = {}) {
        expect_refused(arrays, word, [&] { sorter.sort(call, 20, stream(), options); });
    };
    using sort::KeyType;
    refused("u8 keys for a sorter made for u32", {KeyType::u8, keys, keys});
    refused("the scratch of f32 keys", {KeyType::u32, keys, nullptr, nullptr, values});
    refused("the scratch of u64 keys", {KeyType::u32, keys, keys, values, values, 8});
    refused("the scratch of u64 keys", {KeyType::u32, keys, keys}, {.offsets = values, .segments = 1});
    sort::PairSorter of_segments(100, {.engine = engine_names()[0], .keys = KeyType::u64});
    expect_refused(arrays, "2^32 - 2 segments", [&] {
        of_segments.sort({KeyType::u32, keys, keys}, 20, stream(),
                         {.offsets = values, .segments = UINT32_MAX});
    });
    refused("values of 3 bytes", {KeyType::u32, keys, keys, values, values, 3});
    refused("implied values have 4 bytes", {KeyType::u32, keys, keys, nullptr, values, 8});
    refused("no values to write to", {KeyType::u32, keys, keys, values, nullptr});
    refused("no keys and no values", {KeyType::u32, keys, nullptr});
    refused("no keys", {KeyType::u32, nullptr, keys});
    refused("keys of input and output overlap", {KeyType::u32, keys, keys + 3});
    refused("values of input and output overlap", {KeyType::u32, keys, keys, values + 19, values});
    refused("keys and values overlap", {KeyType::u32, keys, keys + 50, nullptr, keys + 69});
    refused("segments without offsets", {KeyType::u32, keys, keys}, {.segments = 3});
    refused("live count are not aligned", {KeyType::u32, keys, keys},
            {.live_count = reinterpret_cast<const uint32_t*>(reinterpret_cast<const char*>(values) + 2)});
    sorter.sort({KeyType::u32, keys, keys + 20, values, values + 20}, 20, stream());  // side by side is right
    for (const sort::Engine& engine : sort::engines()) {
        if (engine.stable || engine.backend != sorter.engine().backend) continue;
        sort::PairSorter other(100, {.engine = engine.name});
        EXPECT_THROW(other.sort({KeyType::u32, keys, keys}, 20, stream(), {.live_count = values}),
                     std::invalid_argument)
            << engine.name;
    }
}

}  // namespace pair_sorter
