// What signals do: the first one asks for an end, the second one ends the program and removes what is half written.
// Each in a process of its own.
#include "app/base/interrupt.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include "app/base/errors.h"
#include "app/bench/pairs/pairs_check.h"
#include "tests/sim/pair_cases.h"
#include "tests/temp_dir.h"

namespace {

using testing::ExitedWithCode;

bool is_there(const std::string& path) { return access(path.c_str(), F_OK) == 0; }

void interrupt_twice(const std::vector<std::string>& paths, const std::string& kept) {
    app::install_signal_handlers();
    for (const std::string& path : paths) app::remove_if_killed(AT_FDCWD, path);
    app::keep_if_killed(AT_FDCWD, kept);
    raise(SIGINT);
    if (!app::interrupted()) _exit(1);
    for (const std::string& path : paths) {
        if (!is_there(path)) _exit(2);
    }
    raise(SIGTERM);
    _exit(3);
}

TEST(Interrupt, a_second_one_removes_what_is_half_written_and_nothing_else) {
    testing::FLAGS_gtest_death_test_style = "fast";
    const TempDir folder;
    const std::vector<std::string> paths = {folder.write("a", "half"), folder.write("b", "half"),
                                            folder.write("c", "whole")};
    EXPECT_EXIT(interrupt_twice(paths, paths[2]), ExitedWithCode(130), "");
    EXPECT_FALSE(is_there(paths[0]));
    EXPECT_FALSE(is_there(paths[1]));
    EXPECT_TRUE(is_there(paths[2]));
}

TEST(Interrupt, a_second_one_ends_the_program_that_writes_the_file) {
    testing::FLAGS_gtest_death_test_style = "fast";
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);
    EXPECT_EXIT(
        {
            app::install_signal_handlers();
            const pid_t writer = fork();
            setpgid(writer, writer);
            if (writer == 0) {
                for (int file = 3; file < 100; ++file) {
                    if (file != ends[1]) close(file);
                }
                signal(SIGALRM, SIG_DFL);
                alarm(30);  // where it is not ended it ends itself
                for (;;) pause();
            }
            app::end_if_killed(writer);
            raise(SIGINT);
            raise(SIGINT);
            _exit(3);
        },
        ExitedWithCode(130), "");
    close(ends[1]);  // who lives has it open
    pollfd end{ends[0], 0, 0};
    EXPECT_EQ(poll(&end, 1, 10'000), 1);
    close(ends[0]);
}

TEST(Interrupt, the_first_one_ends_what_cannot_be_stopped) {
    testing::FLAGS_gtest_death_test_style = "fast";
    const TempDir folder;
    const std::string path = folder.write("a", "half");
    EXPECT_EXIT(
        {
            app::install_signal_handlers();
            app::remove_if_killed(AT_FDCWD, path);
            const app::ImmediateExit at_once;
            raise(SIGINT);
            _exit(3);
        },
        ExitedWithCode(130), "^sweeplab: error: interrupted\n$");
    EXPECT_FALSE(is_there(path));
    // Behind it, and where it is too late, as always.
    EXPECT_EXIT(
        {
            app::install_signal_handlers();
            { const app::ImmediateExit at_once; }
            raise(SIGINT);
            try {
                const app::ImmediateExit too_late;
            } catch (const app::Interrupted&) {
                _exit(app::interrupted() ? 7 : 3);
            }
            _exit(3);
        },
        ExitedWithCode(7), "^$");
}

TEST(Interrupt, brute_force_stops_for_it) {
    testing::FLAGS_gtest_death_test_style = "threadsafe";  // threads take part
    EXPECT_EXIT(
        {
            const auto boxes = pair_cases::random_boxes(3000, 1, 10, 0.5f);
            app::install_signal_handlers();
            raise(SIGINT);
            try {
                app::brute_force_pairs(boxes);
            } catch (const app::Interrupted&) {
                _exit(130);
            }
            _exit(0);
        },
        ExitedWithCode(130), "");
}

}  // namespace
