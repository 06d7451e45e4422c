// The lesson `contacts`: its model follows the program's rules and numbers, its steps are right on any input, and each break
// is found.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "app/teach/bodies/contact_lesson.h"
#include "app/teach/bodies/contact_scene.h"
#include "app/teach/figure/stage_figure.h"
#include "app/teach/make.h"
#include "app/teach/quiz.h"
#include "sim/manifold/sweeps.h"
#include "sim/math/mix_bits.h"
#include "sim/step_numbers.h"
#include "sort/lab/inputs.h"

namespace {

using app::BoxHeap;
using app::ContactBox;
using app::ContactPair;
using app::ContactTrace;
using app::Lesson;
using app::PairFate;
using app::Vec2;
using testing::HasSubstr;
using Words = std::vector<uint32_t>;

Lesson lesson_of(const app::LessonInput& input, const std::string& broken = "") {
    app::LessonRequest request;
    request.engine = "contacts";
    request.input = input;
    request.broken = broken;
    return app::make_lesson(request).lesson;
}

Lesson usual_lesson() { return lesson_of(app::made_input("uniform", app::usual_keys("contacts"), 1)); }

const app::LessonStep& step_of(const Lesson& lesson, const std::string& stage) {
    const auto found = std::find_if(lesson.steps.begin(), lesson.steps.end(),
                                    [&](const app::LessonStep& step) { return step.stage == stage; });
    EXPECT_NE(found, lesson.steps.end()) << stage;
    return found == lesson.steps.end() ? lesson.steps.front() : *found;
}

Words array_of(const app::LessonStep& step, const std::string& name) {
    const app::LessonArray* const array = app::array_named(step, name);
    EXPECT_NE(array, nullptr) << name;
    return array ? array->words : Words();
}

std::vector<Words> inputs() {
    return {{84, 190, 30, 220, 120, 15},
            {1, 2, 3, 4, 5, 6, 7},
            {5, 5, 5, 5, 5, 5, 5},
            {9, 0, 9, 0, 9, 0, 9},
            {7}};
}

/// f(a step) for all of a fall.
template <class F>
void each_step(const Words& keys, F f) {
    BoxHeap heap{app::contact_boxes(keys), {}, 0};
    for (uint32_t k = 0; k < app::kContactSteps; ++k) {
        const ContactTrace step = app::contact_step(heap);
        f(step);
        heap = step.after;
    }
}

TEST(ContactModel, has_the_numbers_of_the_program) {
    const std::vector<app::SweepTrace> sweeps = app::contact_step({}).sweeps;
    const auto relaxing = std::count_if(sweeps.begin(), sweeps.end(),
                                        [](const app::SweepTrace& sweep) { return !sweep.parting; });
    EXPECT_EQ(relaxing, sim::kRelaxingSweeps);
    EXPECT_EQ(sweeps.size() - relaxing, 2 + sim::kPartingSweeps) << "gravity and the warm start before";
    EXPECT_LT(app::kContactPoints, sim::kMostPoints) << "fewer in a plane, as the lesson says";
    auto shape = std::make_shared<sim::SceneShape>();
    shape->shape.report.thinnest_m = 1.0f / 12;
    shape->shape.numbers.bounding_radius_m = 100;
    const std::shared_ptr<const sim::SceneShape> shapes[] = {shape};
    sim::Physics physics{};
    physics.time_step_s = app::kContactStep_s;
    const sim::ConstraintLaw theirs = sim::make_rigid_numbers(physics, sim::Container{}, shapes).constraint,
                             own = app::contact_law();
    EXPECT_FLOAT_EQ(own.margin_m, theirs.margin_m);
    EXPECT_FLOAT_EQ(own.spread_m, theirs.spread_m);
    EXPECT_FLOAT_EQ(own.bend_m, theirs.bend_m);
    EXPECT_FLOAT_EQ(own.slop_m, theirs.slop_m);
    EXPECT_FLOAT_EQ(own.substep_s, theirs.substep_s);
    EXPECT_FLOAT_EQ(own.push_rate_1_s, theirs.push_rate_1_s);
    EXPECT_FLOAT_EQ(own.most_push_m_s, theirs.most_push_m_s);
    EXPECT_FLOAT_EQ(own.bounce_m_s, theirs.bounce_m_s);
}

TEST(ContactModel, distances_of_points_and_gaps_of_boxes) {
    ContactBox box;
    box.half = {2, 1};
    EXPECT_FLOAT_EQ(app::nearest_of(box, {5, 0}).apart, 3);
    EXPECT_EQ(app::nearest_of(box, {5, 0}).normal, (Vec2{1, 0}));
    EXPECT_FLOAT_EQ(app::nearest_of(box, {5, 5}).apart, 5) << "from a corner";
    EXPECT_FLOAT_EQ(app::nearest_of(box, {0, -0.75f}).apart, -0.25f);
    EXPECT_EQ(app::nearest_of(box, {0, -0.75f}).normal, (Vec2{0, -1}));
    ContactBox other = box;
    other.place = {5, 0};
    EXPECT_FLOAT_EQ(app::gap_of(box, other), 1);
    other.turn = {0.6f, 0.8f};
    EXPECT_LT(app::gap_of(box, other), 3 - 0.6f * 2);
    const std::vector<Vec2> points = app::points_of(box);
    for (int k = 0; k < 4; ++k)
        EXPECT_EQ(std::count(points.begin(), points.end(), box.corner(k)), 1) << "each corner once";
    for (const Vec2 point : points) EXPECT_NEAR(app::nearest_of(box, point).apart, 0, 1e-6f);
}

TEST(ContactModel, no_pair_within_the_margin_is_missed_and_none_kept_too_long) {
    for (const Words& keys : inputs()) {
        uint32_t kept = 0, searched = 0;
        each_step(keys, [&](const ContactTrace& step) {
            EXPECT_EQ(app::missed_pairs(step), 0u);
            EXPECT_EQ(app::stale_pairs(step), 0u);
            for (const ContactPair& pair : step.pairs) {
                kept += pair.fate == PairFate::kept;
                searched += pair.fate == PairFate::searched;
            }
        });
        EXPECT_GT(kept, 10 * searched) << "which is what the rule saves";
    }
}

/// Points are found late nowhere: what is nearer than the slop is a kept point, or within reach of one.
TEST(ContactModel, boxes_never_go_deep_into_each_other) {
    for (const Words& keys : inputs()) {
        each_step(keys, [&](const ContactTrace& step) {
            const std::vector<ContactBox>& boxes = step.after.boxes;
            for (uint32_t a = 0; a < boxes.size(); ++a) {
                EXPECT_GT(app::axis_box(boxes[a], 0).low.y, -0.015f);
                for (uint32_t b = a + 1; b < boxes.size(); ++b)
                    EXPECT_GT(app::gap_of(boxes[a], boxes[b]), -0.015f);
            }
        });
    }
}

TEST(ContactModel, keeps_the_deepest_point_and_then_far_ones) {
    const sim::ConstraintLaw law = app::contact_law();
    for (const Words& keys : inputs()) {
        each_step(keys, [&](const ContactTrace& step) {
            for (const ContactPair& pair : step.pairs) {
                if (pair.found.empty()) continue;
                EXPECT_LE(pair.after.points.size(), app::kContactPoints);
                EXPECT_GE(pair.after.points.size(), 1u) << "no touching pair is dropped";
                for (const app::FoundPoint& one : pair.found) {
                    const bool first = one.kept == 1;
                    for (const app::FoundPoint& other : pair.found) {
                        if (first) {
                            EXPECT_LE(one.apart, other.apart);
                        }
                        if (&one == &other || !one.kept || !other.kept) continue;
                        const Vec2 d = one.at - other.at, e = one.normal - other.normal;
                        EXPECT_GE(dot(d, d) + law.bend_m * law.bend_m * dot(e, e),
                                  law.spread_m * law.spread_m * 0.999f);
                    }
                }
            }
        });
    }
}

TEST(ContactModel, pairs_of_one_colour_share_no_box_and_take_the_smallest_by_their_hash) {
    for (const Words& keys : inputs()) {
        each_step(keys, [&](const ContactTrace& step) {
            EXPECT_EQ(app::clashing_pairs(step), 0u);
            std::set<std::pair<uint32_t, uint32_t>> taken;  // box, colour
            std::set<uint32_t> colours;
            uint64_t before = 0;
            for (const uint32_t i : app::colour_order(step.pairs)) {
                const ContactPair& pair = step.pairs[i];
                const uint64_t hash = sim::mix_bits(sim::pair_key(pair.a, pair.b));
                EXPECT_GE(hash, before);
                before = hash;
                for (uint32_t colour = 0; colour < pair.colour; ++colour)
                    EXPECT_TRUE(taken.count({pair.a, colour}) || taken.count({pair.b, colour}))
                        << "a smaller one is free";
                EXPECT_TRUE(taken.insert({pair.a, pair.colour}).second);
                EXPECT_TRUE(taken.insert({pair.b, pair.colour}).second);
                colours.insert(pair.colour);
            }
            EXPECT_EQ(app::colours_of(step.pairs), colours.size()) << "none of a box alone";
            const Words order = app::solving_order(step.pairs);
            EXPECT_TRUE(std::is_sorted(order.begin(), order.end(), [&](uint32_t i, uint32_t j) {
                return step.pairs[i].ground() < step.pairs[j].ground();
            })) << "the ground comes last";
        });
    }
}

TEST(ContactModel, impulses_push_and_friction_stays_within_its_share) {
    for (const Words& keys : inputs()) {
        each_step(keys, [&](const ContactTrace& step) {
            EXPECT_EQ(app::pulling_rows(step), 0u);
            for (const app::PairMemory& memory : step.after.memory)
                for (const app::PlanePoint& point : memory.points)
                    EXPECT_LE(std::abs(point.friction), app::contact_law().friction * point.push * 1.0001f);
        });
    }
}

/// Two boxes on each other on the ground, or in the air, solved by sim/manifold/rows.h in space.
TEST(ContactModel, a_sweep_gives_what_the_rows_of_the_program_give) {
    const auto vec3 = [](Vec2 a) { return sim::Vec3{a.x, a.y, 0}; };
    BoxHeap heap{app::contact_boxes({3, 250}), {}, 0};
    heap.boxes[1].place = heap.boxes[0].place + Vec2{0.1f, 0.24f};
    for (int k = 0; k < 40; ++k) heap = app::contact_step(heap).after;
    uint32_t pushing = 0;
    for (int k = 0; k < 40; ++k) {
        const ContactTrace step = app::contact_step(heap);
        app::ContactSolver own(heap.boxes, step.pairs, true);
        own.begin();
        std::vector<sim::SolverBody> bodies(3);  // the last one is the ground
        for (size_t i = 0; i < 2; ++i) {
            bodies[i].velocity_m_s = vec3(own.boxes()[i].velocity);
            bodies[i].spin_rad_s = {0, 0, own.boxes()[i].spin};
            bodies[i].inverse_mass = 1 / own.boxes()[i].mass_kg;
            bodies[i].inverse_inertia.zz = 1 / own.boxes()[i].inertia_kg_m2;
        }
        std::vector<sim::PairRows> pairs;
        Words of_pair;
        for (const app::ContactRow& row : own.rows()) {
            if (of_pair.empty() || of_pair.back() != row.pair) {
                of_pair.push_back(row.pair);
                pairs.push_back({});
                pairs.back().a = step.pairs[row.pair].a;
                pairs.back().b = std::min(step.pairs[row.pair].b, 2u);
            }
            sim::PairRows& pair = pairs.back();
            sim::Row& other = pair.row[pair.count++];
            other.normal = vec3(row.normal);
            other.apart_m = row.apart;
            other.at_a = vec3(row.at_a);
            other.at_b = vec3(row.at_b);
            other.push_ns = row.push;
            other.friction_ns = vec3(cross(1, row.normal)) * row.friction;
            sim::weigh_row(other, bodies[pair.a], bodies[pair.b]);
        }
        const sim::ConstraintLaw law = app::contact_law();
        for (const bool parting : {true, true, false}) {
            own.sweep(parting);
            for (sim::PairRows& pair : pairs)
                sim::solve_rows(pair, pair.row[0], bodies[pair.a], bodies[pair.b], law, parting);
        }
        size_t i = 0;
        for (const sim::PairRows& pair : pairs) {
            for (uint32_t p = 0; p < pair.count; ++p, ++i) {
                EXPECT_NEAR(own.rows()[i].push, pair.row[p].push_ns, 2e-4f) << "step " << k << ", row " << i;
                EXPECT_NEAR(own.rows()[i].friction,
                            sim::dot(pair.row[p].friction_ns, vec3(cross(1, own.rows()[i].normal))), 2e-4f);
                pushing += pair.row[p].push_ns > 0;
            }
        }
        for (size_t body = 0; body < 2; ++body) {
            EXPECT_NEAR(own.boxes()[body].velocity.y, bodies[body].velocity_m_s.y, 2e-4f);
            EXPECT_NEAR(own.boxes()[body].spin, bodies[body].spin_rad_s.z, 2e-3f);
        }
        heap = step.after;
    }
    EXPECT_GT(pushing, 80u);
}

TEST(ContactModel, a_heap_that_stands_needs_no_sweep_from_kept_impulses) {
    for (const Words& keys : {inputs()[0], inputs()[3]}) {
        const app::ContactScene scene = app::contact_scene(keys);
        const ContactTrace& last = scene.later.back();
        const app::SweepCount kept = app::count_sweeps(last, true), zero = app::count_sweeps(last, false);
        EXPECT_EQ(kept.needed(), 0u);
        EXPECT_GE(zero.needed(), 10u);
        EXPECT_LT(zero.left.back(), app::kContactBound_m_s);
        for (const ContactBox& box : last.after.boxes)
            EXPECT_LT(app::length(box.velocity), 0.002f) << "it stands";
    }
}

TEST(ContactsLesson, is_right_on_any_input_and_the_same_each_time) {
    for (const sort::InputKind& kind : sort::input_kinds()) {
        for (const uint32_t count : {1u, 2u, 6u, 7u, 40u}) {
            const app::LessonInput input = app::made_input(kind.example, count, 2);
            const Lesson lesson = lesson_of(input);
            EXPECT_TRUE(lesson.sorted) << input.what << " " << count << ": " << lesson.result;
            EXPECT_EQ(lesson.contacts->shown.before.boxes.size(), std::min(count, app::kMostContactBoxes));
            EXPECT_EQ(lesson_of(input).contacts->shown.after.boxes[0].place,
                      lesson.contacts->shown.after.boxes[0].place);
        }
    }
}

TEST(ContactsLesson, its_words_are_those_of_the_model) {
    const Lesson lesson = usual_lesson();
    const ContactTrace& step = lesson.contacts->shown;
    const app::LessonStep& keep = step_of(lesson, "keep or search");
    const Words moved = array_of(keep, "moved"), need = array_of(keep, "need"),
                margin = array_of(keep, "margin"), fate = array_of(keep, "fate");
    ASSERT_EQ(moved.size(), step.pairs.size());
    std::set<uint32_t> fates(fate.begin(), fate.end());
    EXPECT_EQ(fates.size(), 3u) << "the step that is shown has all three";
    for (size_t i = 0; i < moved.size(); ++i) {
        if (fate[i] == 0) {
            EXPECT_LE(moved[i] + need[i], margin[i] + 1);
        } else {
            EXPECT_GE(moved[i] + need[i] + 1, margin[i]);
        }
    }
    const Words colour = array_of(step_of(lesson, "colours"), "colour");
    EXPECT_GE(*std::max_element(colour.begin(), colour.end()), 2u);
    EXPECT_THAT(step_of(lesson, "points").sentence,
                HasSubstr(std::to_string(sim::kMostPoints) + " in the program"));
    EXPECT_THAT(step_of(lesson, "sweeps").sentence, HasSubstr("at most at 3 m/s"));
    const Words kept = array_of(step_of(lesson, "points"), "kept");
    for (uint32_t turn = 1; turn <= app::kContactPoints; ++turn)
        EXPECT_EQ(std::count(kept.begin(), kept.end(), turn), 1);
    const Words sweeps = array_of(step_of(lesson, "warm start"), "sweeps");
    ASSERT_EQ(sweeps.size(), 8u);
    EXPECT_EQ(sweeps[6], 0u);
    EXPECT_GT(sweeps[7], 10u);
}

TEST(ContactsLesson, the_point_of_each_choice_is_the_one_with_the_largest_score) {
    for (const Words& keys : inputs()) {
        const app::LessonStep points = step_of(lesson_of(app::typed_input(keys)), "points");
        if (!app::array_named(points, "kept")) continue;
        const Words kept = array_of(points, "kept");
        const uint32_t most = *std::max_element(kept.begin(), kept.end());
        for (uint32_t turn = 2; turn <= most; ++turn) {
            const Words score = array_of(points, "D w^2, choice " + std::to_string(turn)),
                        square = array_of(points, "D, choice " + std::to_string(turn));
            ASSERT_EQ(score.size(), kept.size());
            const auto chosen = size_t(std::find(kept.begin(), kept.end(), turn) - kept.begin());
            EXPECT_EQ(score[chosen], *std::max_element(score.begin(), score.end()));
            EXPECT_GT(score[chosen], 0u);
            for (size_t i = 0; i < kept.size(); ++i) {  // mm, tenths of mm, mm^2
                const double w = array_of(points, "w")[i] / 10.0, product = square[i] * w;
                if (score[i] > 0) {
                    EXPECT_NEAR(score[i], product, square[i] * 0.05 + w * 0.5 + 1);
                }
            }
        }
    }
    EXPECT_EQ(app::tenths_mm(1.2345f), 12345u);
}

TEST(ContactsLesson, counts_candidates_without_the_ground) {
    EXPECT_THAT(usual_lesson().result, HasSubstr("6 candidates, 3 pairs with the ground, "));
}

TEST(ContactsLesson, says_what_kept_impulses_are_worth_on_these_keys) {
    const auto sentence = [](uint32_t count, uint64_t seed) {
        return step_of(lesson_of(app::made_input("uniform", count, seed)), "warm start").sentence;
    };
    EXPECT_THAT(sentence(6, 1), HasSubstr("none is needed from the impulses of the step before"));
    EXPECT_THAT(sentence(7, 11), HasSubstr("save sweeps"));
    EXPECT_THAT(sentence(7, 8), HasSubstr("save no sweep"));
    EXPECT_THAT(sentence(7, 8), Not(HasSubstr("ore than 400")));
}

TEST(ContactsLesson, sweeps_that_are_not_enough_are_no_answer) {
    const Lesson lesson = lesson_of(app::made_input("uniform", 7, 4));
    const app::SweepCount count = app::count_sweeps(lesson.contacts->later.back(), true);
    EXPECT_GE(count.left.back(), app::kContactBound_m_s);
    EXPECT_EQ(count.text(), "more than 400");
    const app::LessonStep& step = step_of(lesson, "warm start");
    EXPECT_THAT(step.sentence, HasSubstr("More than 400 are not tried"));
    EXPECT_EQ(array_of(step, "sweeps").back(), app::kMostContactSweeps + 1);
    EXPECT_EQ(step.numbers.back().value, "more than 400 and more than 400 sweeps");
    const app::Figure figure = app::stage_figure(lesson, lesson.steps.size() - 1);
    EXPECT_THAT(figure.operations.back(), HasSubstr("more than 400 from impulses of 0"));
}

TEST(ContactsLesson, breaks_go_wrong_as_they_say) {
    const auto broken = [](const std::string& name) {
        return lesson_of(app::made_input("uniform", app::usual_keys("contacts", name), 1), name);
    };
    EXPECT_THAT(broken("boxes-not-grown").result, HasSubstr("nearer than the margin"));
    EXPECT_THAT(broken("never-searched-again").result, HasSubstr("not searched though points may touch"));
    EXPECT_THAT(broken("colours-by-one-box").result, HasSubstr("of the same colour"));
    EXPECT_THAT(broken("pushes-pull").result, HasSubstr("contacts pull"));
    EXPECT_EQ(broken("colours-by-one-box").broken.first_array, "colour");
    EXPECT_EQ(broken("pushes-pull").broken.first_array, "push");
}

TEST(ContactsLesson, asks_of_every_stage_and_its_colours_can_be_filled_in) {
    const Lesson lesson = usual_lesson();
    EXPECT_GE(lesson.questions.size(), 6u);
    for (const app::LessonQuestion& asked : lesson.questions) {
        step_of(lesson, asked.stage);
        EXPECT_TRUE(asked.question.ends_with("?")) << asked.question;
        EXPECT_TRUE(asked.answer.ends_with(".")) << asked.answer;
    }
    const auto quiz = app::quiz_of(lesson, {0, lesson.steps.size()}, 1);
    ASSERT_EQ(quiz.size(), 1u);
    EXPECT_EQ(quiz[0].hidden, "colour");
    EXPECT_THAT(app::quiz_text(lesson, quiz, false, {}), HasSubstr("Fill in colour"));
}

}  // namespace
