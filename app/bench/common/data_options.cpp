#include "app/bench/common/data_options.h"

namespace app {

void data_flags(Flags& flags, DataOptions& options, const std::string& items) {
    flags.group("Own frames");
    flags.text(kDataFlag, "DIR|FILE.npy", "frames of " + items + ", in their order, each once per round",
               options.folder, Flags::Names::input_by_ending);
    flags.only_with(kDataFlag);
    flags.choice("--carry-order", {"on", "off"},
                 "on: each frame comes in the order that the last one left; off: as recorded [on]",
                 options.carry_order);
    flags.text("--plot", "FILE.svg", "the time of each frame, with --data", options.plot,
               Flags::Names::output);
    flags.only_with("");
    flags.group("");
}

}  // namespace app
