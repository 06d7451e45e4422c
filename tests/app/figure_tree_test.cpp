// Pictures of the tree over sorted keys: every node from its first body to its last, below the one above it, and the
// example of bits in common.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <map>
#include <regex>

#include "app/teach/bodies/tree.h"
#include "app/teach/figure/stage_figure.h"
#include "app/teach/make.h"
#include "tests/app/figure_lessons.h"

namespace {

using app::Figure;
using app::Lesson;
using figure_lessons::step_named;
using Words = std::vector<uint32_t>;

constexpr const char* kInputs[] = {"uniform", "equal", "few:3", "sorted"};

Lesson lesson_of(const std::string& kind, uint32_t count) {
    app::LessonRequest request;
    request.engine = "tree";
    request.input = app::made_input(kind, count, 1);
    return app::make_lesson(request).lesson;
}

TEST(TreePictures, every_node_reaches_from_its_first_body_to_its_last_below_its_parent) {
    for (const char* kind : kInputs) {
        for (const uint32_t count : {2u, 3u, 32u, 64u, 200u}) {
            const Lesson lesson = lesson_of(kind, count);
            const Figure figure = app::stage_figure(lesson, step_named(lesson, "nodes"));
            const std::vector<app::PlaneNode>& nodes = lesson.plane->nodes;
            std::map<uint32_t, app::Area> cells;  // those of the tree come before those of the table
            for (const app::FigureCell& cell : figure.cells)
                if (cell.row < 0 && cell.pair == app::kNoPair)
                    cells.emplace(uint32_t(std::stoul(cell.text)), cell.area);
            ASSERT_EQ(cells.size(), nodes.size()) << kind << " " << count;
            for (uint32_t i = 0; i < nodes.size(); ++i) {
                const sim::NodeRange& range = nodes[i].node.range;
                EXPECT_EQ(cells[i].x, float(range.first));
                EXPECT_EQ(cells[i].width, float(range.bodies()));
                if (i > 0) {
                    EXPECT_GT(cells[i].y, cells[nodes[i].parent].y) << kind << " " << count << " " << i;
                }
            }
        }
    }
}

TEST(TreePictures, the_example_of_bits_in_common_is_the_pair_of_neighbours_with_the_most) {
    const std::regex form(
        "Keys ([0-9]+) and ([0-9]+), at \\D*([0-9]+)\\D+([0-9]+), begin with the same ([0-9]+) bits?\\.$");
    for (const char* kind : kInputs) {
        for (const uint32_t count : {1u, 2u, 3u, 32u, 64u}) {
            const Lesson lesson = lesson_of(kind, count);
            const size_t index = step_named(lesson, "prefixes");
            const Words& keys = lesson.steps[index].keys_before;
            const auto in_common = [&](uint32_t i) {
                return int(app::kPlaneKeyBits) - std::bit_width(keys[i] ^ keys[i + 1]);
            };
            uint32_t found = 0;
            for (const std::string& sentence : app::stage_figure(lesson, index).operations) {
                std::smatch said;
                if (!std::regex_search(sentence, said, form)) continue;
                ++found;
                const auto at = uint32_t(std::stoul(said[3]));
                ASSERT_LT(at + 1, count) << sentence;
                EXPECT_EQ(std::stoul(said[4]), at + 1);
                EXPECT_EQ(std::stoul(said[1]), keys[at]);
                EXPECT_EQ(std::stoul(said[2]), keys[at + 1]);
                EXPECT_EQ(std::stoi(said[5]), in_common(at));
                for (uint32_t i = 0; i + 1 < count; ++i)
                    if (keys[i] != keys[i + 1]) {
                        EXPECT_LE(in_common(i), in_common(at)) << sentence;
                    }
            }
            EXPECT_EQ(found, count > 1 ? 1u : 0u) << kind << " " << count;
        }
    }
}

/// Equal keys have all bits in common, and more: those of their ranks, by which they are split.
TEST(TreePictures, the_whole_is_split_first_where_neighbours_have_the_fewest_bits_in_common) {
    const std::regex form("The fewest, ([0-9]+), are in common at index ([0-9]+): ");
    for (const char* kind : kInputs) {
        for (const uint32_t count : {1u, 2u, 3u, 32u, 64u}) {
            const Lesson lesson = lesson_of(kind, count);
            const size_t index = step_named(lesson, "prefixes");
            const Words& keys = lesson.steps[index].keys_before;
            std::vector<int> in_common;
            for (uint32_t i = 0; i + 1 < count; ++i)
                in_common.push_back(keys[i] != keys[i + 1]
                                        ? int(app::kPlaneKeyBits) - std::bit_width(keys[i] ^ keys[i + 1])
                                        : int(app::kPlaneKeyBits + app::kRankBits) -
                                              std::bit_width(i ^ (i + 1)));
            const auto least = std::min_element(in_common.begin(), in_common.end());
            uint32_t found = 0;
            for (const std::string& sentence : app::stage_figure(lesson, index).operations) {
                std::smatch said;
                if (!std::regex_search(sentence, said, form)) continue;
                ++found;
                ASSERT_GT(count, 1u);
                EXPECT_EQ(std::stoi(said[1]), *least) << kind << " " << count;
                EXPECT_EQ(std::stoi(said[2]), least - in_common.begin()) << kind << " " << count;
            }
            EXPECT_EQ(found, count > 1 ? 1u : 0u) << kind << " " << count;
        }
    }
}

}  // namespace
