// The keys of one frame and the order that they belong in: what every result is held against.
#pragma once
#include <memory>
#include <optional>

#include "app/bench/sort/sort_plan.h"
#include "app/frames/disorder.h"
#include "app/measure/sort_check.h"

namespace app {

/// The order is found once by the reference sort, or, for more keys than the plan allows it, where it takes
/// minutes, not known: then each result is tested by itself to be the one stable order.
class SortFrame {
public:
    SortFrame(const SortPlan& plan, const SortCase& which, size_t number);

    const TypedKeys& keys() const { return keys_; }
    /// Null when there is no reference.
    const std::vector<uint32_t>* order() const { return reference_ ? &reference_->order() : nullptr; }

    // All throw CheckFailed with the engine's name.
    void check_order(const sort::Engine& engine, const std::vector<uint32_t>& order) const;
    /// Keys alone, or keys and the indices that travelled with them.
    void check_result(const sort::Engine& engine, const sort::Measured& result) const;

private:
    std::optional<uint32_t> first_not_in_order(const std::vector<uint32_t>& sorted,
                                               const std::vector<uint32_t>& order) const;

    TypedKeys keys_;
    std::unique_ptr<SortReference> reference_;
};

}  // namespace app
