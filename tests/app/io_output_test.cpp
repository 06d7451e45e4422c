// Outputs appear whole or not at all; what is no plain file is written as it is; links are followed.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <thread>

#include "app/base/errors.h"
#include "app/io/output_stream.h"
#include "app/io/outputs/output_folder.h"
#include "tests/temp_dir.h"

namespace {

using app::BadFile;
using app::OutputStream;
using testing::HasSubstr;
namespace fs = std::filesystem;

void write(const std::string& path, const std::string& text) {
    OutputStream file(path);
    file.stream() << text;
    file.commit();
}

std::string refusal(const std::string& path) {
    return message_of<BadFile>([&] { OutputStream file(path); });
}

TEST(Output, appears_only_when_committed) {
    const TempDir dir;
    {
        OutputStream file(dir / "out");
        file.stream() << "half";
        EXPECT_FALSE(fs::exists(dir / "out"));
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

/// Numbers that no process has: those of processes end at 2^22.
TEST(Output, what_a_killed_program_left_goes_with_the_next_one) {
    const TempDir dir;
    const std::string killed = dir.write(".sweeplab-4194305-1.part", "half");
    fs::create_directory(dir / ".sweeplab-4194305-2.part");
    dir.write(".sweeplab-4194305-2.part/000001.npy", "half");
    for (const char* name : {".sweeplab-1-1.part", ".sweeplab--1.part", ".sweeplab-4194305-1x.part",
                             ".sweeplab-4194305.part", ".sweeplab-4194305-1.part.old", "out.part", "out2"})
        dir.write(name, "not ours");
    const std::string held = dir.write(".sweeplab-4194306-1.part", "of a process of another system");
    const int writer = open(held.c_str(), O_RDONLY);
    ASSERT_EQ(flock(writer, LOCK_EX), 0);
    OutputStream file(dir / "out");
    EXPECT_FALSE(fs::exists(killed));
    EXPECT_FALSE(fs::exists(dir / ".sweeplab-4194305-2.part"));
    EXPECT_TRUE(fs::exists(held));
    close(writer);
    file.commit();
    EXPECT_EQ(dir.entries(), 9u) << "others' files stay";
}

TEST(Output, names_may_be_as_long_as_the_file_system_has_them) {
    const TempDir dir;
    for (const size_t length : {200, 245, 250, 255}) {
        const std::string name(length, 'n');
        write(dir / name, "new");
        write(dir / name, "newer");
        EXPECT_EQ(read_whole(dir / name), "newer") << length;
    }
    EXPECT_EQ(dir.entries(), 4u);
    EXPECT_THAT(refusal(dir / std::string(256, 'n')), HasSubstr("File name too long"));
    // A path that has no room for a longer name.
    std::string deep = dir.path();
    while (deep.size() < 3800) {
        deep += "/" + std::string(200, 'd');
        fs::create_directory(deep);
    }
    deep += "/" + std::string(4095 - 2 - deep.size() - 1, 'e');
    if (mkdir(deep.c_str(), 0777) == 0) {
        write(deep + "/f", "text");
        EXPECT_EQ(read_whole(deep + "/f"), "text");
    }
}

TEST(Output, is_written_through_links_also_to_a_free_name) {
    const TempDir dir;
    fs::create_directory(dir / "sub");
    const std::pair<const char*, const char*> links[] = {
        {"real", "there"}, {"free", "new"}, {"chain", "free2"}, {"free2", "sub/deep"}};
    dir.write("there", "old");
    for (const auto& [name, to] : links) fs::create_symlink(to, dir / name);
    fs::create_symlink(dir / "sub/absolute", dir / "whole");
    fs::create_symlink("../back", dir / "sub/up");
    for (const auto& [name, end] : std::vector<std::pair<std::string, std::string>>{{"real", "there"},
                                                                                    {"free", "new"},
                                                                                    {"chain", "sub/deep"},
                                                                                    {"whole", "sub/absolute"},
                                                                                    {"sub/up", "back"}}) {
        write(dir / name, "text");
        EXPECT_TRUE(fs::is_symlink(dir / name)) << name;
        EXPECT_FALSE(fs::is_symlink(dir / end)) << name;
        EXPECT_EQ(read_whole(dir / end), "text") << name;
    }
    { OutputStream dropped(dir / "chain"); }
    EXPECT_EQ(read_whole(dir / "sub/deep"), "text");
}

TEST(Output, circles_of_links_and_missing_folders_are_refused_before_the_work) {
    const TempDir dir;
    fs::create_symlink("me", dir / "me");
    fs::create_symlink("pong", dir / "ping");
    fs::create_symlink("ping", dir / "pong");
    fs::create_symlink("no/such/folder", dir / "nowhere");
    fs::create_symlink(dir.path(), dir / "folder");
    EXPECT_THAT(refusal(dir / "me"), HasSubstr("Too many levels of symbolic links"));
    EXPECT_THAT(refusal(dir / "ping"), HasSubstr("Too many levels of symbolic links"));
    EXPECT_THAT(refusal(dir / "ping/out"), HasSubstr("Too many levels of symbolic links"));
    EXPECT_THAT(refusal(dir / "nowhere"),
                HasSubstr("(a link to " + dir.path() + "/no/such/folder): cannot be written: No such"));
    EXPECT_THAT(refusal(dir / "folder"), HasSubstr("directory"));
    EXPECT_THAT(refusal(dir / "no/such/folder"), HasSubstr("No such file"));
    EXPECT_THAT(refusal(dir / "new/"), HasSubstr("directory"));
    EXPECT_THAT(refusal(dir.path()), HasSubstr("directory"));
    EXPECT_THAT(refusal(""), HasSubstr("the name of an output file is empty"));
    EXPECT_EQ(dir.entries(), 5u);
}

TEST(Output, other_names_of_a_file_keep_the_older_contents) {
    const TempDir dir;
    dir.write("one", "old");
    fs::create_hard_link(dir / "one", dir / "other");
    write(dir / "one", "new");
    EXPECT_EQ(read_whole(dir / "one"), "new");
    EXPECT_EQ(read_whole(dir / "other"), "old");
}

TEST(Output, owner_and_group_stay_where_that_may_be) {
    if (geteuid() != 0) GTEST_SKIP() << "skipped: not root, who may give files away";
    const TempDir dir;
    dir.write("out", "old");
    ASSERT_EQ(chown((dir / "out").c_str(), 12345, 54321), 0);
    write(dir / "out", "new");
    struct stat status;
    ASSERT_EQ(stat((dir / "out").c_str(), &status), 0);
    EXPECT_EQ(status.st_uid, 12345u);
    EXPECT_EQ(status.st_gid, 54321u);
}

/// In a process of its own, as a user who owns neither folder nor file.
int as_somebody(const std::string& folder, const std::function<void()>& work) {
    chmod(folder.c_str(), 0755);
    const pid_t child = fork();
    if (child == 0) {
        if (setgid(12345) != 0 || setuid(12345) != 0) _exit(9);
        try {
            work();
        } catch (const BadFile&) {
            _exit(4);
        }
        _exit(0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WEXITSTATUS(status);
}

TEST(Output, a_file_that_cannot_be_replaced_is_overwritten_once_all_is_there) {
    if (geteuid() != 0) GTEST_SKIP() << "skipped: not root, who may become somebody else";
    const TempDir dir;
    dir.write("mine", std::string(1000, 'o'));
    dir.write("closed", "old");
    chmod((dir / "mine").c_str(), 0666);
    chmod((dir / "closed").c_str(), 0644);
    struct stat before, after;
    ASSERT_EQ(stat((dir / "mine").c_str(), &before), 0);
    EXPECT_EQ(as_somebody(dir.path(), [&] { OutputStream(dir / "mine").stream() << "lost"; }), 0);
    EXPECT_EQ(read_whole(dir / "mine"), std::string(1000, 'o'));
    for (const size_t length : {3, 200000}) {
        EXPECT_EQ(as_somebody(dir.path(), [&] { write(dir / "mine", std::string(length, 'n')); }), 0);
        EXPECT_EQ(read_whole(dir / "mine"), std::string(length, 'n'));
    }
    ASSERT_EQ(stat((dir / "mine").c_str(), &after), 0);
    EXPECT_EQ(after.st_ino, before.st_ino);
    EXPECT_EQ(as_somebody(dir.path(), [&] { OutputStream file(dir / "closed"); }), 4);
    EXPECT_EQ(as_somebody(dir.path(), [&] { OutputStream file(dir / "new"); }), 4);
    EXPECT_EQ(dir.entries(), 2u);
}

TEST(Output, over_the_size_limit_is_an_error_and_leaves_nothing) {
    const TempDir dir;
    dir.write("out", "old");
    rlimit usual;
    getrlimit(RLIMIT_FSIZE, &usual);
    const rlimit low{4096, usual.rlim_max};
    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    setrlimit(RLIMIT_FSIZE, &low);
    const std::string said = message_of<BadFile>([&] { write(dir / "out", std::string(100000, 'x')); });
    setrlimit(RLIMIT_FSIZE, &usual);
    std::signal(SIGXFSZ, handler);
    EXPECT_THAT(said, HasSubstr("File too large"));
    EXPECT_EQ(read_whole(dir / "out"), "old");
    EXPECT_EQ(dir.entries(), 1u);
}

/// A descriptor in the lowest place that is free, as a shell gives them: `3>>log`.
struct Descriptor {
    Descriptor(const std::string& path, int flags) : number(open(path.c_str(), flags, 0666)) {}
    ~Descriptor() { close(number); }
    int number;
};

TEST(Output, what_is_open_already_is_gone_on_with) {
    const TempDir dir;
    for (const std::string folder : {"/dev/fd/", "/proc/self/fd/", "/proc/thread-self/fd/"}) {
        dir.write("log", "first line, which is long\n");
        {
            const Descriptor log(dir / "log", O_WRONLY | O_APPEND);
            write(folder + std::to_string(log.number), "second\n");
            fs::remove(dir / "link");
            fs::create_symlink(folder + std::to_string(log.number), dir / "link");
            write(dir / "link", "third\n");
        }
        EXPECT_EQ(read_whole(dir / "log"), "first line, which is long\nsecond\nthird\n") << folder;
        const Descriptor log(dir / "log", O_WRONLY | O_TRUNC);
        EXPECT_EQ(::write(log.number, "head\n", 5), 5);
        write(folder + std::to_string(log.number), "body\n");
        EXPECT_EQ(read_whole(dir / "log"), "head\nbody\n") << folder << ": where it stood";
    }
    EXPECT_EQ(dir.entries(), 2u);
}

TEST(Output, descriptors_that_cannot_be_written_are_refused) {
    const TempDir dir;
    const Descriptor reads(dir.write("in", "text"), O_RDONLY), ours(dir / "in", O_WRONLY | O_CLOEXEC);
    EXPECT_THAT(refusal("/dev/fd/" + std::to_string(reads.number)), HasSubstr("Bad file descriptor"));
    EXPECT_THAT(refusal("/dev/fd/" + std::to_string(ours.number)), HasSubstr("Bad file descriptor"));
    EXPECT_THAT(refusal("/dev/fd/987"), HasSubstr("Bad file descriptor"));
    // What another program has open would be replaced, or written from its beginning.
    const Descriptor others(dir / "in", O_WRONLY | O_APPEND);
    const pid_t child = fork();
    if (child == 0) {
        pause();
        _exit(0);
    }
    EXPECT_THAT(refusal("/proc/" + std::to_string(child) + "/fd/" + std::to_string(others.number)),
                HasSubstr("another program has this file open"));
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    EXPECT_EQ(read_whole(dir / "in"), "text");
}

TEST(Output, a_fifo_is_written_as_it_is) {
    const TempDir dir;
    ASSERT_EQ(mkfifo((dir / "fifo").c_str(), 0666), 0);
    fs::create_symlink("fifo", dir / "link");
    std::string text;
    std::thread reader([&] { text = read_whole(dir / "fifo"); });
    const std::string sent(300000, 'x');
    write(dir / "link", sent);
    reader.join();
    EXPECT_EQ(text, sent);
    EXPECT_TRUE(fs::is_fifo(dir / "fifo"));
    EXPECT_EQ(dir.entries(), 2u);
}

TEST(Output, a_full_device_is_an_error) {
    OutputStream file("/dev/full");
    file.stream() << "something";
    EXPECT_THAT(message_of<BadFile>([&] { file.commit(); }), HasSubstr("No space left"));
}

TEST(Output, only_one_can_be_stdout) {
    EXPECT_FALSE(app::takes_stdout({{"--json", ""}, {"--csv", "a"}}));
    const TempDir dir;
    fs::create_symlink("/dev/stdout", dir / "link");
    for (const std::string& one :
         {std::string("-"), std::string("/dev/stdout"), std::string("/dev/fd/1"), dir / "link"}) {
        EXPECT_TRUE(app::takes_stdout({{"--json", one}, {"--csv", "a"}})) << one;
        EXPECT_TRUE(app::is_stdout(one)) << one;
        EXPECT_THAT(message_of<app::BadUsage>([&] {
                        app::takes_stdout({{"--json", "-"}, {"--csv", one}});
                    }),
                    HasSubstr("--json and --csv: only one"))
            << one;
    }
    EXPECT_FALSE(app::is_stdout("/dev/stderr"));
    EXPECT_FALSE(app::is_stdout(""));
}

TEST(Output, two_outputs_are_two_files_however_they_are_written) {
    const TempDir dir;
    std::ofstream(dir / "there") << "old";
    fs::create_symlink("there", dir / "link");
    fs::create_symlink("free", dir / "dangling");
    fs::create_directory(dir / "sub");
    const auto refusal = [&](const std::string& one, const std::string& other) {
        return message_of<app::BadUsage>([&] {
            app::takes_stdout({{"--json", one}, {"--csv", ""}, {"--trace", other}});
        });
    };
    for (const std::string other : {"there", "link", "./there", "sub/../there"}) {
        EXPECT_THAT(refusal(dir / "there", dir / other), HasSubstr("--json and --trace are the same file"))
            << other;
    }
    EXPECT_THAT(refusal(dir / "free", dir / "dangling"), HasSubstr("are the same file"));
    EXPECT_THAT(refusal("new.json", "./new.json"), HasSubstr("the same file, ./new.json"));
    const Descriptor log(dir / "there", O_WRONLY | O_APPEND);
    EXPECT_THAT(refusal("/dev/fd/" + std::to_string(log.number), dir / "link"),
                HasSubstr("are the same file"));
    EXPECT_FALSE(app::takes_stdout({{"--json", dir / "there"}, {"--csv", dir / "sub/there"}}));
    EXPECT_FALSE(app::takes_stdout({{"--json", "/dev/null"}, {"--csv", "/dev/null"}}));
}

TEST(Output, folders_follow_the_same_rules) {
    const TempDir dir;
    const std::string name(255, 'f');
    fs::create_symlink(name, dir / "link");
    fs::create_symlink("circle", dir / "circle");
    for (const std::string text : {"first", "second"}) {
        {
            app::OutputFolder dropped(dir / "link");
            dropped.part();
        }
        app::OutputFolder folder(dir / "link/");
        write(folder.part() / text, text);
        folder.commit();
        EXPECT_TRUE(fs::is_symlink(dir / "link"));
        EXPECT_EQ(read_whole(dir / (name + "/" + text)), text);
    }
    EXPECT_FALSE(fs::exists(dir / (name + "/first"))) << "replaced, not added to";
    dir.write("file", "old");
    EXPECT_EQ(dir.entries(), 4u);
    for (const char* wrong : {"circle", "file", "no/such/folder"})
        EXPECT_NE(message_of<BadFile>([&] { app::OutputFolder folder(dir / wrong); }), "nothing was thrown")
            << wrong;
    EXPECT_EQ(dir.entries(), 4u);
    const fs::path here = fs::current_path();
    fs::current_path(dir / name);
    for (const char* wrong : {".", "..", "../link", "../../../../../.."})
        EXPECT_NE(message_of<BadFile>([&] { app::OutputFolder folder(wrong); }), "nothing was thrown")
            << wrong;
    fs::current_path(here);
    EXPECT_EQ(dir.entries(), 4u);
}

}  // namespace
