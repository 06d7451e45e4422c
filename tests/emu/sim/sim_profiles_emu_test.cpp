// Broad phases and worlds on devices that people own: the pairs of brute force and the bits of the CPU, by the engine
// that is the default there.
#include "tests/emu/profile_devices.h"
#include "tests/emu/sim/sim_emu_cases.h"

using namespace emu_worlds;

namespace {

class WorldsOnDevices : public testing::TestWithParam<const char*> {
private:
    emu::OnDevice on_{emu::device_of(GetParam())};
};

TEST_P(WorldsOnDevices, find_the_pairs_of_brute_force) {
    const pair_cases::Case test{"a coarse grid", pair_cases::grid_boxes(300, 41, 9)};
    for (const auto& broad_phase : sim::broad_phases())
        expect_reference(test, broad_phase.name, usual_engine());
}

TEST_P(WorldsOnDevices, have_the_bits_of_the_cpu) {
    for (const auto& broad_phase : sim::broad_phases())
        expect_bits_of_the_cpu("pile", 90, 2, broad_phase.name, usual_engine());
}

/// Bodies that pull each other are sorted by an engine of their own where the world's is not stable.
TEST_P(WorldsOnDevices, have_the_bits_of_the_cpu_with_gravity) {
    expect_bits_of_the_cpu("galaxy", 90, 1, "columns", "warpsort");
}

INSTANTIATE_TEST_SUITE_P(devices, WorldsOnDevices, testing::ValuesIn(emu::kDevices),
                         [](const auto& info) { return std::string(info.param); });

}  // namespace
