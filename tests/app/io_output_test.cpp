// Outputs appear whole or not at all.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "app/base/errors.h"
#include "app/io/output_stream.h"
#include "tests/temp_dir.h"

namespace {

using app::BadFile;
using app::OutputStream;
using testing::HasSubstr;

TEST(Output, appears_only_when_committed) {
    const TempDir dir;
    {
        OutputStream file(dir / "out");
        file.stream() << "half";
        EXPECT_FALSE(std::filesystem::exists(dir / "out"));
    }
    EXPECT_EQ(dir.entries(), 0u);
    OutputStream file(dir / "out");
    const std::string text(200000, 'x');
    file.stream() << text;
    file.commit();
    EXPECT_EQ(read_whole(dir / "out"), text);
    EXPECT_EQ(dir.entries(), 1u);
}

TEST(Output, the_old_file_stays_until_the_new_one_is_whole) {
    const TempDir dir;
    dir.write("out", "old");
    chmod((dir / "out").c_str(), 0640);
    { OutputStream(dir / "out").stream() << "lost"; }
    EXPECT_EQ(read_whole(dir / "out"), "old");
    OutputStream file(dir / "out");
    file.stream() << "new";
    EXPECT_EQ(read_whole(dir / "out"), "old");
    file.commit();
    EXPECT_EQ(read_whole(dir / "out"), "new");
    struct stat status;
    ASSERT_EQ(stat((dir / "out").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777, 0640u);
}

/// A number that no process has: those of processes end at 2^22.
TEST(Output, what_a_killed_program_left_goes_with_the_next_one) {
    const TempDir dir;
    const std::string killed = dir.write("out.part-4194305", "half");
    for (const char* name : {"out.part-1", "out.part-", "out.part-4194305x", "other.part-4194305", "out2"})
        dir.write(name, "not ours");
    const std::string held = dir.write("out.part-4194306", "written by a process of another system");
    const int writer = open(held.c_str(), O_RDONLY);
    ASSERT_EQ(flock(writer, LOCK_EX), 0);
    OutputStream file(dir / "out");
    EXPECT_FALSE(std::filesystem::exists(killed));
    EXPECT_TRUE(std::filesystem::exists(held));
    close(writer);
    file.commit();
    EXPECT_EQ(dir.entries(), 7u) << "others' files stay";

    // One that is being written is locked.
    OutputStream whole(dir / "whole");
    const int other = open(whole.part().c_str(), O_RDONLY);
    EXPECT_NE(flock(other, LOCK_EX | LOCK_NB), 0);
    close(other);
}

TEST(Output, writes_through_a_link) {
    const TempDir dir;
    dir.write("real", "old");
    std::filesystem::create_symlink("real", dir / "link");
    OutputStream file(dir / "link");
    file.stream() << "new";
    file.commit();
    EXPECT_TRUE(std::filesystem::is_symlink(dir / "link"));
    EXPECT_EQ(read_whole(dir / "real"), "new");
}

TEST(Output, is_refused_before_the_work_where_it_cannot_be_written) {
    const TempDir dir;
    EXPECT_THAT(message_of<BadFile>([&] { OutputStream(dir / "no/such/folder"); }),
                HasSubstr("No such file"));
    EXPECT_THAT(message_of<BadFile>([&] { OutputStream file(dir.path()); }), HasSubstr("directory"));
    EXPECT_THAT(message_of<BadFile>([&] { OutputStream file(""); }),
                HasSubstr("the name of an output file is empty"));
}

TEST(Output, a_full_device_is_an_error) {
    OutputStream file("/dev/full");
    file.stream() << "something";
    EXPECT_THAT(message_of<BadFile>([&] { file.commit(); }), HasSubstr("No space left"));
}

TEST(Output, only_one_can_be_stdout) {
    EXPECT_FALSE(app::takes_stdout({{"--json", ""}, {"--csv", "a"}}));
    EXPECT_TRUE(app::takes_stdout({{"--json", "-"}, {"--csv", "a"}}));
    EXPECT_THAT(message_of<app::BadUsage>([] {
                    app::takes_stdout({{"--json", "-"}, {"--csv", "-"}});
                }),
                HasSubstr("--json and --csv: only one"));
}

TEST(Output, two_outputs_are_two_files_however_they_are_written) {
    const TempDir dir;
    std::ofstream(dir / "there") << "old";
    std::filesystem::create_symlink("there", dir / "link");
    std::filesystem::create_directory(dir / "sub");
    const auto refusal = [&](const std::string& one, const std::string& other) {
        return message_of<app::BadUsage>([&] {
            app::takes_stdout({{"--json", one}, {"--csv", ""}, {"--trace", other}});
        });
    };
    for (const std::string other : {"there", "link", "./there", "sub/../there"}) {
        EXPECT_THAT(refusal(dir / "there", dir / other), HasSubstr("--json and --trace are the same file"))
            << other;
    }
    EXPECT_THAT(refusal("new.json", "./new.json"), HasSubstr("the same file, ./new.json"));
    EXPECT_FALSE(app::takes_stdout({{"--json", dir / "there"}, {"--csv", dir / "sub/there"}}));
    EXPECT_FALSE(app::takes_stdout({{"--json", "/dev/null"}, {"--csv", "/dev/null"}}));
}

}  // namespace
