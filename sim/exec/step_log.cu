#include "sim/exec/step_log.cuh"

#include <stdexcept>

#include "sim/exec/captured_nodes.cuh"
#include "sort/cuda/stage_words.cuh"

namespace sim {
namespace {

constexpr size_t kWordsABlock = 256;
constexpr uint32_t kMostStamps = 64;  // a step has some 20 stages

double elapsed_us(cudaEvent_t from, cudaEvent_t to) {
    float ms = 0;
    sort::check(cudaEventElapsedTime(&ms, from, to));
    return 1e3 * double(ms);
}

}  // namespace

StepLog::StepLog() : d_stamps_(kMostStamps), stamps_(kMostStamps + 1) {}

StepLog::~StepLog() {
    for (cudaEvent_t event : events_) cudaEventDestroy(event);
}

void StepLog::start(Mode mode) {
    mode_ = mode;
    marks_.clear();
    first_nodes_.clear();
    used_ = words_used_ = 0;
    stamp_count_ = 0;
}

Stamp StepLog::next_stamp() {
    if (stamp_count_ == kMostStamps) throw std::logic_error("a step of more stages than there are stamps");
    return {d_stamps_.data() + stamp_count_++};
}

size_t StepLog::record(cudaStream_t stream) {
    if (used_ == events_.size()) {
        cudaEvent_t event;
        sort::check(cudaEventCreate(&event));
        events_.push_back(event);
    }
    sort::check(cudaEventRecord(events_[used_], stream));
    return used_++;
}

Stamp StepLog::before(const std::string& name, const StageCost& cost, cudaStream_t stream) {
    if (mode_ == Mode::traced) {
        const size_t begin = record(stream);
        marks_.push_back({name, cost, begin, begin});
        return marks_.size() == 1 ? next_stamp() : Stamp{};
    }
    Stamp stamp;
    const std::string stage(stage_of(name));
    if (marks_.empty() || marks_.back().name != stage) {
        const size_t here = stamp_count_;
        stamp = next_stamp();
        marks_.push_back({stage, {}, here, here + 1});
        first_nodes_.push_back(captured_count(stream));
    }
    StageCost& sum = marks_.back().cost;
    sum.bytes += cost.bytes;
    sum.items = std::max(sum.items, cost.items);
    sum.bytes_a_pair += cost.bytes_a_pair;
    sum.bytes_a_test += cost.bytes_a_test;
    sum.bytes_a_pass += cost.bytes_a_pass;
    return stamp;
}

void StepLog::after(cudaStream_t stream) {
    if (mode_ == Mode::traced) marks_.back().end = record(stream);
}

sort::StageWords& StepLog::next_words() {
    const size_t place = words_used_++;
    if (place == words_.size() * kWordsABlock) words_.emplace_back(kWordsABlock);
    return words_[place / kWordsABlock].data()[place % kWordsABlock];
}

void StepLog::note_words(const sort::Stage& stage, cudaStream_t stream) {
    if (mode_ != Mode::traced || (!stage.gate && !stage.stopped)) return;
    sort::StageWords& words = next_words();
    sort::fetch_words(words, stage, stream);
    marks_.back().words = &words;
    marks_.back().bytes_if_stopped = stage.bytes_if_stopped;
}

double StepLog::since_begin_us(size_t stamp) const {
    return 1e-3 * double(int64_t(stamps_.data()[stamp] - stamps_.data()[0]));
}

StepTimes StepLog::times(const Counters& counters, double start_us) {
    at_us_.clear();
    if (mode_ == Mode::captured) {
        for (size_t k = 0; k <= stamp_count_; ++k) at_us_.push_back(since_begin_us(k));
    } else {
        for (size_t k = 0; k < used_; ++k) at_us_.push_back(elapsed_us(events_[0], events_[k]));
    }
    StepTimes times{{}, at_us_.empty() ? 0 : at_us_.back()};
    times.stages.reserve(marks_.size());
    for (const Mark& mark : marks_) {
        uint64_t bytes = mark.cost.total_bytes(counters);
        if (mark.words) bytes = mark.words->moved_bytes(bytes, mark.bytes_if_stopped);
        const double begin_us = at_us_[mark.begin];
        times.stages.push_back({mark.name, start_us + begin_us, at_us_[mark.end] - begin_us, bytes,
                                mark.cost.items, mark.words && !mark.words->ran()});
    }
    return times;
}

}  // namespace sim
