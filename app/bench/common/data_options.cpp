#include "app/bench/common/data_options.h"

#include "app/base/errors.h"

namespace app {

void data_flags(Flags& flags, DataOptions& options, const std::string& items) {
    flags.group("Own frames");
    flags.text("--data", "DIR|FILE.npy", "frames of " + items + ", in their order, each once per round",
               options.folder, Flags::Names::input_by_ending);
    flags.choice("--carry-order", {"on", "off"},
                 "on: each frame comes in the order that the last one left; off: as recorded [on]",
                 options.carry_order);
    flags.text("--plot", "FILE.svg", "the time of each frame, with --data", options.plot,
               Flags::Names::output);
    flags.group("");
}

void require_data(const DataOptions& options) {
    if (!options.folder.empty()) return;
    if (!options.carries()) throw BadUsage("--carry-order belongs to --data");
    if (!options.plot.empty()) throw BadUsage("--plot belongs to --data");
}

}  // namespace app
