// A list that files of the source tree fill before main, each with one line of its own: engines, scenes,
// broad phases. Sorted by name; read-only once main runs.
//
//   Registered<Thing>& things() {
//       static Registered<Thing> all("things");  // in a function: made before the first file adds to it
//       return all;
//   }
//   const bool registered = things().add({"name", ...});  // in the file of the thing
#pragma once
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sort {

/// T has a member `name`, a text. `what` is the plural that the message about a repeated name says.
template <class T>
class Registered {
public:
    explicit Registered(const char* what) : what_(what) {}

    /// True, for a constant to be made from. A repeated name aborts: before main nobody would catch it.
    bool add(const T& entry) {
        const std::string_view name = entry.name;
        const auto place = std::lower_bound(entries_.begin(), entries_.end(), name, before);
        if (place != entries_.end() && place->name == name) {
            std::fprintf(stderr, "two %s are named %s\n", what_, std::string(name).c_str());
            std::abort();
        }
        entries_.insert(place, entry);
        return true;
    }

    std::span<const T> all() const { return entries_; }

    /// Null when there is none of that name.
    const T* find(std::string_view name) const {
        const auto place = std::lower_bound(entries_.begin(), entries_.end(), name, before);
        return place != entries_.end() && place->name == name ? &*place : nullptr;
    }

private:
    static bool before(const T& entry, std::string_view name) { return entry.name < name; }

    const char* what_;
    std::vector<T> entries_;
};

}  // namespace sort
