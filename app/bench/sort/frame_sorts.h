// `bench sort --data`: every engine sorts the frames of a folder in their order, as a frame loop does.
#pragma once
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "app/bench/common/data_rows.h"
#include "app/bench/sort/sort_plan.h"
#include "app/bench/sort/typed_sorts.h"
#include "app/frames/carried_order.h"

namespace app {

/// Options of the sorts of frames, from the plan and the frames' form.
struct FrameSortsConfig {
    int axis = 0;                // of boxes, spheres and points
    bool in_last_order = false;  // the frames are recorded as carried
    bool carries = true;
    TurnRules rules{};
};

class FrameSorts {
public:
    /// The plan's engines; its type is that of the keys.
    FrameSorts(const SortPlan& plan, const FrameSortsConfig& config) : plan_(plan), config_(config) {}

    void begin_round() { carried_.forget(); }

    /// Sorts the keys of a frame once by each engine, and checks each result. Adds a sample to each row; with `first_round`
    /// also what is known of the frame. An engine keeps what it knows from frame to frame; before its first sort it has
    /// sorted the same keys once, untimed. Throws CheckFailed, sort::OverLimit.
    void measure(const FrameItems& items, size_t frame, bool first_round, std::vector<DataRow>& rows);

private:
    struct Result {
        double ms = 0;
        std::string path{}, timed{};
        std::vector<uint32_t> order{};
    };
    TypedContender& contender(size_t engine, uint32_t count);
    Result sorted_by(TypedContender& contender, const TypedKeys& keys);

    const SortPlan& plan_;
    FrameSortsConfig config_;
    CarriedOrder carried_;
    std::vector<std::unique_ptr<TypedContender>> contenders_;
    std::vector<uint32_t> room_;  // of each
    size_t turn_ = 0;             // who begins
};

}  // namespace app
