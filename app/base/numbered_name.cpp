#include "app/base/numbered_name.h"

#include "app/base/errors.h"

namespace app {

std::string NumberedName::name(size_t number) const {
    std::string text = std::to_string(number);
    if (text.size() < digits) text.insert(0, digits - text.size(), '0');
    return before + text + after;
}

std::optional<NumberedName> find_number(const std::string& path) {
    const size_t at = path.find('%');
    if (at == path.npos) return {};
    size_t end = at + 1, digits = 1;
    if (path[end] == '0') end++;
    if (path[end] >= '0' && path[end] <= '9') digits = size_t(path[end++] - '0');
    if (path[end] != 'd' || path.find('%', end) != path.npos)
        throw BadUsage("-o " + path + ": expected one number like %04d in the name");
    return NumberedName{path.substr(0, at), path.substr(end + 1), digits};
}

}  // namespace app
