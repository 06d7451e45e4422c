// A program in C++17 that sorts keys of each type and finds pairs, with and without exceptions.
#include <sweeplab/pairs.h>
#include <sweeplab/sort.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using namespace std;  // whatever it brings, no name of the library is ambiguous
using namespace sweeplab;

static void require(bool right, const char* what) {
    if (right) return;
    std::printf("cpp17: wrong: %s\n", what);
    std::exit(1);
}

template <class Key>
static void check_type(Sorter& sorter, const char* type) {
    std::vector<Key> keys = {5, 2, 7, 2, 0};
    std::vector<std::uint32_t> values = {0, 1, 2, 3, 4};
    sorter.sort_pairs(keys.data(), values.data(), keys.size());
    require(keys == std::vector<Key>{0, 2, 2, 5, 7}, type);
    require(values == std::vector<std::uint32_t>{4, 1, 3, 0, 2}, type);
}

int main() {
    SorterOptions options;
    options.engine = "cpu-adaptive";
    options.keys = KeyType::u64;
    Sorter sorter(100, options);
    check_type<std::uint32_t>(sorter, "u32");
    check_type<std::int32_t>(sorter, "i32");
    check_type<float>(sorter, "f32");
    check_type<std::uint64_t>(sorter, "u64");
    check_type<long long>(sorter, "i64");
    check_type<double>(sorter, "f64");

    PairFinderOptions on_cpu;
    on_cpu.backend = Backend::cpu;
    const std::vector<Box> boxes = {{{0, 0, 0}, {1, 1, 1}}, {{5, 5, 5}, {6, 6, 6}}, {{1, 0, 0}, {2, 1, 1}}};
    require(overlapping_pairs(boxes, on_cpu) == std::vector<std::uint32_t>{0, 2}, "overlapping_pairs");
    PairFinder finder;
    require(finder.try_create(boxes.size(), on_cpu).ok() &&
                finder.try_find(boxes.data(), boxes.size()).ok() && *finder.count() == 1 &&
                finder.pairs()[1] == 2,
            "find");

    try {
        sorter.sort_keys(static_cast<float*>(nullptr), 1);
        require(false, "null keys were sorted");
    } catch (const Error& error) {
        require(error.code() == Code::invalid_argument, error.what());
    }
    // Where there is no device the default sorter says what to do.
    const Status status = Sorter().try_create(10);
    require(status.ok() || (status.code() == Code::unavailable &&
                            status.message().find("cpu-adaptive") != std::string::npos),
            status.message().c_str());
    std::printf("cpp17: all right with sweeplab %s\n", version());
}
