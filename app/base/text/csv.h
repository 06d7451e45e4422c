// Text in CSV.
#pragma once
#include <string>
#include <string_view>

namespace app {

/// Returns a field as RFC 4180 has it: in quotes where it holds commas, quotes or line ends. UTF-8, whatever
/// the bytes were.
std::string csv_field(std::string_view text);

}  // namespace app
