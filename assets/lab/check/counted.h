// Arrays that look like pointers and arrays, and note every access with its line (accesses.h).
#pragma once
#include <concepts>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "accesses.h"

namespace lab {

/// An index with the line that it stands in.
struct Index {
    int64_t value;
    Site site;

    template <std::integral I>
    Index(I i, const Site& at = Site::current()) : value(static_cast<int64_t>(i)), site(at) {}
};

/// Returns the low 32 bits of a number; of anything else 0.
template <class T>
uint32_t shown_word(T value) {
    if constexpr (std::is_convertible_v<T, uint32_t>) return static_cast<uint32_t>(value);
    return 0;
}

/// What `&array[i]` gives. Atomics take it; as a plain pointer its accesses are neither checked nor counted.
template <class T>
struct Address {
    T* at;
    const ArrayFacts* facts;
    int64_t index;
    Site site;

    operator T*() const { return at; }
    T* for_atomic() const {
        note_access({facts, index, at, Access::atomic, std::is_volatile_v<T>}, true, site);
        return at;
    }
    /// Notes what the atomic has left, and returns what it found.
    T after(T old) const {
        note_stored(*facts, index, shown_word(*at), site);
        return old;
    }
};

/// What `array[i]` gives: read where a value is needed, written by an assignment. It cannot be kept (`auto`): a value
/// that is read later would be another one.
template <class T>
class Element {
    using Plain = std::remove_cv_t<T>;

public:
    Element(T* at, const ArrayFacts* facts, const Index& index)
        : at_(at), facts_(facts), index_(index.value), site_(index.site) {}
    Element(const Element&) = delete;

    operator Plain() const&& { return get(); }
    Plain operator=(Plain value) && { return set(value); }
    Plain operator=(Element&& other) && { return set(other.get()); }
    Plain operator+=(Plain by) && { return set(static_cast<Plain>(get() + by)); }
    Plain operator-=(Plain by) && { return set(static_cast<Plain>(get() - by)); }
    Plain operator*=(Plain by) && { return set(static_cast<Plain>(get() * by)); }
    Plain operator|=(Plain by) && { return set(static_cast<Plain>(get() | by)); }
    Plain operator&=(Plain by) && { return set(static_cast<Plain>(get() & by)); }
    Plain operator^=(Plain by) && { return set(static_cast<Plain>(get() ^ by)); }
    Plain operator++() && { return set(static_cast<Plain>(get() + 1)); }
    Plain operator--() && { return set(static_cast<Plain>(get() - 1)); }
    Plain operator++(int) && {
        const Plain old = get();
        set(static_cast<Plain>(old + 1));
        return old;
    }
    Plain operator--(int) && {
        const Plain old = get();
        set(static_cast<Plain>(old - 1));
        return old;
    }
    Address<T> operator&() && { return {at_, facts_, index_, site_}; }

private:
    Plain get() const {
        note_access({facts_, index_, at_, Access::read, std::is_volatile_v<T>}, false, site_);
        return *at_;
    }
    Plain set(Plain value) const {
        note_access({facts_, index_, at_, Access::write, std::is_volatile_v<T>}, *at_ != value, site_);
        *at_ = value;
        note_stored(*facts_, index_, shown_word(value), site_);
        return value;
    }

    T* at_;
    const ArrayFacts* facts_;
    int64_t index_;
    Site site_;
};

/// Returns the element behind checked bounds; its value where it cannot be written.
template <class T>
decltype(auto) element(T* begin, const ArrayFacts* facts, const Index& index) {
    check_bounds(*facts, index.value, index.site);
    T* const at = begin + index.value;
    if constexpr (std::is_const_v<T>) {
        note_access({facts, index.value, at, Access::read, false}, false, index.site);
        return T(*at);
    } else {
        return Element<T>(at, facts, index);
    }
}

template <class T>
T atomicAdd(const Address<T>& at, std::type_identity_t<T> value) {
    return at.after(::atomicAdd(at.for_atomic(), value));
}
template <class T>
T atomicSub(const Address<T>& at, std::type_identity_t<T> value) {
    return at.after(::atomicSub(at.for_atomic(), value));
}
template <class T>
T atomicExch(const Address<T>& at, std::type_identity_t<T> value) {
    return at.after(::atomicExch(at.for_atomic(), value));
}
template <class T>
T atomicMin(const Address<T>& at, std::type_identity_t<T> value) {
    return at.after(::atomicMin(at.for_atomic(), value));
}
template <class T>
T atomicMax(const Address<T>& at, std::type_identity_t<T> value) {
    return at.after(::atomicMax(at.for_atomic(), value));
}
template <class T>
T atomicOr(const Address<T>& at, std::type_identity_t<T> value) {
    return at.after(::atomicOr(at.for_atomic(), value));
}
template <class T>
T atomicAnd(const Address<T>& at, std::type_identity_t<T> value) {
    return at.after(::atomicAnd(at.for_atomic(), value));
}
template <class T>
T atomicXor(const Address<T>& at, std::type_identity_t<T> value) {
    return at.after(::atomicXor(at.for_atomic(), value));
}
template <class T>
T atomicCAS(const Address<T>& at, std::type_identity_t<T> compare, std::type_identity_t<T> value) {
    return at.after(::atomicCAS(at.for_atomic(), compare, value));
}

}  // namespace lab

/// Device memory: T* on a GPU.
template <class T>
struct Global {
    T* begin;
    const lab::ArrayFacts* facts;

    decltype(auto) operator[](const lab::Index& index) const { return lab::element(begin, facts, index); }
};

/// T[kCount] on a GPU.
template <class T, uint32_t kCount>
struct Shared {
    static constexpr lab::ArrayFacts kFacts{"the __shared__ array", kCount, true, false};
    T words[kCount];

    decltype(auto) operator[](const lab::Index& index) {
        return lab::element(words, lab::shared_facts(words, &kFacts), index);
    }
};

namespace lab {

/// Called behind each __shared__ declaration; other types have no name.
template <class T, uint32_t kCount>
void name_shared(Shared<T, kCount>& array, const char* name) {
    name_shared(static_cast<const void*>(array.words), ArrayFacts{name, kCount, true, false});
}
template <class T>
void name_shared(T&, const char*) {}

}  // namespace lab
