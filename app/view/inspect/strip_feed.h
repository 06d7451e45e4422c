// What the axis strip shows, read from the world once for each change of the world or of what is requested.
#pragma once
#include <functional>
#include <memory>
#include <optional>

#include "app/gl/still.h"
#include "app/observe/readers/readers.h"

namespace app {

class StripFeed {
public:
    using MakeReader = std::function<std::unique_ptr<StripReader>()>;
    explicit StripFeed(MakeReader make_reader) : make_reader_(std::move(make_reader)) {}

    /// Brings strip() up to date, as far as the device is done; `wait` waits for it. `moment` is the state of the world
    /// that is read.
    void read(const sim::World& world, const WorldMoment& moment, const StripRequest& request, bool wait);
    /// Returns the strip that was read last; null: none yet.
    const Strip* strip() const { return strip_ ? &*strip_ : nullptr; }
    void forget() { strip_.reset(); }
    /// Gives back what it holds of the device; the strip stays.
    void release();

private:
    struct Subject {
        WorldMoment moment;
        StripRequest request;
        bool operator==(const Subject&) const = default;
    };

    MakeReader make_reader_;
    std::unique_ptr<StripReader> reader_;  // made at the first reading
    std::optional<Strip> strip_;
    Subject shown_;                   // of strip_
    std::optional<Subject> reading_;  // queued, and not taken yet
};

}  // namespace app
