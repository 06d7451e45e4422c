// Height maps: PNG and NumPy of the same numbers are the same ground; what is wrong is refused by name before
// memory is taken.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <png.h>

#include <cstring>

#include "app/base/errors.h"
#include "app/cli/resolve.h"
#include "app/io/height_map.h"
#include "app/io/npy.h"
#include "app/io/scene_toml.h"
#include "tests/temp_dir.h"

namespace {

using app::BadFile;
using testing::AllOf;
using testing::HasSubstr;

std::vector<uint16_t> numbers(uint32_t count) {
    std::vector<uint16_t> all(count);
    for (uint32_t k = 0; k < count; ++k) all[k] = static_cast<uint16_t>(k * 2654435761u >> 16);
    return all;
}

/// A PNG of `bytes`, which are rows from the top down, as libpng writes it.
std::string png(uint32_t columns, uint32_t rows, const std::vector<uint8_t>& bytes, int depth, int colour,
                int interlace = PNG_INTERLACE_NONE) {
    std::string file;
    png_structp out = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
    png_infop info = png_create_info_struct(out);
    png_set_write_fn(
        out, &file,
        [](png_structp from, png_bytep data, size_t count) {
            static_cast<std::string*>(png_get_io_ptr(from))->append(reinterpret_cast<char*>(data), count);
        },
        [](png_structp) {});
    png_set_IHDR(out, info, columns, rows, depth, colour, interlace, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_write_info(out, info);
    std::vector<png_bytep> lines;
    const size_t line = bytes.size() / rows;
    for (uint32_t row = 0; row < rows; ++row)
        lines.push_back(const_cast<png_bytep>(bytes.data()) + row * line);
    png_write_image(out, lines.data());
    png_write_end(out, nullptr);
    png_destroy_write_struct(&out, &info);
    return file;
}

std::string grey_png(uint32_t columns, uint32_t rows, const std::vector<uint16_t>& values) {
    std::vector<uint8_t> bytes;
    for (const uint16_t value : values) {
        bytes.push_back(static_cast<uint8_t>(value >> 8));
        bytes.push_back(static_cast<uint8_t>(value));
    }
    return png(columns, rows, bytes, 16, PNG_COLOR_TYPE_GRAY);
}

template <class T>
std::string npy(const std::string& type, uint64_t rows, uint64_t columns, const std::vector<T>& values) {
    std::ostringstream out;
    app::write_npy(out, type, {rows, columns}, std::as_bytes(std::span(values)));
    return out.str();
}

std::string refusal(const std::string& path) {
    return message_of<BadFile>([&] { app::read_height_map(path, 10); });
}

TEST(HeightMapFile, png_and_npy_of_the_same_numbers_are_the_same_map) {
    const TempDir dir;
    const auto values = numbers(20 * 17);
    const auto picture = app::read_height_map(dir.write("a.png", grey_png(20, 17, values)), 30);
    const auto array = app::read_height_map(dir.write("a.npy", npy("<u2", 17, 20, values)), 30);
    EXPECT_EQ(picture->columns, 20u);
    EXPECT_EQ(picture->rows, 17u);
    EXPECT_EQ(array->columns, 20u);
    EXPECT_EQ(array->rows, 17u);
    EXPECT_TRUE(picture->heights_m == array->heights_m);
    for (size_t k = 0; k < values.size(); ++k) {
        EXPECT_NEAR(picture->heights_m[k], 30.0 * values[k] / 65535, 1e-5);
    }
    // Metres as they are, where the file has metres.
    const auto metres = app::read_height_map(dir.write("m.npy", npy("<f4", 17, 20, picture->heights_m)), 1);
    EXPECT_TRUE(metres->heights_m == picture->heights_m);
}

TEST(HeightMapFile, the_same_map_gives_the_same_run_from_each_kind_of_file) {
    const TempDir dir;
    std::vector<uint16_t> values(32 * 32);
    for (size_t k = 0; k < values.size(); ++k) {
        const auto x = int(k % 32) - 16, z = int(k / 32) - 16;
        values[k] = static_cast<uint16_t>(100 * (x * x + z * z));
    }
    app::Options options;
    options.scene = "landscape";
    options.backend = "cpu";
    options.bodies = 200;
    uint64_t hash[3];
    options.heightmap = dir.write("a.png", grey_png(32, 32, values));
    for (int k = 0; k < 3; ++k) {
        const auto config = app::resolve_world(options);
        const auto world = app::create_world(config);
        world->step(1500);
        hash[k] = sim::state_hash(world->snapshot());
        if (k == 0) options.heightmap = dir.write("a.npy", npy("<u2", 32, 32, values));
        if (k == 1) {
            options.heightmap =
                dir.write("m.npy", npy("<f4", 32, 32, config.scene.terrain.heightmap->heights_m));
        }
    }
    EXPECT_EQ(hash[0], hash[1]);
    EXPECT_EQ(hash[0], hash[2]);
    options.heightmap = dir.write("a.npy", npy("<u2", 32, 32, numbers(32 * 32)));
    const auto world = app::create_world(app::resolve_world(options));
    world->step(1500);
    EXPECT_NE(sim::state_hash(world->snapshot()), hash[0]) << "another map, the same run";
}

TEST(HeightMapFile, refuses_pictures_of_another_form) {
    const TempDir dir;
    EXPECT_THAT(refusal(dir.write("8.png", png(16, 16, std::vector<uint8_t>(256), 8, PNG_COLOR_TYPE_GRAY))),
                AllOf(HasSubstr("8.png"), HasSubstr("8-bit grey; 16-bit grey expected")));
    EXPECT_THAT(refusal(dir.write("c.png", png(16, 16, std::vector<uint8_t>(768), 8, PNG_COLOR_TYPE_RGB))),
                HasSubstr("8-bit RGB"));
    EXPECT_THAT(refusal(dir.write("i.png", png(16, 16, std::vector<uint8_t>(512), 16, PNG_COLOR_TYPE_GRAY,
                                               PNG_INTERLACE_ADAM7))),
                HasSubstr("interlaced"));
}

TEST(HeightMapFile, refuses_maps_that_are_too_small_or_too_large) {
    const TempDir dir;
    EXPECT_THAT(refusal(dir.write("row.png", grey_png(20, 1, numbers(20)))),
                AllOf(HasSubstr("20 x 1"), HasSubstr("16 to 16384")));
    EXPECT_THAT(refusal(dir.write("row.npy", npy("<u2", 1, 20, numbers(20)))),
                AllOf(HasSubstr("(1, 20)"), HasSubstr("16 to 16384")));
    EXPECT_THAT(refusal(dir.write("wide.npy", npy("<u2", 16, 16385, numbers(16 * 16385)))),
                HasSubstr("(16, 16385)"));
    EXPECT_THAT(refusal(dir.write("wide.png", grey_png(16385, 16, numbers(16 * 16385)))),
                HasSubstr("16385 x 16"));
    EXPECT_THAT(refusal(dir.write("line.npy",
                                  [] {
                                      std::ostringstream out;
                                      const auto values = numbers(400);
                                      app::write_npy(out, "<u2", {400}, std::as_bytes(std::span(values)));
                                      return out.str();
                                  }())),
                HasSubstr("(400,)"));
    EXPECT_THAT(refusal(dir.write("int.npy", npy("<i4", 16, 16, std::vector<int>(256)))),
                AllOf(HasSubstr("int32"), HasSubstr("uint16 or float32 expected")));
}

TEST(HeightMapFile, refuses_heights_that_are_no_heights) {
    const TempDir dir;
    std::vector<float> values(256, 1.0f);
    values[16 * 3 + 5] = NAN;
    EXPECT_THAT(refusal(dir.write("nan.npy", npy("<f4", 16, 16, values))), HasSubstr("[3, 5] = nan"));
    values[16 * 3 + 5] = 2e5f;
    EXPECT_THAT(refusal(dir.write("high.npy", npy("<f4", 16, 16, values))), HasSubstr("[3, 5]"));
}

/// Every beginning of a file, and every byte of it changed: refused or read, never worse.
TEST(HeightMapFile, survives_every_cut_and_every_changed_byte) {
    const TempDir dir;
    const std::string whole = grey_png(16, 16, numbers(256));
    for (size_t length = 0; length < whole.size(); ++length) {
        const std::string path = dir.write("cut.png", whole.substr(0, length));
        EXPECT_THAT(refusal(path), HasSubstr("cut.png")) << length << " bytes";
    }
    for (size_t at = 0; at < whole.size(); ++at) {
        std::string changed = whole;
        changed[at] = static_cast<char>(changed[at] ^ 0x55);
        try {
            const auto map = app::read_height_map(dir.write("changed.png", changed), 10);
            EXPECT_EQ(map->heights_m.size(), size_t{map->columns} * map->rows);
        } catch (const BadFile&) {
        }
    }
}

/// CRC-32 as PNG has it.
uint32_t check_sum(const std::string& bytes) {
    uint32_t sum = ~0u;
    for (const char byte : bytes) {
        sum ^= static_cast<uint8_t>(byte);
        for (int bit = 0; bit < 8; ++bit) sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
    }
    return ~sum;
}

/// 16,384 x 16,384 says the header, and the file ends.
TEST(HeightMapFile, takes_no_memory_for_rows_that_are_not_there) {
    const TempDir dir;
    std::string file = grey_png(16384, 16, numbers(16 * 16384));
    file[22] = 0x40;  // height in the header: 0x4000
    file[23] = 0;
    const uint32_t sum = check_sum(file.substr(12, 17));
    for (int k = 0; k < 4; ++k) file[29 + k] = static_cast<char>(sum >> (24 - 8 * k));
    EXPECT_THAT(refusal(dir.write("claim.png", file)),
                AllOf(HasSubstr("claim.png: not a whole PNG"), testing::Not(HasSubstr("CRC"))));
}

TEST(HeightMapFile, is_for_scenes_with_a_terrain) {
    const TempDir dir;
    app::Options options;
    options.backend = "cpu";
    options.heightmap = dir.write("a.npy", npy("<u2", 16, 16, numbers(256)));
    EXPECT_THAT(message_of<app::BadUsage>([&] { app::resolve_world(options); }),
                HasSubstr("scene 'pile' has no ground"));
}

TEST(HeightMapFile, of_a_scene_is_found_beside_it) {
    const TempDir dir;
    dir.write("a.npy", npy("<u2", 16, 16, numbers(256)));
    app::Options options;
    options.backend = "cpu";
    options.scene =
        dir.write("s.toml", "[scene]\nname = 's'\nspawn = 'landscape'\n[terrain]\nheightmap = 'a.npy'\n");
    EXPECT_EQ(app::resolve_world(options).scene.terrain.heightmap->columns, 16u);
}

TEST(TerrainToml, is_read_and_refused_with_its_place) {
    const std::string head = "[scene]\nname = 's'\nspawn = 'landscape'\n[terrain]\n";
    const auto refused = [&](const std::string& text) {
        return message_of<BadFile>([&] { app::parse_scene(text, "s.toml"); });
    };
    const sim::Scene scene = app::parse_scene(head + "octaves = 3\ndrain = false\nheight_m = 7\n", "s.toml");
    EXPECT_EQ(scene.terrain.octaves, 3u);
    EXPECT_FALSE(scene.terrain.drain);
    EXPECT_EQ(scene.terrain.height_m, 7);
    EXPECT_THAT(refused(head + "drain = 1\n"), AllOf(HasSubstr("s.toml:5:9"), HasSubstr("true or false")));
    EXPECT_THAT(refused(head + "octaves = 17\n"), HasSubstr("0 to 16"));
    EXPECT_THAT(refused(head + "heigth_m = 7\n"), HasSubstr("did you mean 'height_m'"));
    EXPECT_THAT(refused("[scene]\nname = 's'\nspawn = 'pile'\n[terrain]\ndrain = true\n"),
                AllOf(HasSubstr("s.toml:4:1"), HasSubstr("'pile' have no ground")));
}

}  // namespace
