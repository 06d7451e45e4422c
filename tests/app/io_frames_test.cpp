// Folders of own frames: which files they are, in which order, what each holds, and what is refused with its frame.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "app/base/errors.h"
#include "app/frames/camera_keys.h"
#include "app/frames/frame_facts.h"
#include "app/frames/frames_report.h"
#include "app/frames/table_items.h"
#include "app/io/npy.h"
#include "tests/temp_dir.h"

namespace {

using app::BadFile;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

template <class T>
std::string npy(const char* type, std::vector<uint64_t> shape, const std::vector<T>& items) {
    std::ostringstream out;
    app::write_npy(out, type, shape, std::as_bytes(std::span(items)));
    return out.str();
}

std::string keys(const std::vector<uint32_t>& items) { return npy("<u4", {items.size()}, items); }

std::vector<uint32_t> keys_of(const app::FrameItems& items) {
    std::vector<uint32_t> all(items.count());
    if (!all.empty()) std::memcpy(all.data(), items.keys.data(), items.keys.size());
    return all;
}

class OwnFrames : public testing::Test {
protected:
    std::string refusal(size_t frame) {
        return message_of<BadFile>([&] { app::FrameSet(dir.path()).read(frame); });
    }
    std::string refusal_to_open() {
        return message_of<BadFile>([&] { app::FrameSet(dir.path()); });
    }
    app::FrameItems only_frame(const std::string& name, const std::string& bytes) {
        dir.write(name, bytes);
        return app::FrameSet(dir.path()).read(0);
    }
    TempDir dir;
};

TEST_F(OwnFrames, stand_in_the_order_of_their_numbers) {
    for (const uint32_t number : {10u, 9u, 1u, 100u})
        dir.write("f_" + std::to_string(number) + ".npy", keys({number}));
    const app::FrameSet set(dir.path());
    ASSERT_EQ(set.size(), 4u);
    EXPECT_EQ(set.name(1), "f_9.npy");
    EXPECT_EQ(set.number(3), 100u);
    for (size_t frame = 0; frame < 4; ++frame)
        EXPECT_THAT(keys_of(set.read(frame)), ElementsAre(set.number(frame)));
    EXPECT_THAT(set.notes(), ElementsAre("frames 2 to 8 are missing", "frames 11 to 99 are missing"));
    EXPECT_TRUE(app::comes_before("a2b10", "a02b11"));
    EXPECT_FALSE(app::comes_before("f_10.npy", "f_9.npy"));
}

TEST_F(OwnFrames, may_be_numbered_in_steps) {
    for (const uint32_t number : {100u, 110u, 140u})
        dir.write("f_" + std::to_string(number) + ".npy", keys({1}));
    EXPECT_THAT(app::FrameSet(dir.path()).notes(), ElementsAre("frames 120 to 130 are missing"));
}

TEST_F(OwnFrames, files_of_other_endings_are_left_out_and_named) {
    dir.write("f_0.npy", keys({1}));
    dir.write("f_1.npy", keys({1}));
    dir.write("f_2.csv", "key\n1\n");
    const app::FrameSet set(dir.path());
    EXPECT_EQ(set.size(), 2u);
    EXPECT_THAT(set.notes(), ElementsAre(HasSubstr("f_2.csv: left out; files such as f_0.npy expected")));
}

TEST_F(OwnFrames, of_another_kind_or_cut_short_are_refused_by_number) {
    dir.write("f_0.npy", keys({1, 2}));
    dir.write("f_1.npy", npy<float>("<f4", {1, 4}, {0, 0, 0, 1}));
    dir.write("f_3.npy", keys({1, 2}).substr(0, 130));
    EXPECT_THAT(refusal(1),
                AllOf(HasSubstr("frame 1: "), HasSubstr("spheres; u32 keys expected, as in f_0.npy")));
    EXPECT_THAT(refusal(2), AllOf(HasSubstr("frame 3: "), HasSubstr("8 bytes, but only 2 are there")));
}

TEST_F(OwnFrames, boxes_have_six_columns_or_two_corners) {
    const std::vector<float> two = {0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 4};
    EXPECT_EQ(only_frame("a.npy", npy("<f4", {2, 6}, two)).boxes[1].max.z, 4);
    EXPECT_EQ(only_frame("a.npy", npy("<f4", {2, 2, 3}, two)).boxes[1].max.z, 4);
    dir.write("a.npy", npy("<f4", {2, 1, 6}, two));
    EXPECT_EQ(app::FrameSet(dir.path()).size(), 2u);
    EXPECT_EQ(app::FrameSet(dir.path()).read(1).boxes[0].min.x, 2);
}

TEST_F(OwnFrames, of_one_column_in_several_files_are_refused_with_what_to_do) {
    for (const std::string name : {"f_0.npy", "f_1.npy"})
        dir.write(name, npy<uint32_t>("<u4", {2, 1}, {7, 5}));
    EXPECT_THAT(refusal_to_open(),
                AllOf(HasSubstr("f_0.npy: (2, 1) is several frames"), HasSubstr("a.ravel()")));
}

TEST_F(OwnFrames, a_header_that_claims_too_many_frames_opens_what_is_there) {
    dir.write("a.npy", npy<uint32_t>("<u4", {300'000'000'000'000, 2}, {1, 2, 3, 4, 5, 6}));
    const app::FrameSet set(dir.path());
    EXPECT_LE(set.size(), 32u) << "with the bytes of the header";
    EXPECT_THAT(set.notes(), ElementsAre(HasSubstr("claims 300000000000000 frames")));
    EXPECT_THAT(keys_of(set.read(1)), testing::SizeIs(2));
    dir.write("a.npy", npy<uint32_t>("<u4", {uint64_t{1} << 60, 0}, {}));
    EXPECT_LE(app::FrameSet(dir.path()).size(), 1000u);
}

TEST_F(OwnFrames, in_fortran_order_are_refused_whatever_their_dimensions) {
    std::string bytes = npy<float>("<f4", {1, 2, 3}, {0, 0, 0, 1, 1, 1});
    const size_t at = bytes.find("False");
    bytes.replace(at, 5, "True ");
    dir.write("a.npy", bytes);
    EXPECT_THAT(refusal_to_open(), HasSubstr("Fortran order"));
}

TEST_F(OwnFrames, doubles_are_rounded_outwards) {
    const app::FrameItems items = only_frame("a.npy", npy<double>("<f8", {1, 6}, {0.1, 0, 0, 0.1, 1, 1}));
    EXPECT_LT(double(items.boxes[0].min.x), 0.1);
    EXPECT_GT(double(items.boxes[0].max.x), 0.1);
}

TEST_F(OwnFrames, wrong_boxes_are_refused_with_their_index) {
    dir.write("f_0.npy", npy<float>("<f4", {1, 6}, {0, 0, 0, 1, 1, 1}));
    dir.write("f_1.npy", npy<float>("<f4", {2, 6}, {0, 0, 0, 1, 1, 1, 0, NAN, 0, 1, 1, 1}));
    dir.write("f_2.npy", npy<float>("<f4", {1, 6}, {0, 0, 2, 1, 1, 1}));
    EXPECT_THAT(refusal(1), AllOf(HasSubstr("frame 1: "), HasSubstr("f_1.npy: box 1: NaN: y from nan to 1")));
    EXPECT_THAT(refusal(2), HasSubstr("box 0: min > max: z from 2 to 1; finite with min <= max expected"));
    dir.write("f_2.npy", npy<float>("<f4", {1, 4}, {0, 0, 2, -1}));
    EXPECT_THAT(refusal(2), HasSubstr("sphere 0: radius -1; a finite number of at least 0 expected"));
}

TEST_F(OwnFrames, points_have_one_radius) {
    dir.write("frames.toml", "[frames]\nradius = 0.5\naxis = \"z\"\n");
    const app::FrameItems items = only_frame("a.csv", "x,y,z,id\n1,2,3,8\n4,5,6,9\n");
    EXPECT_EQ(items.kind, app::ItemKind::points);
    EXPECT_EQ(items.boxes[1].min.z, 5.5f);
    EXPECT_THAT(items.ids, ElementsAre(8, 9));
    EXPECT_EQ(app::FrameSet(dir.path()).form().axis, 2);
}

TEST_F(OwnFrames, an_id_that_repeats_is_refused) {
    dir.write("f_0.csv", "key,id\n1,0\n2,1\n");
    dir.write("f_1.csv", "key,id\n1,4\n2,7\n3,4\n");
    EXPECT_THAT(refusal(1), HasSubstr("the id 4 of item 2 is that of item 0, too; an id per item expected"));
}

TEST_F(OwnFrames, ids_may_be_a_file_per_frame) {
    dir.write("frames.toml", "[frames]\nids = \"ids_%03d.npy\"\n");
    dir.write("f_7.npy", keys({1, 2}));
    dir.write("ids_007.npy", npy<uint64_t>("<u8", {2}, {5, 3}));
    dir.write("f_8.npy", keys({1, 2}));
    dir.write("ids_008.npy", npy<uint64_t>("<u8", {3}, {5, 3, 1}));
    EXPECT_THAT(app::FrameSet(dir.path()).read(0).ids, ElementsAre(5, 3));
    EXPECT_THAT(refusal(1), HasSubstr("ids_008.npy: 3 ids; 2 expected, one per item of the frame"));
}

TEST_F(OwnFrames, a_stack_that_ends_early_plays_up_to_there) {
    const std::string whole = npy<uint32_t>("<u4", {3, 2}, {1, 2, 3, 4, 5, 6});
    dir.write("all.npy", whole.substr(0, whole.size() - 4));
    EXPECT_EQ(app::FrameSet(dir.path()).size(), 3u);
    EXPECT_THAT(keys_of(app::FrameSet(dir.path()).read(1)), ElementsAre(3, 4));
    EXPECT_THAT(refusal(2), HasSubstr("the file ends within index 2, after 4 of its 8 bytes"));
}

TEST_F(OwnFrames, frames_toml_is_read_strictly) {
    dir.write("a.npy", keys({1}));
    const auto refused = [&](const std::string& toml) {
        dir.write("frames.toml", toml);
        return refusal_to_open();
    };
    EXPECT_THAT(refused("[frames]\nkind = \"box\"\n"), HasSubstr("frames.toml:2:8: unknown kind 'box'"));
    EXPECT_THAT(refused("[frames]\naxes = \"x\"\n"), HasSubstr("did you mean 'axis'"));
    EXPECT_THAT(refused("[frame]\n"), HasSubstr("did you mean 'frames'"));
    EXPECT_THAT(refused("[frames]\nids = \"%x.npy\"\n"), HasSubstr("one number like %06d"));
    EXPECT_THAT(refused("[frames]\nbits = \"9-3\"\n"), HasSubstr("frames.toml:2:8"));
    EXPECT_THAT(refused("[frames]\nkind = \"boxes\"\n"), HasSubstr("boxes expected, as frames.toml says"));
}

TEST_F(OwnFrames, an_empty_folder_and_a_missing_one_are_refused) {
    EXPECT_THAT(refusal_to_open(),
                HasSubstr("no .npy file in it, nor .csv, .ply, .vtk or .xyz; `sweeplab bench"));
    // `bench record` makes a folder of frames for each scene.
    std::filesystem::create_directory(dir / "empty");
    for (const char* scene : {"pile", "gas"}) {
        std::filesystem::create_directory(dir / scene);
        dir.write(std::string(scene) + "/000000.npy", keys({1}));
    }
    EXPECT_THAT(refusal_to_open(), HasSubstr("; " + (dir / "gas") + " has some"));
    EXPECT_THAT(message_of<BadFile>([&] { app::FrameSet(dir / "no"); }), HasSubstr("No such file"));
}

TEST_F(OwnFrames, are_read_ahead_and_go_on_behind_a_bad_one) {
    for (int number = 0; number < 20; ++number)
        dir.write("f_" + std::to_string(number) + ".npy", number == 7 ? "no" : keys({uint32_t(number)}));
    const app::FrameSet set(dir.path());
    app::FrameReadAhead ahead(set);
    size_t next = 0, bad = 0;
    while (const auto frame = ahead.next()) {
        EXPECT_EQ(frame->frame, next++);
        bad += frame->fault.empty() ? 0 : 1;
        EXPECT_EQ(frame->fault.empty(), frame->frame != 7) << frame->fault;
    }
    EXPECT_EQ(next, 20u);
    EXPECT_EQ(bad, 1u);
    { const app::FrameReadAhead left_early(set); }
}

TEST(CarriedOrder, follows_ids_and_puts_new_ones_last) {
    app::CarriedOrder carried;
    app::FrameItems items;
    items.keys.resize(3 * 4);
    items.ids = {10, 20, 30};
    EXPECT_THAT(carried.arranged(items), ElementsAre(0, 1, 2));
    carried.keep(items, {2, 0, 1});  // 30, 10, 20
    items.keys.resize(4 * 4);
    items.ids = {40, 10, 30, 50};
    EXPECT_THAT(carried.arranged(items), ElementsAre(2, 1, 0, 3));
}

TEST(CarriedOrder, without_ids_the_index_is_the_id) {
    app::CarriedOrder carried;
    app::FrameItems items;
    items.keys.resize(3 * 4);
    carried.keep(items, {2, 0, 1});
    items.keys.resize(2 * 4);
    EXPECT_THAT(carried.arranged(items), ElementsAre(0, 1));
    items.keys.resize(4 * 4);
    EXPECT_THAT(carried.arranged(items), ElementsAre(2, 0, 1, 3));
}

TEST(Movers, are_the_fewest_keys_that_are_out_of_order) {
    const auto movers = [](std::vector<uint64_t> keys) { return app::movers_of(keys); };
    EXPECT_EQ(movers({}), 0u);
    EXPECT_EQ(movers({1, 2, 2, 3}), 0u);
    EXPECT_EQ(movers({1, 5, 2, 3, 4}), 1u);
    EXPECT_EQ(movers({3, 2, 1}), 2u);
    EXPECT_EQ(app::descents_of(std::vector<uint64_t>{1, 5, 2, 3, 1}), 2u);
}

TEST_F(OwnFrames, an_examiner_carries_the_order_from_frame_to_frame) {
    // In order of ids both frames are in disorder; carried, the second has one descent.
    dir.write("f_0.npy", keys({50, 10, 40, 20, 30}));
    dir.write("f_1.npy", keys({51, 11, 41, 31, 30}));
    const app::FrameSet set(dir.path());
    app::FrameExaminer examiner(set.form());
    const auto examined = [&](size_t frame) { return examiner.examine(set, {frame, set.read(frame), ""}); };
    EXPECT_EQ(examined(0).descents, 2u);
    const app::FrameFacts second = examined(1);
    EXPECT_EQ(second.recorded_descents, 3u);
    EXPECT_EQ(second.descents, 1u);
    EXPECT_EQ(second.movers, 1u);
    EXPECT_EQ(second.disorder.max_shift, 1u);
}

TEST_F(OwnFrames, the_report_names_the_frame_in_the_worst_disorder_with_its_share) {
    for (const char* name : {"f_0.npy", "f_1.npy", "f_2.npy", "f_3.npy"}) dir.write(name, keys({1, 2}));
    const app::FrameSet set(dir.path());
    const auto frame = [](uint64_t number, uint32_t count, uint32_t recorded, uint32_t descents,
                          uint32_t movers) {
        app::FrameFacts facts;
        facts.number = number;
        facts.count = count;
        facts.recorded_descents = recorded;
        facts.carried = number > 0;
        facts.descents = descents;
        facts.movers = movers;
        facts.path = "full sort";
        return facts;
    };
    // The first one carries nothing; the worst has not always the most keys out of order.
    const std::string text =
        app::frames_text(set, std::vector{frame(0, 2, 1, 1, 1), frame(1, 1000, 400, 100, 3),
                                          frame(2, 4000, 2000, 160, 6), frame(3, 2000, 900, 30, 8)});
    for (const char* line :
         {"n               median 1,000, 2 to 4,000; unequal, which a sort allows\n",
          "descents        median 4.0 % of the keys; worst frame 1, 100 of 1,000, 10.0 %\n",
          "movers          median 0.30 % of the keys; worst frame 3, 8 of 2,000, 0.40 %\n",
          "as recorded     median 45.0 % of the keys; worst frame 2, 2,000 of 4,000, 50.0 %: descents\n"})
        EXPECT_THAT(text, HasSubstr(line));
}

TEST(CameraKeys, have_the_tile_above_the_depth) {
    app::CameraRide ride;
    ride.from = ride.to = {0, 0, 10};
    ride.width = 64, ride.height = 32, ride.view_angle_degrees = 90;
    const std::vector<sim::Vec3> points = {
        {0, 0, 0}, {0, 0, 20}, {0.1f, 0.1f, 2}, {100, 0, 0}, {0.1f, -0.1f, 2}};
    const app::FrameItems items = app::camera_keys(points, ride, 0);
    EXPECT_THAT(items.ids, ElementsAre(0, 2, 4));
    uint64_t all[3];
    ASSERT_EQ(items.keys.size(), sizeof all);
    std::memcpy(all, items.keys.data(), sizeof all);
    EXPECT_EQ(all[0], (uint64_t{6} << 32 | 0x41200000u));  // tiles of 16 pixels, four across; depth 10
    EXPECT_EQ(all[1], (uint64_t{2} << 32 | 0x41000000u));
    EXPECT_EQ(all[2] >> 32, 6u);
}

}  // namespace
