// What a step needs of bodies with shapes, on one backend. In scenes of spheres there is none of it.
#pragma once
#include "sim/rigid_bodies.h"
#include "sim/views.h"

namespace sim {

/// Two bodies that may touch, or a body and a wall, by slots; a has the smaller id.
struct NearPair {
    uint32_t a, b;
};

/// A list whose length the device knows, with room that grows.
template <class Exec, class Item>
struct GrowableArray {
    GrowableArray() = default;
    explicit GrowableArray(uint64_t room) : capacity(room), items(room) {}
    size_t bytes() const { return items.bytes(); }

    uint64_t capacity = 0;
    typename Exec::template Array<Item> items;
};

inline constexpr uint64_t kFirstNearABody = 4;

template <class Exec>
struct RigidData {
    template <class T>
    using Array = typename Exec::template Array<T>;

    RigidData(uint32_t bodies, uint32_t shape_count)
        : committed(bodies),
          moved(bodies),
          sorted(bodies),
          anchors(bodies),
          sorted_anchors(bodies),
          sorted_boxes(bodies),
          depth(bodies),
          sorted_depth(bodies),
          shapes(shape_count),
          mark_count(1),
          near(kFirstNearABody * bodies + 1024) {}

    size_t bytes() const {
        return committed.bytes() + moved.bytes() + sorted.bytes() + 2 * anchors.bytes() +
               sorted_boxes.bytes() + depth.bytes() + sorted_depth.bytes() + shapes.bytes() + near.bytes() +
               marks.bytes();
    }

    /// Returns whether the room has grown.
    bool reserve_marks(uint64_t room) {
        if (marks.capacity >= room) return false;
        marks = {};
        marks = GrowableArray<Exec, ContactMark>(room);
        return true;
    }
    ContactView contact_view() const { return {marks.items.data(), mark_count.data(), marks.capacity}; }

    TurnStore<Exec> committed, moved, sorted;
    AnchorStore<Exec> anchors, sorted_anchors;
    Array<Box> sorted_boxes;
    Array<float> depth, sorted_depth;  // of each body's deepest contact
    Array<ShapeView> shapes;           // filled by the world, which knows where their arrays are
    Array<uint64_t> mark_count;
    GrowableArray<Exec, NearPair> near;
    GrowableArray<Exec, ContactMark> marks;  // none until somebody asks
};

}  // namespace sim
