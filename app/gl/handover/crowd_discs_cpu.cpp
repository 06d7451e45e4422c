// The crowd's shadows on the CPU backend: all threads draw discs into one map.
#include <tbb/parallel_for.h>

#include "app/gl/handover/crowd_discs.h"

namespace app {
namespace {

struct Discs {
    static void keep_least(uint32_t* at, uint32_t word) {
        uint32_t had = __atomic_load_n(at, __ATOMIC_RELAXED);
        while (word < had &&
               !__atomic_compare_exchange_n(at, &had, word, true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
        }
    }
};

}  // namespace

void place_discs_cpu(const CrowdView& view, const Instance* instances, uint32_t count, const SunBounds& fit,
                     uint32_t* discs) {
    tbb::parallel_for(tbb::blocked_range<uint32_t>(0, count, 2048), [&](const auto& range) {
        for (uint32_t slot = range.begin(); slot != range.end(); ++slot)
            draw_disc<Discs>(view, fit, instances[slot], discs, 0, 1);
    });
}

}  // namespace app
