// Claims of the papers that no figure judges, each with the reason.
#pragma once
#include <span>
#include <string>
#include <vector>

namespace app {

struct NotMade {
    const char* paper;  // "Merrill, Grimshaw 2011, figure 8"
    const char* claim;
    std::string reason;
};

std::vector<NotMade> claims_not_made();

}  // namespace app
