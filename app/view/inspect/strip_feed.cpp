#include "app/view/inspect/strip_feed.h"

#include <utility>

namespace app {

void StripFeed::read(const sim::World& world, const WorldMoment& moment, const StripRequest& request,
                     bool wait) {
    const Subject subject{moment, request};
    while (!(strip_ && shown_ == subject)) {
        if (!reading_) {
            if (!reader_) reader_ = make_reader_();
            reader_->start(world, request);
            reading_ = subject;
        }
        std::optional<Strip> strip = reader_->take(wait);
        if (!strip && !wait) return;
        const Subject read = *std::exchange(reading_, std::nullopt);
        if (!strip) return;  // there was nothing to read
        strip_ = std::move(strip);
        shown_ = read;
        if (!wait) return;
    }
}

void StripFeed::release() {
    reading_.reset();
    reader_.reset();
}

}  // namespace app
