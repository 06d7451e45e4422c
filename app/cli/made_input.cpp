// What sort/lab/inputs.h reads, with the nearest name in the message.
#include "app/cli/made_input.h"

#include <algorithm>
#include <stdexcept>

#include "app/base/errors.h"
#include "app/base/text/names.h"

namespace app {

sort::Input checked_input(const std::string& text) {
    const sort::Input input = checked_wide_input(text);
    if (sort::is_wide(input)) {
        throw BadUsage("--input " + text + " makes keys of 64 bits, which `bench sort` alone takes");
    }
    return input;
}

sort::Input checked_wide_input(const std::string& text) {
    std::vector<std::string> known;
    for (const sort::InputKind& kind : sort::input_kinds()) known.push_back(kind.name);
    for (const sort::InputKind& kind : sort::wide_input_kinds()) known.push_back(kind.name);
    const std::string name = text.substr(0, text.find(':'));
    if (std::find(known.begin(), known.end(), name) == known.end()) {
        throw BadUsage(unknown_name("kind of input", name, known));
    }
    try {
        return sort::parse_input(text);
    } catch (const std::invalid_argument& error) {
        throw BadUsage(std::string("--input: ") + error.what());
    }
}

}  // namespace app
