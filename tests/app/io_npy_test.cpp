// NumPy files: what is legal reads back exactly, what is wrong is refused by name before memory is taken.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstring>
#include <limits>
#include <numeric>
#include <thread>

#include "app/base/errors.h"
#include "app/io/boxes.h"
#include "app/io/npy.h"
#include "app/io/npy_header.h"
#include "sort/base/errors.h"
#include "tests/temp_dir.h"

namespace {

using app::BadFile;
using testing::AllOf;
using testing::HasSubstr;

const app::NpyExpected kKeys = {{"<u4", "<i4", "<f4", "<u8", "<i8", "<f8"}, 0};

std::string npy(const std::string& header, const std::string& data, int major = 1) {
    std::string text = header;
    const size_t before = major == 1 ? 10 : 12;
    text.append(63 - (before + text.size()) % 64, ' ');
    text += '\n';
    std::string file = "\x93NUMPY";
    file += static_cast<char>(major);
    file += '\0';
    for (int byte = 0; byte < (major == 1 ? 2 : 4); ++byte)
        file += static_cast<char>(text.size() >> 8 * byte & 255);
    return file + text + data;
}

std::string header(const std::string& type, const std::string& shape, const std::string& fortran = "False") {
    return "{'descr': '" + type + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }";
}

class NpyFile : public testing::Test {
protected:
    std::string refusal(const std::string& bytes, const app::NpyExpected& wanted = kKeys) {
        const std::string path = dir.write("a.npy", bytes);
        return message_of<BadFile>([&] { app::read_npy(path, wanted); });
    }
    TempDir dir;
};

TEST_F(NpyFile, reads_every_header_version) {
    const std::string data("\x01\0\0\0\x02\0\0\0", 8);
    for (const int major : {1, 2, 3}) {
        const auto array = app::read_npy(dir.write("a.npy", npy(header("<u4", "(2,)"), data, major)), kKeys);
        EXPECT_THAT(array.as<uint32_t>(), testing::ElementsAre(1, 2)) << major;
    }
}

TEST_F(NpyFile, keys_of_the_header_may_stand_in_any_order_and_quotes) {
    const std::string text = "{\"shape\":(1,),'fortran_order':True,'descr':'<i8'}";
    const auto array = app::read_npy(dir.write("a.npy", npy(text, std::string(8, '\xff'))), kKeys);
    EXPECT_THAT(array.as<int64_t>(), testing::ElementsAre(-1));
}

TEST_F(NpyFile, headers_are_read_as_numpy_reads_them) {
    const std::string headers[] = {
        "{'descr': '<u4', 'fortran_order': False, 'shape': (2L,), }",
        "{'shape': (2l,),\t'descr':\t\"<u4\",\r\n 'fortran_order' : True}",
        "{u'descr': u'=u4', u'fortran_order': False, u'shape': (+2,)}",
        "{'descr': 'uint32', 'fortran_order': False, 'shape': (0_2,)}",
        "{'descr': '<I', 'fortran_order': False, 'shape': ( 2 , ) , }",
    };
    for (const std::string& text : headers) {
        const auto array = app::read_npy(dir.write("a.npy", npy(text, "12345678")), kKeys);
        EXPECT_EQ(array.rows(), 2u) << text;
        EXPECT_EQ(array.type, "<u4") << text;
    }
    const std::string boxes = "{'descr': '<f4', 'fortran_order': True, 'shape': (1L, 6L)}";
    EXPECT_EQ(app::read_npy(dir.write("b.npy", npy(boxes, std::string(24, '\0'))), {{"<f4"}, 6}).rows(), 1u);
}

TEST_F(NpyFile, other_types_are_named_with_what_to_do) {
    const app::NpyExpected boxes = {{"<f4"}, 6},
                           heights = {.types = {"<u2", "<f4"}, .least_side = 16, .most_side = 64};
    const std::tuple<const char*, const char*, const char*> cases[] = {
        {"'<f2'", "holds float16 ('<f2'); ", "a.astype(numpy.float32) makes it"},
        {"'|b1'", "holds bool ('|b1'); ", "a.astype(numpy.uint32)"},
        {"'?'", "holds bool ('|b1'); ", "a.astype(numpy.uint32)"},
        {"'|u1'", "holds uint8 ('|u1'); ", "a.astype(numpy.uint32)"},
        {"'<i2'", "holds int16 ('<i2'); ", "a.astype(numpy.int32)"},
        {"'>f4'", "holds float32, big endian ('>f4'); ", "a.astype(numpy.float32)"},
        {"'<f16'", "holds float128 ('<f16'); ", "a.astype(numpy.float32)"},
        {"'<c8'", "holds complex64 ('<c8'); ", "a.real.astype(numpy.float32)"},
        {"'|O'", "holds Python objects ('|O'); ", "a.astype(numpy.float32)"},
        {"'<U3'", "holds texts ('<U3'); ", "a.astype("},
        {"'<M8[ns]'", "holds dates ('<M8[ns]'); ", "a.astype(numpy.int64)"},
        {"'strange'", "holds 'strange'; ", "a.astype("},
        {"[('x', '<f4'), ('y', '<f4', (3,)), (('t', 'z'), [('w', '<i4')])]",
         "holds records with the fields x, y, z; ",
         "numpy.lib.recfunctions.structured_to_unstructured(a, numpy.float32)"},
    };
    for (const auto& [type, name, remedy] : cases) {
        const std::string text =
            std::string("{'descr': ") + type + ", 'fortran_order': False, 'shape': (2,), }";
        EXPECT_THAT(refusal(npy(text, "12")), AllOf(HasSubstr(name), HasSubstr(remedy)));
    }
    EXPECT_THAT(refusal(npy(header("|u1", "(16, 16)"), ""), heights), HasSubstr("a.astype(numpy.uint16)"));
    EXPECT_THAT(refusal(npy(header("<i2", "(16, 16)"), ""), heights), HasSubstr("a.astype(numpy.float32)"));
    EXPECT_THAT(refusal(npy(header("<f8", "(2, 6)"), ""), boxes), HasSubstr("a.astype(numpy.float32)"));
    EXPECT_THAT(refusal(npy(header("<f4", "(6, 2)"), ""), boxes),
                HasSubstr("(N, 6) expected: a.T.copy() makes it"));
    EXPECT_THAT(refusal(npy(header("<f4", "(2, 2, 3)"), ""), boxes), HasSubstr("a.reshape(-1, 6) makes it"));
    EXPECT_THAT(refusal(npy(header("<u4", "(2, 1)"), "")), HasSubstr("a.ravel() makes it"));
    for (const char* text :
         {"{'descr': [('x', '<f4'), 'fortran_order': False, 'shape': (2,)}", "{'descr': [[[[",
          "{'descr': ('<f4', (3,)), 'fortran_order': False, 'shape': (2,)}", "{'descr': ''}"})
        EXPECT_THAT(refusal(npy(text, "")), HasSubstr(" of the header")) << text;
}

TEST_F(NpyFile, written_arrays_read_back) {
    std::vector<float> values(600);
    std::iota(values.begin(), values.end(), -5.0f);
    for (const size_t rows : {0, 1, 100}) {
        const std::string path = dir / "w.npy";
        std::ofstream out(path, std::ios::binary);
        app::write_npy(out, "<f4", {rows, 6}, std::as_bytes(std::span(values).first(rows * 6)));
        out.close();
        const auto array = app::read_npy(path, {{"<f4"}, 6});
        EXPECT_EQ(array.rows(), rows);
        ASSERT_EQ(array.bytes.size(), rows * 24);
        if (rows) {
            EXPECT_EQ(std::memcmp(array.bytes.data(), values.data(), rows * 24), 0);
        }
        EXPECT_EQ((std::filesystem::file_size(path) - rows * 24) % 64, 0u);
    }
}

TEST_F(NpyFile, refuses_what_is_not_a_numpy_file) {
    EXPECT_THAT(refusal("PK\x03\x04 a zip file of sorts"),
                AllOf(HasSubstr("a.npy"), HasSubstr("not a NumPy")));
    EXPECT_THAT(refusal("\x93NUM"), HasSubstr("not a NumPy"));
    EXPECT_THAT(refusal(""), HasSubstr("empty"));
    EXPECT_THAT(refusal(std::string("\x93NUMPY\x04\0\0\0", 10)), HasSubstr("4.0"));
}

TEST_F(NpyFile, refuses_a_header_that_ends_early_or_is_not_one) {
    const std::string whole = npy(header("<u4", "(0,)"), "");
    EXPECT_THAT(refusal(whole.substr(0, 60)), HasSubstr("inside its header"));
    EXPECT_THAT(refusal(std::string("\x93NUMPY\x02\0\xff\xff\xff\x7f", 12)), HasSubstr("2^20"));
    EXPECT_THAT(refusal(npy("{'descr': [('a', '<f4')], }", "")), HasSubstr("header"));
    EXPECT_THAT(refusal(npy("{'descr': '<u4', 'fortran_order': Maybe", "")), HasSubstr("True or False"));
    for (const char* text :
         {"{'descr': '<u4'}", "{'descr': '<u4', 'shape': (0,)}", "{'fortran_order': False, 'shape': (0,)}",
          "{'descr': '<u4', 'fortran_order': False}"})
        EXPECT_THAT(refusal(npy(text, "")), HasSubstr("shape expected")) << text;
    EXPECT_THAT(refusal(npy(header("<u4", "(-1,)"), "")), HasSubstr("a negative size"));
    EXPECT_THAT(refusal(npy(header("<u4", "(99999999999999999999,)"), "")), HasSubstr("2^64"));
    EXPECT_THAT(refusal(npy("garbage", "")), HasSubstr("'{' expected"));
}

TEST_F(NpyFile, refuses_sizes_that_the_file_does_not_hold) {
    EXPECT_THAT(refusal(npy(header("<u4", "(3,)"), "12345678")), HasSubstr("only 8 are there"));
    EXPECT_THAT(refusal(npy(header("<u4", "(3,)"), "1234567890123")), HasSubstr("more follow"));
    // 2^60 rows: refused by the file's size, long before memory.
    EXPECT_THAT(refusal(npy(header("<u4", "(1152921504606846976,)"), "1234")),
                AllOf(HasSubstr("1152921504606846976"), HasSubstr("whole file is")));
    EXPECT_THAT(refusal(npy(header("<f4", "(18446744073709551615, 6)"), "1234"), {{"<f4"}, 6}),
                HasSubstr("whole file"));
}

TEST_F(NpyFile, refuses_other_types_shapes_and_orders) {
    EXPECT_THAT(refusal(npy(header("<i2", "(1,)"), "12")),
                AllOf(HasSubstr("<i2"), HasSubstr("uint32 or int32")));
    EXPECT_THAT(refusal(npy(header(">u4", "(1,)"), "1234")), HasSubstr("big endian"));
    EXPECT_THAT(refusal(npy(header("<u4", "(1, 1)"), "1234")), HasSubstr("(N,) expected"));
    EXPECT_THAT(refusal(npy(header("<u4", "()"), "1234")), HasSubstr("(N,) expected"));
    const app::NpyExpected boxes = {{"<f4"}, 6};
    EXPECT_THAT(refusal(npy(header("<f8", "(1, 6)"), std::string(48, '\0')), boxes),
                HasSubstr("float32 expected"));
    EXPECT_THAT(refusal(npy(header("<f4", "(6, 1)"), std::string(24, '\0')), boxes),
                HasSubstr("(N, 6) expected"));
    EXPECT_THAT(refusal(npy(header("<f4", "(2, 6)", "True"), std::string(48, '\0')), boxes),
                HasSubstr("Fortran"));
}

TEST_F(NpyFile, refuses_folders_and_missing_files) {
    EXPECT_THAT(message_of<BadFile>([&] { app::read_npy(dir.path(), kKeys); }), HasSubstr("directory"));
    EXPECT_THAT(message_of<BadFile>([&] { app::read_npy(dir / "no.npy", kKeys); }),
                AllOf(HasSubstr("no.npy"), HasSubstr("No such file")));
}

TEST_F(NpyFile, more_rows_than_the_limit_are_over_it) {
    const std::string path = dir.write("a.npy", npy(header("<u4", "(3,)"), "123412341234"));
    EXPECT_THAT(message_of<sort::OverLimit>([&] {
                    app::read_npy(path, {{"<u4"}, 0, 2});
                }),
                HasSubstr("limit is 2"));
}

TEST_F(NpyFile, a_pipe_gives_the_same_and_a_lying_one_takes_no_memory) {
    const std::string path = dir / "pipe.npy";
    ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
    const auto through_pipe = [&](const std::string& bytes) {
        std::thread writer([&] { std::ofstream(path, std::ios::binary) << bytes; });
        std::string message = message_of<BadFile>([&] {
            const auto array = app::read_npy(path, kKeys);
            EXPECT_EQ(array.as<uint32_t>()[1], 7u);
        });
        writer.join();
        return message;
    };
    EXPECT_EQ(through_pipe(npy(header("<u4", "(2,)"), std::string("\0\0\0\0\x07\0\0\0", 8))),
              "nothing was thrown");
    EXPECT_THAT(through_pipe(npy(header("<u8", "(4000000000,)"), "12345678")), HasSubstr("only 8 are there"));
}

class BoxesFile : public testing::Test {
protected:
    std::string refusal(std::vector<sim::Box> boxes) {
        const std::string path = dir / "b.npy";
        std::ofstream out(path, std::ios::binary);
        app::write_npy(out, "<f4", {boxes.size(), 6}, std::as_bytes(std::span(boxes)));
        out.close();
        return message_of<BadFile>([&] { EXPECT_EQ(app::read_boxes(path).size(), boxes.size()); });
    }
    TempDir dir;
};

TEST_F(BoxesFile, refuses_nan_infinity_and_min_over_max_with_the_index) {
    const float nan = std::numeric_limits<float>::quiet_NaN(), inf = std::numeric_limits<float>::infinity();
    const sim::Box good{{0, 0, 0}, {1, 1, 1}};
    EXPECT_EQ(refusal({}), "nothing was thrown");
    EXPECT_EQ(refusal({good}), "nothing was thrown");
    EXPECT_EQ(refusal({{{1, 1, 1}, {1, 1, 1}}, {{-3e38f, -0.0f, 0}, {3e38f, 0, 1e-45f}}}),
              "nothing was thrown");
    EXPECT_THAT(refusal({good, good, {{0, nan, 0}, {1, 1, 1}}}),
                AllOf(HasSubstr("box 2: NaN"), HasSubstr("y")));
    EXPECT_THAT(refusal({good, {{0, 0, 0}, {1, 1, inf}}}), HasSubstr("box 1: an infinity"));
    EXPECT_THAT(refusal({{{-inf, 0, 0}, {1, 1, 1}}}), HasSubstr("box 0: an infinity"));
    EXPECT_THAT(refusal({good, {{2, 0, 0}, {1, 1, 1}}}), HasSubstr("box 1: min > max: x from 2 to 1"));
}

TEST_F(BoxesFile, inflating_past_the_largest_float_is_refused) {
    std::vector<sim::Box> boxes = {{{0, 0, 0}, {1, 1, 1}}};
    app::inflate(boxes, 0.5f);
    EXPECT_EQ(boxes[0].min.x, -0.5f);
    EXPECT_EQ(boxes[0].max.z, 1.5f);
    app::inflate(boxes, 3e38f);
    EXPECT_THAT(message_of<app::BadUsage>([&] { app::inflate(boxes, 3e38f); }), HasSubstr("box 0"));
}

}  // namespace
