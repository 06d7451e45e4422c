// A socket, not a pipe, so that the other program's early end is an error here and no signal. Every wait is a poll of a
// fiftieth of a second: a signal that comes just before it, or to another thread, is noticed all the same.
#include "app/base/child.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "sort/base/errors.h"

extern char** environ;

namespace app {
namespace {

using namespace std::chrono_literals;

constexpr int kPoll_ms = 20;
constexpr auto kStall = 100ms;  // without a byte read, after an interrupt
constexpr size_t kMostWords = 2000;
constexpr int kFirstFile = 3;

void close_if_open(int& file) {
    if (file >= 0) close(file);
    file = -1;
}

/// Is there a program of this name, where spawn() looks for it?
bool is_there(const std::string& name) {
    const char* const path = std::getenv("PATH");
    std::vector<std::string> folders = {"/usr/bin"};
    std::string folder;
    for (const char* at = path ? path : ""; *at; ++at) {
        if (*at != ':') folder += *at;
        if (*at == ':' || !at[1]) folders.push_back(std::exchange(folder, ""));
    }
    if (name.find('/') != name.npos) return access(name.c_str(), X_OK) == 0;
    return std::any_of(folders.begin(), folders.end(),
                       [&](const std::string& one) { return access((one + '/' + name).c_str(), X_OK) == 0; });
}

/// Words that start a program with a limit on its memory, which holds before it starts others: a shell sets it and then
/// becomes the program.
std::vector<std::string> limited(const Child::Start& start) {
    if (start.memory == 0 || !is_there(start.words[0])) return start.words;
    std::vector<std::string> words = {"sh", "-c", "ulimit -v \"$0\"; exec \"$@\"",
                                      std::to_string(start.memory >> 10)};
    words.insert(words.end(), start.words.begin(), start.words.end());
    return words;
}

/// 0, or why not.
int spawn(const Child::Start& start, int input, int errors, int& process) {
    std::vector<char*> words;
    const std::vector<std::string> all = limited(start);
    for (const std::string& word : all) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
    if (start.answers)
        posix_spawn_file_actions_adddup2(&actions, input, STDOUT_FILENO);
    else
        posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, start.with_errors ? STDOUT_FILENO : errors, STDERR_FILENO);
    if (start.file >= 0) posix_spawn_file_actions_adddup2(&actions, start.file, kFirstFile);
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    int failed = ENOENT;
    for (const std::string& program : {all[0], "/usr/bin/" + all[0]})
        if (failed)
            failed = posix_spawnp(&process, program.c_str(), &actions, &attributes, words.data(), environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return failed;
}

}  // namespace

Child::Child(const Start& start)
    : grace_(std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(start.grace_s))),
      most_bytes_(start.most_bytes),
      moved_(Clock::now()) {
    const std::chrono::duration<double> limit(start.limit_s);
    if (start.limit_s > 0) deadline_ = moved_ + std::chrono::duration_cast<Clock::duration>(limit);
    int ends[2] = {-1, -1}, said[2] = {-1, -1};
    int failed = 0;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0 || pipe2(said, O_CLOEXEC) != 0)
        failed = errno;
    if (!failed && fcntl(said[0], F_SETFL, O_NONBLOCK) != 0) failed = errno;
    if (!failed) failed = spawn(start, ends[1], said[1], group_);
    close_if_open(ends[1]);
    close_if_open(said[1]);
    socket_ = ends[0];
    errors_ = said[0];
    if (!failed) {
        end_if_killed(group_);
        return;
    }
    close_if_open(socket_);
    close_if_open(errors_);
    throw sort::Unavailable(start.called + " cannot be started: " + std::strerror(failed));
}

Child::~Child() {
    close_if_open(socket_);
    close_if_open(errors_);
    if (!has_ended()) {
        kill(-group_, SIGKILL);
        for (int tries = 0; tries < kPoll_ms && !has_ended(); ++tries) poll(nullptr, 0, 1);
    }
    outlives_us(group_);
}

void Child::throw_if_over() {
    keep_words();
    const Clock::time_point now = Clock::now();
    if (deadline_ && now >= *deadline_ && !ran_out_) {
        ran_out_ = true;
        kill(-group_, SIGKILL);
    }
    if (!interrupted()) return;
    if (!asked_to_stop_) asked_to_stop_ = now;
    if (now - *asked_to_stop_ >= grace_) throw_if_interrupted();
}

void Child::wait_for(short events) {
    pollfd one{socket_, events, 0};
    poll(&one, 1, kPoll_ms);
    throw_if_over();
}

bool Child::send(const void* data, size_t bytes) {
    const char* at = static_cast<const char*>(data);
    while (bytes > 0) {
        const ssize_t sent = ::send(socket_, at, bytes, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent >= 0) {
            at += sent;
            bytes -= static_cast<size_t>(sent);
            moved_ = Clock::now();
        } else if (errno == EAGAIN || errno == EINTR) {
            wait_for(POLLOUT);
            if (asked_to_stop_ && Clock::now() - std::max(moved_, *asked_to_stop_) >= kStall)
                throw_if_interrupted();
        } else {
            return false;
        }
    }
    return true;
}

void Child::end_of_input() { shutdown(socket_, SHUT_WR); }

std::string Child::answer() {
    end_of_input();
    std::string text;
    char part[1 << 16];
    for (;;) {
        const bool ended = has_ended();  // then all that it wrote is there
        const ssize_t count = recv(socket_, part, sizeof part, MSG_DONTWAIT);
        if (count > 0) {
            text.append(part, std::min(static_cast<size_t>(count), most_bytes_ - text.size()));
            if (!ended) throw_if_over();  // it may print for ever
        } else if (count < 0 && (errno == EAGAIN || errno == EINTR) && !ended) {
            wait_for(POLLIN);
        } else {
            return text;
        }
    }
}

bool Child::has_ended() {
    if (status_) return true;
    siginfo_t how{};
    if (waitid(P_PID, static_cast<id_t>(group_), &how, WEXITED | WNOHANG | WNOWAIT) != 0 || how.si_pid == 0)
        return false;
    kill(-group_, SIGKILL);  // what it has started; before it is waited for, the group's number is its own
    int status = 0;
    if (waitpid(group_, &status, 0) == group_) status_ = status;
    return status_.has_value();
}

std::string Child::finish() {
    end_of_input();
    bool open = true;
    while (!has_ended()) {
        if (open) {  // its end closes its side, which ends the wait at once
            wait_for(POLLIN);
            char unread[256];
            const ssize_t count = recv(socket_, unread, sizeof unread, MSG_DONTWAIT);
            open = count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
        } else {
            poll(nullptr, 0, 1);
            throw_if_over();
        }
    }
    keep_words();
    if (WIFSIGNALED(*status_))
        return "was ended by signal " + std::to_string(WTERMSIG(*status_)) + words_text();
    if (WEXITSTATUS(*status_) == 0) return "";
    return "stopped with status " + std::to_string(WEXITSTATUS(*status_)) + words_text();
}

/// Reads the program's stderr. Its beginning is kept, since it says why the program fails; the remainder is
/// read and discarded, so that the program does not block.
void Child::keep_words() {
    char part[1 << 16];
    const ssize_t count = read(errors_, part, sizeof part);
    if (count > 0) words_.append(part, std::min(static_cast<size_t>(count), kMostWords - words_.size()));
}

/// ": what it said, in one line", or "".
std::string Child::words_text() const {
    std::string text = words_.substr(0, words_.find_last_not_of(" \t\r\n") + 1);
    for (size_t at = 0; (at = text.find('\n', at)) != text.npos;) text.replace(at, 1, "; ");
    return text.empty() ? text : ": " + text;
}

}  // namespace app
