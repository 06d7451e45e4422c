// Sorts of keys of every type, and sorts that move records, timed as a user of the library makes them: our engines by
// sort::PairSorter with its conversions, the reference engines by the libraries' own calls for the type.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "app/bench/sort/typed_keys.h"
#include "sort/lab/libraries/library_sort.h"
#include "sort/lab/measure.h"
#include "sort/pair_sorter.h"

namespace app {

/// One engine with what sorts for it.
class TypedContender {
public:
    /// Allocates for up to `count` pairs, and with `segments` for so many segments. Throws sort::Unavailable,
    /// sort::OverLimit.
    TypedContender(const sort::Engine& engine, const sort::EngineConfig& config, sort::KeyType type,
                   uint32_t count, uint32_t segments = 0);

    const sort::Engine& engine() const { return *engine_; }
    /// The library's call for these keys; null: PairSorter sorts them. So it does keys with NaNs that a library would
    /// order otherwise, and a part of the bits.
    sort::LibrarySort* library_for(const TypedKeys& keys, const sort::Options& options) const;
    bool has_library() const { return library_ != nullptr; }
    /// Not of a library's sort of segments, which has none.
    sort::PairSorter& pair_sorter() { return *pair_sorter_; }
    /// "std::stable_sort", "PairSorter, 64-bit kernels": what is timed.
    std::string timed(const TypedKeys& keys, const sort::Options& options) const;

private:
    const sort::Engine* engine_;
    bool typed_;             // sorts signed keys and floats as they are
    const char* call_ = "";  // of the library
    bool segmented_;
    std::unique_ptr<sort::LibrarySort> library_;
    std::optional<sort::PairSorter> pair_sorter_;
};

/// What PairSorter is told of a measurement's bits: of 64-bit keys it sorts all. Without segments.
sort::PairSortOptions own_options(const TypedKeys& keys, const sort::Options& options);

struct TypedResult {
    sort::Measured measured;          // values: the order; of 32-bit keys also their sorted words; no bytes
    std::string timed;                // see TypedContender
    bool has_report = false;          // a library has none
    std::optional<uint32_t> apart{};  // the first place whose key is not that of its value
    std::optional<uint32_t> wrong_record{};  // the first place with another record than the order says
};

/// Sorts the keys with their indices, or, with `record_bytes` 8 or 16, indices and then gathers the records. With
/// `keys_alone` there are no values: PairSorter sorts keys of 32 bits. All contenders belong to one backend.
std::vector<TypedResult> measure_typed(const std::vector<TypedContender*>& contenders, const TypedKeys& keys,
                                       bool keys_alone, size_t record_bytes,
                                       const sort::MeasureOptions& options);

/// The first place of `gathered` that has not the record of its index in `order`; none when all have.
std::optional<uint32_t> first_wrong_record(const std::vector<uint32_t>& order, size_t record_bytes,
                                           const std::vector<std::byte>& records,
                                           const std::vector<std::byte>& gathered);

}  // namespace app
