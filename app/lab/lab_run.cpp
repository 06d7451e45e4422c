// The program reports through a pair of sockets, on which it first gets a word of this run: its lines begin with that.
#include "app/lab/lab_run.h"

#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <unistd.h>
#include <algorithm>

#include <cerrno>
#include <cstring>
#include <thread>

#include "app/base/child.h"
#include "app/base/errors.h"
#include "app/base/text/names.h"
#include "app/base/wall_clock.h"

namespace app {
namespace {

constexpr double kGrace_s = 2;  // the program itself says first that it did not end
constexpr size_t kMostReport = size_t{16} << 20, kMostOutput = size_t{64} << 20;  // bytes that are kept
constexpr int kPoll_ms = 20;

/// 32 letters that nobody can guess.
std::string random_word() {
    unsigned char bytes[16];
    if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
        throw BadFile("the system gives no random numbers");
    std::string word;
    for (const unsigned char byte : bytes) {
        word += static_cast<char>('a' + (byte & 15));
        word += static_cast<char>('a' + (byte >> 4));
    }
    return word;
}

/// Both ends; a thread reads ours, so that the program never waits.
class ReportLine {
public:
    explicit ReportLine(const std::string& word) {
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends_) != 0)
            throw BadFile(std::string("no pair of sockets: ") + std::strerror(errno));
        if (send(ends_[0], word.data(), word.size(), MSG_NOSIGNAL) < 0)
            throw BadFile(std::string("a socket cannot be written: ") + std::strerror(errno));
        reader_ = std::jthread([this](const std::stop_token& stop) { read_all(stop); });
    }
    ~ReportLine() {
        text();
        for (const int end : ends_) close(end);
    }
    ReportLine(const ReportLine&) = delete;
    ReportLine& operator=(const ReportLine&) = delete;

    int file() const { return ends_[1]; }
    /// To be called when the program has ended.
    const std::string& text() {
        reader_.request_stop();
        if (reader_.joinable()) reader_.join();
        return text_;
    }

private:
    void read_all(const std::stop_token& stop) {
        char part[1 << 16];
        for (;;) {
            const bool last = stop.stop_requested();  // then all that was written is there
            const ssize_t count = recv(ends_[0], part, sizeof part, MSG_DONTWAIT);
            if (count > 0) {
                text_.append(part, std::min(static_cast<size_t>(count), kMostReport - text_.size()));
            } else if (last) {
                return;
            } else {
                pollfd one{ends_[0], POLLIN, 0};
                poll(&one, 1, kPoll_ms);
            }
        }
    }

    int ends_[2] = {-1, -1};
    std::string text_;
    std::jthread reader_;
};

/// Returns the lines that begin with the word, without it.
std::string lines_of(const std::string& text, const std::string& word) {
    std::string lines;
    for (const std::string& line : split(text, '\n')) {
        if (line.starts_with(word + '\t')) lines += line.substr(word.size() + 1) + '\n';
    }
    return lines;
}

}  // namespace

LabRun run_lab(const std::filesystem::path& program, std::vector<std::string> words) {
    const double begin = now_s();
    const std::string word = random_word();
    ReportLine report(word);
    words.insert(words.begin(), program.string());
    Child child({.called = "the program that tries the kernel",
                 .words = std::move(words),
                 .answers = true,
                 .with_errors = true,
                 .limit_s = kMostClock_s + kGrace_s,
                 .most_bytes = kMostOutput,
                 .file = report.file()});
    LabRun run;
    run.printed = child.answer();
    child.finish();
    run.ran_out = child.ran_out();
    run.report = lines_of(report.text(), word);
    // The word stands alone in a line before what each run of the kernel prints.
    const size_t last = run.printed.rfind(word + '\n');
    if (last != run.printed.npos) run.printed.erase(0, last + word.size() + 1);
    if (run.printed.size() > kMostPrinted) {
        run.left_out = run.printed.size() - kMostPrinted;
        run.printed.resize(kMostPrinted);
    }
    run.seconds = now_s() - begin;
    return run;
}

}  // namespace app
