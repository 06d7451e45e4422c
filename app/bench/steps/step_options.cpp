// Flags that `bench step` and `bench scale` share.
#include "app/bench/steps/step_options.h"

namespace app {

void run_length_flags(Flags& flags, StepBenchOptions& options) {
    flags.count("--frames", "steps per run; runs are repeated [100, down to 10 with many bodies]",
                options.frames);
    flags.count("--warmup",
                "steps before the first run, not counted [200: a gas has its contacts by then]. `pile` is at "
                "rest after 33k steps with 1k bodies, 65k with 128Ki, about 90k with 1M",
                options.warmup);
    flags.choice("--until", {"contact", "rest"},
                 "the warm-up goes on until there are half as many contacts as bodies, or until all sleep",
                 options.until);
}

}  // namespace app
