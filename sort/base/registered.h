// A list that files of the source tree fill, each with one line of its own: engines, models, scenes, broad
// phases. Sorted by name.
//
//   bool register_NAME() { return things().add({"name", ...}); }  // in the file of the thing, NAME.cpp
//
//   Registered<Thing>& things() {
//       static auto& all = *new Registered<Thing>(register_things);  // never destroyed: destructors may ask
//       return all;
//   }
//
// register_things() is made by CMake from the names of the files (sweeplab_registrations in
// sort/cmake/registrations.cmake). It calls each register_NAME() that is linked, at the first use of the list:
// nothing runs before main. So a static object of any file may be the first to use the list, in whatever order
// files are initialized. A line that runs by itself before main could not promise that: with the first priority
// there is, it would still tie with an object of the same priority. References by name survive what removes
// unused sections, and need no attribute in the file of the thing.
#pragma once
#include <algorithm>
#include <mutex>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace sort {

/// T has a member `name`, a text. Threads may add and ask at the same time; what all() and find() returned
/// stays as long as the list does.
template <class T>
class Registered {
public:
    /// `fill` adds those of the source tree, once, before anything else is added or found.
    explicit Registered(void (*fill)()) : fill_(fill) {}

    /// Adds an entry. Returns false, and adds nothing, when the name is taken.
    bool add(const T& entry) {
        const std::lock_guard lock(mutex_);
        fill_once();
        const auto taken = place_of(entry.name);
        if (has(taken, entry.name)) return false;
        const auto index = taken - entries_.begin();
        if (shown_) {
            kept_.push_back(std::move(entries_));  // where it is
            entries_ = kept_.back();
            shown_ = false;
        }
        entries_.insert(entries_.begin() + index, entry);
        return true;
    }

    std::span<const T> all() {
        const std::lock_guard lock(mutex_);
        fill_once();
        shown_ = true;
        return entries_;
    }

    /// Returns the entry of that name; null: there is none.
    const T* find(std::string_view name) {
        const std::lock_guard lock(mutex_);
        fill_once();
        const auto place = place_of(name);
        if (!has(place, name)) return nullptr;
        shown_ = true;
        return &*place;
    }

private:
    void fill_once() {
        if (const auto fill = std::exchange(fill_, nullptr)) fill();
    }

    auto place_of(std::string_view name) const {
        return std::lower_bound(entries_.begin(), entries_.end(), name,
                                [](const T& entry, std::string_view wanted) { return entry.name < wanted; });
    }

    bool has(typename std::vector<T>::const_iterator place, std::string_view name) const {
        return place != entries_.end() && place->name == name;
    }

    std::recursive_mutex mutex_;  // fill() comes back with add()
    void (*fill_)();
    std::vector<T> entries_;
    bool shown_ = false;                // to a caller, who may have kept its address
    std::vector<std::vector<T>> kept_;  // what was shown before something was added
};

}  // namespace sort
