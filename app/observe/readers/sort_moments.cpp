// Moments of sorts on the CPU, and of radix passes that no engine needs to run.
#include "app/observe/readers/sort_moments.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace app {
namespace {

/// Copies the bodies whenever a stage has moved some.
class HostObserver : public sort::StageObserver {
public:
    HostObserver(SortMoments& out, uint32_t count) : out_(out), count_(count) {}

    void before(const sort::Stage&, sort::Stream) override {}
    void after(const sort::Stage& stage, sort::Stream) override {
        if (!sort::words_of(stage).ran()) return;
        for (const sort::StageArray& array : stage.arrays) {
            const std::string name = array.name;
            if (name == "mover places") out_.movers.assign(array.data, array.data + array.length);
            if (name == "words" && array.length == 2 * count_) add_words(array.data);
        }
        if (stage.pairs.values && stage.pairs.count == count_) add(stage);
    }

private:
    void add(const sort::Stage& stage) {
        const uint32_t* const values = stage.pairs.values;
        if (std::equal(values, values + count_, out_.moments.back().ids.begin())) return;
        out_.moments.push_back(
            {std::string("after the stage ") + stage.name, -1, false, {values, values + count_}});
    }

    /// 64-bit words with the value in the lower half.
    void add_words(const uint32_t* words) {
        SortMoment moment{"in buckets", -1, false, std::vector<uint32_t>(count_)};
        for (uint32_t i = 0; i < count_; ++i) moment.ids[i] = words[2 * size_t(i)];
        out_.moments.push_back(std::move(moment));
    }

    SortMoments& out_;
    uint32_t count_;
};

class CpuRecorder : public SortRecorder {
public:
    void start(const sort::Engine& engine, const sort::EngineConfig& config,
               const FrameSort& input) override {
        const uint32_t count = uint32_t(input.keys.size());
        SortMoments out;
        out.moments.push_back({"before the sort", -1, false, input.ids});
        std::vector<uint32_t> keys = input.keys, values = input.ids;
        const auto sorter = sort::make_sorter(engine, count, config);
        HostObserver observer(out, count);
        sort::Options options;
        options.observer = &observer;
        options.report = &out.report;
        sorter->sort({keys.data(), values.data(), count}, nullptr, options);
        // What a repair that failed has left is nothing that the sort made use of.
        out.windows = took_windows(engine, out.report);
        if (!took_movers(engine, out.report)) out.movers.clear();
        SortMoment& last = out.moments.back();
        if (out.moments.size() == 1 || last.ids != values)
            out.moments.push_back({"after the sort", -1, false, std::move(values)});
        else
            last.name = "after the sort";
        recorded_ = std::move(out);
    }
    bool ready(bool) override { return recorded_.has_value(); }
    std::optional<SortMoments> take(bool) override { return std::exchange(recorded_, std::nullopt); }

private:
    std::optional<SortMoments> recorded_;
};

bool path_says(const sort::Engine& engine, const sort::Report& report, std::string_view word) {
    return std::string_view(sort::path_name(engine, report.path)).find(word) != std::string_view::npos;
}

}  // namespace

std::unique_ptr<SortRecorder> make_cpu_sort_recorder(int) { return std::make_unique<CpuRecorder>(); }

bool are_in_buckets(const std::vector<uint32_t>& ids, const std::vector<uint32_t>& sorted) {
    constexpr uint32_t kNowhere = ~0u, kLeastParts = 4;
    if (sorted.empty() || ids.size() != sorted.size() || ids == sorted) return false;
    std::vector<uint32_t> rank(size_t{*std::max_element(sorted.begin(), sorted.end())} + 1, kNowhere);
    for (uint32_t i = 0; i < sorted.size(); ++i) rank[sorted[i]] = i;
    uint32_t last = 0, parts = 0;  // the last rank so far
    for (uint32_t i = 0; i < ids.size(); ++i) {
        if (ids[i] >= rank.size() || rank[ids[i]] == kNowhere) return false;
        last = std::max(last, rank[ids[i]]);
        rank[ids[i]] = kNowhere;  // each once
        parts += last == i;
    }
    return parts >= kLeastParts;
}

bool took_windows(const sort::Engine& engine, const sort::Report& report) {
    return path_says(engine, report, "window");
}

bool took_movers(const sort::Engine& engine, const sort::Report& report) {
    return path_says(engine, report, "mover");
}

uint32_t pass_bits(const sort::Engine& engine, const sort::EngineConfig& config) {
    return uint32_t(config.digit_bits ? config.digit_bits : engine.digit_bits.usual);
}

std::string pass_name(uint32_t pass, uint32_t passes) {
    return "after pass " + std::to_string(pass) + " of " + std::to_string(passes);
}

std::unique_ptr<sort::Sorter> make_pass_sorter(uint32_t bodies) {
    return sort::make_sorter(sort::engine_or_default("", sort::Backend::cpu), bodies);
}

std::vector<uint32_t> after_passes(const FrameSort& input, sort::Sorter& sorter, uint32_t bits,
                                   uint32_t passes) {
    std::vector<uint32_t> keys = input.keys, ids = input.ids;
    sort::Options options;
    options.end_bit = int(std::min(bits * passes, 32u));
    sorter.sort({keys.data(), ids.data(), uint32_t(keys.size())}, nullptr, options);
    return ids;
}

}  // namespace app
