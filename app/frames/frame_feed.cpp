#include "app/frames/frame_feed.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <unordered_map>
#include <utility>

#include "app/base/errors.h"
#include "app/frames/box_items.h"

namespace app {
namespace {

constexpr float kFrame_s = 1.0f / 60;      // where frames.toml does not say it
constexpr float kPointShare = 1.0f / 400;  // radius of a point, of the longest side of the first frame
constexpr float kKeyRange_m = 10, kKeyIndexRange_m = 4;

template <class Key>
std::vector<sim::Box> points_of_keys(const FrameItems& items) {
    std::vector<Key> keys(items.count());
    std::memcpy(keys.data(), items.keys.data(), items.keys.size());
    const auto [least, most] = std::minmax_element(keys.begin(), keys.end());
    const double low = 0.5 * double(*least),
                 range = std::max(0.5 * double(*most) - low, 1e-300);  // halves are finite
    std::vector<float> places_m;
    double off_m = 0;  // from the middle
    for (const Key key : keys) {
        places_m.push_back(kKeyRange_m * float(std::clamp((0.5 * double(key) - low) / range, 0.0, 1.0)));
        off_m += std::fabs(double(places_m.back()) - 0.5 * double(kKeyRange_m));
    }
    // Along y they are spread less, or a sweep would sort them by their index.
    const float index_range_m = std::min(kKeyIndexRange_m, 3.9f * float(off_m / double(keys.size())));
    std::vector<sim::Box> boxes;
    for (size_t i = 0; i < keys.size(); ++i) {
        const sim::Vec3 at = {places_m[i], index_range_m * float(i) / float(keys.size()), 0};
        boxes.push_back({at, at});
    }
    return boxes;
}

/// Returns why a frame that was read cannot be shown: nothing is in it, or a key has no place; "" if it can.
template <class Key>
std::string without_place(const FrameItems& items) {
    for (size_t i = 0; i < items.count(); ++i) {
        Key key;
        std::memcpy(&key, items.keys.data() + i * sizeof key, sizeof key);
        if (!std::isfinite(key)) return "key " + std::to_string(i) + " is not finite, and has no place";
    }
    return "";
}

std::string not_shown(const FrameItems& items) {
    if (items.count() == 0) return "no items";
    if (items.kind != ItemKind::keys) return "";
    if (items.type == sort::KeyType::f32) return without_place<float>(items);
    return items.type == sort::KeyType::f64 ? without_place<double>(items) : "";
}

bool same_items(const FrameItems& a, const FrameItems& b) { return a.count() == b.count() && a.ids == b.ids; }

float longest_side(const sim::Box& all) {
    const sim::Vec3 side = all.max - all.min;
    return std::max({side.x, side.y, side.z});
}

}  // namespace

std::string why_not_shown(const FrameSet& set, size_t frame, const FrameItems& items) {
    const std::string why = not_shown(items);
    if (why.empty()) return "";
    return "frame " + std::to_string(set.number(frame)) + ": " + why + "; the frame before it stays";
}

std::vector<sim::Box> boxes_of_items(const FrameItems& items) {
    if (items.kind != ItemKind::keys || items.count() == 0) return items.boxes;
    switch (items.type) {
        case sort::KeyType::u32:
            return points_of_keys<uint32_t>(items);
        case sort::KeyType::i32:
            return points_of_keys<int32_t>(items);
        case sort::KeyType::f32:
            return points_of_keys<float>(items);
        case sort::KeyType::u64:
            return points_of_keys<uint64_t>(items);
        case sort::KeyType::i64:
            return points_of_keys<int64_t>(items);
        case sort::KeyType::f64:
            return points_of_keys<double>(items);
        default:
            return {};  // no frame has such
    }
}

FrameFeed::FrameFeed(const std::string& path) : set_(std::make_unique<const FrameSet>(path)) {
    for (size_t frame = 0; frame < set_->size() && items_.count() == 0; ++frame) {
        ReadFrame read = read_frame(*set_, frame);
        if (not_shown(read.items).empty()) items_ = std::move(read.items);
    }
    if (items_.count() == 0) throw BadFile(path + ": no frame with items that can be shown");
    for (const size_t frame : {set_->size() / 2, set_->size() - 1}) {
        const ReadFrame read = read_frame(*set_, frame);
        if (not_shown(read.items).empty()) room_.push_back(extent_of(boxes_of_items(read.items)));
    }
}

/// Reads ahead from here on, unless that is what is being done.
ReadFrame FrameFeed::read(size_t frame) {
    if (!ahead_ || ahead_at_ != frame) {
        ahead_.reset();
        ahead_ = std::make_unique<FrameReadAhead>(*set_, frame);
    }
    ahead_at_ = frame + 1;
    return *ahead_->next();
}

/// Returns the order in which the sort meets the items; empty: as the last step left them.
std::vector<uint32_t> FrameFeed::order_for(sim::World& world, const FrameItems& next, uint64_t step) {
    if (step == 1 || set_->form().in_last_order) return CarriedOrder().arranged(next);
    if (same_items(items_, next)) return {};
    carried_.keep(items_, world.ids_by_slot());
    return carried_.arranged(next);
}

/// Returns the boxes that the items of the next frame had in this one; of those that are new, their own.
std::vector<sim::Box> FrameFeed::boxes_before(const FrameItems& next) const {
    const std::vector<sim::Box> now = boxes_of_items(items_);
    std::unordered_map<uint64_t, uint32_t> index;
    for (uint32_t i = 0; i < items_.count(); ++i) index.emplace(items_.id(i), i);
    std::vector<sim::Box> boxes = boxes_of_items(next);
    for (uint32_t i = 0; i < next.count(); ++i)
        if (const auto found = index.find(next.id(i)); found != index.end()) boxes[i] = now[found->second];
    return boxes;
}

std::string FrameFeed::give(sim::World& world, uint64_t step) {
    const size_t frame = size_t(step - 1);
    ReadFrame next = read(frame);
    std::string fault = next.fault;
    if (fault.empty()) fault = why_not_shown(*set_, frame, next.items);
    if (!fault.empty()) next.items = items_;
    const std::vector<uint32_t> order = order_for(world, next.items, step);
    const bool goes_on = step > 1 && !order.empty();
    world.give(
        {boxes_of_items(next.items), order, goes_on ? boxes_before(next.items) : std::vector<sim::Box>()},
        step - 1);
    before_ = std::exchange(items_, std::move(next.items));
    if (fault.empty()) return "";
    return faults_.emplace(frame, fault).second ? fault : "";
}

uint32_t FrameFeed::id_now(uint32_t id) const {
    if (id >= before_.count()) return sim::kNobody;
    if (same_items(before_, items_)) return id;
    for (uint32_t now = 0; now < items_.count(); ++now)
        if (items_.id(now) == before_.id(id)) return now;
    return sim::kNobody;
}

sim::Scene FrameFeed::scene() const {
    sim::Scene scene;
    const std::filesystem::path path(set_->path());
    scene.name = (path.has_filename() ? path : path.parent_path()).filename().string();
    scene.title = scene.name;
    scene.physics.gravity_m_s2 = {0, 0, 0};
    scene.physics.time_step_s = set_->form().time_step_s > 0 ? set_->form().time_step_s : kFrame_s;
    return scene;
}

std::shared_ptr<const sim::GivenStart> FrameFeed::start() const {
    sim::GivenStart start{boxes_of_items(items_)};
    start.look.spheres = items_.kind != ItemKind::boxes;
    start.look.least_radius_m = kPointShare * longest_side(extent_of(start.boxes));
    start.room = room_;
    return std::make_shared<const sim::GivenStart>(std::move(start));
}

}  // namespace app
