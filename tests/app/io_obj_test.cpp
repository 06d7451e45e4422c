// Meshes: faces of any length and either way of counting; wrong ones are refused with their line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/base/errors.h"
#include "app/io/boxes.h"
#include "app/io/obj.h"
#include "tests/temp_dir.h"

namespace {

using testing::AllOf;
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
    EXPECT_THAT(refusal("hello\nv 0 0 0\nbye\n"),
                HasSubstr("no faces; lines such as 'f 1 2 3' expected; line 1 begins"));
}

TEST(Obj, reads_numbers_as_programs_write_them) {
    const app::Mesh mesh = app::parse_obj(
        "v +0 -1.07797e-046 1.\nv 1D0 3e-310 .5\nv 0 +1 1e-60 0.5 nan 1\nfo +1 +2/1 -1//\n", "m.obj");
    EXPECT_THAT(mesh.triangles, ElementsAre(Triangle{0, 1, 2}));
    EXPECT_EQ(mesh.vertices[1].x, 1);
    EXPECT_EQ(mesh.vertices[2].z, 0);
    const std::pair<const char*, const char*> cases[] = {
        {"v 0,5 1 2\n", "m.obj:5: v: three finite numbers expected; '0,5': a decimal comma? write 0.5"},
        {"v inf 0 0\n", "'inf': infinite"},
        {"v 0 1e39 0\n", "'1e39': too large"},
        {"v 0 0 3.4028236e38\n", "too large"},
        {"v 0 0 \xe2\x88\x92"
         "1\n",
         "U+2212, a minus sign"},
        {"v 0 0 0 f 1 2 3\n", "v: 'f' behind the coordinates"},
        {"f 1,2,3\n", "f: '1,2,3' is not a vertex number; numbers stand without commas"},
        {"f 1.0 2 3\n", "f: '1.0' is not a vertex number; not a whole number"},
        {"f 1/a 2 3\n", "f: '1/a' is not a vertex number"},
        {"f 1/1, 2/2, 3/3\n", "f: '1/1,' is not a vertex number; numbers stand without commas"},
    };
    for (const auto& [line, message] : cases)
        EXPECT_THAT(refusal(kSquare + line), HasSubstr(message)) << line;
}

/// Their neighbours are counted: a line that is passed over must not have been a vertex or a face.
TEST(Obj, refuses_unknown_words_that_may_be_vertices_or_faces) {
    const std::pair<std::string, std::string> cases[] = {
        {"V 0 0 0", "unknown word 'V': a small letter expected: 'v'"},
        {"F 1 2 3", "a small letter expected: 'f'"},
        {"\xef\xbb\xbfv 0 0 0", "unknown word 'U+FEFFv': it contains U+FEFF, a byte order mark"},
        {"v\xc2\xa0"
         "0 0 0",
         "U+00A0, a no-break space"},
        {"\xe2\x80\x8b"
         "f 1 2 3",
         "U+200B, a zero-width space"},
        {"v0 0 0", "a blank behind 'v' expected"},
        {"f1/1 2/2 3/3", "a blank behind 'f' expected"},
        {"f: 1 2 3", "'f' expected"},
        {"+v 0 0 0", "'v' expected"},
        {"0 0 0", "a number begins the line"},
        {"3 4", "a number begins the line"},
        {"vertex 0 0,5 0", "it may be a vertex or a face"},
        {"face 1/1 2/2 3/3", "it may be a vertex or a face"},
        {"12: v 0 0 0", "'v' behind '12:'; a line of its own expected"},
        {"vn 0 0 1 f 1 2 3", "'f' behind 'vn'; a line of its own expected"},
        {"vn 0 0 1 F 1 2 3", "'F' behind 'vn'; a line of its own expected"},
        {"face 1 2 3 red", "it may be a vertex or a face"},
        {"triangle 1 2 3 x", "it may be a vertex or a face"},
        {"usemtl red v 0 0 0", "'v' behind 'usemtl'; a line of its own expected"},
        {"call other.obj", "call: other files are not read"},
    };
    for (const auto& [line, message] : cases) {
        EXPECT_THAT(refusal(kSquare + line + "\nf 1 2 3\n"),
                    AllOf(HasSubstr("m.obj:5: "), HasSubstr(message)))
            << line;
    }
}

TEST(Obj, names_other_unknown_words_once) {
    std::vector<std::string> notes;
    const std::string faces = kSquare + "f 1 2 3\n";
    app::parse_obj("hello\n" + faces + "Version 2\n---\nVN 0 0 1\ng f v 1\nt crease 1\nvc 1 0 0\n", "m.obj",
                   &notes);
    EXPECT_THAT(notes, ElementsAre("m.obj:1: unknown word 'hello', passed over; so are 3 other lines"));
    notes.clear();
    app::parse_obj(faces + "surf 0 1 0 1 1 2 3\n", "m.obj", &notes);
    EXPECT_THAT(notes, ElementsAre("m.obj:6: surfaces of free form are not read"));
    notes.clear();
    app::parse_obj(faces + "g a b\ncurv 0 1 1 2\nsp 1\nend\n", "m.obj", &notes);
    EXPECT_THAT(notes, ElementsAre());
}

TEST(Obj, a_backslash_joins_lines_but_swallows_none) {
    const std::string faces[] = {"f 1 2 \\\n3\n", "f 1 2 \\  \t\n3\n", "f 1\\\n\\\n2 3",
                                 "f 1 2 3 # a \\\nv 9 9 9\n", "# c:\\models\\\nf 1 2 3\n"};
    for (const std::string& face : faces)
        EXPECT_EQ(app::parse_obj(kSquare + face, "m.obj").triangles.size(), 1u) << face;
    EXPECT_THAT(refusal("mtllib c:\\models\\\nv 0 0 0\n" + kSquare + "f 1 2 3\n"),
                HasSubstr("m.obj:2: 'v' behind a line that ends in a backslash, so it belongs to 'mtllib'"));
    EXPECT_THAT(refusal(kSquare + "f 1 2 3 \\\nf 2 3 4\n"),
                HasSubstr("m.obj:5: f: 'f' is not a vertex number"));
}

/// Eight cubes of 0.1 m in a row, 0.2 m apart, written with six decimals; and what else is in the file.
std::string cubes_at(double x, double y, double z, const std::string& more = "") {
    static constexpr int kFaces[12][3] = {{1, 3, 4}, {1, 4, 2}, {5, 6, 8}, {5, 8, 7}, {1, 2, 6}, {1, 6, 5},
                                          {3, 7, 8}, {3, 8, 4}, {1, 5, 7}, {1, 7, 3}, {2, 4, 8}, {2, 8, 6}};
    std::string text = more;
    char line[120];
    for (int cube = 0; cube < 8; ++cube) {
        for (int k = 0; k < 8; ++k) {
            std::snprintf(line, sizeof line, "v %.6f %.6f %.6f\n", x + 0.2 * cube + 0.1 * (k & 1),
                          y + 0.1 * (k >> 1 & 1), z + 0.1 * (k >> 2));
            text += line;
        }
        for (const auto& f : kFaces) {
            std::snprintf(line, sizeof line, "f %d %d %d\n", f[0] - 9, f[1] - 9, f[2] - 9);
            text += line;
        }
    }
    return text;
}

size_t overlaps(const app::Mesh& mesh) {
    const std::vector<sim::Box> boxes = app::triangle_boxes(mesh);
    size_t count = 0;
    for (size_t i = 0; i < boxes.size(); ++i) {
        for (size_t j = 0; j < i; ++j) {
            bool apart = false;
            for (int axis = 0; axis < 3; ++axis)
                apart |= boxes[i].max[axis] < boxes[j].min[axis] || boxes[j].max[axis] < boxes[i].min[axis];
            count += !apart;
        }
    }
    return count;
}

TEST(Obj, overlaps_are_the_same_wherever_a_mesh_lies) {
    const std::string far_vertex = "v 0 0 0\nv 1e30 -3e38 3e38\n";  // of no face
    const std::string texts[] = {cubes_at(0.123, 0.456, 0.789),
                                 cubes_at(500000.123, 5400000.456, 312.789),
                                 cubes_at(-500000.123, -5400000.456, -312.789),
                                 cubes_at(3906000.1, 305000.2, 5015000.3, far_vertex),
                                 cubes_at(0.123, 1e9 + 0.5, 0.789),
                                 cubes_at(20.123, 3.456, 0)};
    for (const std::string& text : texts) {
        std::vector<std::string> notes;
        EXPECT_EQ(overlaps(app::parse_obj(text, "m.obj", &notes)), 432u) << text.substr(0, 40);
        EXPECT_THAT(notes, ElementsAre());
    }
}

TEST(Obj, an_origin_is_taken_off_only_where_it_helps) {
    const auto first = [](const std::string& x1, const std::string& x2) {
        return app::parse_obj("v " + x1 + " 0 0\nv " + x2 + " 0 0\nv " + x1 + " 1 0\nf 1 2 3\n", "m.obj")
            .vertices[0]
            .x;
    };
    EXPECT_EQ(first("0.1", "0.7"), 0.1f);
    EXPECT_EQ(first("5.1", "6.1"), 5.1f);         // not far
    EXPECT_EQ(first("1000", "1000.5"), 1000.0f);  // exact as it is
    EXPECT_EQ(first("1000.1", "1000.7"), 0.0f);
    EXPECT_EQ(first("1.00000001", "1.00000002"), 0.0f);
    // Very far, and exact: what is computed of it later would not be.
    EXPECT_EQ(first("1000000", "1000001"), 0.0f);
    EXPECT_EQ(first("-1000007", "-1000003"), 0.0f);
    EXPECT_EQ(first("1000000.0625", "1000002.0625"), 0.0f);  // as a float has 1000000.05
    EXPECT_EQ(first("5400000", "5400001"), 0.0f);            // the floats lie half as far apart
    EXPECT_EQ(first("9000000", "9000008"), 0.0f);
    // These may have been rounded to floats.
    EXPECT_EQ(first("1000000", "1000000.9375"), 1e6f);
    EXPECT_EQ(first("1000000.06", "1000000.94"), 1000000.0625f);
    EXPECT_EQ(first("5400000", "5400001.5"), 5.4e6f);
    EXPECT_EQ(first("9000000", "9000003"), 9e6f);
    // Rounded once: to the nearest double first and to a float then it would be 1.
    EXPECT_EQ(first("1.00000005960464478", "3"), 1.00000012f);
}

TEST(Obj, coordinates_that_become_equal_are_said) {
    std::vector<std::string> notes;
    app::parse_obj(
        "v 0 0 0\nv 0.1 0 0\nv 0 1 0\nf 1 2 3\nv 5400000.456 0 0\nv 5400000.556 0 0\nv 5400000.456 1 0\nf 4 5 6\n"
        "v 9000000 0 0\nv 9000000.1 0 0\nv 9000000 1 0\nf 7 8 9\n",
        "m.obj", &notes);
    // Whatever the origin: some lie too far from others.
    EXPECT_THAT(notes,
                ElementsAre(HasSubstr(
                    "m.obj: coordinates that differ become equal as floats, such as x = 0 and 0.1; ")));
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
