// Tables of numbers in the formats of other programs: what is read, and that what is wrong is named by line.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "app/base/errors.h"
#include "app/frames/table_items.h"
#include "tests/temp_dir.h"

namespace {

using app::BadFile;
using testing::ElementsAre;
using testing::HasSubstr;

class Tables : public testing::Test {
protected:
    app::NumberTable read(const std::string& name, const std::string& bytes) {
        return app::read_table(dir.write(name, bytes));
    }
    std::string refusal(const std::string& name, const std::string& bytes) {
        return message_of<BadFile>([&] {
            const app::NumberTable table = read(name, bytes);
            app::items_of_table(table, {}, name);
        });
    }
    std::string seed(const std::string& name) {
        return read_whole(std::string(SWEEPLAB_ROOT) + "/tests/fuzz/seeds/" + name);
    }
    TempDir dir;
};

TEST_F(Tables, csv_has_names_or_none) {
    const auto named = read("a.csv", "X, y;z\n");
    EXPECT_THAT(named.names, ElementsAre("x, y", "z"));
    const auto plain = read("a.csv", "1 2\t3\n# no\n\n4 5 6\n");
    EXPECT_THAT(plain.names, ElementsAre("0", "1", "2"));
    EXPECT_THAT(plain.columns[1], ElementsAre(2, 5));
    EXPECT_THAT(read("a.CSV", "\"x\",y\r\n1,2\r\n").columns[1], ElementsAre(2));
}

TEST_F(Tables, csv_names_the_line_that_is_wrong) {
    EXPECT_THAT(refusal("a.csv", "x,y,z\n1,2\n"),
                HasSubstr("a.csv:2: 2 values; 3 expected, as in the first line"));
    EXPECT_THAT(refusal("a.csv", "x,y,z\n1,2,z\n"), HasSubstr("a.csv:2: column z: 'z': a number expected"));
    EXPECT_THAT(refusal("a.csv", "x,x\n"), HasSubstr("two columns are called 'x'"));
    EXPECT_THAT(refusal("a.csv", "\n"), HasSubstr("empty"));
    EXPECT_THAT(refusal("a.csv", "x,y\n1,2\n"), HasSubstr("columns x, y; min_x, min_y"));
    EXPECT_THAT(refusal("a.csv", "key\n9007199254740994\n"), HasSubstr("key 0: a whole number above 2^53"));
    EXPECT_THAT(refusal("a.csv", "key,id\n1,0.5\n"), HasSubstr("id of item 0: a whole number"));
}

TEST_F(Tables, ply_of_words_and_of_bytes) {
    const auto words = read("a.ply", seed("ply/ascii.ply"));
    EXPECT_THAT(words.names, ElementsAre("x", "y", "z"));
    EXPECT_THAT(words.columns[2], ElementsAre(0, 3));
    EXPECT_THAT(read("a.ply", seed("ply/big.ply")).columns[3], ElementsAre(4));
    const auto splats = app::items_of_table(read("a.ply", seed("ply/splats.ply")), {}, "a.ply");
    EXPECT_EQ(splats.kind, app::ItemKind::spheres);
    EXPECT_NEAR(splats.boxes[0].max.x, 3 * std::exp(-3), 1e-6);
}

/// Kinds are tried one after the other, boxes first: what one of them found of its columns is no part of the next.
TEST_F(Tables, columns_of_another_kind_that_is_not_whole_do_not_matter) {
    const auto items = [&](const std::string& text) {
        return app::items_of_table(read("a.csv", text), {}, "a.csv");
    };
    const auto sphere = items("min_x,x,y,z,radius\n90,1,2,3,0.5\n");
    EXPECT_EQ(sphere.kind, app::ItemKind::spheres);
    EXPECT_FLOAT_EQ(sphere.boxes.at(0).min.x, 0.5);
    EXPECT_FLOAT_EQ(sphere.boxes.at(0).max.z, 3.5);
    const auto point = items("min_x,min_y,x,y,z\n90,91,1,2,3\n");
    EXPECT_EQ(point.kind, app::ItemKind::points);
    EXPECT_LE(point.boxes.at(0).max.x, 2);
    for (const char* others : {"x,key\n90,7\n", "x,y,radius,key\n90,91,1,7\n", "max_x,key\n90,7\n"}) {
        const auto keys = items(others);
        ASSERT_EQ(keys.kind, app::ItemKind::keys) << others;
        double key = 0;
        ASSERT_EQ(keys.keys.size(), sizeof key);
        std::memcpy(&key, keys.keys.data(), sizeof key);
        EXPECT_EQ(key, 7) << others;
    }
}

TEST_F(Tables, ply_names_what_is_wrong) {
    const std::string head = "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\n";
    EXPECT_THAT(refusal("a.ply", head + "end_header\n1\n"),
                HasSubstr("vertex 1 of 2 expected, the file ends"));
    EXPECT_THAT(refusal("a.ply", head + "end_header\n1 2\n1\n"),
                HasSubstr("a.ply:6: vertex 0: 2 values; 1 expected"));
    EXPECT_THAT(refusal("a.ply", head + "property flat y\n"), HasSubstr("a.ply:5: type 'flat'"));
    EXPECT_THAT(refusal("a.ply", head), HasSubstr("end_header expected"));
    EXPECT_THAT(refusal("a.ply", "ply\nformat ascii 1.0\nend_header\n"),
                HasSubstr("an element vertex expected"));
    EXPECT_THAT(refusal("a.ply", "solid\n"), HasSubstr("'ply' expected"));
    const std::string claims =
        "ply\nformat binary_little_endian 1.0\nelement vertex 4294967295\nproperty float x\n"
        "end_header\n";
    EXPECT_THAT(refusal("a.ply", claims), HasSubstr("vertex 0 of 4294967295 expected"));
}

TEST_F(Tables, vtk_of_both_forms_and_versions) {
    const auto words = read("a.vtk", seed("vtk/ascii.vtk"));
    EXPECT_THAT(words.names, ElementsAre("x", "y", "z", "radius"));
    EXPECT_THAT(words.columns[3], ElementsAre(1, 0.5));
    const auto bytes = read("a.vtk", seed("vtk/binary.vtk"));
    EXPECT_THAT(bytes.names, ElementsAre("x", "y", "z", "id"));
    EXPECT_THAT(bytes.columns[3], ElementsAre(5, 4));
    EXPECT_THAT(read("a.vtk", seed("vtk/version_5.vtk")).columns[2], ElementsAre(3));
}

TEST_F(Tables, vtk_passes_over_tensors_and_coordinates_and_refuses_what_it_does_not_know) {
    const std::string points =
        "# vtk DataFile Version 3.0\nt\nASCII\nDATASET POLYDATA\nPOINTS 1 float\n1 2 3\nPOINT_DATA 1\n";
    const auto table =
        read("a.vtk", points +
                          "TENSORS t float\n1 2 3 4 5 6 7 8 9\nTEXTURE_COORDINATES c 2 float\n1 2\n"
                          "SCALARS radius float\nLOOKUP_TABLE default\n0.5\nCELL_DATA 7\nanything\n");
    ASSERT_EQ(table.columns.size(), 4u);
    EXPECT_THAT(table.columns[3], ElementsAre(0.5));
    EXPECT_THAT(refusal("a.vtk", points + "COLOURS c 3\n"), HasSubstr("CELL_DATA expected"));
    std::string many = points;
    for (int i = 0; i < 300; ++i)
        many += "SCALARS a" + std::to_string(i) + " float\nLOOKUP_TABLE default\n1\n";
    EXPECT_THAT(refusal("a.vtk", many), HasSubstr("at most 256 arrays expected"));
}

TEST_F(Tables, vtk_names_what_is_wrong) {
    const std::string head = "# vtk DataFile Version 3.0\nt\nASCII\nDATASET POLYDATA\n";
    EXPECT_THAT(refusal("a.vtk", "vtk\n"), HasSubstr("'# vtk DataFile Version' expected"));
    EXPECT_THAT(refusal("a.vtk", head), HasSubstr("POINTS expected"));
    EXPECT_THAT(refusal("a.vtk", head + "POINTS 2 float\n1 2 3 4\n"),
                HasSubstr("item 1 of 2 expected, the file ends"));
    EXPECT_THAT(refusal("a.vtk", head + "POINTS 1 float\n1 2 3\nPOINT_DATA 2\n"),
                HasSubstr("1 expected, as many as"));
    EXPECT_THAT(refusal("a.vtk", "# vtk DataFile Version 3.0\nt\nASCII\nDATASET RECTILINEAR_GRID\n"),
                HasSubstr("POLYDATA or UNSTRUCTURED_GRID expected"));
}

TEST_F(Tables, xyz_plain_and_extended) {
    EXPECT_THAT(read("a.xyz", seed("xyz/plain.xyz")).names, ElementsAre("x", "y", "z"));
    const auto extended = read("a.xyz", seed("xyz/extended.xyz"));
    EXPECT_THAT(extended.names, ElementsAre("x", "y", "z", "radius", "id"));
    EXPECT_THAT(extended.columns[4], ElementsAre(3, 1));
    EXPECT_THAT(refusal("a.xyz", "2\n\nH 0 0 0\n"), HasSubstr("point 1 of 2 expected, the file ends"));
    EXPECT_THAT(refusal("a.xyz", "1\n\nH 0 0 0\n1\n\nH 0 0 0\n"),
                HasSubstr("each frame is a file of its own"));
    EXPECT_THAT(refusal("a.xyz", "1\n\nH 0 0\n"), HasSubstr("a.xyz:3: point 0: 3 words; 4 expected"));
}

}  // namespace
