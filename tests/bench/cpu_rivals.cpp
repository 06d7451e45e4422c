// The CPU engines beside Highway's vqsort and tbb::parallel_sort: pairs of 32 bits, packing to the words that
// the rivals sort and unpacking inside the time, taking turns in one process. vqsort is not stable; the index
// in the word makes its order the same. Prints the best and the median in M pairs/s and, below each input,
// the ratios that matter. Without libhwy-dev the engines are measured alone.
// Usage: bench_cpu_rivals [least exponent of 2] [greatest] [seconds an input and rival]
#if __has_include(<hwy/contrib/sort/vqsort.h>)
#include <hwy/contrib/sort/vqsort.h>
#define HAS_HIGHWAY 1
#else
#define HAS_HIGHWAY 0
#endif

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "sort/lab/inputs.h"
#include "sort/lab/measure.h"

namespace {

struct Rival {
    std::string name;
    const sort::Engine* engine;  // null: vqsort
    int threads;
    std::unique_ptr<sort::Sorter> sorter = nullptr;
    double best_ms = 0;
};

#if HAS_HIGHWAY
void sort_by_highway(std::vector<uint64_t>& words, sort::Pairs pairs) {
    static hwy::Sorter sorter;
    for (uint32_t i = 0; i < pairs.count; ++i) words[i] = uint64_t{pairs.keys[i]} << 32 | pairs.values[i];
    sorter(words.data(), pairs.count, hwy::SortAscending());
    for (uint32_t i = 0; i < pairs.count; ++i) {
        pairs.keys[i] = static_cast<uint32_t>(words[i] >> 32);
        pairs.values[i] = static_cast<uint32_t>(words[i]);
    }
}
#else
void sort_by_highway(std::vector<uint64_t>&, sort::Pairs) {}
#endif

std::vector<Rival> make_rivals() {
    std::vector<Rival> rivals;
    if (HAS_HIGHWAY) {
        rivals.push_back({"vqsort", nullptr, 1});
    } else {
        std::printf("skipped: libhwy-dev is not installed\n");
    }
    for (const char* name : {"tbb-sort", "cpu-radix", "cpu-adaptive"}) {
        for (const int threads : {1, 2})
            if (const sort::Engine* engine = sort::find_engine(name))
                rivals.push_back({name, engine, threads});
    }
    return rivals;
}

class Arena {
public:
    explicit Arena(uint32_t count) : keys_(count), values_(count), words_(count) {}

    void measure(std::vector<Rival>& rivals, const std::string& input, double seconds) {
        const uint32_t count = static_cast<uint32_t>(keys_.size());
        const std::vector<uint32_t> keys = sort::make_keys(sort::parse_input(input), count, 1);
        std::vector<uint32_t> right = keys;
        std::sort(right.begin(), right.end());

        sort::MeasureOptions options;
        options.min_time_s = seconds;
        options.min_samples = 5;
        const auto put_back = [&](int, sort::Stream) {
            keys_ = keys;
            for (uint32_t i = 0; i < count; ++i) values_[i] = i;
        };
        const sort::Pairs pairs{keys_.data(), values_.data(), count};
        sort::Report report{};
        const auto work = [&](int which, sort::Stream) {
            const Rival& rival = rivals[which];
            if (!rival.engine) return sort_by_highway(words_, pairs);
            sort::Options sorted;
            sorted.report = &report;
            rival.sorter->sort(pairs, nullptr, sorted);
        };
        for (Rival& rival : rivals) {
            if (!rival.engine) continue;
            sort::EngineConfig config;
            config.threads = rival.threads;
            rival.sorter = sort::make_sorter(*rival.engine, count, config);
        }
        const auto samples =
            sort::measure_work(sort::Backend::cpu, static_cast<int>(rivals.size()), put_back, work, options);
        for (size_t k = 0; k < rivals.size(); ++k) {
            put_back(0, nullptr);
            work(static_cast<int>(k), nullptr);
            const std::vector<double>& ms = samples[k];
            Rival& rival = rivals[k];
            rival.best_ms = *std::min_element(ms.begin(), ms.end());
            std::printf("%9u  %-24s %-12s %d  %9.3f ms  best %7.1f M/s  median %7.1f  %s %s %u\n", count,
                        input.c_str(), rival.name.c_str(), rival.threads, rival.best_ms,
                        count / rival.best_ms * 1e-3, count / sort::median(ms) * 1e-3,
                        keys_ == right ? "" : "WRONG",
                        rival.engine ? sort::path_name(*rival.engine, report.path) : "", report.max_shift);
        }
        print_ratios(rivals);
    }

private:
    static void print_ratios(const std::vector<Rival>& rivals) {
        const auto ratio = [&](const char* of, int of_threads, const char* to, int to_threads) {
            double fast = 0, slow = 0;
            for (const Rival& rival : rivals) {
                if (rival.name == of && rival.threads == of_threads) fast = rival.best_ms;
                if (rival.name == to && rival.threads == to_threads) slow = rival.best_ms;
            }
            if (fast > 0 && slow > 0)
                std::printf("           %s on %d over %s on %d: %.2f\n", of, of_threads, to, to_threads,
                            slow / fast);
        };
        ratio("cpu-radix", 2, "tbb-sort", 2);
        ratio("cpu-radix", 2, "vqsort", 1);
        ratio("cpu-radix", 1, "vqsort", 1);
        ratio("cpu-adaptive", 1, "cpu-radix", 1);
        ratio("cpu-adaptive", 2, "cpu-radix", 2);
        std::fflush(stdout);
    }

    std::vector<uint32_t> keys_, values_;
    std::vector<uint64_t> words_;
};

}  // namespace

int main(int argc, char** argv) {
    const int least = argc > 1 ? std::atoi(argv[1]) : 16, greatest = argc > 2 ? std::atoi(argv[2]) : 24;
    const double seconds = argc > 3 ? std::atof(argv[3]) : 0.2;
    std::vector<Rival> rivals = make_rivals();
    for (int exponent = least; exponent <= greatest; exponent += 2) {
        Arena arena(1u << exponent);
        for (const char* input : {"uniform", "gas:0.01", "gas24:0.01", "gas-teleport:0.01:0.1%", "sorted"})
            arena.measure(rivals, input, seconds);
    }
    return 0;
}
