// Pairs of boxes that a step examines, and which of these keep their points.
#include <algorithm>
#include <cmath>

#include "app/teach/bodies/contact_model.h"

namespace app {
namespace {

constexpr float kMostTravel = 1,
                kMostMargin = 0.5f;  // m, as in sim/rigid_boxes.h and sim/constraint_narrow.h

const PairMemory* memory_of(const BoxHeap& heap, uint64_t key) {
    const auto found = std::find_if(heap.memory.begin(), heap.memory.end(),
                                    [key](const PairMemory& one) { return one.key == key; });
    return found == heap.memory.end() ? nullptr : &*found;
}

/// Returns how far a point of one box can come nearer to the other in this step, by their relative speeds.
float approach_of(const ContactBox& a, const ContactBox& b) {
    const Vec2 velocity = a.velocity - b.velocity, apart = b.place - a.place;
    const float turning = std::abs(a.spin - b.spin);
    const float from_b = length(velocity + cross(a.spin, apart)) + turning * b.radius();
    const float from_a = length(velocity + cross(b.spin, apart)) + turning * a.radius();
    return std::min(std::min(from_a, from_b) * kContactStep_s, kMostTravel);
}

/// Returns a point within the margin of the second box, or of the ground.
FoundPoint found_point(uint32_t feature, Vec2 place, const ContactBox& own, const ContactBox* other,
                       Vec2 first_place) {
    FoundPoint one;
    one.point.feature = feature;
    one.point.place = place;
    const Vec2 world = own.world(place);
    one.at = world - first_place;
    if (!other) {
        one.apart = world.y;
        one.normal = one.point.normal = {0, 1};
        return one;
    }
    const Vec2 there = other->own(world);
    const Nearest nearest = nearest_of(*other, there);
    one.apart = nearest.apart;
    one.point.normal = nearest.normal;
    one.point.foot = there - nearest.normal * nearest.apart;
    const Vec2 out = turned(other->turn, nearest.normal);
    one.normal = feature & kOfSecond ? out * -1 : out;
    return one;
}

/// Finds all points nearer than `margin`; returns the smallest distance of the others.
float find_points(const ContactBox& a, const ContactBox* b, float margin, std::vector<FoundPoint>& found) {
    float nearest = INFINITY;
    const auto look = [&](const ContactBox& own, const ContactBox* other, uint32_t side) {
        const std::vector<Vec2> points = points_of(own);
        for (uint32_t k = 0; k < points.size(); ++k) {
            const FoundPoint one = found_point(k | side, points[k], own, other, a.place);
            if (one.apart < margin)
                found.push_back(one);
            else
                nearest = std::min(nearest, one.apart);
        }
    };
    look(a, b, 0);
    if (b) look(*b, &a, kOfSecond);
    return nearest;
}

void search(ContactPair& pair, const ContactBox& a, const ContactBox* b, float margin,
            const PairMemory* before) {
    const sim::ConstraintLaw law = contact_law();
    pair.fate = PairFate::searched;
    const float nearest = find_points(a, b, margin, pair.found);
    pair.after.margin = pair.found.empty() ? std::min(nearest, kMostMargin) : margin;
    if (pair.found.empty()) return;
    for (FoundPoint& one : pair.found) {
        for (const PlanePoint& had : before ? before->points : std::vector<PlanePoint>()) {
            if (had.feature != one.point.feature) continue;
            one.point.push = had.push;
            one.point.friction = had.friction;
            one.pushed = had.push > 0;
        }
    }
    keep_points(pair.found, law);
    for (uint32_t turn = 1; turn <= kContactPoints; ++turn) {
        for (const FoundPoint& one : pair.found)
            if (one.kept == turn) pair.after.points.push_back(one.point);
    }
}

}  // namespace

float travel_of(const ContactBox& box) {
    const float fall = kContactGravity_m_s2 * kContactStep_s;
    return std::min((length(box.velocity) + fall + std::abs(box.spin) * box.radius()) * kContactStep_s,
                    kMostTravel);
}

float reach_of(const ContactBox& box) { return 0.5f * contact_law().margin_m + travel_of(box); }

std::vector<ContactPair> candidate_pairs(const BoxHeap& heap, const ContactFaults& faults) {
    const auto count = static_cast<uint32_t>(heap.boxes.size());
    const auto grown = [&](uint32_t box, float more) {
        return axis_box(heap.boxes[box], faults.boxes_not_grown ? 0 : reach_of(heap.boxes[box]) + more);
    };
    std::vector<ContactPair> pairs;
    const auto add = [&](uint32_t a, uint32_t b) {
        ContactPair pair;
        pair.a = a;
        pair.b = b;
        pair.after.key = sim::pair_key(a, b);
        pairs.push_back(pair);
    };
    for (uint32_t a = 0; a < count; ++a) {
        for (uint32_t b = a + 1; b < count; ++b)
            if (grown(a, 0).overlaps(grown(b, 0))) add(a, b);
    }
    for (uint32_t a = 0; a < count; ++a)  // the ground has no box with the other half of the margin
        if (grown(a, 0.5f * contact_law().margin_m).low.y <= 0) add(a, kContactGround);
    return pairs;
}

void look_at_pair(const BoxHeap& heap, ContactPair& pair, const ContactFaults& faults) {
    const ContactBox& a = heap.boxes[pair.a];
    const ContactBox* const b = pair.ground() ? nullptr : &heap.boxes[pair.b];
    const PairMemory* const before = memory_of(heap, pair.after.key);
    PairMemory& after = pair.after;
    after.place = b ? a.own(b->place) : a.place;
    after.turn = b ? turned_back(a.turn, b->turn) : a.turn;
    pair.need = b ? approach_of(a, *b) : travel_of(a);
    pair.known = before != nullptr;
    if (before) {
        pair.moved =
            length(after.place - before->place) + (b ? *b : a).radius() * length(after.turn - before->turn);
        pair.margin = before->margin;
        if (pair.moved + pair.need <= pair.margin || faults.never_searched_again) {
            after = *before;
            return;
        }
    }
    const float margin = std::max(contact_law().margin_m, pair.need);
    const float gap = b ? gap_of(a, *b) : 0;
    if (gap > margin) {
        pair.fate = PairFate::apart;
        after.margin = gap;
        return;
    }
    search(pair, a, b, margin, before);
}

}  // namespace app
