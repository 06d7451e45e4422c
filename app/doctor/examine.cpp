// A process of its own is `sweeplab doctor --only NAME --json -`.
#include "app/doctor/examine.h"

#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/base/child.h"
#include "app/base/errors.h"
#include "sort/base/errors.h"

namespace app {
namespace {

constexpr double kLimit_s = 10;          // of each, beside all others
constexpr size_t kMostAnswer = 1 << 16;  // bytes

using Json = nlohmann::ordered_json;

std::unique_ptr<Child> start(const Check& check, int device) {
    std::error_code ignored;
    const std::string program = std::filesystem::read_symlink("/proc/self/exe", ignored).string();
    return std::make_unique<Child>(Child::Start{
        .called = "a second sweeplab",
        .words = {program, "doctor", "--only", check.name, "--device", std::to_string(device), "--json", "-"},
        .answers = true,
        .limit_s = kLimit_s,
        .most_bytes = kMostAnswer});
}

/// Returns the finding in the report of the other process; none where it is not whole.
std::optional<Finding> read_report(const std::string& text) {
    const Json report = Json::parse(text, nullptr, false);
    if (report.is_discarded() || !report.contains("parts") || report["parts"].size() != 1) return {};
    const Json& part = report["parts"][0];
    Finding finding{PartState::broken, part.value("found", ""), part.value("remedy", "")};
    for (int state = 0; state < int(std::size(kPartStateNames)); ++state)
        if (part.value("state", "") == kPartStateNames[state]) finding.state = PartState(state);
    return finding;
}

Finding finding_of(Child& child) {
    const std::string text = child.answer(), failure = child.finish();
    if (child.ran_out())
        return {PartState::broken, "no answer within " + std::to_string(int(kLimit_s)) + " s",
                "what it tries hangs: look at the driver, or at the display"};
    if (const std::optional<Finding> finding = read_report(text)) return *finding;
    return {PartState::broken, "the process that tried it " + failure,
            "look at the driver; `sweeplab doctor --only` tries it in a debugger"};
}

}  // namespace

Finding examine_here(const Check& check, int device) {
    try {
        return check.run(device);
    } catch (const Interrupted&) {
        throw;
    } catch (const std::exception& error) {
        return {PartState::broken, error.what(), "report it with the output of `sweeplab info`"};
    }
}

std::vector<Examined> examine(const std::vector<const Check*>& which, int device) {
    // All at once: those that hang do so for the same ten seconds.
    std::vector<std::unique_ptr<Child>> children;
    for (const Check* check : which) children.push_back(check->guarded ? start(*check, device) : nullptr);
    std::vector<Examined> parts;
    for (size_t i = 0; i < which.size(); ++i) {
        parts.push_back({which[i], children[i] ? finding_of(*children[i]) : examine_here(*which[i], device)});
        children[i].reset();
    }
    return parts;
}

Json parts_json(const std::vector<Examined>& parts) {
    Json list = Json::array();
    for (const auto& [check, finding] : parts)
        list.push_back({{"name", check->name},
                        {"state", kPartStateNames[int(finding.state)]},
                        {"found", finding.found},
                        {"remedy", finding.remedy}});
    return list;
}

}  // namespace app
