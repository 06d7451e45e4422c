// One thread in place of TBB: what sort/ and sim/ use of it, done in order. Only the site's build sees it, where it is
// the content of <tbb/...>.
#pragma once
#include <algorithm>
#include <cstddef>
#include <exception>
#include <utility>

namespace tbb {

template <class Index>
class blocked_range {
public:
    blocked_range(Index begin, Index end, size_t = 1) : begin_(begin), end_(end) {}
    Index begin() const { return begin_; }
    Index end() const { return end_; }

private:
    Index begin_, end_;
};

struct simple_partitioner {};

template <class Index, class Work>
void parallel_for(const blocked_range<Index>& range, const Work& work) {
    if (range.begin() < range.end()) work(range);
}
template <class Index, class Work>
void parallel_for(Index begin, Index end, const Work& work, simple_partitioner = {}) {
    for (Index i = begin; i < end; ++i) work(i);
}
template <class Iterator, class... Less>
void parallel_sort(Iterator begin, Iterator end, Less... less) {
    std::sort(begin, end, less...);
}
template <class... Work>
void parallel_invoke(const Work&... work) {
    (work(), ...);
}

class task_arena {
public:
    static constexpr int automatic = -1;
    explicit task_arena(int = 1) {}
    void initialize(int = 1) {}
    int max_concurrency() const { return 1; }
    template <class Work>
    decltype(auto) execute(Work&& work) {
        return std::forward<Work>(work)();
    }
};

namespace this_task_arena {
inline int max_concurrency() { return 1; }
inline int current_thread_index() { return 0; }
template <class Work>
decltype(auto) isolate(Work&& work) {
    return std::forward<Work>(work)();
}
}  // namespace this_task_arena

class global_control {
public:
    enum parameter { max_allowed_parallelism };
    global_control(parameter, size_t) {}
    static size_t active_value(parameter) { return 1; }
};

class task_group_context {
public:
    bool cancel_group_execution() { return false; }
};

class task_group {
public:
    task_group() = default;
    explicit task_group(task_group_context&) {}
    template <class Work>
    void run(const Work& work) {
        work();
    }
    template <class Work>
    void run_and_wait(const Work& work) {
        work();
    }
    void wait() {}
};

}  // namespace tbb
