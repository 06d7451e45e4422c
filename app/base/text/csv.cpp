#include "app/base/text/csv.h"

#include "app/base/text/utf8.h"

namespace app {

std::string csv_field(std::string_view text) {
    const std::string field = as_utf8(text);
    if (field.find_first_of(",\"\r\n") == field.npos) return field;
    std::string quoted = "\"";
    for (const char c : field) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
}

}  // namespace app
