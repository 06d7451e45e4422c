#include "app/measure/memory_rate.h"

#include <array>
#include <cstdio>
#include <exception>
#include <limits>
#include <mutex>

#include "sort/lab/measure.h"

namespace app {
namespace {

constexpr size_t kCopied_bytes[] = {size_t{1} << 26,
                                    size_t{1} << 28};  // far more than caches hold; cpu, cuda

std::string with_decimals(double value, int decimals) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", decimals, value);
    return text;
}

}  // namespace

double memory_gb_per_s(sort::Backend backend) {
    static std::array<std::once_flag, 2> measured;
    static std::array<double, 2> rates{};
    const size_t place = backend == sort::Backend::cuda ? 1 : 0;
    std::call_once(measured[place], [&] {
        try {
            rates[place] = 1e-9 * sort::copy_rate(backend, kCopied_bytes[place]);
        } catch (const std::exception&) {  // no memory for it
            rates[place] = std::numeric_limits<double>::infinity();
        }
    });
    return rates[place];
}

std::string rate_text(double gb_per_s, double memory_gb_per_s, int decimals) {
    return gb_per_s > memory_gb_per_s ? "cached" : with_decimals(gb_per_s, decimals);
}

std::string cached_text(double memory_gb_per_s) {
    return "cached: more per second than the " + with_decimals(memory_gb_per_s, 1) +
           " GB/s at which memory is copied here, so from caches";
}

}  // namespace app
