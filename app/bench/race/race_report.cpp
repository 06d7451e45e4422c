// Numbers stay what was measured.
#include "app/bench/race/race_report.h"

#include <nlohmann/json.hpp>

#include "app/base/text/json_text.h"
#include "app/measure/report_facts.h"

namespace app {
namespace {

using Json = nlohmann::ordered_json;
constexpr int kRaceSchema = 1;

Json rows_json(const Race& race) {
    Json rows = Json::array();
    for (const RaceRow& row : race.rows()) {
        Json json = {{"name", row.name}, {"in_use", row.in_use}};
        if (!row.raced()) {
            json["reason"] = row.refusal;
            rows.push_back(json);
            continue;
        }
        json.update({{"median_ms", row.median_ms()},
                     {"min_ms", row.min_ms()},
                     {"noise", row.noise()},
                     {"ratio", race.ratio(row) > 0 ? Json(race.ratio(row)) : Json(nullptr)},
                     {"check", row.check_text()},
                     {"note", row.note},
                     {"limit", row.limit},
                     {"samples_ms", row.samples_ms}});
        rows.push_back(json);
    }
    return rows;
}

}  // namespace

void write_race_json(std::ostream& out, const RaceFacts& facts, const Race& sorts,
                     const std::string& sorts_note, const Race& broad_phases) {
    Json report = {{"schema", kRaceSchema},
                   {"kind", "race"},
                   {"date", utc_text()},
                   {"machine", machine_json(facts.backend, facts.device)},
                   {"build", build_json()},
                   {"scene", facts.scene},
                   {"bodies", facts.bodies},
                   {"seed", facts.seed},
                   {"step", facts.step},
                   {"backend", sort::name_of(facts.backend)},
                   {"threads", facts.threads},
                   {"engine", facts.engine},
                   {"broad_phase", facts.broad_phase},
                   {"descents", facts.descents},
                   {"cancelled", sorts.cancelled() || broad_phases.cancelled()},
                   {"sorts", rows_json(sorts)},
                   {"broad_phases", rows_json(broad_phases)}};
    if (!sorts_note.empty()) report["sorts_note"] = sorts_note;
    out << json_text(report, 2) << '\n';
}

}  // namespace app
