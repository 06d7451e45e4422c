// What the readers of all files share: the bytes of a text, the numbers in it, and what kind of file it is.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "app/base/errors.h"
#include "app/base/text/read_number.h"
#include "app/io/matrix_market.h"
#include "app/io/obj.h"
#include "app/io/read/text.h"
#include "app/io/scene_toml.h"
#include "app/measure/sample_set.h"
#include "tests/temp_dir.h"

namespace {

using namespace std::string_literals;
using app::BadFile;
using app::FileKind;
using testing::HasSubstr;
using testing::Not;

std::string text_of(const std::string& bytes) { return app::plain_text(bytes, "f", FileKind::unknown); }

std::string text_refusal(const std::string& bytes, FileKind expected = FileKind::unknown) {
    return message_of<BadFile>([&] { app::plain_text(bytes, "f", expected); });
}

/// Each character as `width` bytes.
std::string wide(const std::string& text, size_t width, bool big_endian) {
    std::string bytes;
    for (const char c : text) {
        std::string one(width, '\0');
        one[big_endian ? width - 1 : 0] = c;
        bytes += one;
    }
    return bytes;
}

TEST(Text, marks_are_taken_off_and_every_line_end_is_one) {
    const std::pair<std::string, std::string> cases[] = {
        {"", ""},
        {"a", "a"},
        {"\xef\xbb\xbf"s, ""},
        {"\xef\xbb\xbf"
         "a\n",
         "a\n"},
        {"\xef\xbb\xbf\xef\xbb\xbf"
         "a",
         "a"},
        {"a\r\nb\rc\nd\r", "a\nb\nc\nd\n"},
        {"a\r\r\nb\n\r", "a\n\nb\n\n"},
        {"a\n\x1a", "a\n"},
    };
    for (const auto& [bytes, text] : cases) EXPECT_EQ(text_of(bytes), text) << testing::PrintToString(bytes);
}

TEST(Text, other_encodings_and_zero_bytes_are_named) {
    const std::string mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n";
    const std::pair<std::string, std::string> cases[] = {
        {"\xff\xfe" + wide(mesh, 2, false), "f: is UTF-16 text; UTF-8 expected (iconv -f UTF-16 -t UTF-8"},
        {"\xfe\xff" + wide(mesh, 2, true), "f: is UTF-16 text"},
        {"\xff\xfe\0\0"s + wide(mesh, 4, false), "f: is UTF-32 text"},
        {"\0\0\xfe\xff"s + wide(mesh, 4, true), "f: is UTF-32 text"},
        {wide(mesh, 2, false), "f: is UTF-16 text (little endian)"},
        {wide(mesh, 2, true), "f: is UTF-16 text (big endian)"},
        {wide(mesh, 4, false), "f: is UTF-32 text (little endian)"},
        {wide(mesh, 4, true), "f: is UTF-32 text (big endian)"},
        {"v 0 0 0\rv 1\0 0 0\n"s, "f:2:4: a zero byte"},
        {"v 0 0 0\r\nv 1" + std::string(100, '\0'),
         "f:2:4: a zero byte; a text has none; all bytes from there on"},
        {std::string(4096, '\0'), "f:1:1: a zero byte"},
    };
    for (const auto& [bytes, message] : cases)
        EXPECT_THAT(text_refusal(bytes), HasSubstr(message)) << testing::PrintToString(bytes.substr(0, 40));
}

TEST(Text, every_format_reads_it) {
    const TempDir dir;
    const std::string mark = "\xef\xbb\xbf", mesh = "v 0 0 0\rv 1 0 0\rv 0 1 0\rf 1 2 3";
    EXPECT_EQ(app::read_obj(dir.write("m.obj", mark + mesh)).triangles.size(), 1u);
    const std::string matrix = "%%MatrixMarket matrix coordinate pattern general\r2 2 1\r\r% c\r1 2";
    EXPECT_EQ(app::read_matrix_market(dir.write("m.mtx", mark + matrix)).entries.size(), 1u);
    const std::string scene = "[scene]\rname = 'a'\rspawn = 'gas'\r";
    EXPECT_EQ(app::load_scene(dir.write("S.TOML", mark + scene)).spawn, "gas");
    EXPECT_THAT(message_of<BadFile>([&] { app::load_scene(dir.write("s.toml", scene + "x = 1\r")); }),
                HasSubstr("s.toml:4:1: unknown key"));
    const std::pair<std::string, const char*> wrong[] = {
        {"[camera_path]\r[run]\r", "s.toml:5:1: [run]: a recorded run; `sweeplab replay` takes it"},
        {"[physics]\rfriction = 0,5\r", "; a decimal comma? write 0.5"},
        {"[physics]\rfriction = 1D0\r", "; exponents are written with e"},
        {"[physics]\rfriction = .5\r", "; a digit on each side of the point is expected"},
        {"x = 'caf\xe9'\r", "s.toml:4:8: Encountered invalid utf-8 sequence; UTF-8 expected"},
    };
    for (const auto& [more, message] : wrong) {
        const std::string path = dir.write("s.toml", scene + more);
        EXPECT_THAT(message_of<BadFile>([&] { app::load_scene(path); }), HasSubstr(message)) << more;
    }
    for (const char* more : {"[physics]\rfriction = 5\rfriction = 6\r", "[physics]\rfriction = 050\r"}) {
        const std::string path = dir.write("s.toml", scene + more);
        EXPECT_THAT(message_of<BadFile>([&] { app::load_scene(path); }), Not(HasSubstr("side of the point")));
    }
    EXPECT_THAT(message_of<BadFile>(
                    [&] { app::load_samples(dir.write("b.json", mark + "{\r\"a\": 1,\r}"), "profile"); }),
                HasSubstr("b.json:3:"));
    for (const char* name : {"w.obj", "w.mtx", "w.toml", "w.json"}) {
        const std::string path = dir.write(name, "\xff\xfe" + wide("[scene]\n", 2, false));
        const auto read = [&](auto work) { return message_of<BadFile>([&] { work(path); }); };
        const std::string found[] = {read([](auto& p) { app::read_obj(p); }),
                                     read([](auto& p) { app::read_matrix_market(p); }),
                                     read([](auto& p) { app::load_samples(p, "profile"); })};
        for (const std::string& message : found) EXPECT_THAT(message, HasSubstr(path + ": is UTF-16 text"));
    }
}

TEST(FileKinds, are_told_by_the_first_bytes) {
    const std::pair<std::string, FileKind> cases[] = {
        {"\x93NUMPY\x01\0"s, FileKind::npy},
        {"\x89PNG\r\n\x1a\n", FileKind::png},
        {"# Blender\nmtllib a.mtl\no x\n", FileKind::obj},
        {"\n# c\nv 0 1 2\n", FileKind::obj},
        {"\xef\xbb\xbfv 0 1 2\n", FileKind::obj},
        {"mtllib my own.mtl\no Cube\ng part\ns 1\nusemtl a\n\nvn 0 1 2\n", FileKind::obj},
        {"o = 3\nv = 0\n", FileKind::toml},
        {"o Cube\nhello\n", FileKind::unknown},
        {"%%MatrixMarket matrix", FileKind::mtx},
        {" {\"a\": 1}", FileKind::json},
        {"# c\n[[mesh]]\n", FileKind::toml},
        {"name = 'x'\n", FileKind::toml},
        {"PK\x03\x04", FileKind::other},
        {"P5 16 16 65535 ", FileKind::other},
        {"solid cube\n facet normal", FileKind::other},
        {"ply\nformat ascii 1.0\n", FileKind::other},
        {"", FileKind::unknown},
        {"BM is no picture", FileKind::unknown},
        {"P5x", FileKind::unknown},
        {"solid ground\n", FileKind::unknown},
        {"hello\n", FileKind::unknown},
        {"# Image WEBP\nv 0 0 0\n", FileKind::obj},
    };
    for (const auto& [bytes, kind] : cases) EXPECT_EQ(app::content_of(bytes).kind, kind) << bytes;
    EXPECT_EQ(app::kind_by_name("a/B.Obj"), FileKind::obj);
    EXPECT_EQ(app::kind_by_name("X.NPY"), FileKind::npy);
    EXPECT_EQ(app::kind_by_name("x.npy.txt"), FileKind::unknown);
    EXPECT_THAT(text_refusal("\x89PNG\r\n\x1a\n", FileKind::obj),
                HasSubstr("f: is a PNG picture; an .obj mesh expected"));
    EXPECT_EQ(app::plain_text("g = 1\n", "a.OBJ", FileKind::obj), "g = 1\n");
    EXPECT_THAT(text_refusal("v 0 0 0\n", FileKind::toml),
                HasSubstr("f: is an .obj mesh; a TOML file expected"));
}

TEST(ReadNumber, takes_what_programs_write) {
    const std::pair<const char*, double> cases[] = {
        {"0", 0},
        {"+1.5", 1.5},
        {"-2", -2},
        {"1.", 1},
        {".5", 0.5},
        {"+.5", 0.5},
        {"1e5", 1e5},
        {"1E+05", 1e5},
        {"1d5", 1e5},
        {"-1.25D-02", -0.0125},
        {"1e-400", 0},
        {"3e-310", 3e-310},
        {"-1e-99999999999", 0},
        {"0e99999999999", 0},
        {"007", 7},
        {"0.000000000000000000000000000000000000000000000001e48", 1}};
    for (const auto& [word, value] : cases) {
        double read = 7;
        EXPECT_TRUE(app::read_number(word, read)) << word;
        EXPECT_EQ(read, value) << word;
    }
    float small = 7;
    EXPECT_TRUE(app::read_number("-1.07797e-046", small));
    EXPECT_EQ(small, 0);
    EXPECT_TRUE(std::signbit(small));
    EXPECT_TRUE(app::read_number("1e-45", small));
    EXPECT_EQ(small, std::numeric_limits<float>::denorm_min());
    int64_t whole = 0;
    EXPECT_TRUE(app::read_number("+3", whole) && whole == 3);
    EXPECT_TRUE(app::read_number("-3", whole) && whole == -3);
}

TEST(ReadNumber, says_what_is_wrong) {
    const std::pair<const char*, const char*> cases[] = {
        {"0,5", "a decimal comma? write 0.5"},
        {"-1,5e3", "a decimal comma? write -1.5e3"},
        {"1,2,3", "numbers stand without commas"},
        {"1,", "numbers stand without commas"},
        {"nan", "not a number (NaN)"},
        {"-nan(ind)", "not a number (NaN)"},
        {"1.#QNAN", "not a number (NaN)"},
        {"-Inf", "infinite"},
        {"1.#INF", "infinite"},
        {"1e999", "too large"},
        {"0x10", "hexadecimal"},
        {"1.5m", "a number with 'm' behind it"},
        {"1e", "a number with 'e' behind it"},
        {"+-1", "not a number"},
        {"--1", "not a number"},
        {"", "empty"},
        {"1\xc2\xa0"
         "2",
         "U+00A0, a no-break space"},
        {"\xe2\x88\x92"
         "1",
         "U+2212, a minus sign"},
        {"\xef\xbb\xbf"
         "1",
         "U+FEFF, a byte order mark"},
        {"1\x01", "\\x01"},
        {"1\xff", "\\xff"},
    };
    for (const auto& [word, fault] : cases) {
        double read = 0;
        EXPECT_FALSE(app::read_number(word, read)) << word;
        EXPECT_THAT(app::number_fault(word).text, HasSubstr(fault)) << word;
    }
    EXPECT_EQ(app::number_fault("1.5", true).text, "not a whole number");
    EXPECT_EQ(app::number_fault("-5", true).text, "negative");
    EXPECT_EQ(app::number_fault("99999999999999999999", true).text, "too large");
    EXPECT_EQ(app::shown_word(std::string(99, 'a')), "'" + std::string(40, 'a') + "...'");
}

}  // namespace
