#include "sim/exec/step_log.cuh"

#include "sort/cuda/stage_words.cuh"

namespace sim {
namespace {

constexpr size_t kWordsABlock = 256;

double elapsed_us(cudaEvent_t from, cudaEvent_t to) {
    float ms = 0;
    sort::check(cudaEventElapsedTime(&ms, from, to));
    return 1e3 * double(ms);
}

}  // namespace

StepLog::~StepLog() {
    for (cudaEvent_t event : events_) cudaEventDestroy(event);
}

void StepLog::start(Mode mode) {
    mode_ = mode;
    marks_.clear();
    used_ = words_used_ = 0;
}

size_t StepLog::record(cudaStream_t stream) {
    if (used_ == events_.size()) {
        cudaEvent_t event;
        sort::check(cudaEventCreate(&event));
        events_.push_back(event);
    }
    const unsigned flags = mode_ == Mode::captured ? cudaEventRecordExternal : cudaEventRecordDefault;
    sort::check(cudaEventRecordWithFlags(events_[used_], stream, flags));
    return used_++;
}

void StepLog::before(const std::string& name, const StageCost& cost, cudaStream_t stream) {
    if (mode_ == Mode::traced) {
        const size_t begin = record(stream);
        marks_.push_back({name, cost, begin, begin});
        return;
    }
    const std::string stage(stage_of(name));
    if (marks_.empty() || marks_.back().name != stage) {
        const size_t here = record(stream);
        if (!marks_.empty()) marks_.back().end = here;
        marks_.push_back({stage, {}, here, here});
    }
    StageCost& sum = marks_.back().cost;
    sum.bytes += cost.bytes;
    sum.items = std::max(sum.items, cost.items);
    sum.bytes_a_pair += cost.bytes_a_pair;
    sum.bytes_a_test += cost.bytes_a_test;
    sum.bytes_a_pass += cost.bytes_a_pass;
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

void StepLog::close(cudaStream_t stream) {
    const size_t here = record(stream);
    if (mode_ == Mode::captured && !marks_.empty()) marks_.back().end = here;
}

bool StepLog::ready() const {
    const cudaError_t status = cudaEventQuery(events_[used_ - 1]);
    if (status == cudaErrorNotReady) return false;
    sort::check(status);
    return true;
}

void StepLog::wait() const { sort::check(cudaEventSynchronize(events_[used_ - 1])); }

StepTimes StepLog::times(const Counters& counters, double start_us) {
    at_us_.assign(1, 0);
    for (size_t k = 1; k < used_; ++k) at_us_.push_back(elapsed_us(events_[0], events_[k]));
    StepTimes times{{}, at_us_.back()};
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
