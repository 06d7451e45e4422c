// Meshes: faces of any length and either way of counting; wrong ones are refused with their line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/base/errors.h"
#include "app/io/boxes.h"
#include "app/io/obj.h"
#include "tests/temp_dir.h"

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using Triangle = std::array<uint32_t, 3>;

const std::string kSquare = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n";

std::string refusal(const std::string& text) {
    return message_of<app::BadFile>([&] { app::parse_obj(text, "m.obj"); });
}

TEST(Obj, splits_polygons_into_fans) {
    const app::Mesh mesh = app::parse_obj(kSquare + "f 1 2 3 4\n", "m.obj");
    EXPECT_EQ(mesh.vertices.size(), 4u);
    EXPECT_THAT(mesh.triangles, ElementsAre(Triangle{0, 1, 2}, Triangle{0, 2, 3}));
}

TEST(Obj, counts_backwards_from_where_the_face_stands) {
    const app::Mesh mesh =
        app::parse_obj("v 0 0 0\nv 1 0 0\nv 1 1 0\nf -3 -2 -1\nv 9 9 9\nf -1 -2 1\n", "m.obj");
    EXPECT_THAT(mesh.triangles, ElementsAre(Triangle{0, 1, 2}, Triangle{3, 2, 0}));
}

TEST(Obj, passes_over_the_rest) {
    const app::Mesh mesh = app::parse_obj(
        "# a square\r\nmtllib x.mtl\r\no thing\nvn 0 0 1\nvt 0 0\n\tv 0 0 0 1.0\nv 1 0 0 # corner\nv 1 1 0\n"
        "s off\nusemtl a\nf 1/1/1 2//1 \\\n 3/1\nl 1 2\n",
        "m.obj");
    EXPECT_THAT(mesh.triangles, ElementsAre(Triangle{0, 1, 2}));
}

TEST(Obj, a_face_may_name_a_vertex_further_down) {
    EXPECT_EQ(app::parse_obj("f 1 2 3\n" + kSquare, "m.obj").triangles.size(), 1u);
}

TEST(Obj, refuses_wrong_lines_with_their_number) {
    EXPECT_THAT(refusal(kSquare + "f 1 2 5\n"), HasSubstr("m.obj:5: f: vertex 5 is out of range; 1 to 4"));
    EXPECT_THAT(refusal(kSquare + "f 1 2 0\n"), HasSubstr("m.obj:5"));
    EXPECT_THAT(refusal(kSquare + "f 1 2 -5\n"), HasSubstr("vertex -5 is out of range"));
    EXPECT_THAT(refusal(kSquare + "f 1 2 99999999999999999999\n"), HasSubstr("m.obj:5"));
    EXPECT_THAT(refusal(kSquare + "\nf 1 2 x\n"), HasSubstr("m.obj:6: f: 'x' is not a vertex number"));
    EXPECT_THAT(refusal(kSquare + "f 1 2\n"), HasSubstr("m.obj:5: f: three vertices"));
    EXPECT_THAT(refusal("v 0 0\nf 1 1 1\n"), HasSubstr("m.obj:1: v: three finite numbers"));
    EXPECT_THAT(refusal("v 0 0 nan\n"), HasSubstr("m.obj:1"));
    EXPECT_THAT(refusal("v 0 0 1e99\n"), HasSubstr("m.obj:1"));
    EXPECT_THAT(refusal(kSquare), HasSubstr("no faces"));
    EXPECT_THAT(refusal(std::string("\0\xff\x01 binary", 10)), HasSubstr("no faces"));
}

TEST(Obj, boxes_are_those_of_the_triangles) {
    const TempDir dir;
    const auto boxes = app::read_boxes(dir.write("m.obj", kSquare + "v 0 0 -2\nf 2 3 5\n"));
    ASSERT_EQ(boxes.size(), 1u);
    EXPECT_EQ(boxes[0].min.x, 0);
    EXPECT_EQ(boxes[0].min.z, -2);
    EXPECT_EQ(boxes[0].max.y, 1);
}

TEST(Obj, refuses_an_empty_file_and_a_folder) {
    const TempDir dir;
    EXPECT_THAT(message_of<app::BadFile>([&] { app::read_obj(dir.write("e.obj", "")); }), HasSubstr("empty"));
    EXPECT_THAT(message_of<app::BadFile>([&] { app::read_obj(dir.path()); }), HasSubstr("directory"));
}

}  // namespace
