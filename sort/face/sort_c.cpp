// The sorter for C, on that of C++.
#include "sweeplab/sort_c.h"

#include <cstdio>

#include "sort/face/guarded.h"
#include "sort/registry.h"
#include "sweeplab/sort.h"

struct sweeplab_sorter {
    sweeplab::Sorter sorter;
};

namespace sweeplab {
namespace {

static_assert(SWEEPLAB_OK == int(Code::ok) && SWEEPLAB_INVALID_ARGUMENT == int(Code::invalid_argument) &&
              SWEEPLAB_UNAVAILABLE == int(Code::unavailable) &&
              SWEEPLAB_OVER_LIMIT == int(Code::over_limit) && SWEEPLAB_INTERNAL == int(Code::internal));
static_assert(SWEEPLAB_CPU == int(Backend::cpu) && SWEEPLAB_CUDA == int(Backend::cuda));
static_assert(SWEEPLAB_U32 == int(KeyType::u32) && SWEEPLAB_I32 == int(KeyType::i32) &&
              SWEEPLAB_F32 == int(KeyType::f32) && SWEEPLAB_U64 == int(KeyType::u64) &&
              SWEEPLAB_I64 == int(KeyType::i64) && SWEEPLAB_F64 == int(KeyType::f64) &&
              SWEEPLAB_U8 == int(KeyType::u8) && SWEEPLAB_I8 == int(KeyType::i8) &&
              SWEEPLAB_U16 == int(KeyType::u16) && SWEEPLAB_I16 == int(KeyType::i16));
static_assert(sizeof(sweeplab_report) == sizeof(Report) &&
              offsetof(sweeplab_report, excess) == offsetof(Report, excess) &&
              offsetof(sweeplab_report, movers) == offsetof(Report, movers));

/// Of the thread. With no destructor, so that destructors of the program may still fail and ask.
thread_local char message[1024] = "";

Sorter& sorter_of(sweeplab_sorter* sorter) {
    if (!sorter) throw std::invalid_argument("sort: the sorter is null");
    return sorter->sorter;
}

SorterOptions sorter_options(const sweeplab_sorter_options* given) {
    const auto own = options_of(given, sweeplab_sorter_defaults());
    SorterOptions options;
    options.backend = enum_of<Backend>(own.backend);
    options.engine = text_of(own.engine);
    options.keys = enum_of<KeyType>(own.keys);
    options.threads = own.threads;
    options.scratch = own.scratch;
    options.scratch_bytes = own.scratch_bytes;
    return options;
}

SortOptions sort_options(const sweeplab_sort_options* given) {
    const auto own = options_of(given, sweeplab_sort_defaults());
    SortOptions options;
    options.begin_bit = own.begin_bit;
    options.end_bit = own.end_bit;
    options.report = reinterpret_cast<Report*>(own.report);
    options.descending = own.descending != 0;
    options.live_count = own.live_count;
    options.offsets = own.offsets;
    options.segments = own.segments;
    return options;
}

SortArrays arrays_of(const sweeplab_sort_arrays* given) {
    if (!given) throw std::invalid_argument("sort: no arrays");
    const auto own = options_of(given, sweeplab_sort_arrays_defaults());
    return {enum_of<KeyType>(own.type),
            own.keys_in,
            own.keys_out,
            own.values_in,
            own.values_out,
            own.value_bytes};
}

sweeplab_status sort_arrays(sweeplab_sorter* sorter, const SortArrays& arrays, size_t count, void* stream,
                            const sweeplab_sort_options* options) {
    return status_for_c(guarded([&] {
        sorter_of(sorter)
            .try_sort(arrays, count, static_cast<Stream>(stream), sort_options(options))
            .or_throw();
    }));
}

}  // namespace

sweeplab_status status_for_c(const Status& status) noexcept {
    if (!status.ok()) std::snprintf(message, sizeof message, "%s", status.message().c_str());
    return static_cast<sweeplab_status>(status.code());
}

}  // namespace sweeplab

using namespace sweeplab;

const char* sweeplab_version() { return version(); }
const char* sweeplab_last_message() { return message; }
sweeplab_status sweeplab_cuda_status(int device) { return status_for_c(cuda_status(device)); }

size_t sweeplab_engine_count() { return sort::engines().size(); }
const char* sweeplab_engine_name(size_t index) {
    const auto engines = sort::engines();
    return index < engines.size() ? engines[index].name : nullptr;
}

sweeplab_sorter_options sweeplab_sorter_defaults() {
    return {sizeof(sweeplab_sorter_options), SWEEPLAB_CUDA, nullptr, SWEEPLAB_U32, 0, nullptr, 0};
}
sweeplab_sort_options sweeplab_sort_defaults() {
    return {sizeof(sweeplab_sort_options), 0, kAllBits, nullptr, 0, nullptr, nullptr, 0};
}

sweeplab_sort_arrays sweeplab_sort_arrays_defaults() {
    return {sizeof(sweeplab_sort_arrays), SWEEPLAB_U32, nullptr, nullptr, nullptr, nullptr, 4};
}

sweeplab_status sweeplab_sorter_create(size_t capacity, const sweeplab_sorter_options* options,
                                       sweeplab_sorter** sorter) {
    return status_for_c(guarded([&] {
        if (!sorter) throw std::invalid_argument("sort: nowhere to put the sorter");
        *sorter = nullptr;
        *sorter = new sweeplab_sorter{Sorter(capacity, sorter_options(options))};
    }));
}
size_t sweeplab_scratch_bytes(size_t capacity, const sweeplab_sorter_options* options) {
    size_t bytes = 0;
    const Status status = guarded([&] { bytes = Sorter::scratch_bytes(capacity, sorter_options(options)); });
    return status.ok() ? bytes : 0;
}
void sweeplab_sorter_destroy(sweeplab_sorter* sorter) { delete sorter; }

sweeplab_status sweeplab_sort(sweeplab_sorter* sorter, const sweeplab_sort_arrays* arrays, size_t count,
                              void* stream, const sweeplab_sort_options* options) {
    SortArrays own;
    const Status status = guarded([&] { own = arrays_of(arrays); });
    return status.ok() ? sort_arrays(sorter, own, count, stream, options) : status_for_c(status);
}
sweeplab_status sweeplab_sort_pairs(sweeplab_sorter* sorter, sweeplab_key_type type, void* keys,
                                    uint32_t* values, size_t count, void* stream,
                                    const sweeplab_sort_options* options) {
    if (sorter && keys && !values && count > 0)
        return status_for_c(guarded([] { throw std::invalid_argument("sort: no values"); }));
    return sort_arrays(sorter, {enum_of<KeyType>(type), keys, keys, values, values, 4}, count, stream,
                       options);
}
sweeplab_status sweeplab_sort_keys(sweeplab_sorter* sorter, sweeplab_key_type type, void* keys, size_t count,
                                   void* stream, const sweeplab_sort_options* options) {
    return sort_arrays(sorter, {enum_of<KeyType>(type), keys, keys, nullptr, nullptr, 4}, count, stream,
                       options);
}

size_t sweeplab_sorter_capacity(const sweeplab_sorter* sorter) {
    return sorter ? sorter->sorter.capacity() : 0;
}
size_t sweeplab_sorter_bytes(const sweeplab_sorter* sorter) { return sorter ? sorter->sorter.bytes() : 0; }
const char* sweeplab_sorter_engine(const sweeplab_sorter* sorter) {
    return sorter ? sorter->sorter.engine() : "";
}
int sweeplab_sorter_is_stable(const sweeplab_sorter* sorter) {
    return sorter && sorter->sorter.is_stable() ? 1 : 0;
}
int sweeplab_sorter_is_capturable(const sweeplab_sorter* sorter) {
    return sorter && sorter->sorter.is_capturable() ? 1 : 0;
}
const char* sweeplab_sorter_path_name(const sweeplab_sorter* sorter, uint32_t path) {
    return sorter ? sorter->sorter.path_name(path) : "";
}
