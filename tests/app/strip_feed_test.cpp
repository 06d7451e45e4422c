// The axis strip is read once for each change, and what is shown is what was requested last.
#include "app/view/inspect/strip_feed.h"

#include <gtest/gtest.h>

#include <utility>

#include "tests/sim/sim_scene.h"

namespace {

/// Like a device: one reading at a time, there only when it is ready or waited for.
class SlowReader : public app::StripReader {
public:
    struct Log {
        int started = 0;
        bool ready = false;
    };
    explicit SlowReader(Log& log) : log_(log) {}

    void start(const sim::World&, const app::StripRequest& request) override {
        ASSERT_FALSE(reading_);
        ++log_.started;
        app::Strip strip;
        strip.count = request.selected;
        reading_ = strip;
    }
    bool ready(bool wait) override { return reading_ && (log_.ready || wait); }
    std::optional<app::Strip> take(bool wait) override {
        if (!ready(wait)) return std::nullopt;
        return std::exchange(reading_, std::nullopt);
    }

private:
    Log& log_;
    std::optional<app::Strip> reading_;
};

struct Fed {
    SlowReader::Log log;
    app::StripFeed feed{[this] { return std::make_unique<SlowReader>(log); }};
    std::unique_ptr<sim::World> world = sim::World::create(testing_worlds::config_of("gas", 50));

    uint32_t read(uint64_t step, uint32_t selected, bool wait = false) {
        app::StripRequest request;
        request.selected = selected;
        feed.read(*world, {1, step}, request, wait);
        return feed.strip() ? feed.strip()->count : sim::kNobody;
    }
};

TEST(StripFeed, reads_once_while_nothing_changes) {
    Fed fed;
    EXPECT_EQ(fed.read(3, 7), sim::kNobody);
    EXPECT_EQ(fed.read(3, 7), sim::kNobody);
    EXPECT_EQ(fed.log.started, 1) << "still on its way";
    fed.log.ready = true;
    for (int frame = 0; frame < 5; ++frame) EXPECT_EQ(fed.read(3, 7), 7u);
    EXPECT_EQ(fed.log.started, 1);
}

TEST(StripFeed, a_step_or_another_request_is_read) {
    Fed fed;
    fed.log.ready = true;
    fed.read(3, 7);
    fed.read(4, 7);
    EXPECT_EQ(fed.log.started, 2);
    EXPECT_EQ(fed.read(4, 8), 8u);
    EXPECT_EQ(fed.log.started, 3);
    fed.feed.forget();
    EXPECT_FALSE(fed.feed.strip());
    EXPECT_EQ(fed.read(4, 8), 8u);
    EXPECT_EQ(fed.log.started, 4);
}

TEST(StripFeed, what_was_requested_meanwhile_follows) {
    Fed fed;
    fed.read(3, 7);
    fed.read(4, 8);
    EXPECT_EQ(fed.log.started, 1) << "one at a time";
    fed.log.ready = true;
    EXPECT_EQ(fed.read(4, 8), 7u);
    EXPECT_EQ(fed.read(4, 8), 8u);
    EXPECT_EQ(fed.log.started, 2);
}

TEST(StripFeed, who_waits_gets_what_was_requested) {
    Fed fed;
    fed.read(3, 7);
    EXPECT_EQ(fed.read(4, 8, true), 8u);
    fed.feed.release();
    EXPECT_EQ(fed.feed.strip()->count, 8u);
    EXPECT_EQ(fed.read(5, 9, true), 9u);
}

}  // namespace
