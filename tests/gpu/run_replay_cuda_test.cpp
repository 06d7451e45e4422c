// The runs in assets/runs, recorded on a CPU, give the recorded states on a CUDA device.
#include "tests/app/run_replay.h"
#include "tests/gpu/cuda_fixture.h"

namespace {

using testing_worlds::Cuda;

TEST_F(Cuda, the_runs_in_assets_give_the_recorded_states) {
    app::Options options;
    options.backend = "cuda";
    replays::expect_recorded_states(options);
    options.sort = "fourway";
    options.broad_phase = "sweep";
    replays::expect_recorded_states(options);
}

}  // namespace
