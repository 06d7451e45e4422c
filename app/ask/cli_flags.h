// The table of commands: what each is for, examples, and which flags it takes.
#pragma once
#include <span>

#include "app/ask/flags.h"

namespace app {

struct CommandFlags {
    const char* name;  // "profile", "bench sort"
    const char* sentence;
    const char* examples;
    void (*flags)(Flags& flags);  // null: none
};

/// In the order of the overview.
std::span<const CommandFlags> command_flags();

}  // namespace app
