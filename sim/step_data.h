// Everything a step works on, on one backend. Made once; only the room for pairs and for contacts beyond the
// rows grows.
#pragma once
#include <memory>
#include <optional>

#include "sim/bodies.h"
#include "sim/broad_phase/broad_phase.h"
#include "sim/exec/limits.h"
#include "sim/exec/memory.h"
#include "sim/exec/named_bytes.h"
#include "sim/given/given_data.h"
#include "sim/gravity/gravity_data.h"
#include "sim/ground/ground_data.h"
#include "sim/manifold/constraint_data.h"
#include "sim/math/moving.h"
#include "sim/math/rolling.h"
#include "sim/rigid_data.h"
#include "sim/views.h"
#include "sort/base/errors.h"
#include "sort/base/numbers.h"

namespace sim {

/// Contacts beyond the rows that there is room for at first, a body.
inline constexpr double kFirstSpilledABody = 1.0 / 16;

/// Throws OverLimit if `bytes` of host memory are not available: the system grants memory that it does not
/// have. A device refuses by itself.
template <class Exec>
void require_room(const char* what, uint64_t bytes) {
    if (Exec::kBackend == sort::Backend::cpu) require_host_memory(what, bytes);
}

/// Lists of the contacts of crowded bodies: those whose rows do not hold them.
struct CrowdArrays {
    uint32_t* slots;     // status->crowded of them
    uint64_t* contacts;  // id of the partner << 32 | its slot
    uint64_t* begin;     // of a crowded body's list in `contacts`; by slot
    uint32_t* count;     // of its contacts there so far; by slot
};

/// Room for contacts beyond the rows.
template <class Exec>
struct CrowdedList {
    template <class T>
    using Array = typename Exec::template Array<T>;

    CrowdedList() = default;
    CrowdedList(uint64_t room, uint32_t bodies)
        : capacity(room), spilled(room), contacts(contacts_for(room, bodies)) {}

    /// Returns the contacts to allocate for `room` spilled ones: with those in the rows of the bodies that
    /// they belong to.
    static uint64_t contacts_for(uint64_t room, uint32_t bodies) {
        return room + 2 * kRowPartners * (room < bodies ? room : bodies);
    }
    static uint64_t bytes_for(uint64_t room, uint32_t bodies) {
        return room * sizeof(Spilled) + contacts_for(room, bodies) * sizeof(uint64_t);
    }
    size_t bytes() const { return spilled.bytes() + contacts.bytes(); }

    uint64_t capacity = 0;
    Array<Spilled> spilled;
    Array<uint64_t> contacts;
};

/// A list of pairs.
template <class Exec>
struct SlotPairList {
    SlotPairList() = default;
    explicit SlotPairList(uint64_t room) : capacity(room), slots(2 * room) {}

    size_t bytes() const { return slots.bytes(); }

    uint64_t capacity = 0;
    typename Exec::template Array<uint32_t> slots;  // two a pair
};

/// Gives `room` what is needed and a quarter more, or, where that does not fit, just that. Throws
/// sort::OverLimit with the count of pairs when neither fits; the room is then as large as it was.
template <class Room, class Make>
void grow(Room& room, uint64_t needed, uint64_t found_pairs, uint64_t most, Make make) {
    const uint64_t had = room.capacity;
    for (const uint64_t capacity : {needed + needed / 4, needed}) {
        try {
            if (capacity > most) throw sort::OverLimit("the limit is " + sort::grouped(most));
            room = {};
            room = make(capacity);
            return;
        } catch (const sort::OverLimit& error) {
            if (room.capacity != had) room = make(had);
            if (capacity == needed) {
                throw sort::OverLimit("a step has " + sort::grouped(found_pairs) +
                                      " pairs, which do not fit: " + error.what());
            }
        }
    }
}

/// The bodies of the step in sorted order, moved, where spheres roll.
struct RollingBodies : SortedBodies {
    TurnArrays turns;

    HOST_DEVICE RollingMotion load(uint32_t slot) const {
        return {SortedBodies::load(slot), xyz(turns.momentum_shape[slot]), {0, 0, 0}};
    }

    /// Motion by which fast() decides whether a body is fast: its velocity, and the speed of its surface squared.
    struct Pace {
        Vec3 velocity_m_s;
        float surface2;
    };
    HOST_DEVICE Pace pace(uint32_t slot) const {
        const Vec4 v = velocity_mass[slot];
        return {xyz(v), surface_speed2(xyz(turns.momentum_shape[slot]), position_radius[slot].w, v.w)};
    }
    HOST_DEVICE static bool fast(const Pace& pace, const StepNumbers& numbers) {
        return SortedBodies::fast(pace.velocity_m_s, numbers) || pace.surface2 > numbers.sleep_speed2;
    }
};

/// Arrays of a step for spheres that roll. Other scenes have none.
template <class Exec>
struct RollingData {
    RollingData(uint32_t bodies, bool over_ground)
        : committed(bodies), sorted(bodies), torque(bodies), ground_torque(over_ground ? bodies : 0) {}

    size_t bytes() const {
        return committed.bytes() + sorted.bytes() + torque.bytes() + ground_torque.bytes();
    }

    TurnStore<Exec> committed, sorted;
    typename Exec::template Array<Vec4> torque;         // committed
    typename Exec::template Array<Vec4> ground_torque;  // beside GroundData::force
};

template <class Exec>
struct StepData {
    template <class T>
    using Array = typename Exec::template Array<T>;

    /// `look`: of given boxes; null: bodies move by themselves.
    StepData(uint32_t bodies, std::unique_ptr<BroadPhase<Exec>> algorithm, uint64_t pair_capacity,
             const Ground* below = nullptr, size_t shapes = 0, bool rolls = false,
             const GivenLook* look = nullptr)
        : count(bodies),
          searches_boxes(shapes > 0 || look),
          broad_phase(std::move(algorithm)),
          committed(bodies),
          moved_position_radius(searches_boxes ? bodies : 0),
          moved_velocity_mass(searches_boxes ? bodies : 0),
          sorted_position_radius(bodies),
          sorted_velocity_mass(bodies),
          sorted_still_s(bodies),
          sorted_id(bodies),
          boxes(lists_pairs() ? bodies : 0),
          shift(bodies),
          pair_count(bodies),
          noted(bodies),
          found(bodies),
          incoming_rows(size_t(bodies) * kRowPartners),
          own_rows(size_t(bodies) * kRowPartners),
          crowd_slots(bodies),
          crowd_begin(bodies),
          crowd_count(bodies),
          numbers(1),
          frame(1),
          status(1),
          list_status(1),
          crowd(uint64_t(kFirstSpilledABody * bodies) + 1024, bodies),
          first_pairs(pair_capacity),
          pairs(lists_pairs() ? SlotPairList<Exec>(pair_capacity) : SlotPairList<Exec>()) {
        if (below) ground.emplace(*below, bodies);
        if (shapes) rigid.emplace(bodies, uint32_t(shapes));
        if (shapes) constraints.emplace(bodies);
        if (rolls) rolling.emplace(bodies, below != nullptr);
        if (look) given.emplace(bodies, *look);
    }

    /// Returns how many bodies the arrays hold: of given boxes there may be fewer now.
    uint32_t room() const { return uint32_t(shift.size()); }

    /// Returns whether a step makes a list of its pairs; else the search notes contacts as it finds them.
    bool lists_pairs() const { return searches_boxes || !broad_phase->notes_contacts(); }

    /// Prepares for searches of the bodies as they are: before the first step, and where they have been changed
    /// from outside.
    void begin_search(Exec& exec) {
        broad_phase->prepare(exec, count);
        if (!searches_boxes)
            broad_phase->begin_spheres(exec, {nullptr, count, frame.data(), committed.position_radius()});
    }

    /// The next steps' broad phase for the last steps' one. Throws sort::OverLimit, and then nothing is swapped.
    void swap_broad_phase(std::unique_ptr<BroadPhase<Exec>>& other) {
        const bool lists = searches_boxes || !other->notes_contacts();
        if (lists && boxes.bytes() == 0) boxes = Array<Box>(room());
        if (lists && pairs.capacity == 0) pairs = SlotPairList<Exec>(first_pairs);
        std::swap(broad_phase, other);
    }
    /// Gives back what only a list of pairs needs, where a step makes none.
    void drop_unlisted() {
        if (!lists_pairs()) boxes = {};
    }

    /// Makes room for what a step that did not complete had: contacts beyond the rows, pairs where they are
    /// listed. Throws sort::OverLimit with the count of pairs; the room is then what it was.
    void make_room(const Status& lost, uint64_t most) {
        const uint64_t found_pairs = lost.counters.pairs;
        if (lost.spilled > crowd.capacity) {
            grow(crowd, lost.spilled, found_pairs, most, [&](uint64_t room) {
                require_room<Exec>("contacts need", CrowdedList<Exec>::bytes_for(room, count));
                return CrowdedList<Exec>(room, count);
            });
        }
        if (lists_pairs() && found_pairs > pairs.capacity) make_pair_room(found_pairs, most);
    }

    /// Room for a list of pairs that a step does not make itself: at first for a few pairs a body. Throws as
    /// make_room().
    void reserve_list(uint64_t found_pairs, uint64_t most) {
        if (lists_pairs()) return;
        if (pairs.capacity == 0) pairs = SlotPairList<Exec>(first_pairs);
        if (found_pairs > pairs.capacity) make_pair_room(found_pairs, most);
    }

    /// Drops the pairs that are listed. Throws as make_room().
    void make_pair_room(uint64_t needed, uint64_t most) {
        grow(pairs, needed, needed, most, [](uint64_t room) {
            require_room<Exec>("pairs need", room * (kPairBytes + kHostPairBytes));
            return SlotPairList<Exec>(room);
        });
    }

    /// Room to show all contacts that a step may have. Returns whether it has grown.
    bool reserve_marks() { return rigid->reserve_marks(constraints->solved.capacity); }

    BodyView body_view() const {
        BodyView view = {count,
                         committed.position_radius(),
                         committed.velocity_mass(),
                         committed.acceleration_still(),
                         committed.id(),
                         broad_phase->rank(),
                         shift.data(),
                         pair_count.data(),
                         broad_phase->keys(),
                         broad_phase->column_grid(),
                         broad_phase->end_list()};
        if (gravity) view.tree = gravity->tree_view();
        if (rigid) {
            view.boxes = boxes.data();
            view.orientation = rigid->committed.orientation();
            view.momentum_shape = rigid->committed.momentum_shape();
            view.depth_m = rigid->depth.data();
        }
        if (rolling) {
            view.orientation = rolling->committed.orientation();
            view.momentum_shape = rolling->committed.momentum_shape();
        }
        if (given) view.boxes = given->sorted_boxes.data();
        return view;
    }

    /// Returns the pairs that list_pairs() has listed.
    PairView pair_view() const {
        return {pairs.slots.data(), &list_status.data()->counters.pairs, pairs.capacity};
    }

    MovingBodies moving() {
        const BodyArrays before = committed.arrays();
        return {before.position_radius, before.velocity_mass, before.acceleration_still, numbers.data()};
    }

    MovedBodies moved() {
        return {moved_position_radius.data(), moved_velocity_mass.data(), committed.acceleration_still()};
    }

    SortedBodies sorted() {
        return {sorted_position_radius.data(), sorted_velocity_mass.data(), sorted_still_s.data(),
                sorted_id.data()};
    }

    RollingBodies sorted_rolling() { return {sorted(), rolling->sorted.arrays()}; }

    SortedRigid sorted_rigid() {
        return {sorted(), rigid->sorted.arrays(), rigid->shapes.data(), rigid->sorted_boxes.data()};
    }

    ContactTable contact_table() {
        return {noted.data(),         found.data(),   incoming_rows.data(), own_rows.data(),
                crowd.spilled.data(), crowd.capacity, status.data()};
    }
    CrowdArrays crowd_arrays() {
        return {crowd_slots.data(), crowd.contacts.data(), crowd_begin.data(), crowd_count.data()};
    }

    size_t bytes() const {
        return committed.bytes() + 2 * (moved_position_radius.bytes() + sorted_position_radius.bytes()) +
               sorted_still_s.bytes() + sorted_id.bytes() + boxes.bytes() + shift.bytes() +
               pair_count.bytes() + noted.bytes() + found.bytes() + 2 * incoming_rows.bytes() +
               crowd_slots.bytes() + crowd_begin.bytes() + crowd_count.bytes() + crowd.bytes() +
               pairs.bytes() + broad_phase->bytes() + (ground ? ground->bytes() : 0) +
               (rigid ? rigid->bytes() : 0) + (constraints ? constraints->bytes() : 0) +
               (rolling ? rolling->bytes() : 0) + (gravity ? gravity->bytes() : 0) +
               (given ? given->bytes() : 0);
    }

    /// Returns the parts of bytes() by what they are for.
    std::vector<NamedBytes> memory() const {
        std::vector<NamedBytes> list;
        const uint64_t sorted =
            2 * sorted_position_radius.bytes() + sorted_still_s.bytes() + sorted_id.bytes();
        add_named(list, "bodies", committed.bytes());
        add_named(list, "bodies, moved", 2 * moved_position_radius.bytes());
        add_named(list, "bodies, sorted", sorted);
        add_named(list, "shift, pairs per body", shift.bytes() + pair_count.bytes());
        add_named(list, "boxes", boxes.bytes());
        add_named(list, kSearchName, broad_phase->bytes());
        add_named(list, "pairs", pairs.bytes(), pairs.capacity);
        add_named(list, "contacts per body",
                  noted.bytes() + found.bytes() + incoming_rows.bytes() + own_rows.bytes());
        add_named(list, "contacts in crowds",
                  crowd_slots.bytes() + crowd_begin.bytes() + crowd_count.bytes() + crowd.bytes(),
                  crowd.capacity);
        if (ground) add_named(list, "ground", ground->bytes());
        if (rolling) add_named(list, "rotation", rolling->bytes());
        if (gravity) add_named(list, "gravity and its tree", gravity->bytes());
        if (given) add_named(list, "boxes", given->bytes());
        if (!rigid) return list;
        add_named(list, "rotation and depth", rigid->bytes() - rigid->near.bytes() - rigid->marks.bytes());
        add_named(list, "near pairs of meshes", rigid->near.bytes(), rigid->near.capacity);
        add_named(list, "contact points", constraints->manifolds.bytes() + rigid->marks.bytes(),
                  constraints->manifolds.block_capacity);
        add_named(list, "solver", constraints->bytes() - constraints->manifolds.bytes());
        return list;
    }

    uint32_t count;       // of bodies now
    bool searches_boxes;  // that are written down; else those of spheres
    std::unique_ptr<BroadPhase<Exec>> broad_phase;
    BodyStore<Exec> committed;
    Array<Vec4> moved_position_radius, moved_velocity_mass;    // MovedBodies, where boxes are searched
    Array<Vec4> sorted_position_radius, sorted_velocity_mass;  // SortedBodies
    Array<float> sorted_still_s;
    Array<uint32_t> sorted_id;
    Array<Box> boxes;  // where pairs are listed
    Array<int32_t> shift;
    Array<uint32_t> pair_count;  // candidate pairs a body
    Array<uint64_t> noted;       // ContactTable
    Array<Found> found;
    Array<uint32_t> incoming_rows, own_rows;
    Array<uint32_t> crowd_slots;  // CrowdArrays
    Array<uint64_t> crowd_begin;
    Array<uint32_t> crowd_count;
    Array<StepNumbers> numbers;
    Array<SpreadFrame> frame;  // of the container
    Array<Status> status;
    Array<Status> list_status;  // of a list of pairs that was asked for
    CrowdedList<Exec> crowd;
    uint64_t first_pairs;
    SlotPairList<Exec> pairs;
    std::optional<GroundData<Exec>> ground;           // of a scene that has one
    std::optional<RigidData<Exec>> rigid;             // of a scene of bodies with shapes
    std::optional<ConstraintData<Exec>> constraints;  // beside it
    std::optional<RollingData<Exec>> rolling;         // of a scene of spheres that roll
    std::optional<GravityData<Exec>> gravity;         // of a scene with gravity between its bodies
    std::optional<GivenData<Exec>> given;             // of given boxes
};

}  // namespace sim
