// `sweeplab lab list`: the labs, one line each.
#include <iostream>

#include "app/base/text/wrap.h"
#include "app/cli/command.h"
#include "app/lab/labs.h"

namespace app {
namespace {

int list_labs(const Options&) {
    for (const LabTask& lab : labs()) {
        const std::string name = lab.name;
        std::cout << list_line(name + std::string(11 - name.size(), ' '), lab.sentence);
    }
    return 0;
}

const bool registered = add_command<Options>(
    {"lab list", 132, "Lists the labs: kernels with a gap to fill.", "  sweeplab lab list\n"}, nullptr,
    list_labs);

}  // namespace
}  // namespace app
