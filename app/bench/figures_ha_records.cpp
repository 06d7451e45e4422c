// Ha, Krueger, Silva 2009, figure 3: the last step of sorting records. The keys are sorted with their
// indices, then records of 32, 64 and 128 bits are gathered in the order of the indices.
#include <array>

#include "app/bench/figures_ha.h"

namespace app {
namespace {

template <class Record>
std::vector<double> host_gather_ms(const Lab& lab, const std::vector<uint32_t>& order) {
    std::vector<Record> from(order.size()), to(order.size());
    sort::MeasureOptions options;
    options.min_time_s = lab.config().min_time_s;
    options.min_samples = lab.config().min_samples;
    return sort::measure_work(
        sort::Backend::cpu, 1, [](int, sort::Stream) {},
        [&](int, sort::Stream) {
            for (size_t i = 0; i < order.size(); ++i) to[i] = from[order[i]];
        },
        options)[0];
}

using Record32 = uint32_t;
using Record64 = uint64_t;
using Record128 = std::array<uint64_t, 2>;

void gather_records(Lab& lab, FigureResult& result) {
    Chart chart{"Gathering records in the order of sorted indices",
                {"n", "records", true},
                {"records gathered", "million/s"}};
    chart.series = {{"32 bits", {}}, {"64 bits", {}}, {"128 bits", {}}};
    for (const uint32_t size : lab.sizes({14, 16, 18, 20, 22, 24})) {
        const auto keys = lab.keys("uniform", size);
        const std::vector<double> samples[] = {host_gather_ms<Record32>(lab, keys->order),
                                               host_gather_ms<Record64>(lab, keys->order),
                                               host_gather_ms<Record128>(lab, keys->order)};
        for (size_t i = 0; i < 3; ++i) {
            chart.series[i].points.push_back(
                timed_point(count_text(size), size, samples[i], size, Shown::mkeys_per_s));
        }
    }
    result.charts.push_back(std::move(chart));
}

}  // namespace

Figure record_figure() {
    return {
        "ha-3",
        "",
        "Ha, Krueger, Silva 2009, figure 3",
        "Gathering records of 32, 64 and 128 bits",
        "On an 8800 GTX gathering through the texture cache is about 3 times as fast as by plain loads, for "
        "uniform keys and records of 32, 64 and 128 bits.",
        "The read-only path of today's GPUs stands for textures. Without a GPU: plain loads on one core.",
        gather_records};
}

}  // namespace app
