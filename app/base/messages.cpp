// The newest messages are shown, older ones counted.
#include "app/base/messages.h"

#include <algorithm>

namespace app {
namespace {

constexpr double kSeenFor_s = 4;
constexpr size_t kMost = 100;  // messages: a user who leaves more unread reads the log

}  // namespace

void Messages::say(const std::string& text, bool error, Topic topic) {
    std::erase_if(messages_, [&](const Message& before) {
        const bool replaced = topic != Topic::none && before.topic == topic && !before.error;
        return replaced || (before.text == text && before.error == error);
    });
    messages_.insert(messages_.begin(), {text, error, topic, 0});
    if (messages_.size() > kMost) messages_.pop_back();
    if (error && on_error_) on_error_(text);
}

void Messages::close() {
    if (!messages_.empty()) messages_.erase(messages_.begin());
}

void Messages::drop_errors(Topic topic) {
    std::erase_if(messages_, [&](const Message& said) { return said.error && said.topic == topic; });
}

void Messages::drop(Topic topic) {
    std::erase_if(messages_, [&](const Message& said) { return !said.error && said.topic == topic; });
}

void Messages::pass(double seconds) {
    for (size_t k = 0; k < std::min(kShown, messages_.size()); ++k) messages_[k].seen_s += seconds;
    std::erase_if(messages_, [](const Message& said) { return !said.error && said.seen_s > kSeenFor_s; });
}

bool Messages::passes() const {
    const size_t shown = std::min(kShown, messages_.size());
    return std::any_of(messages_.begin(), messages_.begin() + static_cast<ptrdiff_t>(shown),
                       [](const Message& said) { return !said.error; });
}

}  // namespace app
