// The pictures of the lesson `contacts`, one for each of its stages.
#include <algorithm>
#include <cmath>

#include "app/teach/figure/contact_view.h"
#include "app/teach/figure/parts.h"

namespace app::parts {
namespace {

constexpr float kShowSeconds = 0.05f;  // an arrow is the path in this time
constexpr float kSweepLines = 15.5f;   // of the plane above the two tables of the sweeps

std::string mm(float metres) { return mm_text(metres) + " mm"; }

class ContactPictures {
public:
    explicit ContactPictures(FigureBuilder& builder)
        : builder_(builder),
          step_(builder.lesson().contacts->shown),
          boxes_(step_.before.boxes),
          whole_{0, builder.y, kContactColumns, kContactLines} {}

    void boxes() {
        whole_.width = builder_.figure.width;  // that of the keys, where there are many
        const int op =
            builder_.begin(counted(boxes_.size(), "box", "boxes") + " on the ground, which has the number " +
                           std::to_string(boxes_.size()) + ".");
        ContactView view = heap_view(op);
        const int moves = builder_.begin("Arrows: how far the centres come in 0.05 s, which are 12 steps.");
        for (const ContactBox& box : boxes_) {
            const Vec2 way = box.velocity * kShowSeconds;
            if (length(way) < 0.01f) continue;
            FigureShape& arrow = view.arrow(box.place + way * 0.15f, way, moves);
            arrow.tone = Tone::good;
            arrow.size = 1.6f;
        }
        below();
        for (const char* const name : {"x", "y", "speed"})
            contact_row(builder_, name, {op}, whole_.width / kContactColumns);
    }

    void candidates() {
        ContactView view = heap_view(0);
        const int around = builder_.begin("A box along the axes around each body.");
        for (const ContactBox& box : boxes_) {
            FigureShape& own = view.around(axis_box(box, 0), around);
            own.tone = Tone::good;
            own.left_at = around + 1;
        }
        const LessonArray* const more = array_named(builder_.step(), "grows by");
        uint32_t fastest = 0;
        for (uint32_t id = 0; id < more->words.size(); ++id)
            if (more->words[id] > more->words[fastest]) fastest = id;
        const int grown =
            builder_.begin("It grows on every side. Box " + std::to_string(fastest) + " grows most, by " +
                           mm(static_cast<float>(more->words[fastest]) / 10000) + ".");
        for (uint32_t id = 0; id < boxes_.size(); ++id)
            view.around(axis_box(boxes_[id], static_cast<float>(more->words[id]) / 10000), grown).tone =
                Tone::good;
        std::vector<int> ops;
        for (const ContactPair& pair : step_.pairs) {
            const bool first_ground = pair.ground() && (ops.empty() || !step_.pairs[ops.size() - 1].ground());
            if (!pair.ground() || first_ground)
                builder_.begin(pair.ground() ? "Boxes that reach the ground make a pair with it."
                                             : "Boxes " + std::to_string(pair.a) + " and " +
                                                   std::to_string(pair.b) + " overlap: a candidate.");
            FigureShape& link = view.link(boxes_, pair, builder_.now());
            link.tone = Tone::strong;
            link.size = 1.6f;
            ops.push_back(builder_.now());
        }
        below();
        contact_row(builder_, "grows by", {grown});
        for (const char* const name : {"first", "second"}) contact_row(builder_, name, ops);
    }

    void kept() {
        constexpr float kLeft = 8.4f;
        const Area heap{0, builder_.y, kLeft, kContactLines},
            bars{kLeft + 0.2f, builder_.y, kContactColumns - kLeft - 0.2f, kContactLines};
        ContactView view(builder_, heap, heap_window(boxes_, heap));
        view.heap(boxes_, 0);
        const int op = builder_.begin(
            "Bars: what each pair has moved since its last search, and what it may come nearer "
            "in this step (need).");
        const int margins = builder_.begin(
            "Marks, and numbers at the right: the margin, in mm. A pair whose bar stays below "
            "it keeps its points.");
        std::vector<int> fates;
        for (const auto& [fate, what] :
             {std::pair{PairFate::kept, "below their margin: nothing is looked for."},
              std::pair{PairFate::apart,
                        "above it or new, and apart by more than the margin of a search: the gap is "
                        "the new margin."},
              std::pair{PairFate::searched, "above it or new, and near: their points are looked for."}}) {
            std::string names;
            uint32_t count = 0;
            for (const ContactPair& pair : step_.pairs) {
                if (pair.fate != fate) continue;
                names += (count++ ? ", " : "") + pair_name(step_, pair);
            }
            fates.push_back(builder_.begin((count == 0   ? std::string("No pair is ")
                                            : count == 1 ? "Pair " + names + " is "
                                                         : "Pairs " + names + " are ") +
                                           what));
        }
        draw_margin_bars(builder_, step_, bars, {op, margins, fates});
        for (const ContactPair& pair : step_.pairs) {
            FigureShape& link = view.link(boxes_, pair, fates[static_cast<size_t>(pair.fate)]);
            link.tone = fate_tone(pair.fate);
            link.size = 2;
        }
        below();
        std::vector<int> of_pair;
        for (const ContactPair& pair : step_.pairs) of_pair.push_back(fates[static_cast<size_t>(pair.fate)]);
        for (const char* const name : {"first", "second", "moved", "need"}) contact_row(builder_, name, {op});
        contact_row(builder_, "margin", {margins});
        contact_row(builder_, "fate", of_pair);
    }

    void points() {
        const ContactPair* const pair = searched_example(step_);
        if (!pair) {
            heap_view(0);
            builder_.begin("No pair is searched that has points: nothing is chosen in this step.");
            return below();
        }
        std::vector<Vec2> places;
        for (const FoundPoint& point : pair->found) places.push_back(boxes_[pair->a].place + point.at);
        ContactView view(builder_, whole_, window_around(places, 0.1f, whole_));
        view.heap(boxes_, 0);
        const float margin = std::max(contact_law().margin_m, pair->need);
        const int op =
            builder_.begin("Pair " + pair_name(step_, *pair) + ": " + counted(places.size(), "point") +
                           " of one body nearer than " + mm(margin) + " to the other. Faint: the margin.");
        view.outline(boxes_[pair->a], margin, op).tone = Tone::faint;
        if (!pair->ground()) view.outline(boxes_[pair->b], margin, op).tone = Tone::faint;
        for (size_t i = 0; i < places.size(); ++i) {
            view.dot(places[i], 0.8f, false, op).tone = Tone::good;
            view.number(places[i] + label_way(*pair, i) * view.height_m(), std::to_string(i), op).tone =
                Tone::good;
        }
        const std::vector<int> chosen = choices(*pair, view, places);
        below();
        builder_.name("point", 0.9f, op);
        const float width = std::min(1.5f, kContactColumns / static_cast<float>(places.size()));
        for (size_t i = 0; i < places.size(); ++i)
            builder_.label(std::to_string(i), {static_cast<float>(i) * width, builder_.y, width, 0.9f}, op)
                .tone = Tone::faint;
        builder_.y += 0.9f;
        for (const char* const name : {"of box", "w"}) contact_row(builder_, name, {op});
        for (uint32_t turn = 2; turn <= kContactPoints; ++turn) {
            const int when = chosen[std::min<size_t>(turn - 1, chosen.size() - 1)];
            contact_row(builder_, "D, choice " + std::to_string(turn), {when});
            contact_row(builder_, "D w^2, choice " + std::to_string(turn), {when});
        }
        contact_row(builder_, "kept", {chosen.back()});
    }

    void colours() {
        ContactView view = heap_view(0);
        mark_points(view, 0);
        std::vector<uint32_t> used(boxes_.size(), 0);
        std::vector<int> ops;
        builder_.figure.bins = 4;
        for (const uint32_t i : colour_order(step_.pairs)) {
            const ContactPair& pair = step_.pairs[i];
            const uint32_t taken = used[pair.a] | used[pair.b];
            std::string why;
            for (uint32_t colour = 0; colour < 32; ++colour)
                if (taken >> colour & 1) why += (why.empty() ? "" : ", ") + std::to_string(colour);
            const int op = builder_.begin(
                "Pair " + pair_name(step_, pair) + (ops.empty() ? " is the first" : " is next") +
                " by its hash. " + (why.empty() ? "Its boxes have no colour yet" : "Its boxes have " + why) +
                ": it takes " + std::to_string(pair.colour) + ".");
            used[pair.a] |= 1u << pair.colour;
            used[pair.b] |= 1u << pair.colour;
            FigureShape& link = view.link(boxes_, pair, op);
            link.tone = Tone::digit;
            link.digit = static_cast<int>(pair.colour & 3);
            link.size = 4;
            FigureShape& number = view.number(beside_link(boxes_, pair), std::to_string(pair.colour), op);
            number.tone = Tone::digit;
            number.digit = static_cast<int>(pair.colour & 3);
            number.size = 1.7f;
            ops.push_back(op);
        }
        const int last = builder_.begin(
            "The ground does not move: the pairs with it need no colour, and are solved last.");
        for (const ContactPair& pair : step_.pairs) {
            if (!pair.ground() || pair.after.points.empty()) continue;
            FigureShape& link = view.link(boxes_, pair, last);
            link.tone = Tone::plain;
            link.size = 2;
        }
        below();
        for (const char* const name : {"first", "second", "colour"}) contact_row(builder_, name, ops);
    }

    void sweeps() {
        whole_.height = kSweepLines;
        ContactView view = heap_view(0);
        mark_points(view, 0);
        float most = 0;
        for (const SweepTrace& sweep : step_.sweeps)
            for (const float push : sweep.push) most = std::max(most, std::abs(push));
        std::vector<int> ops;
        std::vector<std::string> names;
        for (size_t k = 0; k < step_.sweeps.size(); ++k) {
            const SweepTrace& sweep = step_.sweeps[k];
            ops.push_back(builder_.begin(sweep_text(k)));
            names.push_back(sweep.name);
            const bool last = k + 1 == step_.sweeps.size();
            for (size_t i = 0; i < step_.rows.size(); ++i) {
                if (!(most > 0) || sweep.push[i] < 0.01f * most) continue;
                FigureShape& arrow = view.arrow(place_of(step_.rows[i]),
                                                push_way(step_.rows[i], sweep.push[i] / most), ops[k]);
                arrow.tone = Tone::good;
                arrow.size = 1.8f;
                arrow.left_at = last ? 0 : ops[k] + 1;
            }
            for (size_t i = 0; i < step_.rows.size(); ++i) {
                if (sweep.approach[i] < kContactBound_m_s) continue;
                FigureShape& ring = view.dot(place_of(step_.rows[i]), 0.9f, false, ops[k]);
                ring.tone = Tone::wrong;
                ring.left_at = last ? 0 : ops[k] + 1;
            }
        }
        below();
        for (const char* const name : {"first", "second"}) contact_row(builder_, name, {0});
        for (const char* const name : {"push", "approach"}) contact_table(builder_, name, names, ops);
    }

    void warm_start() {
        const std::vector<int> ops = draw_sweep_curves(builder_, *builder_.lesson().contacts, whole_);
        below();
        const LessonArray* const steps = array_named(builder_.step(), "step");
        std::vector<std::string> names;
        for (const uint32_t step : steps->words) names.push_back("step " + std::to_string(step));
        contact_table(builder_, "sweeps", names, std::vector<int>(names.size(), ops.back()));
        contact_row(builder_, "step", {ops.back()});
        for (const char* const name : {"left, kept", "left, zero"}) contact_row(builder_, name, {ops.back()});
    }

private:
    ContactView heap_view(int shown_at) {
        ContactView view(builder_, whole_, heap_window(boxes_, {0, 0, kContactColumns, whole_.height}));
        view.heap(boxes_, shown_at);
        return view;
    }
    void below() { builder_.y += whole_.height + 0.4f; }

    Vec2 place_of(const ContactRow& row) const { return boxes_[step_.pairs[row.pair].a].place + row.at_a; }
    /// Returns the arrow of a push. The largest push of the step is 0.17 m long.
    static Vec2 push_way(const ContactRow& row, float share) { return row.normal * (0.17f * share); }

    void mark_points(ContactView& view, int shown_at) {
        for (const ContactRow& row : step_.rows)
            view.dot(place_of(row), 0.45f, true, shown_at).tone = Tone::strong;
    }

    /// Returns the vector from a point to its number, inside its own body, in heights of the picture.
    Vec2 label_way(const ContactPair& pair, size_t i) const {
        const FoundPoint& point = pair.found[i];
        const ContactBox& own = boxes_[point.point.feature & kOfSecond ? pair.b : pair.a];
        const Vec2 place = point.point.place;
        return turned(own.turn, {place.x > 0 ? -0.045f : 0.045f, place.y > 0 ? -0.075f : 0.075f});
    }

    /// Operations by turn; the last one shows what is dropped.
    std::vector<int> choices(const ContactPair& pair, ContactView& view, const std::vector<Vec2>& places) {
        constexpr const char* kTurns[] = {"first", "second", "third", "fourth", "fifth", "sixth"};
        std::vector<int> ops;
        for (uint32_t turn = 1; turn <= kContactPoints; ++turn) {
            const auto chosen = std::find_if(pair.found.begin(), pair.found.end(),
                                             [turn](const FoundPoint& point) { return point.kept == turn; });
            if (chosen == pair.found.end()) break;
            const auto i = static_cast<size_t>(chosen - pair.found.begin());
            const float apart = chosen->apart;
            std::string text =
                "The " + std::string(kTurns[turn - 1]) + " is point " + std::to_string(i) + ": ";
            text += turn == 1 ? (apart < 0 ? "the deepest, " + mm(-apart) + " inside."
                                           : "the nearest, " + mm(apart) + " outside.")
                              : "its D w^2 is the largest; it is " + mm(std::sqrt(chosen->square[turn - 2])) +
                                    " from the nearest that is kept.";
            ops.push_back(builder_.begin(text));
            view.dot(places[i], 1, true, ops.back()).tone = Tone::good;
            FigureShape& arrow = view.arrow(places[i], chosen->normal * 0.06f, ops.back());
            arrow.tone = Tone::good;
            arrow.size = 2;
        }
        const auto dropped = static_cast<uint32_t>(std::count_if(
            pair.found.begin(), pair.found.end(), [](const FoundPoint& point) { return point.kept == 0; }));
        ops.push_back(builder_.begin(dropped == 0
                                         ? "All are kept. Arrows: the normals, away from the second body."
                                         : counted(dropped, "point is", "points are") +
                                               " dropped. Arrows: the normals, away from the second body."));
        for (size_t i = 0; i < places.size(); ++i)
            if (pair.found[i].kept == 0) view.dot(places[i], 1.2f, false, ops.back()).tone = Tone::wrong;
        return ops;
    }

    std::string sweep_text(size_t k) const {
        constexpr const char* kTexts[] = {
            "Gravity alone. Rings: points whose bodies approach by more than 1 mm/s.",
            "Warm start: the impulses of the step before, as arrows.",
            "Sweep 1. What is deeper than the slop is to part.",
            "Sweep 2. Then the bodies move.",
            "Relaxing 1, where the bodies are now: no parting is requested.",
            "Relaxing 2. What came faster than 1 m/s might bounce; these boxes have restitution 0.",
        };
        return std::string(kTexts[k]) + " The largest speed of approach left is " +
               mm(largest_of(step_.sweeps[k].approach)) + "/s.";
    }

    FigureBuilder& builder_;
    const ContactTrace& step_;
    const std::vector<ContactBox>& boxes_;
    Area whole_;
};

}  // namespace

void contacts(FigureBuilder& builder) {
    if (builder.lesson().contacts->shown.before.boxes.empty()) return;
    const std::string& stage = builder.step().stage;
    if (!builder.step().looks_at_pairs) builder.figure.width = kContactColumns;
    ContactPictures pictures(builder);
    if (stage == "boxes") pictures.boxes();
    if (stage == "candidates") pictures.candidates();
    if (stage == "keep or search") pictures.kept();
    if (stage == "points") pictures.points();
    if (stage == "colours") pictures.colours();
    if (stage == "sweeps") pictures.sweeps();
    if (stage == "warm start") pictures.warm_start();
}

}  // namespace app::parts
