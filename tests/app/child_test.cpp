// Programs that work for this one: what they do not do holds up nobody who has asked to stop. Each in a process of its own,
// where a signal may be raised.
#include "app/base/child.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <fstream>
#include <functional>
#include <thread>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "sort/base/errors.h"

namespace {

using Clock = std::chrono::steady_clock;

app::Child::Start shell(const std::string& script) { return {.called = "sh", .words = {"sh", "-c", script}}; }

/// 130: it was Interrupted, within a fifth of a second of the signal that comes after 60 ms.
void interrupt(const app::Child::Start& start, int signal, const std::function<void(app::Child&)>& work) {
    app::install_signal_handlers();
    Clock::time_point sent;
    std::thread user([&, main = pthread_self()] {
        sigset_t all;
        sigfillset(&all);
        pthread_sigmask(SIG_SETMASK, &all, nullptr);
        std::this_thread::sleep_for(std::chrono::milliseconds(60));
        sent = Clock::now();
        pthread_kill(main, signal);
    });
    int code = 1;
    {
        try {
            app::Child child(start);
            work(child);
        } catch (const app::Interrupted&) {
            code = 130;
        }
    }
    user.join();
    _exit(Clock::now() - sent < std::chrono::seconds(1) ? code : 2);
}

TEST(Child, one_that_does_nothing_is_waited_for_until_an_interrupt) {
    testing::FLAGS_gtest_death_test_style = "threadsafe";
    const std::string much(1 << 22, 'x');
    const auto send = [&](app::Child& child) { child.send(much.data(), much.size()); };
    const auto answer = [](app::Child& child) { child.answer(); };
    const auto finish = [](app::Child& child) { child.finish(); };
    const testing::ExitedWithCode stopped(130);
    EXPECT_EXIT(interrupt(shell("sleep 100"), SIGINT, send), stopped, "") << "reads nothing";
    EXPECT_EXIT(interrupt(shell("cat >/dev/null; sleep 100"), SIGTERM, finish), stopped, "")
        << "does not end";
    EXPECT_EXIT(interrupt(shell("exec <&- >&- 2>&-; sleep 100"), SIGHUP, finish), stopped, "")
        << "has closed all";
    app::Child::Start answers = shell("sleep 100");
    answers.answers = true;
    EXPECT_EXIT(interrupt(answers, SIGINT, answer), stopped, "") << "says nothing";
    app::Child::Start patient = shell("sleep 100");
    patient.grace_s = 60;  // it does not even read
    EXPECT_EXIT(interrupt(patient, SIGINT, send), stopped, "");
}

TEST(Child, answers_and_says_how_it_failed) {
    app::Child::Start start = shell("cat; echo of the end");
    start.answers = true;
    app::Child echo(start);
    const std::string much(1 << 18, 'x');
    EXPECT_TRUE(echo.send("a", 1));
    EXPECT_EQ(echo.answer(), "aof the end\n");
    EXPECT_EQ(echo.finish(), "");

    const std::pair<const char*, const char*> cases[] = {
        {"exit 0", ""},
        {"exit 7", "stopped with status 7"},
        {"echo 'File too large' >&2; exit 1", "stopped with status 1: File too large"},
        {"printf 'one\\ntwo\\n\\n' >&2; exit 1", "stopped with status 1: one; two"},
        {"kill -9 $$", "was ended by signal 9"}};
    for (const auto& [script, how] : cases) EXPECT_EQ(app::Child(shell(script)).finish(), how) << script;
    app::Child gone(shell("exit 3"));
    EXPECT_EQ(gone.finish(), "stopped with status 3");
    EXPECT_FALSE(gone.send(much.data(), much.size()));
    EXPECT_EQ(app::Child(shell("head -c 3000000 /dev/zero | tr '\\0' x >&2")).finish(), "")
        << "words without end";
    EXPECT_THROW(app::Child({.called = "x", .words = {"no-such-program"}}), sort::Unavailable);
}

/// Returns which of the first 1000 descriptors are open.
std::vector<bool> open_files() {
    std::vector<bool> open(1000);
    for (size_t file = 0; file < open.size(); ++file) open[file] = fcntl(int(file), F_GETFD) != -1;
    return open;
}

TEST(Child, one_that_cannot_be_started_leaves_the_files_of_the_program_as_they_were) {
    if (fcntl(STDIN_FILENO, F_GETFD) == -1) {
        ASSERT_EQ(open("/dev/null", O_RDONLY), STDIN_FILENO);
    }
    const std::vector<bool> before = open_files();
    rlimit limit;
    ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &limit), 0);
    std::vector<rlim_t> firsts;  // free descriptors: a child's socket and words take four of them
    for (rlim_t file = 0; firsts.size() < 5; ++file)
        if (!before[file]) firsts.push_back(file);
    for (size_t left = 0; left < 4; ++left) {
        const rlimit few{firsts[left], limit.rlim_max};
        ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
        std::string reason;
        try {
            app::Child child(shell("exit 0"));
        } catch (const sort::Unavailable& error) {
            setrlimit(RLIMIT_NOFILE, &limit);  // first: a sanitizer opens files to read the error's type
            reason = error.what();
        }
        ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &limit), 0);
        EXPECT_EQ(reason, "sh cannot be started: Too many open files") << left;
        EXPECT_EQ(open_files(), before) << left << " descriptors left";
    }
    EXPECT_EQ(app::Child(shell("exit 0")).finish(), "");
    EXPECT_THROW(app::Child({.called = "x", .words = {"no-such-program"}}), sort::Unavailable);
    EXPECT_EQ(open_files(), before);
}

TEST(Child, ends_with_all_that_it_has_started) {
    int ends[2];
    ASSERT_EQ(pipe(ends), 0);  // who lives has it open
    {
        app::Child::Start start = shell("sleep 100 <&3 & sleep 100 <&3");
        start.file = ends[1];
        app::Child child(start);
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    close(ends[1]);
    char none;
    EXPECT_EQ(read(ends[0], &none, 1), 0) << "nobody";
    close(ends[0]);
}

TEST(Child, one_that_works_too_long_is_ended) {
    for (const char* const script : {"sleep 100", "while :; do echo again; done"}) {
        app::Child::Start start = shell(script);
        start.answers = true;
        start.limit_s = 0.2;
        start.most_bytes = 100;
        const Clock::time_point begin = Clock::now();
        app::Child child(start);
        EXPECT_LE(child.answer().size(), 100u);
        EXPECT_NE(child.finish(), "");
        EXPECT_TRUE(child.ran_out());
        EXPECT_LT(Clock::now() - begin, std::chrono::seconds(10));
    }
}

TEST(Child, what_it_writes_to_stderr_can_be_a_part_of_its_answer) {
    app::Child::Start start = shell("echo one; echo two >&2");
    start.answers = start.with_errors = true;
    app::Child child(start);
    EXPECT_EQ(child.answer(), "one\ntwo\n");
    EXPECT_EQ(child.finish(), "");
    EXPECT_FALSE(child.ran_out());
}

TEST(Child, what_it_has_started_ends_with_it) {
    app::Child::Start start = shell("sleep 100 >/dev/null 2>&1 & echo $!");
    start.answers = true;
    app::Child child(start);
    const pid_t started = std::stoi(child.answer());
    EXPECT_EQ(child.finish(), "");
    const auto is_there = [&] {  // a dead process that nobody has waited for still has a number
        std::ifstream stat("/proc/" + std::to_string(started) + "/stat");
        const std::string text{std::istreambuf_iterator<char>(stat), {}};
        return !text.empty() && text.find(") Z ") == text.npos;
    };
    for (int tries = 0; tries < 1000 && is_there(); ++tries)
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    EXPECT_FALSE(is_there());
}

}  // namespace
