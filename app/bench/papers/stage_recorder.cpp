// The clock's side, and sums by name.
#include "app/bench/papers/stage_recorder.h"

#include <algorithm>
#include <chrono>
#include <numeric>

namespace app {
namespace {

class CpuRecorder : public StageRecorder {
public:
    void finish() {
        for (size_t i = 0; i < stages.size(); ++i) stages[i].ms = marks_[2 * i + 1] - marks_[2 * i];
    }

private:
    void mark(sort::Stream) override {
        const auto now = std::chrono::steady_clock::now().time_since_epoch();
        marks_.push_back(std::chrono::duration<double, std::milli>(now).count());
    }
    void look_at_words(const sort::Stage& stage, sort::Stream) override {
        settle(stages.back(), sort::words_of(stage));
    }
    std::vector<double> marks_;
};

}  // namespace

void add_run(std::vector<StageShare>& shares, const std::vector<RecordedStage>& stages, bool timed) {
    std::vector<double> ms(shares.size());
    for (StageShare& share : shares) share.passes = 0, share.bytes = 0;
    for (const RecordedStage& one : stages) {
        if (!one.ran) continue;
        auto share = std::find_if(shares.begin(), shares.end(),
                                  [&](const StageShare& known) { return known.name == one.name; });
        if (share == shares.end()) {
            shares.push_back({one.name, 0, {}, 0});
            ms.push_back(0);
            share = shares.end() - 1;
        }
        ++share->passes;
        share->bytes += one.bytes;
        ms[static_cast<size_t>(share - shares.begin())] += one.ms;
    }
    for (size_t i = 0; timed && i < shares.size(); ++i) shares[i].samples_ms.push_back(ms[i]);
}

ObservedSort observe_on_cpu(sort::Sorter& sorter, const std::vector<uint32_t>& keys, bool with_values,
                            sort::Options options, int runs, bool timed) {
    ObservedSort observed;
    auto& [shares, own, values] = observed;
    for (int run = 0; run <= runs; ++run) {
        own = keys;
        values.resize(with_values ? keys.size() : 0);
        std::iota(values.begin(), values.end(), 0u);
        CpuRecorder recorder;
        options.observer = &recorder;
        sorter.sort({own.data(), with_values ? values.data() : nullptr, static_cast<uint32_t>(own.size())},
                    nullptr, options);
        recorder.finish();
        if (run > 0 || runs == 0) add_run(shares, recorder.stages, timed);
    }
    return observed;
}

}  // namespace app
