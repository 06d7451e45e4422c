// Numbers stay what was measured: rounding is for tables.
#include "app/bench/steps/scale_report.h"

#include <nlohmann/json.hpp>

#include "app/base/text/csv.h"
#include "app/measure/report_facts.h"

namespace app {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kScaleSchema = 1;

Json number_or_null(const std::optional<double>& number) { return number ? Json(*number) : Json(nullptr); }

Json line_json(const ScaleLine& line) {
    Json points = Json::array();
    for (const ScalePoint& point : line.points) {
        points.push_back({{"n", point.count},
                          {"median_ms", point.median_ms()},
                          {"min_ms", point.min_ms()},
                          {"noise", point.noise()},
                          {"pairs", point.pairs},
                          {"tests", point.tests},
                          {"bytes", point.bytes},
                          {"check", point.check},
                          {"warnings", point.warnings},
                          {"samples_ms", point.samples_ms}});
    }
    return {{"what", line.what()},
            {"input", line.input},
            {"broad_phase", line.broad_phase},
            {"backend", sort::name_of(line.backend)},
            {"exponent", number_or_null(line.exponent())},
            {"last_exponent", number_or_null(line.last_exponent())},
            {"points", points}};
}

}  // namespace

Json scale_report_json(const BenchOptions& options, std::span<const ScaleLine> lines,
                       std::span<const std::string> left_out) {
    Json all = Json::array();
    for (const ScaleLine& line : lines) all.push_back(line_json(line));
    return {{"schema", kScaleSchema},
            {"kind", "bench scale"},
            {"date", utc_text()},
            {"machine", machine_json(lines.front().backend, options.device)},
            {"build", build_json()},
            {"arguments", options.words},
            {"seed", options.seed ? Json(*options.seed) : Json("the input's")},
            {"threads", options.threads},
            {"timeout_s", options.timeout_s},
            {"lines", all},
            {"left_out", left_out}};
}

void write_scale_csv(std::ostream& out, std::span<const ScaleLine> lines) {
    out << "what,input,broad_phase,backend,n,sample,ms\n";
    for (const ScaleLine& line : lines) {
        for (const ScalePoint& point : line.points) {
            for (size_t i = 0; i < point.samples_ms.size(); ++i) {
                out << line.what() << ',' << csv_field(line.input) << ',' << line.broad_phase << ','
                    << sort::name_of(line.backend) << ',' << point.count << ',' << i << ','
                    << point.samples_ms[i] << '\n';
            }
        }
    }
}

}  // namespace app
