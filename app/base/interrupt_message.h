// What a command says when it is interrupted in work that cannot be stopped soon, such as the sort of a library.
#pragma once
#include <mutex>
#include <string>
#include <thread>

namespace app {

/// Thread that waits for an interrupt as long as this object lives. A command that is not at a safe point soon
/// after one ends there: the thread writes the words, removes half-written files and leaves with exit code 130.
class InterruptMessage {
public:
    /// `to_stdout` false: stdout is taken by a file.
    explicit InterruptMessage(bool to_stdout);
    ~InterruptMessage();  // the command goes on to its own end

    /// Sets the lines with the results so far. The rows of a table have been printed before.
    void set(const std::string& words);

private:
    void watch(const std::stop_token& stop);

    std::mutex mutex_;
    std::string words_;
    bool to_stdout_;
    std::jthread thread_;
};

}  // namespace app
