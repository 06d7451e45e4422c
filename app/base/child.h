// Another program that works for this one, in a process group of its own: an interrupt reaches this program
// alone, which then ends the other one, whatever it does or does not do.
#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace app {

class Child {
public:
    struct Start {
        std::string called;              // how messages name it
        std::vector<std::string> words;  // the program, looked for in PATH and /usr/bin, and its arguments
        bool answers = false;            // what it prints is read; otherwise it goes nowhere
        bool with_errors = false;        // what it writes to stderr belongs to what it prints
        double limit_s = 0;              // after which it is ended; 0: none
        size_t most_bytes = SIZE_MAX;    // that are kept of what it prints
        int file = -1;                   // a descriptor that it gets as its number 3
        uint64_t memory = 0;             // most bytes of its addresses, as of what it starts; 0: no limit
        double grace_s = 0;              // that it has to come to its end once the user has asked to stop
    };

    /// Throws sort::Unavailable where it cannot be started.
    explicit Child(const Start& start);
    ~Child();  // ends it, and what it has started
    Child(const Child&) = delete;
    Child& operator=(const Child&) = delete;

    // Each of these waits as long as the other program works, and throws Interrupted once the user has asked to stop.

    /// Sends bytes to the program's standard input. Returns false if it reads no more.
    bool send(const void* data, size_t bytes);
    /// Closes the program's standard input, and returns all that it prints.
    std::string answer();
    /// Closes the program's standard input, and waits for its end. Returns how it failed, "stopped with
    /// status 1: File too large", or "".
    std::string finish();
    /// Was it ended because it worked longer than its limit?
    bool ran_out() const { return ran_out_; }

private:
    using Clock = std::chrono::steady_clock;

    void end_of_input();
    void wait_for(short events);
    void throw_if_over();
    bool has_ended();
    void keep_words();
    std::string words_text() const;

    std::optional<int> status_;
    std::string words_;
    int group_ = -1, socket_ = -1, errors_ = -1;
    Clock::duration grace_;
    size_t most_bytes_;
    std::optional<Clock::time_point> deadline_;
    bool ran_out_ = false;
    std::optional<Clock::time_point> asked_to_stop_;
    Clock::time_point moved_;  // the last time that it read something
};

}  // namespace app
