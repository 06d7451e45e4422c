// Stage logs: the table of backends, the CPU's entry, and how two logs are compared.
#include "sort/lab/stage_log.h"

#include "sort/base/errors.h"

namespace sort {
namespace {

LogFunction& log_function(Backend backend) {
    static LogFunction functions[2] = {};
    return functions[backend == Backend::cuda ? 1 : 0];
}

using Words = std::vector<uint32_t>;

Words copy_of(const uint32_t* words, size_t count) { return words ? Words(words, words + count) : Words(); }

/// Copies at once: on the CPU a stage is over when it says so.
class HostRecorder : public StageObserver {
public:
    explicit HostRecorder(StageLog& log) : log_(log) {}

    void before(const Stage& stage, Stream) override {
        log_.stages.push_back({stage.name, stage.pass});
        LoggedStage& logged = log_.stages.back();
        logged.keys_before = copy_of(stage.pairs.keys, stage.pairs.count);
        logged.values_before = copy_of(stage.pairs.values, stage.pairs.count);
    }

    void after(const Stage& stage, Stream) override {
        LoggedStage& logged = log_.stages.back();
        const StageWords words = words_of(stage);
        logged.ran = words.ran();
        if (!logged.ran) {
            logged = {stage.name, stage.pass, false};
            return;
        }
        logged.keys = copy_of(stage.pairs.keys, stage.pairs.count);
        logged.values = copy_of(stage.pairs.values, stage.pairs.count);
        logged.bytes = words.moved_bytes(stage);
        logged.items = stage.items;
        for (const StageArray& array : stage.arrays) {
            logged.arrays.push_back({array.name, array.columns, copy_of(array.data, array.length)});
        }
    }

private:
    StageLog& log_;
};

StageLog log_on_cpu(Sorter& sorter, const Words& keys, const Words& values, const Options& options) {
    StageLog log;
    log.keys = log.sorted_keys = keys;
    log.values = log.sorted_values = values;
    HostRecorder recorder(log);
    Options own = options;
    own.observer = &recorder;
    own.arrays = true;
    own.report = &log.report;
    sorter.sort({log.sorted_keys.data(), values.empty() ? nullptr : log.sorted_values.data(),
                 static_cast<uint32_t>(keys.size())},
                nullptr, own);
    return log;
}

const bool registered = add_log_function(Backend::cpu, log_on_cpu);

std::string difference(const std::string& what, const Words& a, const Words& b) {
    if (a == b) return "";
    if (a.size() != b.size()) {
        return what + ": " + std::to_string(a.size()) + " words and " + std::to_string(b.size());
    }
    size_t place = 0;
    while (a[place] == b[place]) ++place;
    return what + "[" + std::to_string(place) + "]: " + std::to_string(a[place]) + " and " +
           std::to_string(b[place]);
}

std::string difference(const LoggedStage& a, const LoggedStage& b) {
    const std::string where = "pass " + std::to_string(a.pass) + ", " + a.name + ": ";
    if (a.name != b.name || a.pass != b.pass) {
        return where + "the other has pass " + std::to_string(b.pass) + ", " + b.name;
    }
    if (a.ran != b.ran) return where + (a.ran ? "only the first ran" : "only the second ran");
    if (a.bytes != b.bytes)
        return where + std::to_string(a.bytes) + " and " + std::to_string(b.bytes) + " bytes";
    if (a.items != b.items)
        return where + std::to_string(a.items) + " and " + std::to_string(b.items) + " items";
    if (a.arrays.size() != b.arrays.size()) {
        return where + std::to_string(a.arrays.size()) + " arrays and " + std::to_string(b.arrays.size());
    }
    for (size_t i = 0; i < a.arrays.size(); ++i) {
        const LoggedArray &x = a.arrays[i], &y = b.arrays[i];
        if (x.name != y.name || x.columns != y.columns) {
            return where + "array '" + x.name + "' of " + std::to_string(x.columns) + " columns and '" +
                   y.name + "' of " + std::to_string(y.columns);
        }
        const std::string found = difference(x.name, x.words, y.words);
        if (!found.empty()) return where + found;
    }
    for (const std::string& found :
         {difference("keys before", a.keys_before, b.keys_before),
          difference("values before", a.values_before, b.values_before), difference("keys", a.keys, b.keys),
          difference("values", a.values, b.values)}) {
        if (!found.empty()) return where + found;
    }
    return "";
}

}  // namespace

bool add_log_function(Backend backend, LogFunction function) {
    log_function(backend) = function;
    return true;
}

StageLog log_sort(const Engine& engine, Sorter& sorter, const Words& keys, const Words& values,
                  const Options& options) {
    const LogFunction function = log_function(engine.backend);
    if (!function) throw Unavailable(std::string("this build has no ") + name_of(engine.backend));
    return function(sorter, keys, values, options);
}

std::string first_difference(const StageLog& a, const StageLog& b) {
    for (size_t i = 0; i < a.stages.size() && i < b.stages.size(); ++i) {
        const std::string found = difference(a.stages[i], b.stages[i]);
        if (!found.empty()) return found;
    }
    if (a.stages.size() != b.stages.size()) {
        return std::to_string(a.stages.size()) + " stages and " + std::to_string(b.stages.size());
    }
    const std::string found = first_difference_of_results(a, b);
    if (!found.empty()) return found;
    return difference("report (passes run, skipped, windows, shift)",
                      {a.report.passes_run, a.report.passes_skipped, a.report.windows, a.report.max_shift},
                      {b.report.passes_run, b.report.passes_skipped, b.report.windows, b.report.max_shift});
}

std::string first_difference_of_results(const StageLog& a, const StageLog& b) {
    const std::string found = difference("sorted keys", a.sorted_keys, b.sorted_keys);
    return found.empty() ? difference("sorted values", a.sorted_values, b.sorted_values) : found;
}

}  // namespace sort
