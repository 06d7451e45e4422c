// Made keys as the sort of a step receives them by default: a gas in columns, in last frame's order. The
// broad phase makes them itself, in two searches: one for the order, one for the keys after all bodies have
// moved.
#include <array>

#include "sim/broad_phase/broad_phase.h"
#include "sim/exec/exec_cpu.h"
#include "sim/search/search_common.h"
#include "sort/lab/gas.h"

namespace sim {
namespace {

using Words = std::vector<uint32_t>;
using Place = std::array<int64_t, 3>;  // of a centre, from 0 to the edge of the cube

class ColumnsSearch {
public:
    explicit ColumnsSearch(uint32_t count)
        : exec_(0),
          columns_(make_broad_phase<CpuExec>("columns", count, {sort::find_engine("cpu-radix"), {}})) {}

    /// Runs the sort alone: there is no room for pairs.
    void run(std::span<const Box> boxes) {
        const SpreadFrame frame = spread_frame_of(boxes);
        exec_.arena().execute([&] {
            begin_status(&status_);
            columns_->find(exec_, {boxes.data(), uint32_t(boxes.size()), &frame}, {nullptr, 0, &status_});
        });
        exec_.take_log();
    }

    const uint32_t* order() const { return columns_->order(); }
    const uint32_t* keys() const { return columns_->keys(); }

private:
    CpuExec exec_;
    Status status_{};
    std::unique_ptr<BroadPhase<CpuExec>> columns_;
};

std::vector<Box> boxes_of(const std::vector<Place>& places, int64_t edge) {
    constexpr float kUnit = 1.0f / float(sort::made::kDiameter);
    std::vector<Box> boxes(places.size());
    for (size_t i = 0; i < boxes.size(); ++i) {
        for (int axis = 0; axis < 3; ++axis) {
            const int64_t centre = places[i][axis] - edge / 2;
            boxes[i].min[axis] = float(centre - sort::made::kDiameter / 2) * kUnit;
            boxes[i].max[axis] = float(centre + sort::made::kDiameter / 2) * kUnit;
        }
    }
    return boxes;
}

void columns(Words& keys, const sort::Input& input, uint64_t seed) {
    using sort::made::counter;
    const auto count = uint32_t(keys.size());
    if (count == 0) return;
    const int64_t edge = sort::made::cube_edge(count);
    const auto random_one = [&](uint64_t stream, uint64_t n) {
        Place place;
        for (uint64_t axis = 0; axis < 3; ++axis)
            place[axis] = sort::made::random_place(edge, seed, counter(stream + axis, n));
        return place;
    };
    std::vector<Place> places(count), ordered(count);
    for (uint32_t i = 0; i < count; ++i) places[i] = random_one(0, i);

    ColumnsSearch search(count);
    search.run(boxes_of(places, edge));
    for (uint32_t rank = 0; rank < count; ++rank) ordered[rank] = places[search.order()[rank]];
    for (uint32_t i = 0; i < count; ++i) {
        for (uint64_t axis = 0; axis < 3; ++axis) {
            int64_t& place = ordered[i][axis];
            place = sort::made::moved_place(place, edge, input.number, seed, 3 + 3 * axis, i);
        }
    }
    sort::made::choose_places(count, input.end, seed, 12,
                              [&](uint64_t i) { ordered[i] = random_one(13, i); });
    search.run(boxes_of(ordered, edge));
    for (uint32_t rank = 0; rank < count; ++rank) keys[search.order()[rank]] = search.keys()[rank];
}

const bool added =
    sort::add_input_kind({"columns", "columns:M",
                          "a gas in columns, in last frame's order: what a step sorts", "columns:0.001"},
                         false, columns) &&
    sort::add_input_kind({"columns-teleport", "columns-teleport:M:P%",
                          "columns:M with P percent of the bodies anywhere", "columns-teleport:0.001:0.1%"},
                         true, columns);

}  // namespace
}  // namespace sim
