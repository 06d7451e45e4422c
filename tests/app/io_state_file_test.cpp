// --save: the state of a world as NumPy and VTK files, read again to the bit.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "app/base/errors.h"
#include "app/frames/frame_set.h"
#include "app/io/tables/state_file.h"
#include "tests/temp_dir.h"

namespace {

using app::BadFile;
using testing::ElementsAre;
using testing::HasSubstr;

/// Values whose bits a text, or another order of bytes, would lose.
sim::Snapshot odd_state(bool rotates) {
    sim::Snapshot state;
    state.completed_steps = 12;
    for (uint32_t i = 0; i < 1500; ++i) {
        const float v = std::nextafter(0.1f * float(i), 9e9f);
        state.bodies.push_back({{v, -0.0f, 1e-40f}, 0.25f + v, {-v, 3e38f, v * v}, i ? v : HUGE_VALF, {}, 0});
        if (rotates) state.rotations.push_back({{0.5f, -0.5f, v, 0.125f}, {v, -v, 0}, i % 3});
    }
    return state;
}

std::string written(const TempDir& dir, const std::string& name, const sim::Snapshot& state) {
    const std::string path = dir / name;
    app::StateFile file(path);
    file.write(state);
    file.commit();
    return path;
}

/// Compares the columns of a state with those that a file has, by these names.
void expect_same_bits(const app::NumberTable& table, const app::NumberTable& read,
                      const std::map<std::string, std::string>& names) {
    for (size_t i = 0; i < table.names.size(); ++i) {
        const auto other = names.find(table.names[i]);
        const std::string name = other == names.end() ? table.names[i] : other->second;
        const auto at = read.find({name});
        ASSERT_TRUE(at) << name;
        ASSERT_EQ(read.columns[*at].size(), table.rows()) << name;
        for (size_t row = 0; row < table.rows(); ++row)
            ASSERT_EQ(std::bit_cast<uint64_t>(read.columns[*at][row]),
                      std::bit_cast<uint64_t>(table.columns[i][row]))
                << name << " of body " << row;
    }
}

TEST(StateFile, is_read_again_to_the_bit) {
    const TempDir dir;
    for (const bool rotates : {false, true}) {
        const sim::Snapshot state = odd_state(rotates);
        const app::NumberTable table = app::table_of_state(state);
        ASSERT_EQ(table.names.size(), rotates ? 17u : 9u);
        EXPECT_EQ(std::bit_cast<uint32_t>(float(table.columns[2][7])), 0x80000000u) << "-0";
        const app::NumberTable npy = app::read_table(written(dir, "s.npy", state));
        EXPECT_EQ(npy.names, table.names);
        expect_same_bits(table, npy, {});
        expect_same_bits(table, app::read_table(written(dir, "s.vtk", state)),
                         {{"vx", "velocity_x"},
                          {"vy", "velocity_y"},
                          {"vz", "velocity_z"},
                          {"lx", "momentum_x"},
                          {"ly", "momentum_y"},
                          {"lz", "momentum_z"}});
    }
}

TEST(StateFile, is_a_frame_of_spheres) {
    const TempDir dir;
    sim::Snapshot state;
    state.bodies = {{{1, 2, 3}, 0.5f, {}, 1, {}, 0}, {{4, 5, 6}, 1, {}, 1, {}, 0}};
    written(dir, "state_1.npy", state);
    state.bodies[0].position_m.x = 2;
    written(dir, "state_2.npy", state);
    const app::FrameSet set(dir.path());
    EXPECT_EQ(set.kind(), app::ItemKind::spheres);
    ASSERT_EQ(set.size(), 2u);
    const app::FrameItems items = set.read(1);
    EXPECT_THAT(items.ids, ElementsAre(0, 1));
    EXPECT_EQ(items.boxes[0].min.x, 1.5f);
    EXPECT_EQ(items.boxes[1].max.z, 7);
    EXPECT_EQ(app::FrameSet(dir / "state_1.npy").size(), 1u) << "one file";
}

std::string npy_bytes(const std::string& descr, const std::string& shape, const std::string& bytes) {
    std::string header = "{'descr': " + descr + ", 'fortran_order': False, 'shape': " + shape + ", }";
    header.append(63 - (10 + header.size()) % 64, ' ');
    header += '\n';
    return std::string("\x93NUMPY\1\0", 8) + char(header.size()) + '\0' + header + bytes;
}

TEST(NpyTable, records_have_padding_and_either_order_of_bytes) {
    const TempDir dir;
    const std::string row("\1\0\0\0\0\0\0\2\x3f\x80\0\0", 12);
    const app::NumberTable table = app::read_table(dir.write(
        "r.npy", npy_bytes("[('ID', '|u1'), ('', '|V3'), ('k', '>u4'), ('x', '>f4')]", "(2,)", row + row)));
    EXPECT_THAT(table.names, ElementsAre("id", "k", "x"));
    EXPECT_THAT(table.columns, ElementsAre(ElementsAre(1, 1), ElementsAre(2, 2), ElementsAre(1, 1)));
    const app::NumberTable plain =
        app::read_table(dir.write("p.npy", npy_bytes("'|u1'", "(2, 3)", "\1\2\3\4\5\6")));
    EXPECT_THAT(plain.names, ElementsAre("0", "1", "2"));
    EXPECT_THAT(plain.columns[2], ElementsAre(3, 6));
}

TEST(NpyTable, names_what_is_wrong) {
    const TempDir dir;
    const auto refusal = [&](const std::string& descr, const std::string& shape, const std::string& bytes) {
        return message_of<BadFile>(
            [&] { app::read_table(dir.write("r.npy", npy_bytes(descr, shape, bytes))); });
    };
    EXPECT_THAT(refusal("[('x', '<f4', (3,))]", "(1,)", ""),
                HasSubstr("field x: several values; one number"));
    EXPECT_THAT(refusal("[('name', '<U3')]", "(1,)", ""), HasSubstr("field name: texts"));
    EXPECT_THAT(refusal("[('x', '|u1'), ('X', '|u1')]", "(1,)", "ab"), HasSubstr("two fields are called X"));
    EXPECT_THAT(refusal("[('x', '|u1')]", "(1, 2)", "ab"),
                HasSubstr("records of shape (1, 2); (N,) expected"));
    EXPECT_THAT(refusal("[('x', '|u1')]", "(3,)", "ab"), HasSubstr("says 3 rows, but the file ends"));
    EXPECT_THAT(refusal("[('x', '|u1')]", "(1,)", "ab"), HasSubstr("more bytes follow"));
    EXPECT_THAT(refusal("[('x', '|u1')]", "(99999999999999,)", "ab"), HasSubstr("but the file ends"));
    EXPECT_THAT(refusal("'<f4'", "(99999999999999, 0)", ""), HasSubstr("no column of numbers"));
    EXPECT_THAT(refusal("[('', '|V70000')]", "(9,)", ""), HasSubstr("field : raw bytes"));
    EXPECT_THAT(refusal("'<c8'", "(1,)", ""), HasSubstr("complex64"));
    EXPECT_THAT(refusal("'<f4'", "(1, 2, 3)", ""),
                HasSubstr("records, or numbers of shape (N, columns) expected"));
}

}  // namespace
