// With "-" the table goes to stderr, as messages do.
#include "app/bench/common/outputs.h"

#include <iostream>
#include <nlohmann/json.hpp>

#include "app/base/interrupt.h"
#include "app/base/machine.h"
#include "app/base/text/json_text.h"
#include "app/base/text/names.h"

namespace app {

BenchOutputs::BenchOutputs(const BenchOptions& options, const NamedOutput& extra)
    : stdout_taken_(takes_stdout({{"--json", options.json}, {"--csv", options.csv}, extra})),
      quiet_(options.quiet),
      form_(options.markdown ? TableForm::markdown : TableForm::plain),
      json_(open_output(options.json)),
      csv_(open_output(options.csv)),
      extra_(open_output(extra.path)) {}

std::ostream& BenchOutputs::table() const { return stdout_taken_ ? std::cerr : std::cout; }

void BenchOutputs::finish_report(Baseline& baseline, const std::function<nlohmann::ordered_json()>& report) {
    if (!json_ && !baseline) return;
    nlohmann::ordered_json whole = report();
    if (baseline) {
        baseline.compare_with(whole);
        if (!silent()) baseline.print(table(), form());
    }
    if (json_) json_->stream() << json_text(whole, 1) << '\n';
}

void BenchOutputs::end_if_interrupted(const char* what, uint64_t done, uint64_t total) const {
    if (!interrupted()) return;
    if (!silent()) table() << '\n' << interrupted_text(what, done, total) << std::flush;
    throw_if_interrupted();
}

void BenchOutputs::commit() {
    for (OutputStream* file : {json_.get(), csv_.get(), extra_.get()}) {
        if (file) file->commit();
    }
}

std::string interrupted_text(const char* what, uint64_t done, uint64_t total) {
    return "interrupted after " + std::to_string(done) + " of " + counted(total, what) +
           "; no file was written\n";
}

std::string machine_text(bool cuda, int device, int threads) {
    std::string text;
    if (cuda) {
        for (const DeviceFacts& one : cuda_facts().devices) {
            if (one.ordinal == device) text += one.name + ", ";
        }
    }
    const MachineFacts machine = machine_facts();
    return text + machine.cpu + ", " +
           (threads > 0 ? counted(uint64_t(threads), "thread") : counted(uint64_t(machine.cores), "core"));
}

}  // namespace app
