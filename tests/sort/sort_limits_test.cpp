// SWEEPLAB_LIMITS: what it takes, what it refuses and how. That engines follow it: tests/emu/sort.
#include <gtest/gtest.h>

#include <stdexcept>

#include "sort/base/limits.h"

namespace {

using sort::DeviceLimits, sort::parse_limits;

/// What is said of a wrong value.
std::string complaint(const std::string& text) {
    try {
        parse_limits(text);
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

TEST(SortLimits, are_what_is_named_and_no_more) {
    EXPECT_EQ(parse_limits(""), DeviceLimits{});
    DeviceLimits expected;
    expected.processors = 20;
    EXPECT_EQ(parse_limits("processors=20"), expected);
    expected.threads = 1536;
    expected.cooperative = expected.if_nodes = false;
    expected.shared_bytes = 49152;
    for (const char* shared : {"48K", "48k", "48Ki", "48KB", "48KiB", "49152"}) {
        EXPECT_EQ(parse_limits("cooperative=off,if-nodes=off,threads=1536,processors=20,shared=" +
                               std::string(shared)),
                  expected)
            << shared;
    }
    EXPECT_EQ(parse_limits("cooperative=on,if-nodes=on"), DeviceLimits{});
    for (const char* most : {"processors=1e30,threads=1e18,shared=1e25", "shared=18014398509481984K"})
        EXPECT_EQ(parse_limits(most), DeviceLimits{}) << "more than any device has";
}

TEST(SortLimits, only_lower_what_there_is) {
    const DeviceLimits device{132, 2048, 232448, true, false};
    EXPECT_EQ(sort::lower_of(device, parse_limits("processors=200,threads=4096,shared=1M,if-nodes=on")),
              device);
    EXPECT_EQ(sort::lower_of(device, parse_limits("processors=46,threads=1536,shared=99K,cooperative=off")),
              (DeviceLimits{46, 1536, 101376, false, false}));
}

TEST(SortLimits, say_what_is_wrong) {
    const auto says = [](const char* text, const char* part) {
        const std::string found = complaint(text);
        EXPECT_NE(found.find(part), found.npos) << text << ": " << found;
        EXPECT_EQ(found.find("SWEEPLAB_LIMITS: "), 0u) << text;
    };
    says("sahred=48K", "no limit is named 'sahred'");
    says("shared", "'shared': KEY=VALUE");
    says("=3", "KEY=VALUE");
    says("processors=20,,threads=1024", "'': KEY=VALUE");
    says("processors=20,", "'': KEY=VALUE");
    says("processors=20,processors=30", "'processors' is named twice");
    says("processors=20 ", "processors=20 : a whole number");
    says("processors=", "whole number");
    says("processors=many", "processors=many: a whole number");
    says("processors=1.5", "whole number");
    says("processors=-1", "whole number");
    says("processors=0", "at least 1");
    says("threads=1023", "at least 1,024");
    says("shared=47K", "shared=47K: at least 49,152");
    says("shared=K", "whole number");
    says("shared=48G", "whole number");
    says("cooperative=no", "cooperative=no: on or off");
    says("if_nodes=off", "no limit is named 'if_nodes'");
}

}  // namespace
