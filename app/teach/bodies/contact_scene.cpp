// Lets the boxes of the lesson `contacts` fall, chooses the step that is shown, and checks its lists.
#include "app/teach/bodies/contact_scene.h"

#include <algorithm>
#include <cstdio>

#include "sim/math/mix_bits.h"

namespace app {
namespace {

constexpr float kDensity_kg_m2 = 40;
constexpr float kMostTurn = 0.17f;  // tangent of half of the turn at first: 19 degrees

/// Initial places of the boxes: three in a row, two above the gaps between these, one above the gap between
/// the two, ...
constexpr Vec2 kPlaces[kMostContactBoxes] = {{-0.66f, 0.27f}, {0.02f, 0.24f}, {0.7f, 0.28f}, {-0.3f, 0.66f},
                                             {0.36f, 0.71f},  {0.02f, 1.08f}, {0.1f, 1.5f}};

/// Returns how much a step shows: pairs that keep their points and pairs that are searched, pairs that are
/// apart, and colours, a few of each.
uint32_t worth_showing(const ContactTrace& step) {
    uint32_t kept = 0, apart = 0, searched = 0, chosen = 0;
    for (const ContactPair& pair : step.pairs) {
        kept += pair.fate == PairFate::kept && pair.known && !pair.after.points.empty();
        apart += pair.after.points.empty();
        searched += pair.fate == PairFate::searched && !pair.found.empty() && !pair.ground();
        chosen += pair.found.size() > kContactPoints && !pair.ground();
    }
    return 3 * std::min(colours_of(step.pairs), 3u) + 2 * std::min(kept, 3u) + 2 * std::min(searched, 2u) +
           3 * std::min(chosen, 1u) + std::min(apart, 2u);
}

SweepTrace traced(const char* name, bool parting, const ContactSolver& solver) {
    SweepTrace trace{name, parting};
    for (const ContactRow& row : solver.rows()) trace.push.push_back(row.push);
    trace.approach = solver.approaches(parting);
    return trace;
}

}  // namespace

ContactTrace contact_step(const BoxHeap& heap, const ContactFaults& faults) {
    ContactTrace step;
    step.before = heap;
    step.pairs = candidate_pairs(heap, faults);
    for (ContactPair& pair : step.pairs) look_at_pair(heap, pair, faults);
    colour_pairs(step.pairs, faults);
    ContactSolver falling(heap.boxes, step.pairs, false);
    falling.begin();
    step.sweeps.push_back(traced("gravity", true, falling));

    ContactSolver solver(heap.boxes, step.pairs, true, faults);
    step.rows = solver.rows();
    solver.begin();
    step.sweeps.push_back(traced("warm start", true, solver));
    // As many as in sim/manifold/sweeps.h.
    constexpr const char *kParting[] = {"sweep 1", "sweep 2"}, *kRelaxing[] = {"relaxing 1", "relaxing 2"};
    for (const char* const name : kParting) {
        solver.sweep(true);
        step.sweeps.push_back(traced(name, true, solver));
    }
    solver.move();
    for (const char* const name : kRelaxing) {
        solver.sweep(false);
        step.sweeps.push_back(traced(name, false, solver));
    }

    step.after = {solver.boxes(), {}, heap.steps + 1};
    std::vector<ContactPair> pairs = step.pairs;
    for (const ContactRow& row : solver.rows()) {
        pairs[row.pair].after.points[row.point].push = row.push;
        pairs[row.pair].after.points[row.point].friction = row.friction;
    }
    for (const ContactPair& pair : pairs) step.after.memory.push_back(pair.after);
    return step;
}

uint32_t SweepCount::needed() const {
    return left.back() < kContactBound_m_s ? static_cast<uint32_t>(left.size() - 1) : kMostContactSweeps + 1;
}

std::string SweepCount::text() const {
    return needed() > kMostContactSweeps ? "more than " + std::to_string(kMostContactSweeps)
                                         : std::to_string(needed());
}

SweepCount count_sweeps(const ContactTrace& step, bool keeps_impulses) {
    ContactSolver solver(step.before.boxes, step.pairs, keeps_impulses);
    solver.begin();
    SweepCount count{{largest_of(solver.approaches(true))}};
    while (count.left.back() >= kContactBound_m_s && count.left.size() <= kMostContactSweeps) {
        solver.sweep(true);
        count.left.push_back(largest_of(solver.approaches(true)));
    }
    return count;
}

std::vector<ContactBox> contact_boxes(const std::vector<uint32_t>& keys) {
    std::vector<ContactBox> boxes;
    const size_t count = std::min<size_t>(keys.size(), kMostContactBoxes);
    uint32_t largest = 1;
    for (size_t i = 0; i < count; ++i) largest = std::max(largest, keys[i]);
    for (size_t i = 0; i < count; ++i) {
        const float random = sim::signed_unit(static_cast<uint32_t>(sim::mix_bits(i + 1)));
        const float t = kMostTurn * (2 * (static_cast<float>(keys[i]) / static_cast<float>(largest)) - 1);
        ContactBox box;
        box.half = {0.27f + 0.03f * random, 0.105f - 0.015f * random};
        box.mass_kg = kDensity_kg_m2 * 4 * box.half.x * box.half.y;
        box.inertia_kg_m2 = box.mass_kg * dot(box.half, box.half) / 3;
        box.place = kPlaces[i];
        box.turn = {(1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)};
        boxes.push_back(box);
    }
    return boxes;
}

ContactScene contact_scene(const std::vector<uint32_t>& keys, const ContactFaults& faults) {
    std::vector<BoxHeap> heaps = {{contact_boxes(keys), {}, 0}};
    uint32_t shown = 0, most = 0;
    for (uint32_t k = 0; k < kContactSteps; ++k) {
        const ContactTrace step = contact_step(heaps.back());
        const uint32_t worth = worth_showing(step);
        if (worth > most) {
            most = worth;
            shown = k;
        }
        heaps.push_back(step.after);
    }
    ContactScene scene;
    scene.shown = contact_step(heaps[shown], faults);
    for (const uint32_t k : {shown, shown + 24, shown + 48, kContactSteps - 1})
        scene.later.push_back(contact_step(heaps[std::min(k, kContactSteps - 1)]));
    return scene;
}

std::string pair_name(const ContactTrace& step, const ContactPair& pair) {
    const size_t second = pair.ground() ? step.before.boxes.size() : pair.b;
    return std::to_string(pair.a) + "-" + std::to_string(second);
}

std::string mm_text(float metres) {
    const double mm = static_cast<double>(metres) * 1000;
    char text[32];
    std::snprintf(text, sizeof text, mm < 1 && mm >= 0.01 ? "%.2g" : "%.1f", mm);
    return text;
}

const ContactPair* searched_example(const ContactTrace& step) {
    const ContactPair* best = nullptr;
    for (const ContactPair& pair : step.pairs) {
        if (pair.found.empty()) continue;
        const bool better = !best || (best->ground() && !pair.ground()) ||
                            (best->ground() == pair.ground() && pair.found.size() > best->found.size());
        if (better) best = &pair;
    }
    return best;
}

uint32_t ground_pairs(const ContactTrace& step) {
    return static_cast<uint32_t>(std::count_if(step.pairs.begin(), step.pairs.end(),
                                               [](const ContactPair& pair) { return pair.ground(); }));
}

uint32_t missed_pairs(const ContactTrace& step) {
    const std::vector<ContactBox>& boxes = step.before.boxes;
    uint32_t missed = 0;
    for (uint32_t a = 0; a < boxes.size(); ++a) {
        for (uint32_t b = a + 1; b < boxes.size(); ++b) {
            const bool listed =
                std::any_of(step.pairs.begin(), step.pairs.end(),
                            [&](const ContactPair& pair) { return pair.a == a && pair.b == b; });
            missed += !listed && gap_of(boxes[a], boxes[b]) < contact_law().margin_m;
        }
    }
    return missed;
}

uint32_t stale_pairs(const ContactTrace& step) {
    return static_cast<uint32_t>(
        std::count_if(step.pairs.begin(), step.pairs.end(), [](const ContactPair& pair) {
            return pair.fate == PairFate::kept && pair.moved + pair.need > pair.margin;
        }));
}

uint32_t clashing_pairs(const ContactTrace& step) {
    const auto clash = [&](const ContactPair& one) {
        return std::any_of(step.pairs.begin(), step.pairs.end(), [&](const ContactPair& other) {
            if (&one == &other || other.ground() || other.after.points.empty() || one.colour != other.colour)
                return false;
            return one.a == other.a || one.a == other.b || one.b == other.a || one.b == other.b;
        });
    };
    return static_cast<uint32_t>(
        std::count_if(step.pairs.begin(), step.pairs.end(), [&](const ContactPair& pair) {
            return !pair.ground() && !pair.after.points.empty() && clash(pair);
        }));
}

uint32_t pulling_rows(const ContactTrace& step) {
    uint32_t pulling = 0;
    for (const SweepTrace& sweep : step.sweeps)
        pulling += static_cast<uint32_t>(
            std::count_if(sweep.push.begin(), sweep.push.end(), [](float push) { return push < 0; }));
    return pulling;
}

}  // namespace app
