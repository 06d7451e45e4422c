#include "show.h"

#include <unistd.h>

#include <cstdio>

#include "accesses.h"
#include "report.h"
#include "tests/emu/launch.h"

namespace lab {
namespace {

/// "5 3 -": a word that no thread has written is "-".
std::string found_text(const std::vector<uint32_t>& words) {
    std::string text;
    for (const uint32_t word : words) {
        if (!text.empty()) text += ' ';
        text += is_unwritten(word) ? "-" : std::to_string(word);
    }
    return text;
}

}  // namespace

void show_kernel(const Constants& constants) {
    const Input input = shown_input(constants, constants.shown);
    report("case", input.name + "\tforward");
    emu::set_order(emu::Order::forward, 1);
    emu::set_late_stores(false);
    begin_accesses(false);
    begin_output();
    trace_stores();
    std::string verdict = "right\tone run";
    try {
        for (const Output& output : run_kernel(constants, input.keys)) {
            report("output",
                   output.name + "\t" + found_text(output.found) + "\t" + words_text(output.wanted));
            const std::string wrong = wrong_element(output);
            if (!wrong.empty() && verdict.starts_with("right")) verdict = "wrong\t" + wrong;
        }
    } catch (const emu::Fault& fault) {
        verdict = std::string("fault\t") + fault.what();
    }
    report("verdict", verdict);
    std::fflush(nullptr);
    _exit(0);  // the kernel may have written over anything
}

}  // namespace lab
