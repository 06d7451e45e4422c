// Pictures for a page that is dark or light: one copy of each, its colours CSS variables with two values.
#pragma once
#include <map>
#include <set>
#include <string>
#include <utility>

#include "app/teach/export/svg.h"

namespace app {

class ThemedPictures {
public:
    /// Adds a figure, and returns it as an inline <svg>. Its groups say when they are shown: data-from = the
    /// operation from which on, data-until = the one from which on no longer. As it is, without a script, it is
    /// complete; without a style its colours are the light ones. style.theme and style.caption are not used.
    std::string add(const Figure& figure, const SvgStyle& style, const std::string& label);

    /// Return what all pictures so far need: the variables as CSS, and the patterns in an <svg> that is not shown.
    std::string css() const;
    std::string patterns() const;

private:
    std::string themed(const std::string& dark, const std::string& light);

    std::map<std::pair<std::string, std::string>, size_t> variables_;  // {dark, light}: number
    std::set<std::string> patterns_;
};

}  // namespace app
