// Text in XML: SVG and HTML.
#pragma once
#include <string>

namespace app {

/// Text with &, <, > and quotes written so that XML and HTML take it as text.
std::string xml_text(const std::string& text);

}  // namespace app
