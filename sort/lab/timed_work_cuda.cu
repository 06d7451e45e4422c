// Events around work on a stream of its own, from idle, or around the launch of a graph that holds it.
#include <utility>

#include "sort/cuda/owned.cuh"
#include "sort/lab/timed_work.h"

namespace sort {
namespace {

class CudaWork : public TimedWork {
public:
    CudaWork(Part before, Part work, Launch launch)
        : before_(std::move(before)), work_(std::move(work)), launch_(launch) {}
    ~CudaWork() override { cudaStreamSynchronize(stream_.get()); }

    double run_ms() override {
        if (launch_ == Launch::graph && !graph_.get())
            graph_ = OwnedGraphExec(stream_.get(), [&] { work_(stream_.get()); });
        before_(stream_.get());
        check(cudaStreamSynchronize(stream_.get()));
        check(cudaEventRecord(start_.get(), stream_.get()));
        if (graph_.get())
            check(cudaGraphLaunch(graph_.get(), stream_.get()));
        else
            work_(stream_.get());
        check(cudaEventRecord(stop_.get(), stream_.get()));
        check(cudaStreamSynchronize(stream_.get()));
        float ms = 0;
        check(cudaEventElapsedTime(&ms, start_.get(), stop_.get()));
        return double(ms);
    }

private:
    Part before_, work_;
    Launch launch_;
    OwnedStream stream_;
    OwnedEvent start_, stop_;
    OwnedGraphExec graph_;  // once there is one
};

const bool registered = add_timed_work(
    Backend::cuda,
    [](TimedWork::Part before, TimedWork::Part work, Launch launch) -> std::unique_ptr<TimedWork> {
        return std::make_unique<CudaWork>(std::move(before), std::move(work), launch);
    });

}  // namespace
}  // namespace sort
