// Writes events as rows.
#include <cstring>

#include "app/io/physics_keys.h"
#include "app/run/event_rows.h"

namespace app {
namespace {

void append(std::string& text, float number) {
    text += ' ';
    append_number(text, number);
}

void append(std::string& text, const sim::Vec3& v) {
    for (int axis = 0; axis < 3; ++axis) append(text, v[axis]);
}

template <class T>
bool same(const T& a, const T& b) {
    return std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// Returns whether the hand has only moved, or moves otherwise.
bool only_moved(const sim::Hand& from, const sim::Hand& to) {
    if (from.kind != to.kind || !same(from.rate_1_s, to.rate_1_s) || !same(from.most_m_s2, to.most_m_s2))
        return false;
    if (to.kind == sim::Hand::pulls) return from.id == to.id && same(from.grip_m, to.grip_m);
    return to.kind == sim::Hand::pushes && same(from.radius_m, to.radius_m);
}

class Writer {
public:
    Writer(std::string& text, const sim::Physics& physics) : text_(text), physics_(physics) {}

    void operator()(const sim::Hand& hand) {
        if (hand.kind == sim::Hand::away) {
            text_ += " release";
        } else if (only_moved(hand_, hand)) {
            text_ += " to";
            append(text_, hand.target_m);
            if (hand.kind == sim::Hand::pushes && !same(hand.velocity_m_s, hand_.velocity_m_s))
                append(text_, hand.velocity_m_s);
        } else if (hand.kind == sim::Hand::pulls) {
            text_ += " pull " + std::to_string(hand.id);
            append(text_, hand.rate_1_s);
            append(text_, hand.most_m_s2);
            append(text_, hand.grip_m);
            append(text_, hand.target_m);
        } else {
            text_ += " push";
            append(text_, hand.rate_1_s);
            append(text_, hand.most_m_s2);
            append(text_, hand.target_m);
            append(text_, hand.velocity_m_s);
            append(text_, hand.radius_m);
        }
        text_ += '\n';
        hand_ = hand;
    }

    void operator()(const sim::Physics& physics) {
        text_ += " physics";
        const size_t before = text_.size();
        for (const PhysicsKey& key : physics_keys()) {
            if (!same_value(key, physics_, physics)) pair(key, physics);
        }
        // An event changes nothing where it wakes all: one key says so.
        if (text_.size() == before) pair(physics_keys()[0], physics);
        text_ += '\n';
        physics_ = physics;
    }

    void operator()(const sim::Throw& thrown) {
        for (size_t k = 0; k < thrown.size(); ++k) {
            if (k > 0) text_ += step + " with";
            if (k == 0) text_ += " throw";
            body(thrown[k]);
        }
    }

    std::string step;

private:
    void pair(const PhysicsKey& key, sim::Physics physics) {
        text_ += ' ';
        text_ += key.name;
        const PhysicsField field = key.field(physics);
        if (auto* const* real = std::get_if<float*>(&field)) {
            text_ += '=';
            append_number(text_, **real);
        } else if (auto* const* vector = std::get_if<sim::Vec3*>(&field)) {
            for (int axis = 0; axis < 3; ++axis) {
                text_ += axis == 0 ? '=' : ',';
                append_number(text_, (**vector)[axis]);
            }
        } else if (auto* const* word = std::get_if<bool*>(&field)) {
            text_ += std::string("=") + key.words[**word];
        } else {
            text_ += "=" + std::to_string(*std::get<uint32_t*>(field));
        }
    }

    void body(const sim::ThrownBody& body) {
        append(text_, body.position_m);
        append(text_, body.velocity_m_s);
        append(text_, body.radius_m);
        append(text_, body.mass_kg);
        const sim::Quaternion& q = body.orientation;
        if (body.shape != 0 || !same(q, sim::Quaternion{1, 0, 0, 0})) {
            text_ += ' ' + std::to_string(body.shape);
            for (const float number : {q.w, q.x, q.y, q.z}) append(text_, number);
        }
        text_ += '\n';
    }

    std::string& text_;
    sim::Physics physics_;
    sim::Hand hand_;
};

}  // namespace

void append_number(std::string& text, float number) {
    char digits[40];
    char* end = std::to_chars(digits, digits + sizeof digits, number).ptr;
    double read = 0;
    std::from_chars(digits, end, read);
    if (float(read) != number) end = std::to_chars(digits, digits + sizeof digits, double(number)).ptr;
    const std::string_view all(digits, size_t(end - digits));
    text += all == "-0" ? "-0.0" : all;
}

std::string event_rows(const std::vector<sim::Event>& events, const sim::Physics& physics) {
    std::string text;
    Writer writer(text, physics);
    for (const sim::Event& event : events) {
        if (const auto* thrown = std::get_if<sim::Throw>(&event.what); thrown && thrown->empty()) continue;
        writer.step = std::to_string(event.step);
        text += writer.step;
        std::visit(writer, event.what);
    }
    return text;
}

}  // namespace app
