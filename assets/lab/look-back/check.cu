// Runs the student's look-back, and adds up the tiles one after another.
#include "device_array.h"
#include "task.h"

__global__ void look_back(Global<const uint32_t> values, uint32_t n, Global<uint32_t> ticket,
                          Global<uint32_t> sums, Global<uint32_t> totals, Global<volatile uint32_t> flags,
                          Global<uint32_t> before);

namespace lab {

std::vector<Output> run_kernel(const Constants& constants, const std::vector<uint32_t>& keys) {
    std::vector<uint32_t> values;
    for (const uint32_t key : keys) values.push_back(key % 100);
    const uint32_t tiles = constants.blocks(values.size());
    const std::vector<uint32_t> zeros(tiles, 0);
    const DeviceArray d_values("values", values), d_ticket("ticket", std::vector<uint32_t>(1, 0));
    const DeviceArray d_sums("sums", zeros), d_totals("totals", zeros), d_flags("flags", zeros);
    const DeviceArray d_before("before", tiles);
    look_back<<<tiles, constants.threads>>>(d_values.readable(), static_cast<uint32_t>(values.size()),
                                            d_ticket.writable(), d_sums.writable(), d_totals.writable(),
                                            d_flags.as<volatile uint32_t>(), d_before.writable());
    std::vector<uint32_t> wanted(tiles, 0);
    for (size_t i = 0; i < values.size(); ++i) {
        const size_t next = i / constants.threads + 1;
        if (next < tiles) wanted[next] += values[i];
    }
    for (size_t tile = 1; tile < tiles; ++tile) wanted[tile] += wanted[tile - 1];
    return {{"before", d_before.values(), wanted}};
}

}  // namespace lab
