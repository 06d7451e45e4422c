// What the picture needs of a body, made by the world's own backend, on CUDA straight into a GL buffer.
#pragma once
#include <cmath>
#include <cstdint>
#include <cstring>

#include "app/base/colour.h"
#include "app/observe/group_style.h"
#include "app/observe/sort_colour.h"
#include "app/observe/work.h"
#include "sim/exec/work.h"
#include "sim/world.h"
#include "sort/base/host_device.h"

namespace app {

/// One sphere as the vertex shaders read it: six words, in slot order.
struct Instance {
    float x, y, z, radius;  // radius 0: a hidden body
    float
        value;  // place in the palette of the colour mode, and flags (sort_colour.h); with the sign bit it sleeps
    uint32_t id;
};
static_assert(sizeof(Instance) == 24, "the shaders read instances as six words");

inline constexpr uint32_t kMostShapes = 64;  // that are drawn; a body with a later one looks like the last

struct InstanceStyle {
    Colour colour = Colour::kind;
    ColourScales scales;
    float sleep_time_s = 0;  // 0: bodies never sleep
    uint32_t shapes = 0;     // 0: a scene without meshes
    float thinnest_m[kMostShapes] = {};
    uint8_t kind[kMostShapes] = {};  // of each shape; kDrivenKind: of a driven one
    uint32_t movable_shapes = 0;     // those that are not driven
    GroupStyle groups;               // of a scene whose bodies come from several places
    SortStyle sort;

    // In the memory of the bodies, set by the buffers that are filled (shared_buffer.h).
    const uint32_t* slot_by_index = nullptr;  // of the sort's input, where the colour needs it
    const uint32_t* morton_rank = nullptr;    // of each slot; null: the rank is that of the sweep's sort
    const float* values = nullptr;            // of each slot, instead of the colour's own; null: its own

    bool wants_morton_ranks(const sim::TreeView& tree) const {
        return colour == Colour::rank && tree.exists() && !values;
    }
    bool wants_input_order() const { return colour == Colour::disorder && sort.sorted && !values; }
};

inline constexpr uint32_t kSelectedBit = 1u << 31;  // beside the slot, as in shaders/frame/common.glsl
inline constexpr uint32_t kKinds = 5;               // categories that can be told apart
inline constexpr uint32_t kDrivenKind = kKinds;     // apart from these: what nothing moves
inline constexpr uint32_t kOrigins = 2;  // and, behind it, where bodies of a scene with groups come from
inline constexpr uint32_t kFirstOrigin = kKinds + 1;
inline constexpr float kFullDepth = 0.5f;     // so deep a part of the thinnest part takes the palette's end
inline constexpr float kLeastDepth = 0.001f;  // so deep a part already differs from none

/// First in the buffers of pairs and contacts: two indirect draw commands that the backend fills, so that the
/// host never needs the count. Then DrawnPairs, or the contacts' marks.
struct PairHead {
    uint32_t lines[4];  // vertices, instances, first, base instance: two vertices a pair
    uint32_t marks[4];  // one vertex a pair
};

struct DrawnPair {
    uint32_t a, b;       // slots
    float approach_m_s;  // how fast the bodies come nearer, or part, along the line between their centres
};

/// log2 with a straight line between powers of two: the same bits everywhere, no libm. Needs x >= 1.
HOST_DEVICE inline float log2_by_lines(float x) {
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return float(int(bits >> 23) - 127) + float(bits & 0x7fffffu) * (1.0f / 8388608.0f);
}

HOST_DEVICE inline float clamp_to_one(float x) { return x < 0 ? 0 : x < 1 ? x : 1; }

/// Places in the palette, for the bodies and for the ticks of the legend.
HOST_DEVICE inline float pairs_value(float pairs, const ColourScales& scales) {
    return clamp_to_one(log2_by_lines(1 + pairs) / log2_by_lines(1 + scales.pairs));
}
HOST_DEVICE inline float shift_value(float shift, const ColourScales& scales) {
    const float part =
        clamp_to_one(log2_by_lines(1 + (shift < 0 ? -shift : shift)) / log2_by_lines(1 + scales.shift));
    return 0.5f + (shift < 0 ? -0.5f : 0.5f) * part;
}
/// Returns the palette value of a speed, as part of the scale. It is the root, so that slow bodies still
/// differ from bodies at rest.
HOST_DEVICE inline float speed_value(float part) { return sqrtf(clamp_to_one(part)); }

/// Returns the palette value of a depth, as part of the thinnest part. It is logarithmic: a heap at rest is a
/// hundredth as deep as an impact.
HOST_DEVICE inline float depth_value(float part) {
    return clamp_to_one(log2_by_lines(1 + part / kLeastDepth) / log2_by_lines(1 + kFullDepth / kLeastDepth));
}
/// Returns the palette value of the time that a body has been still, as part of the time after which it
/// sleeps. Sleepers are set apart from all others.
inline constexpr float kAlmostAsleep = 0.7f;
HOST_DEVICE inline float asleep_value(float part) {
    return part < 1 ? kAlmostAsleep * (part < 0 ? 0 : part) : 1;
}

/// Returns the number of a body's shape, where there are some.
HOST_DEVICE inline uint32_t shape_of(const sim::BodyView& bodies, uint32_t slot, uint32_t shapes) {
    uint32_t shape;
    memcpy(&shape, &bodies.momentum_shape[slot].w, sizeof shape);
    return shape < shapes ? shape : shapes - 1;
}

/// Returns the kind of a body, which shows how the scene mixes: where it comes from or, of a sphere, the
/// fifth of the ids that it was spawned in. Bodies with meshes have the number of their shape or, if they
/// have but one, five colours in turn; driven bodies, which have the first ids, have a kind of their own.
HOST_DEVICE inline uint32_t kind_of(const sim::BodyView& bodies, uint32_t slot, const InstanceStyle& style) {
    const GroupStyle& groups = style.groups;
    if (groups.groups > 0) return kFirstOrigin + groups.origin[groups.of(bodies.id[slot])] % kOrigins;
    if (style.shapes == 0) return uint32_t(uint64_t(bodies.id[slot]) * kKinds / bodies.count);
    const uint32_t kind = style.kind[shape_of(bodies, slot, style.shapes)];
    if (kind == kDrivenKind || style.movable_shapes > 1) return kind;
    return (bodies.id[slot] - (style.shapes - style.movable_shapes)) % kKinds;
}
inline constexpr uint32_t kKindCells = kKinds + 1 + kOrigins;  // of the palette
HOST_DEVICE inline float kind_value(uint32_t kind) { return (float(kind) + 0.5f) / float(kKindCells); }
inline uint32_t kind_of_value(float value) { return uint32_t(value * float(kKindCells)); }

/// Returns the place of a body in the palette, 0 to 1.
HOST_DEVICE inline float palette_value(const sim::BodyView& bodies, uint32_t slot,
                                       const InstanceStyle& style) {
    switch (style.colour) {
        case Colour::kind:
            return kind_value(kind_of(bodies, slot, style));
        case Colour::rank: {
            const uint32_t rank = style.morton_rank ? style.morton_rank[slot] : rank_of(bodies, slot);
            return bodies.count > 1 ? clamp_to_one(float(rank) / float(bodies.count - 1)) : 0;
        }
        case Colour::digit: {
            if (!style.sort.sorted || !bodies.sort_keys) return 0;
            const uint32_t digit = bodies.sort_keys[slot] >> style.sort.digit_begin;
            return digit_value(digit & ((1u << style.sort.digit_bits) - 1), style.sort.digit_bits);
        }
        case Colour::tile: {
            const uint32_t ranks = style.sort.tile_ranks;
            if (!style.sort.sorted || ranks == 0) return kTileFirst;
            return tile_value(rank_of(bodies, slot) / ranks, (bodies.count - 1) / ranks + 1);
        }
        case Colour::disorder:
            if (!style.slot_by_index || !bodies.sort_keys) return disorder_value(OrderMark::in_order);
            return disorder_value(disorder_of(bodies, slot, style.slot_by_index));
        case Colour::shift: {
            const int32_t shift = bodies.shift ? bodies.shift[slot] : 0;
            return shift_value(float(shift), style.scales);
        }
        case Colour::pairs: {
            const uint32_t pairs = bodies.pair_count ? bodies.pair_count[slot] : 0;
            return pairs_value(float(pairs), style.scales);
        }
        case Colour::speed: {
            const float speed = sim::length(sim::xyz(bodies.velocity_mass[slot]));
            return speed_value(speed / style.scales.speed_m_s);
        }
        case Colour::depth:
            if (style.shapes == 0 || !bodies.depth_m) return 0;
            return depth_value(bodies.depth_m[slot] / style.thinnest_m[shape_of(bodies, slot, style.shapes)]);
        case Colour::asleep:
            if (!(style.sleep_time_s > 0) || !bodies.acceleration_still) return 0;
            return asleep_value(bodies.acceleration_still[slot].w / style.sleep_time_s);
    }
    return 0;
}

HOST_DEVICE inline bool sleeps(const sim::BodyView& bodies, uint32_t slot, const InstanceStyle& style) {
    return style.sleep_time_s > 0 && bodies.acceleration_still &&
           bodies.acceleration_still[slot].w >= style.sleep_time_s;
}

HOST_DEVICE inline Instance make_instance(const sim::BodyView& bodies, uint32_t slot,
                                          const InstanceStyle& style) {
    const sim::Vec4 p = bodies.position_radius[slot];
    float value = style.values ? style.values[slot] : palette_value(bodies, slot, style);
    if (style.colour == Colour::disorder && value > 0.5f) value += kMarked;
    const uint32_t rank = rank_of(bodies, slot);
    if (rank < style.sort.brush_begin || rank >= style.sort.brush_end) value += kDimmed;
    const uint32_t id = bodies.id[slot];
    return {p.x, p.y, p.z, style.groups.hides(id) ? 0 : p.w, sleeps(bodies, slot, style) ? -value : value,
            id};
}

/// Writes the slot of a body at its index in the sort's input; kNobody stays at an index that no body has.
HOST_DEVICE inline void list_by_index(const sim::BodyView& bodies, uint32_t slot, uint32_t* out) {
    const uint32_t index = input_index(bodies, slot);
    if (index < bodies.count) out[index] = slot;
}

HOST_DEVICE inline DrawnPair drawn_pair(const sim::BodyView& bodies, uint32_t a, uint32_t b) {
    const sim::Vec3 between = sim::xyz(bodies.position_radius[b]) - sim::xyz(bodies.position_radius[a]);
    const sim::Vec3 velocity = sim::xyz(bodies.velocity_mass[b]) - sim::xyz(bodies.velocity_mass[a]);
    const float apart = sim::length(between);
    return {a, b, apart > 0 ? fabsf(sim::dot(velocity, between)) / apart : 0};
}

/// Returns n such that every n-th pair is drawn: of more pairs than `limit` some are left out, evenly over the scene.
HOST_DEVICE inline uint64_t pair_stride(uint64_t count, uint32_t limit) {
    return count > limit ? (count + limit - 1) / limit : 1;
}

/// Returns how many pairs are drawn: none when they overflowed, at most `limit`.
HOST_DEVICE inline uint32_t drawn_pairs(uint64_t count, uint64_t capacity, uint32_t limit) {
    if (count > capacity || limit == 0) return 0;
    const uint64_t stride = pair_stride(count, limit);
    return uint32_t((count + stride - 1) / stride);
}

HOST_DEVICE inline PairHead pair_head(uint32_t pairs) { return {{2 * pairs, 1, 0, 0}, {pairs, 1, 0, 0}}; }

inline constexpr uint32_t kDrawGrain = 4096;  // bodies that are too few for another thread

template <class Exec>
void list_input_order(Exec& exec, const sim::BodyView& bodies, uint32_t* out_slot_by_index) {
    set_bytes(exec, out_slot_by_index, 0xff, bodies.count * sizeof(uint32_t));  // no slot
    exec.each(
        "input order", bodies.count, 4 * sizeof(uint32_t),
        [=] HOST_DEVICE(uint32_t slot) { list_by_index(bodies, slot, out_slot_by_index); }, kDrawGrain);
}

template <class Exec>
void write_instances(Exec& exec, const sim::BodyView& bodies, const InstanceStyle& style, Instance* out) {
    exec.each(
        "instances", bodies.count, 2 * sizeof(sim::Vec4) + sizeof(Instance),
        [=] HOST_DEVICE(uint32_t slot) { out[slot] = make_instance(bodies, slot, style); }, kDrawGrain);
}

/// Writes the drawn ones of `listed` pairs or contacts, at most `limit`: calls write(i, k) for the i-th drawn one,
/// which is the k-th of all. `out_head` says how many. `listed`: a view with count and capacity.
template <class Exec, class View, class Write>
void write_drawn(Exec& exec, const char* name, const View& listed, bool exists, uint32_t limit,
                 PairHead* out_head, const Write& write) {
    exec.each(name, 1, sizeof(PairHead), [=] HOST_DEVICE(uint32_t) {
        *out_head = pair_head(exists ? drawn_pairs(*listed.count, listed.capacity, limit) : 0);
    });
    if (!exists) return;
    exec.each(
        name, sim::CountedItems{&out_head->marks[0], limit},
        [=] HOST_DEVICE(uint64_t i) { write(i, i * pair_stride(*listed.count, limit)); }, kDrawGrain);
}

struct WritePair {
    sim::BodyView bodies;
    const uint32_t* slots;
    DrawnPair* out;

    HOST_DEVICE void operator()(uint64_t i, uint64_t k) const {
        out[i] = drawn_pair(bodies, slots[2 * k], slots[2 * k + 1]);
    }
};

/// `out_pairs` has room for `limit`.
template <class Exec>
void write_pairs(Exec& exec, const sim::BodyView& bodies, const sim::PairView& pairs, uint32_t limit,
                 PairHead* out_head, DrawnPair* out_pairs) {
    write_drawn(exec, "pairs", pairs, pairs.slots != nullptr, limit, out_head,
                WritePair{bodies, pairs.slots, out_pairs});
}

struct WriteMark {
    const sim::ContactMark* marks;
    sim::ContactMark* out;

    HOST_DEVICE void operator()(uint64_t i, uint64_t k) const { out[i] = marks[k]; }
};

/// `out_marks` has room for `limit`.
template <class Exec>
void write_contacts(Exec& exec, const sim::ContactView& contacts, uint32_t limit, PairHead* out_head,
                    sim::ContactMark* out_marks) {
    write_drawn(exec, "contacts", contacts, contacts.marks != nullptr, limit, out_head,
                WriteMark{contacts.marks, out_marks});
}

}  // namespace app
