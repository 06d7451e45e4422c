// `sweeplab help`: the help of a command, the program's tables as Markdown, a script for bash.
#include <iostream>

#include "app/base/errors.h"
#include "app/base/text/names.h"
#include "app/cli/cli.h"
#include "app/reference/completion.h"
#include "app/reference/markdown.h"

namespace app {
namespace {

struct HelpOptions : Options {
    std::vector<std::string> subject;
    bool markdown = false, completion = false;
};

void declare_flags(Flags& flags, HelpOptions& options) {
    flags.rest("command", "COMMAND",
               "the command to explain [an overview]; with --markdown a section: " +
                   join(markdown_sections()) + " [all]; behind commands one of them, or a group",
               options.subject);
    flags.flag("--markdown", "prints the program's own tables as Markdown", options.markdown);
    flags.flag("--completion", "prints a script that completes command lines in bash", options.completion);
}

int run(const HelpOptions& options) {
    if (options.completion) {
        if (options.markdown || !options.subject.empty())
            throw BadUsage("help --completion: nothing else is expected");
        std::cout << bash_completion();
        return 0;
    }
    if (!options.markdown) {
        std::cout << help_text(options.subject);
        return 0;
    }
    std::cout << markdown(options.subject);
    return 0;
}

const bool registered =
    add_command<HelpOptions>({"help", 170, "Prints the help of a command.",
                              "  sweeplab help bench sort\n  sweeplab help --markdown engines\n"
                              "  eval \"$(sweeplab help --completion)\"\n"},
                             declare_flags, run);

}  // namespace
}  // namespace app
