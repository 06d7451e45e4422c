// Hard sets of boxes and crowded bodies on the CUDA backend of sim, its kernels emulated on the CPU.
#include "tests/emu/sim_emu_cases.h"
#include "tests/nasty_boxes.h"
#include "tests/sim_crowded_suite.h"

namespace {

TEST(EmulatedColumns, equal_the_double_loop_on_hard_sets) {
    uint64_t seed = 500;
    for (const auto& kind : nasty_boxes::kKinds) {
        for (const uint32_t count : {2, 33, 130, 700}) {
            emu_worlds::expect_reference({kind.name, nasty_boxes::make(kind, count, ++seed)}, "columns",
                                         "onesweep");
        }
    }
}

TEST(EmulatedColumns, of_boxes_with_more_partners_than_a_thread_notes) {
    for (const uint32_t count : {9, 10, 257, 1000}) {
        const std::vector<sim::Box> boxes(count, {{0, 0, 0}, {1, 1, 1}});
        emu_worlds::expect_reference({"at one place", boxes}, "columns", "onesweep");
    }
}

TEST(EmulatedCrowded, bodies_sum_their_contacts_in_ascending_id) {
    emu_worlds::in_each_order([] { crowded::expect_exact_sums(sim::Backend::cuda); });
}

}  // namespace
