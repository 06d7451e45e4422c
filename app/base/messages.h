// What the window says to its user: one message does not hide another that is still unread.
#pragma once
#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace app {

/// Subject of successive messages, of which the newest replaces the one before.
enum class Topic { none, change, picture, race, ab, speed, keyframe, thrown };

struct Message {
    std::string text;
    bool error = false;
    Topic topic = Topic::none;
    double seen_s = 0;  // on the screen so far
};

/// The newest first. Errors stay until they are closed, others until they were seen for some seconds.
class Messages {
public:
    static constexpr size_t kShown = 3;  // at once; older ones wait

    /// `on_error` receives the text of each error.
    explicit Messages(std::function<void(const std::string&)> on_error = {})
        : on_error_(std::move(on_error)) {}

    /// Takes the place of the last one of the topic, unless that is an error, and of one with the same text.
    void say(const std::string& text, bool error = false, Topic topic = Topic::none);

    void close();  // the newest

    /// Removes the errors of a topic, which have been corrected since.
    void drop_errors(Topic topic);
    /// Removes all messages of a topic but errors: they no longer apply.
    void drop(Topic topic);

    /// The shown ones were on the screen for so long.
    void pass(double seconds);
    bool passes() const;  // one of the shown ends by itself

    const std::vector<Message>& all() const { return messages_; }
    bool empty() const { return messages_.empty(); }
    std::string newest() const { return empty() ? "" : messages_.front().text; }
    bool newest_is_error() const { return !empty() && messages_.front().error; }

private:
    std::function<void(const std::string&)> on_error_;
    std::vector<Message> messages_;
};

}  // namespace app
