// Runs the student's scan, and adds up each tile one value after another.
#include "device_array.h"
#include "task.h"

__global__ void scan(Global<const uint32_t> values, uint32_t n, Global<uint32_t> sums,
                     Global<uint32_t> totals);

namespace lab {
std::vector<Output> run_kernel(const Constants& constants, const std::vector<uint32_t>& keys) {
    std::vector<uint32_t> values;
    for (const uint32_t key : keys) values.push_back(key % 100);  // sums that can be read
    const uint32_t tiles = constants.blocks(values.size());
    const DeviceArray d_values("values", values);
    const DeviceArray d_sums("sums", values.size()), d_totals("totals", tiles);
    scan<<<tiles, constants.threads>>>(d_values.readable(), static_cast<uint32_t>(values.size()),
                                       d_sums.writable(), d_totals.writable());
    std::vector<uint32_t> sums(values.size()), inclusive(values.size()), totals(tiles, 0);
    for (size_t i = 0; i < values.size(); ++i) {
        sums[i] = totals[i / constants.threads];
        inclusive[i] = totals[i / constants.threads] += values[i];
    }
    return {{"sums", d_sums.values(), sums, {{inclusive, "inclusive sums: each has its own value in it"}}},
            {"totals", d_totals.values(), totals}};
}

}  // namespace lab
