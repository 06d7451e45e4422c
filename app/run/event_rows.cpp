// Reads events. They are checked as a world would check them, where the place in the file is known.
#include "app/run/event_rows.h"

#include <stdexcept>

#include "app/base/errors.h"
#include "app/base/text/names.h"
#include "app/io/physics_keys.h"
#include "sim/step_numbers.h"
#include "sim/worlds/world_common.h"

namespace app {
namespace {

class Reader {
public:
    Reader(Rows& rows, const EventLimits& limits)
        : rows_(rows), limits_(limits), shapes_(limits.scene.meshes.size()) {
        now_.bodies = limits.bodies;
        now_.scene.physics = limits.scene.physics;
    }

    std::vector<sim::Event> read() {
        while (rows_.next()) row();
        return std::move(events_);
    }

private:
    void row() {
        const uint64_t step = rows_.whole("the number of a step");
        if (step == 0 || step > limits_.steps) {
            rows_.refuse("step " + std::to_string(step) + ": steps of this run are 1 to " +
                         std::to_string(limits_.steps));
        }
        if (!events_.empty() && step < events_.back().step) {
            rows_.refuse("step " + std::to_string(step) + " stands behind step " +
                         std::to_string(events_.back().step) + "; events are expected in order");
        }
        const std::string_view what = rows_.word("what happens");
        if (what == "with") {
            another(step);
        } else {
            events_.push_back({step, event(what)});
        }
        rows_.finish();
    }

    sim::EventKind event(std::string_view what) {
        if (what == "pull") return checked(pull());
        if (what == "push") return checked(push());
        if (what == "to") return checked(to());
        if (what == "release") return hand_ = {};
        if (what == "physics") return physics();
        if (what == "throw") return sim::Throw{thrown()};
        rows_.refuse(unknown_name("event", std::string(what),
                                  {"physics", "pull", "push", "release", "throw", "to", "with"}));
    }

    sim::Hand pull() {
        sim::Hand hand{.kind = sim::Hand::pulls};
        hand.id = body();
        hand.rate_1_s = rows_.real("the rate of the spring");
        hand.most_m_s2 = rows_.real("the greatest acceleration");
        hand.grip_m = rows_.vector("the gripped point");
        hand.target_m = rows_.vector("the target");
        return hand;
    }

    sim::Hand push() {
        sim::Hand hand{.kind = sim::Hand::pushes};
        hand.rate_1_s = rows_.real("the rate of the spring");
        hand.most_m_s2 = rows_.real("the greatest acceleration");
        hand.target_m = rows_.vector("the centre");
        hand.velocity_m_s = rows_.vector("the velocity");
        hand.radius_m = rows_.real("the radius");
        return hand;
    }

    sim::Hand to() {
        if (hand_.kind == sim::Hand::away) rows_.refuse("'to' is expected behind 'pull' or 'push'");
        sim::Hand hand = hand_;
        hand.target_m = rows_.vector("the target");
        if (rows_.more() && hand.kind == sim::Hand::pushes) hand.velocity_m_s = rows_.vector("the velocity");
        return hand;
    }

    uint32_t body() {
        const uint64_t id = rows_.whole("the id of a body");
        if (id >= now_.bodies) {
            rows_.refuse("body " + std::to_string(id) + ": there are " + std::to_string(now_.bodies) +
                         " bodies then, with the ids 0 to " + std::to_string(now_.bodies - 1));
        }
        return uint32_t(id);
    }

    sim::EventKind checked(const sim::Hand& hand) {
        try {
            sim::require_hand(hand, now_.bodies, now_.scene.physics.time_step_s);
        } catch (const std::invalid_argument& error) {
            rows_.refuse(error.what());
        }
        return hand_ = hand;
    }

    sim::EventKind physics() {
        sim::Physics& physics = now_.scene.physics;
        do {
            const std::string_view word = rows_.word("key=value");
            const size_t equals = word.find('=');
            if (equals == word.npos) rows_.refuse("key=value is expected, not '" + std::string(word) + "'");
            try {
                const std::string_view name = word.substr(0, equals);
                if (!is_old_physics_key(name)) set_value(key_named(name), word.substr(equals + 1), physics);
            } catch (const std::invalid_argument& error) {
                rows_.refuse(std::string(word) + ": " + error.what());
            }
        } while (rows_.more());
        try {
            sim::require_gravity(physics);
            sim::require_hand(hand_, now_.bodies, physics.time_step_s);
        } catch (const std::invalid_argument& error) {
            rows_.refuse(error.what());
        }
        return physics;
    }

    const PhysicsKey& key_named(std::string_view name) const {
        std::vector<std::string> known;
        for (const PhysicsKey& key : physics_keys()) {
            if (key.table == std::string("gravity") && !limits_.scene.physics.gravity.on) continue;
            if (name == key.name && key.for_life) throw std::invalid_argument("cannot change during a run");
            if (name == key.name) return key;
            known.push_back(key.name);
        }
        throw std::invalid_argument(unknown_name("key", std::string(name), known));
    }

    static void set_value(const PhysicsKey& key, std::string_view text, sim::Physics& physics) {
        const PhysicsField field = key.field(physics);
        if (auto* const* to = std::get_if<bool*>(&field)) {
            if (text != key.words[0] && text != key.words[1])
                throw std::invalid_argument(std::string(key.words[0]) + " or " + key.words[1] +
                                            " is expected");
            **to = text == key.words[1];
            return;
        }
        float* numbers[3] = {};
        float whole = 0;
        size_t count = 1;
        if (auto* const* real = std::get_if<float*>(&field)) {
            numbers[0] = *real;
        } else if (auto* const* vector = std::get_if<sim::Vec3*>(&field)) {
            for (count = 0; count < 3; ++count) numbers[count] = &(**vector)[int(count)];
        } else {
            numbers[0] = &whole;
        }
        for (size_t k = 0; k < count; ++k) {
            const size_t comma = k + 1 < count ? text.find(',') : text.npos;
            if (k + 1 < count && comma == text.npos) throw std::invalid_argument("x,y,z is expected");
            const float number = real_of(text.substr(0, comma));
            if (number < float(key.low) || number > float(key.high))
                throw std::invalid_argument("out of range");
            *numbers[k] = number;
            if (comma != text.npos) text = text.substr(comma + 1);
        }
        if (auto* const* to = std::get_if<uint32_t*>(&field)) {
            **to = uint32_t(whole);
            if (float(**to) != whole) throw std::invalid_argument("a whole number is expected");
        }
    }

    sim::ThrownBody thrown() {
        sim::ThrownBody body;
        body.position_m = rows_.vector("the position");
        body.velocity_m_s = rows_.vector("the velocity");
        body.radius_m = rows_.real("the radius");
        body.mass_kg = rows_.real("the mass");
        if (rows_.more()) {
            const uint64_t shape = rows_.whole("the shape");
            if (shape >= std::max<size_t>(shapes_, 1)) {
                rows_.refuse("shape " + std::to_string(shape) + ": this scene has " +
                             std::to_string(shapes_) + " meshes");
            }
            body.shape = uint32_t(shape);
            float q[4];
            for (float& number : q) number = rows_.real("the orientation");
            body.orientation = {q[0], q[1], q[2], q[3]};
        }
        if (now_.bodies == sim::kMaxBodies)
            rows_.refuse("more than " + std::to_string(now_.bodies) + " bodies");
        try {
            sim::require_legal(body);
        } catch (const std::invalid_argument& error) {
            rows_.refuse(error.what());
        }
        ++now_.bodies;
        return body;
    }

    void another(uint64_t step) {
        sim::Throw* const before = events_.empty() || events_.back().step != step
                                       ? nullptr
                                       : std::get_if<sim::Throw>(&events_.back().what);
        if (!before) rows_.refuse("'with' is expected behind 'throw' of the same step");
        before->push_back(thrown());
    }

    Rows& rows_;
    const EventLimits limits_;
    const size_t shapes_;
    sim::WorldConfig now_;  // bodies and physics that there are then
    sim::Hand hand_;
    std::vector<sim::Event> events_;
};

}  // namespace

std::vector<sim::Event> read_events(Rows& rows, const EventLimits& limits) {
    return Reader(rows, limits).read();
}

}  // namespace app
