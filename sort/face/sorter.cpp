// sweeplab::Sorter is sort::PairSorter with other words for its types.
#include "sort/base/errors.h"
#include "sort/face/guarded.h"
#include "sort/pair_sorter.h"
#include "sweeplab/sort.h"

namespace sweeplab {
namespace {

template <class To, class From>
constexpr bool same(To to, From from) {
    return static_cast<int>(to) == static_cast<int>(from);
}
static_assert(same(Backend::cpu, sort::Backend::cpu) && same(Backend::cuda, sort::Backend::cuda));
static_assert(same(KeyType::u32, sort::KeyType::u32) && same(KeyType::i32, sort::KeyType::i32) &&
              same(KeyType::f32, sort::KeyType::f32) && same(KeyType::u64, sort::KeyType::u64) &&
              same(KeyType::i64, sort::KeyType::i64) && same(KeyType::f64, sort::KeyType::f64) &&
              same(KeyType::u8, sort::KeyType::u8) && same(KeyType::i8, sort::KeyType::i8) &&
              same(KeyType::u16, sort::KeyType::u16) && same(KeyType::i16, sort::KeyType::i16));
static_assert(kAllBits == sort::kAllBits);
static_assert(sizeof(Report) == sizeof(sort::Report) &&
              offsetof(Report, passes_run) == offsetof(sort::Report, passes_run) &&
              offsetof(Report, passes_skipped) == offsetof(sort::Report, passes_skipped) &&
              offsetof(Report, path) == offsetof(sort::Report, path) &&
              offsetof(Report, windows) == offsetof(sort::Report, windows) &&
              offsetof(Report, max_shift) == offsetof(sort::Report, max_shift) &&
              offsetof(Report, movers) == offsetof(sort::Report, movers) &&
              offsetof(Report, excess) == offsetof(sort::Report, excess));

/// The types of sort/, of values that a caller of C may have made of any number.
sort::KeyType type_of(KeyType type) {
    if (type < KeyType::u32 || type > KeyType::i16) {
        throw std::invalid_argument("sort: there is no key type " + std::to_string(static_cast<int>(type)));
    }
    return static_cast<sort::KeyType>(type);
}

sort::PairSorterConfig config_of(const SorterOptions& options) {
    if (options.backend != Backend::cpu && options.backend != Backend::cuda) {
        throw std::invalid_argument("sort: there is no backend " +
                                    std::to_string(static_cast<int>(options.backend)));
    }
    sort::PairSorterConfig config;
    config.backend = static_cast<sort::Backend>(options.backend);
    config.engine = options.engine;
    config.keys = type_of(options.keys);
    config.engine_config.threads = options.threads;
    config.scratch = options.scratch;
    config.scratch_bytes = options.scratch_bytes;
    return config;
}

sort::PairSortOptions options_for(const SortOptions& options) {
    return {options.begin_bit,  options.end_bit,    reinterpret_cast<sort::Report*>(options.report),
            options.descending, options.live_count, options.offsets,
            options.segments};
}

sort::SortArrays arrays_of(const SortArrays& arrays) {
    return {type_of(arrays.type), arrays.keys_in,    arrays.keys_out,
            arrays.values_in,     arrays.values_out, arrays.value_bytes};
}

}  // namespace

struct Sorter::State {
    State(size_t capacity, const SorterOptions& options) : sorter(capacity, config_of(options)) {}

    /// Throws std::invalid_argument where there is no state.
    static sort::PairSorter& of(const std::unique_ptr<State>& state) {
        if (!state)
            throw std::invalid_argument("sort: the sorter is empty: none was created, or it was moved");
        return state->sorter;
    }

    sort::PairSorter sorter;
};

Sorter::Sorter() noexcept = default;
Sorter::Sorter(size_t capacity, const SorterOptions& options) { try_create(capacity, options).or_throw(); }
Sorter::~Sorter() = default;
Sorter::Sorter(Sorter&&) noexcept = default;
Sorter& Sorter::operator=(Sorter&&) noexcept = default;

size_t Sorter::scratch_bytes(size_t capacity, const SorterOptions& options) noexcept {
    size_t bytes = 0;
    const Status status =
        guarded([&] { bytes = sort::PairSorter::scratch_bytes(capacity, config_of(options)); });
    return status.ok() ? bytes : 0;
}

Status Sorter::try_create(size_t capacity, const SorterOptions& options) noexcept {
    return guarded([&] { state_ = std::make_unique<State>(capacity, options); });
}

Status Sorter::try_sort(const SortArrays& arrays, size_t count, Stream stream,
                        const SortOptions& options) noexcept {
    return guarded([&] { State::of(state_).sort(arrays_of(arrays), count, stream, options_for(options)); });
}

Status Sorter::no_values() noexcept {
    return guarded([] { throw std::invalid_argument("sort: no values"); });
}

size_t Sorter::capacity() const noexcept { return state_ ? state_->sorter.capacity() : 0; }
size_t Sorter::bytes() const noexcept { return state_ ? state_->sorter.bytes() : 0; }
const char* Sorter::engine() const noexcept { return state_ ? state_->sorter.engine().name : ""; }
bool Sorter::is_stable() const noexcept { return state_ && state_->sorter.engine().stable; }
bool Sorter::is_capturable() const noexcept { return state_ && state_->sorter.engine().capturable; }
const char* Sorter::path_name(uint32_t path) const noexcept {
    return state_ ? sort::path_name(state_->sorter.engine(), path) : "";
}

std::vector<std::string> engine_names() {
    std::vector<std::string> names;
    for (const sort::Engine& engine : sort::engines()) names.push_back(engine.name);
    return names;
}

}  // namespace sweeplab
