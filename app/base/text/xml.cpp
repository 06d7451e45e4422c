#include "app/base/text/xml.h"

#include "app/base/text/utf8.h"

namespace app {

std::string xml_text(const std::string& text) {
    std::string safe;
    for (const char c : as_utf8(text)) {
        switch (c) {
            case '&':
                safe += "&amp;";
                break;
            case '<':
                safe += "&lt;";
                break;
            case '>':
                safe += "&gt;";
                break;
            case '"':
                safe += "&quot;";
                break;
            case '\'':
                safe += "&#39;";
                break;
            default:
                safe += static_cast<unsigned char>(c) < 0x20 && c != '\n' ? ' ' : c;
        }
    }
    return safe;
}

}  // namespace app
