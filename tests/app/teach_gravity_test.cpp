// The lessons of bodies in a plane: keys are those of the simulation, squares are ranges of keys, the tree is that of its
// definition, moments are those of the bodies, and a walk sums each body once.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>

#include "app/teach/bodies/tree.h"
#include "app/teach/figure/stage_figure.h"
#include "app/teach/make.h"
#include "app/teach/quiz.h"
#include "sort/lab/inputs.h"

namespace {

using app::Lesson;
using app::LessonPlane;
using app::LessonStep;
using testing::HasSubstr;
using Words = std::vector<uint32_t>;

Lesson lesson_of(const std::string& name, const app::LessonInput& input, const std::string& broken = "") {
    app::LessonRequest request;
    request.engine = name;
    request.input = input;
    request.broken = broken;
    return app::make_lesson(request).lesson;
}

Lesson broken_lesson(const std::string& name, const std::string& broken) {
    return lesson_of(name, app::made_input(app::usual_input(name, broken), app::usual_keys(name, broken), 1),
                     broken);
}

std::vector<app::LessonInput> inputs() {
    std::vector<app::LessonInput> all = {
        app::typed_input({7}), app::typed_input({2, 1}), app::typed_input(Words(64, 5)),
        app::typed_input({4294967295u, 0, 2147483648u, 4294967295u, 65536, 1, 0}),
        app::made_input("uniform", 256, 3)};
    for (const sort::InputKind& kind : sort::input_kinds())
        all.push_back(app::made_input(kind.example, 40, 2));
    return all;
}

const LessonStep& step_of(const Lesson& lesson, const std::string& stage) {
    const auto found = std::find_if(lesson.steps.begin(), lesson.steps.end(),
                                    [&](const LessonStep& step) { return step.stage == stage; });
    EXPECT_NE(found, lesson.steps.end()) << stage;
    return found == lesson.steps.end() ? lesson.steps.front() : *found;
}

Words array_of(const LessonStep& step, const std::string& name) {
    const app::LessonArray* const array = app::array_named(step, name);
    return array ? array->words : Words();
}

TEST(MortonLesson, keys_are_those_of_the_simulation_without_z) {
    for (const app::LessonInput& input : inputs()) {
        const LessonPlane plane = app::make_plane(input.keys);
        for (uint32_t id = 0; id < plane.count(); ++id) {
            const uint64_t key = sim::morton_key(plane.bodies[id].place(), plane.cube);
            uint32_t from_cells = 0;
            for (uint32_t bit = app::kPlaneLevels; bit-- > 0;)
                from_cells =
                    from_cells << 2 | (plane.cell_x[id] >> bit & 1) << 1 | (plane.cell_y[id] >> bit & 1);
            EXPECT_EQ(plane.key[id], from_cells) << input.what;
            for (uint32_t level = 0; level < app::kPlaneLevels; ++level) {
                const uint32_t three = static_cast<uint32_t>(key >> (sim::kKeyBits - 3 - 3 * level)) & 7;
                EXPECT_EQ(three & 1, 0u) << "z";
                EXPECT_EQ(plane.key[id] >> (app::kPlaneKeyBits - 2 - 2 * level) & 3, three >> 1)
                    << input.what;
            }
        }
    }
    const sim::Cube whole{{0, 0, 0}, static_cast<float>(1u << (sim::kCellBits - app::kPlaneLevels))};
    EXPECT_EQ(sim::morton_key({5, 3, 0}, whole) >> (sim::kKeyBits - 3 * app::kPlaneLevels), 0b000100010110u)
        << "cell x 5, y 3, as a question says";
}

TEST(MortonLesson, bodies_lie_in_a_square_whose_numbers_can_be_read) {
    for (const uint32_t count : {16u, 32u, 64u, 256u}) {
        const LessonPlane plane = app::make_plane(app::made_input("uniform", count, 1).keys);
        EXPECT_EQ(plane.side_m(), 256) << "numbers that can be read";
        for (uint32_t id = 0; id < count; ++id) {
            EXPECT_EQ(plane.cell_x[id], plane.bodies[id].x / 16);
            EXPECT_EQ(plane.cell_y[id], plane.bodies[id].y / 16);
            EXPECT_LT(plane.bodies[id].y, 224u);
        }
    }
}

TEST(MortonLesson, two_runs_by_halves_sort_by_the_whole_key) {
    for (const app::LessonInput& input : inputs()) {
        const Lesson lesson = lesson_of("morton", input);
        Words order(input.keys.size());
        std::iota(order.begin(), order.end(), 0u);
        std::stable_sort(order.begin(), order.end(),
                         [&](uint32_t a, uint32_t b) { return lesson.plane->key[a] < lesson.plane->key[b]; });
        EXPECT_EQ(lesson.sorted_values, order) << input.what;
        EXPECT_EQ(step_of(lesson, "curve").values, order) << input.what;
        for (const uint32_t key : step_of(lesson, "lower half").keys) EXPECT_LT(key, 16u);
        EXPECT_TRUE(lesson.sorted) << input.what;
    }
}

TEST(MortonLesson, every_square_is_one_range_of_keys) {
    const Lesson lesson = lesson_of("morton", app::made_input("uniform", 64, 1));
    const LessonPlane& plane = *lesson.plane;
    for (uint32_t level = 1; level <= app::kPlaneLevels; ++level) {
        std::map<std::pair<uint32_t, uint32_t>, std::pair<uint32_t, uint32_t>> ranges;  // first, count
        for (uint32_t rank = 0; rank < plane.count(); ++rank) {
            const uint32_t id = lesson.sorted_values[rank], dropped = app::kPlaneLevels - level;
            auto& range =
                ranges.try_emplace({plane.cell_x[id] >> dropped, plane.cell_y[id] >> dropped}, rank, 0)
                    .first->second;
            EXPECT_EQ(range.first + range.second, rank) << "level " << level;
            ++range.second;
        }
        EXPECT_EQ(step_of(lesson, "squares").numbers[level - 1].value, std::to_string(ranges.size()));
    }
}

TEST(MortonLesson, the_way_in_key_order_is_shorter_than_by_x) {
    const Lesson lesson = lesson_of("morton", app::made_input("uniform", 32, 1));
    const auto& numbers = step_of(lesson, "curve").numbers;
    EXPECT_LT(std::stoi(numbers[0].value), std::stoi(numbers[1].value));
    EXPECT_LT(std::stoi(numbers[1].value), std::stoi(numbers[2].value));
}

/// Ranks whose keys, and then ranks, begin with the same bits as a's.
std::pair<uint32_t, uint32_t> prefix_range(const LessonPlane& plane, uint32_t a, uint32_t bits) {
    uint32_t first = a, last = a;
    while (first > 0 && app::common_key_bits(plane, a, first - 1) >= bits) --first;
    while (last + 1 < plane.count() && app::common_key_bits(plane, a, last + 1) >= bits) ++last;
    return {first, last};
}

TEST(TreeLesson, nodes_are_the_ranges_of_common_prefixes_split_where_they_end) {
    for (const app::LessonInput& input : inputs()) {
        const Lesson lesson = lesson_of("tree", input);
        const LessonPlane& plane = *lesson.plane;
        ASSERT_EQ(plane.nodes.size(), plane.count() - 1);
        std::set<std::pair<uint32_t, uint32_t>> ranges;
        for (uint32_t i = 0; i < plane.nodes.size(); ++i) {
            const sim::NodeRange& range = plane.nodes[i].node.range;
            EXPECT_TRUE(range.first == i || range.last == i) << input.what;
            EXPECT_TRUE(ranges.insert({range.first, range.last}).second) << "twice";
            const uint32_t bits = app::common_key_bits(plane, range.first, range.last);
            EXPECT_EQ(prefix_range(plane, i, bits), std::pair(range.first, range.last))
                << input.what << " node " << i;
            EXPECT_EQ(app::common_key_bits(plane, range.split, range.split + 1), bits) << input.what;
            for (const bool right : {false, true}) {  // its children say who is above them
                const uint32_t child = range.split + right;
                const bool body = right ? range.right_is_body() : range.left_is_body();
                if (!body) {
                    EXPECT_EQ(plane.nodes[child].parent, i) << input.what;
                }
            }
        }
    }
}

/// The break is about ties alone.
TEST(TreeLesson, ranges_without_ranks_are_right_where_all_keys_differ) {
    uint32_t distinct = 0;
    for (uint32_t count = 2; count <= 24; ++count) {
        for (const uint64_t seed : {1, 2, 3, 4}) {
            const app::LessonInput input = app::made_input("uniform", count, seed);
            const LessonPlane right = *lesson_of("tree", input).plane;
            const std::vector<uint64_t>& keys = right.sorted_key;
            if (std::adjacent_find(keys.begin(), keys.end()) != keys.end()) continue;
            ++distinct;
            const LessonPlane broken = *lesson_of("tree", input, "ties-by-key").plane;
            for (uint32_t i = 0; i + 1 < count; ++i) {
                const sim::NodeRange &own = broken.nodes[i].node.range, &range = right.nodes[i].node.range;
                EXPECT_EQ(std::tuple(own.first, own.last, own.split),
                          std::tuple(range.first, range.last, range.split))
                    << input.what << " " << count << ", node " << i;
            }
        }
    }
    EXPECT_GT(distinct, 20u);
}

TEST(TreeLesson, moments_are_those_of_the_bodies) {
    const Lesson lesson = lesson_of("tree", app::made_input("uniform", 64, 1));
    const LessonPlane& plane = *lesson.plane;
    uint32_t leaves = 0, unused = 0;
    for (const app::PlaneNode& node : plane.nodes) {
        const sim::NodeRange& range = node.node.range;
        if (!node.used) {
            ++unused;
            continue;
        }
        leaves += node.leaf;
        EXPECT_EQ(node.leaf, range.bodies() <= app::kPlaneLeafBodies);
        double mass = 0, x = 0, y = 0;
        for (uint32_t rank = range.first; rank <= range.last; ++rank) {
            const app::PlaneBody& body = plane.bodies[plane.order[rank]];
            mass += body.mass_kg;
            x += double{1} * body.mass_kg * body.x;
            y += double{1} * body.mass_kg * body.y;
            EXPECT_TRUE(body.x >= node.box.min.x && body.x <= node.box.max.x && body.y >= node.box.min.y &&
                        body.y <= node.box.max.y);
        }
        EXPECT_EQ(node.shape.mass_kg, static_cast<float>(mass));
        EXPECT_NEAR(node.node.centre.x, x / mass, 1e-3);
        EXPECT_NEAR(node.node.centre.y, y / mass, 1e-3);
    }
    EXPECT_GT(leaves, 10u);
    EXPECT_GT(unused, 0u) << "the lesson says that what lies below a leaf is not used";
}

TEST(TreeLesson, a_walk_accepts_by_distance_and_sums_each_body_once) {
    for (const app::LessonInput& input : inputs()) {
        const Lesson lesson = lesson_of("tree", input);
        EXPECT_TRUE(lesson.sorted) << input.what << ": " << lesson.result;
        const LessonPlane& plane = *lesson.plane;
        for (uint32_t rank = 0; rank < plane.count(); ++rank) {
            Words times(plane.count(), 0);
            uint32_t terms = 0;
            const std::vector<app::PlaneVisit> visits = app::walk_of(plane, rank);
            for (const app::PlaneVisit& visit : visits) {
                const bool node = visit.node != sim::kNoNode;
                if (node) {
                    EXPECT_EQ(visit.accepted, visit.distance_m > visit.reach_m);
                    EXPECT_FALSE(visit.accepted && visit.first <= rank && rank <= visit.last) << "itself";
                }
                const bool one_by_one = !node || (!visit.accepted && plane.nodes[visit.node].leaf);
                if (!one_by_one && !visit.accepted) continue;
                terms += one_by_one ? visit.last - visit.first + 1 : 1;
                for (uint32_t at = visit.first; at <= visit.last; ++at) ++times[at];
            }
            EXPECT_EQ(times, Words(plane.count(), 1)) << input.what << " rank " << rank;
            EXPECT_EQ(app::sum_of(plane, rank, visits).terms(), terms);
            EXPECT_EQ(array_of(step_of(lesson, "sum"), "terms")[rank], terms);
        }
    }
}

TEST(TreeLesson, distances_and_reaches_that_differ_do_not_look_equal) {
    for (uint64_t seed = 1; seed <= 30; ++seed) {
        const Lesson lesson = lesson_of("tree", app::made_input("uniform", 64, seed));
        const LessonStep& walk = step_of(lesson, "walk");
        const Words distance = array_of(walk, "distance"), reach = array_of(walk, "reach");
        const Words accepted = array_of(walk, "accepted");
        for (size_t i = 0; i < distance.size(); ++i)
            EXPECT_EQ(distance[i] > reach[i], accepted[i] == 1) << "seed " << seed << ", visit " << i;
        for (const app::LessonArray& array : walk.arrays)
            if (array.unit == "m") {
                EXPECT_GE(array.decimals, 1) << array.name;
            }
    }
}

/// The sentence of a visit has the numbers of the arrays, with their decimals and unit.
TEST(TreeLesson, lengths_that_decide_have_a_decimal_and_a_unit) {
    const Lesson lesson = lesson_of("tree", app::made_input("uniform", 32, 1));
    const LessonStep& walk = step_of(lesson, "walk");
    const app::LessonArray &distance = *app::array_named(walk, "distance"),
                           &reach = *app::array_named(walk, "reach");
    EXPECT_EQ(app::array_title(distance), "distance (m)");
    const app::Figure figure = app::stage_figure(lesson, static_cast<size_t>(&walk - lesson.steps.data()));
    for (size_t visit = 0; visit < distance.words.size(); ++visit) {
        const std::string text = app::decimal(distance.words[visit], distance.decimals) +
                                 " m away, its reach is " + app::decimal(reach.words[visit], reach.decimals) +
                                 " m";
        EXPECT_THAT(figure.operations, testing::Contains(HasSubstr(text)));
    }
    EXPECT_EQ(app::decimal(607, 1), "60.7");
    EXPECT_EQ(app::decimal(5, 2), "0.05");
    EXPECT_THAT(app::step_text(lesson, 5, {}), HasSubstr("distance (m): From the body"));
    EXPECT_EQ(app::array_title(*app::array_named(step_of(lesson, "sum"), "error")), "error (%)");
}

TEST(TreeLesson, more_bodies_are_only_proposed_to_few) {
    const auto sentence = [](uint32_t count) {
        return step_of(lesson_of("tree", app::made_input("uniform", count, 1)), "sum").sentence;
    };
    EXPECT_THAT(sentence(32), HasSubstr("try -n 256"));
    EXPECT_THAT(sentence(256), testing::Not(HasSubstr("try -n")));
}

TEST(TreeLesson, errors_fall_with_the_opening_angle_and_terms_grow) {
    const Lesson lesson = lesson_of("tree", app::made_input("uniform", 128, 1));
    double errors[3] = {};
    uint32_t terms[3] = {};
    for (const int k : {0, 1, 2}) {
        LessonPlane plane = *lesson.plane;
        app::set_reaches(plane, k == 0 ? 0.8f : k == 1 ? 0.4f : 1e-6f);
        for (uint32_t rank = 0; rank < plane.count(); ++rank) {
            const app::PullSum sum = app::sum_of(plane, rank, app::walk_of(plane, rank));
            const sim::Vec3 exact = app::direct_pull(plane, rank);
            errors[k] +=
                static_cast<double>(sim::length(sum.pull - exact) / sim::length(exact)) / plane.count();
            terms[k] += sum.terms();
        }
    }
    EXPECT_LT(errors[0], 0.03);
    EXPECT_LT(errors[1], errors[0] / 4);
    EXPECT_LT(errors[2], 1e-6) << "towards 0 it is the sum over all bodies";
    EXPECT_LT(terms[0], terms[1]);
    EXPECT_EQ(terms[2], 128 * 128u);
}

TEST(TreeLesson, few_more_terms_for_twice_the_bodies) {
    uint32_t before = 0;
    for (const uint32_t count : {32u, 64u, 128u, 256u}) {
        const Lesson lesson = lesson_of("tree", app::made_input("uniform", count, 1));
        const Words terms = array_of(step_of(lesson, "sum"), "terms");
        const uint32_t mean = std::accumulate(terms.begin(), terms.end(), 0u) / count;
        if (before > 0) {
            EXPECT_LT(mean, before + 8) << count;
        }
        before = mean;
    }
    EXPECT_LT(before, 40u);
}

TEST(GravityLessons, breaks_go_wrong_as_they_say) {
    const Lesson rows = broken_lesson("morton", "x-above-y");
    EXPECT_TRUE(std::is_sorted(rows.sorted_keys.begin(), rows.sorted_keys.end()));
    EXPECT_THAT(rows.result, HasSubstr("4 squares of level 1 are in"));
    const Lesson swapped = broken_lesson("morton", "upper-half-first");
    EXPECT_FALSE(std::is_sorted(swapped.sorted_keys.begin(), swapped.sorted_keys.end()));
    for (size_t i = 1; i < swapped.sorted_keys.size(); ++i)
        EXPECT_LE(swapped.sorted_keys[i - 1] & 15, swapped.sorted_keys[i] & 15)
            << "in order of the lower half";

    EXPECT_THAT(broken_lesson("tree", "ties-by-key").result, HasSubstr("do not sum every body once"));
    EXPECT_THAT(broken_lesson("tree", "first-child-only").result,
                HasSubstr("the root does not have the mass"));
    const Lesson late = broken_lesson("tree", "opens-too-late");
    EXPECT_THAT(late.result, HasSubstr("accepted a node that they are in themselves"));
    uint32_t own = 0;
    for (uint32_t rank = 0; rank < late.plane->count(); ++rank) {
        const auto visits = app::walk_of(*late.plane, rank);
        own += std::any_of(visits.begin(), visits.end(), [&](const app::PlaneVisit& visit) {
            return visit.node != sim::kNoNode && visit.accepted && visit.first <= rank && rank <= visit.last;
        });
    }
    EXPECT_GT(own, 16u);
    EXPECT_THAT(late.result, HasSubstr(std::to_string(own) + " bodies accepted"));
}

TEST(GravityLessons, have_three_questions_and_sheets_to_fill_in) {
    for (const char* name : {"morton", "tree"}) {
        const Lesson lesson = lesson_of(name, app::made_input("uniform", 32, 1));
        EXPECT_GE(lesson.questions.size(), 3u);
        for (const app::LessonQuestion& asked : lesson.questions) {
            step_of(lesson, asked.stage);
            EXPECT_TRUE(asked.question.ends_with("?") || asked.question.ends_with("."));
            EXPECT_TRUE(asked.answer.ends_with(".")) << asked.answer;
        }
        std::set<std::string> hidden;
        for (uint64_t seed = 1; seed <= 10; ++seed)
            for (const app::QuizQuestion& one : app::quiz_of(lesson, {0, lesson.steps.size()}, seed))
                hidden.insert(one.hidden);
        EXPECT_TRUE(hidden.contains("common bits")) << name;
        EXPECT_GE(hidden.size(), 2u) << name;
    }
}

}  // namespace
