#include "app/doctor/check.h"

namespace app {

std::span<const Check> checks() {
    static constexpr Check all[] = {
        {"cpu", false, check_cpu},         {"memory", false, check_memory},
        {"disk", false, check_disk},       {"simulation", true, check_simulation},
        {"driver", true, check_driver},    {"gpu", true, check_gpu},
        {"cuda", true, check_cuda},        {"clocks", true, check_clocks},
        {"opengl", true, check_opengl},    {"interop", true, check_interop},
        {"display", false, check_display}, {"window", true, check_window},
        {"ffmpeg", false, check_ffmpeg},   {"fonts", true, check_fonts},
    };
    return all;
}

}  // namespace app
