// Between the parameters of a page and the command line of the program, in both directions.
#include <algorithm>
#include <sstream>

#include "app/base/errors.h"
#include "app/base/numbers.h"
#include "app/base/text/names.h"
#include "app/site/exports.h"
#include "app/site/kept_lessons.h"
#include "app/teach/range.h"

namespace app::site {
namespace {

/// A flag of a command and the parameter of a page that says the same; "": the page has none, and shows it as it is.
struct FlagParameter {
    const char *flag, *parameter;
    bool has_value = true;
};

constexpr FlagParameter kOfLessons[] = {
    {"--input", "input"},  {"--keys", "keys"},       {"-n", "n"},
    {"--seed", "seed"},    {"--break", "break"},     {"--slow-tile", "slow_tile"},
    {"--tile", "tile"},    {"--warp", "warp"},       {"--digit-bits", "digit_bits"},
    {"--step", ""},        {"--pass", ""},           {"--brief", "", false},
    {"--quiz", "", false}, {"--answers", "", false}, {"--view", "", false}};
constexpr FlagParameter kOfWorlds[] = {{"--scene", "scene"},
                                       {"--bodies", "bodies"},
                                       {"--seed", "seed"},
                                       {"--sort", "engine"},
                                       {"--broad-phase", "broad_phase"}};

struct Words {
    std::vector<std::string> plain;
    std::vector<std::pair<FlagParameter, std::string>> flags;
};

/// Returns the words of a command behind its name. Throws BadUsage: a flag that the page does not know, or without its
/// value.
Words words_of(std::istringstream& in, std::span<const FlagParameter> known) {
    Words words;
    for (std::string word; in >> word;) {
        if (!word.starts_with('-')) {
            words.plain.push_back(word);
            continue;
        }
        const size_t equals = word.find('=');
        const std::string name = word.substr(0, equals);
        const auto flag =
            std::find_if(known.begin(), known.end(), [&](const auto& one) { return name == one.flag; });
        if (flag == known.end()) throw BadUsage(name + " is for the program; a page does not show it");
        std::string value = equals == word.npos ? "" : word.substr(equals + 1);
        if (flag->has_value && equals == word.npos && !(in >> value))
            throw BadUsage(name + ": a value is expected");
        words.flags.emplace_back(*flag, value);
    }
    return words;
}

Json params_of(const Words& words) {
    Json params = Json::object();
    for (const auto& [flag, value] : words.flags) {
        if (*flag.parameter) params[flag.parameter] = value;
    }
    return params;
}

Json parsed_lesson(std::istringstream& in) {
    const Words words = words_of(in, kOfLessons);
    if (words.plain.size() != 1) throw BadUsage("a command with the name of one lesson is expected");
    const std::vector<std::string> engines = split(words.plain[0], ',');
    for (const std::string& engine : engines) require_lesson(engine);
    Json json{{"page", "lesson"}, {"params", {{"engine", engines.front()}}}};
    json["params"].update(params_of(words));
    json["beside"] = std::vector<std::string>(engines.begin() + 1, engines.end());
    json["brief"] = json["quiz"] = false;
    for (const auto& [flag, value] : words.flags) {
        const std::string name = flag.flag;
        if (name == "--brief" || name == "--quiz") json[name.substr(2)] = true;
        if (name == "--pass") json["pass"] = parse_count(name, value);
        if (name != "--step") continue;
        const StepRange range = parse_steps(value);
        if (range.last == UINT64_MAX) continue;
        json["first"] = range.first - 1;
        json["last"] = range.last - 1;
    }
    return json;
}

}  // namespace
}  // namespace app::site

using namespace app::site;

const char* sl_command(const char* text) {
    return answer([&] {
        const LessonParams params = lesson_params(text);
        std::string command = "sweeplab teach " + params.engine;
        const auto add = [&](const char* flag, const std::string& value) {
            command += std::string(flag) + value;
        };
        if (!params.input.kind.empty()) add(" --input ", params.input.kind);
        std::string keys;
        for (const uint32_t key : params.input.keys) keys += (keys.empty() ? "" : ",") + std::to_string(key);
        if (!keys.empty()) add(" --keys ", keys);
        if (params.input.count) add(" -n ", std::to_string(*params.input.count));
        if (params.input.seed) add(" --seed ", std::to_string(*params.input.seed));
        if (!params.broken.empty()) add(" --break ", params.broken);
        if (params.tile) add(" --tile ", std::to_string(*params.tile) + "x1");
        if (params.warp) add(" --warp ", std::to_string(*params.warp));
        if (params.digit_bits) add(" --digit-bits ", std::to_string(params.digit_bits));
        if (params.slow_tile) add(" --slow-tile ", std::to_string(*params.slow_tile));
        return command;
    });
}

const char* sl_parse_command(const char* text) {
    return answer_json([&] {
        std::istringstream in(text);
        std::string program, command;
        in >> program >> command;
        if (program != "sweeplab" || command.empty())
            throw app::BadUsage("a command such as sweeplab teach fourway is expected");
        if (command == "teach") return parsed_lesson(in);
        if (command == "view" || command == "render" || command == "profile") {
            const Words words = words_of(in, kOfWorlds);
            return Json{{"page", "world"}, {"params", params_of(words)}};
        }
        throw app::BadUsage("sweeplab " + command + " is for the program; a page does not show it");
    });
}
