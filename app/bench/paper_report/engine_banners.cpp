// Banners by engine.
#include "app/bench/paper_report/engine_banners.h"

#include <algorithm>
#include <sstream>

namespace app {

const EngineBanner* banner_of(std::string_view engine) {
    const auto all = engine_banners();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const EngineBanner& one) { return one.engine == engine; });
    return found == all.end() ? nullptr : &*found;
}

std::string banner_text(const EngineBanner& banner) {
    std::string text, line;
    for (std::istringstream lines{std::string(banner.text)}; std::getline(lines, line);)
        text += line.substr(std::min(line.size(), line.starts_with("// ") ? size_t{3} : size_t{2})) + "\n";
    return text;
}

}  // namespace app
