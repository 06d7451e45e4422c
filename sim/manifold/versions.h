// Versions of the speeds of bodies in sweeps on a device: coloured Gauss-Seidel, synchronised pair by pair. A
// pair waits for its own two bodies, until they have been through their pairs of the classes before, and not
// for whole classes. Each body meets its pairs in the order of classes, so the bits are those of sweeps class
// by class.
#pragma once
#include <cstddef>

#include "sim/manifold/constraint_data.h"
#include "sim/manifold/walk_frame.h"
#include "sim/math/float_bits.h"

namespace sim {

/// Returns how many pairs of body `slot`, which moves, are solved before its pair of class `its_class` in
/// sweep `sweep`, those of all earlier sweeps included: the version of its speeds that the pair waits for.
HOST_DEVICE inline uint32_t version_before(const ColourArrays& s, uint32_t slot, uint32_t sweep,
                                           uint32_t its_class) {
    const uint32_t used = s.used[slot], more = s.walls[slot];
    const uint32_t coloured = count_bits(used), uncoloured = more / kOneUncoloured,
                   walls = count_bits(more % kOneUncoloured);
    const uint32_t earlier = sweep * (coloured + uncoloured + walls);
    if (its_class < kColours) return earlier + count_bits(used & ((1u << its_class) - 1));
    // Those without a colour are one thread's, which knows the order.
    if (its_class == kUncoloured) return earlier + coloured;
    return earlier + coloured + uncoloured + (its_class - kFirstWallClass);
}

/// Resets the versions of a body before sweeps.
HOST_DEVICE inline void begin_versions(BodySpeed& body) {
    body.velocity_version = body.spin_version = body.turned_version = 0;
}

static_assert(offsetof(BodySpeed, velocity_version) == 12 && offsetof(BodySpeed, spin_version) == 28 &&
              offsetof(BodySpeed, turned_version) == 44);

/// The three words of a body that pairs hand on, a vector and its version each: none is taken for one of before.
template <class Crew>
class HandedOn {
public:
    HOST_DEVICE HandedOn(const Crew& crew, BodySpeed& body) : crew_(crew), body_(body) {}

    /// Reads the three words. Returns false if the body has not been through so many pairs.
    HOST_DEVICE bool take(BodySpeed& own, uint32_t version) const {
        const Vec4 velocity = crew_.published(&body_.velocity_m_s), spin = crew_.published(&body_.spin_rad_s),
                   turned = crew_.published(&body_.turned_nms);
        own.velocity_m_s = xyz(velocity), own.velocity_version = float_bits(velocity.w);
        own.spin_rad_s = xyz(spin), own.spin_version = float_bits(spin.w);
        own.turned_nms = xyz(turned), own.turned_version = float_bits(turned.w);
        return own.velocity_version >= version && own.spin_version >= version &&
               own.turned_version >= version;
    }
    HOST_DEVICE void hand_on(const BodySpeed& own) const {
        crew_.publish(&body_.velocity_m_s, with_w(own.velocity_m_s, bits_float(own.velocity_version + 1)));
        crew_.publish(&body_.spin_rad_s, with_w(own.spin_rad_s, bits_float(own.spin_version + 1)));
        crew_.publish(&body_.turned_nms, with_w(own.turned_nms, bits_float(own.turned_version + 1)));
    }

private:
    const Crew& crew_;
    BodySpeed& body_;
};

/// Returns the part of a body that sweeps do not change; of one that nothing moves, all of it.
HOST_DEVICE inline BodySpeed fixed_part(const BodySpeed& body) {
    if (!body.moves()) return body;
    BodySpeed own;
    own.inverse_inertia = body.inverse_inertia;
    own.inverse_mass = body.inverse_mass;
    return own;
}

/// Calls f(a, b) with the two bodies of a pair as soon as both have the versions that it waits for. Hands on
/// those that move.
template <class Crew, class Together, class F>
HOST_DEVICE void when_ready(const Crew& crew, const Together& together, BodySpeed& first,
                            uint32_t version_of_first, BodySpeed& second, uint32_t version_of_second, F f) {
    const HandedOn<Crew> of_first(crew, first), of_second(crew, second);
    BodySpeed a = fixed_part(first), b = fixed_part(second);
    const bool first_moves = a.moves(), second_moves = b.moves();
    together.wait_until([&] {
        bool ready = true;
        if (first_moves) ready &= of_first.take(a, version_of_first);
        if (second_moves) ready &= of_second.take(b, version_of_second);
        return ready;
    });
    f(a, b);
    if (first_moves) of_first.hand_on(a);
    if (second_moves) of_second.hand_on(b);
}

}  // namespace sim
