#include "app/teach/export/svg_form.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>

namespace app::svg {

std::string form(const char* format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    std::vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return text;
}

std::string hex(Ink ink) { return form("#%06x", ink); }

std::string faded(float opacity) {
    return opacity >= 1 ? "" : form(" opacity=\"%.2f\"", std::max(opacity, 0.f));
}

}  // namespace app::svg
