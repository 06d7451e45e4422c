#include "app/bench/common/bench_report.h"

#include "app/base/text/wrap.h"
#include "app/bench/common/outputs.h"
#include "app/measure/report_facts.h"

namespace app {
namespace {

constexpr int kBenchSchema = 1;

}  // namespace

std::string BenchSubject::heading() const {
    const std::string machine = machine_text(backend == sort::Backend::cuda, device, threads);
    return note_line(std::string(name) + ": " + title + "; " + machine) + notes + '\n';
}

Json BenchSubject::report(const Options& options) const {
    return {{"schema", kBenchSchema}, {"kind", name},
            {"date", utc_text()},     {"machine", machine_json(backend, device)},
            {"build", build_json()},  {"arguments", options.words}};
}

}  // namespace app
