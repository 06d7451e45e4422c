// Reading what a world's steps have left, without waiting for it.
#pragma once
#include <optional>
#include <utility>

namespace app {

/// Reads one thing after the other; all of the same backend and device.
template <class T, class... From>
class Readback {
public:
    virtual ~Readback() = default;

    /// Queues a reading of the state after the last queued step. Does nothing until the last one was taken.
    virtual void start(const From&... from) = 0;
    /// Returns whether take(false) would return at once; `wait` waits until it does. False if nothing was started.
    virtual bool ready(bool wait) = 0;
    /// Returns what was read, once it is there; `wait` waits for it. None: not yet, nothing was started, or there was
    /// nothing to read.
    virtual std::optional<T> take(bool wait) = 0;
};

/// A Readback by an observer (on_cpu.h, on_cuda.cuh): `What` is made with its Exec's arrays and has
/// queue(exec, copy, from...), which adds to a copy, and made(bytes), which returns what the copied bytes say.
template <class Observer, class What, class T, class World, class... From>
class ReadbackBy : public Readback<T, World, From...> {
public:
    explicit ReadbackBy(int device) : observer_(device) {}

    void start(const World& world, const From&... from) override {
        if (copy_.started()) return;
        auto& exec = observer_.after(world);
        what_.queue(exec, copy_, world, from...);
        copy_.end(exec);
    }
    bool ready(bool wait) override { return copy_.ready(wait); }
    std::optional<T> take(bool wait) override {
        if (!copy_.ready(wait)) return std::nullopt;
        return what_.made(copy_.take());
    }

private:
    Observer observer_;
    What what_;
    typename Observer::Copy copy_;
};

}  // namespace app
