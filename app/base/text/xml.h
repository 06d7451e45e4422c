// Text in XML: SVG and HTML.
#pragma once
#include <string>

namespace app {

/// Text with &, <, > and quotes written so that XML and HTML take it as text. Control characters become blanks, what is
/// no UTF-8 becomes U+FFFD.
std::string xml_text(const std::string& text);

}  // namespace app
