// Where the threads of a device sweep: each pair waits for its own two bodies, until they have been through the pairs that
// come before it in the order of classes, and not for whole classes. Every body meets its pairs in that order in both
// ways, so the results are the same bits. (Asynchronous Gauss-Seidel with the order of a coloured one.)
#pragma once
#include "sim/manifold/constraint_data.h"
#include "sim/math/float_bits.h"

namespace sim {

/// Which of the pairs of a body that moves one of a class is, counted through all sweeps: so many come before it.
HOST_DEVICE inline uint32_t turn_of(const ColourArrays& s, uint32_t slot, uint32_t sweep,
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

/// The three words of a body that pairs hand on. Each has the number of its turn: none is taken for one of before.
template <class Crew>
class HandedOn {
public:
    HOST_DEVICE HandedOn(const Crew& crew, BodySpeed& body) : crew_(crew), body_(body) {}

    /// Reads them. False: the body has not been through so many pairs.
    HOST_DEVICE bool take(BodySpeed& own, uint32_t turn) const {
        const Vec4 velocity = crew_.published(&body_.velocity_m_s), spin = crew_.published(&body_.spin_rad_s),
                   turned = crew_.published(&body_.turned_nms);
        own.velocity_m_s = xyz(velocity), own.velocity_turn = float_bits(velocity.w);
        own.spin_rad_s = xyz(spin), own.spin_turn = float_bits(spin.w);
        own.turned_nms = xyz(turned), own.turned_turn = float_bits(turned.w);
        return own.velocity_turn >= turn && own.spin_turn >= turn && own.turned_turn >= turn;
    }
    HOST_DEVICE void hand_on(const BodySpeed& own) const {
        crew_.publish(&body_.velocity_m_s, with_w(own.velocity_m_s, bits_float(own.velocity_turn + 1)));
        crew_.publish(&body_.spin_rad_s, with_w(own.spin_rad_s, bits_float(own.spin_turn + 1)));
        crew_.publish(&body_.turned_nms, with_w(own.turned_nms, bits_float(own.turned_turn + 1)));
    }

private:
    const Crew& crew_;
    BodySpeed& body_;
};

/// What nobody writes of it.
HOST_DEVICE inline BodySpeed before_its_turn(const BodySpeed& body) {
    if (!body.moves()) return body;
    BodySpeed own;
    own.inverse_inertia = body.inverse_inertia;
    own.inverse_mass = body.inverse_mass;
    return own;
}

/// f(a, b) with the two bodies of a pair as those before it leave them, of which each that moves is handed on.
template <class Crew, class Together, class F>
HOST_DEVICE void when_its_turn(const Crew& crew, const Together& together, BodySpeed& first,
                               uint32_t turn_of_first, BodySpeed& second, uint32_t turn_of_second, F f) {
    const HandedOn<Crew> of_first(crew, first), of_second(crew, second);
    BodySpeed a = before_its_turn(first), b = before_its_turn(second);
    const bool first_moves = a.moves(), second_moves = b.moves();
    together.wait_until([&] {
        bool ready = true;
        if (first_moves) ready &= of_first.take(a, turn_of_first);
        if (second_moves) ready &= of_second.take(b, turn_of_second);
        return ready;
    });
    f(a, b);
    if (first_moves) of_first.hand_on(a);
    if (second_moves) of_second.hand_on(b);
}

}  // namespace sim
