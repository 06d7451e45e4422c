// A list that is filled when it is first used, and grows afterwards; and memory that is not there.
#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "sort/base/errors.h"
#include "sort/base/host_memory.h"
#include "sort/base/registered.h"

namespace {

struct Thing {
    std::string name;
    int number;
};

int fills = 0;

/// Made in the body of fill(), as a static object of another file would be before main.
sort::Registered<Thing>& things() {
    static sort::Registered<Thing> all([] {
        ++fills;
        EXPECT_TRUE(things().add({"plum", 1}));
        EXPECT_TRUE(things().add({"apple", 2}));
        EXPECT_EQ(things().find("apple")->number, 2);
    });
    return all;
}

/// Adds before main, like a plug-in with a thing of its own.
const bool added = things().add({"medlar", 3});

}  // namespace

TEST(SortRegistered, fills_itself_before_the_first_use_and_only_then) {
    sort::Registered<Thing> never_used([] { FAIL() << "filled"; });
    EXPECT_TRUE(added);
    EXPECT_EQ(fills, 1);
    for (const char* name : {"apple", "medlar", "plum"}) EXPECT_NE(things().find(name), nullptr) << name;
    const auto all = things().all();
    EXPECT_TRUE(std::is_sorted(all.begin(), all.end(), [](auto& a, auto& b) { return a.name < b.name; }));
    EXPECT_EQ(fills, 1);
    EXPECT_EQ(things().find("pear"), nullptr);
}

TEST(SortRegistered, keeps_the_first_of_a_name) {
    EXPECT_FALSE(things().add({"plum", 7}));
    EXPECT_EQ(things().find("plum")->number, 1);
}

TEST(SortRegistered, leaves_what_it_showed_where_it_is) {
    const auto before = things().all();
    const Thing* const plum = things().find("plum");
    const size_t count = before.size();
    const std::string last = before.back().name;
    for (const char* name : {"apricot", "zucchini"}) EXPECT_TRUE(things().add({name, 4}));
    EXPECT_EQ(before.size(), count);
    EXPECT_EQ(before.back().name, last);
    EXPECT_EQ(plum->number, 1);
    EXPECT_EQ(things().all().size(), count + 2);
    EXPECT_EQ(things().find("zucchini")->number, 4);
}

TEST(SortRegistered, takes_entries_of_several_threads) {
    const size_t before = things().all().size();
    std::vector<std::thread> threads;
    for (int thread = 0; thread < 4; ++thread) {
        threads.emplace_back([thread] {
            for (int i = 0; i < 50; ++i) {
                things().add({"shared " + std::to_string(i), thread});
                things().add({"own " + std::to_string(thread) + " " + std::to_string(i), thread});
                EXPECT_NE(things().find("shared " + std::to_string(i)), nullptr);
            }
        });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(things().all().size(), before + 50 + 4 * 50);
}

TEST(SortMemory, says_what_is_needed_and_what_there_is) {
    const auto said = [](uint64_t bytes, auto make) -> std::string {
        try {
            sort::within_host_memory("5 things need", bytes, make);
        } catch (const sort::OverLimit& error) {
            return error.what();
        }
        return "";
    };
    const auto nothing = [] {};
    EXPECT_EQ(said(1, nothing), "");
    for (const uint64_t bytes : {sort::host_memory_total() + 1, UINT64_MAX}) {
        EXPECT_EQ(said(bytes, nothing).find("5 things need "), 0u);
        EXPECT_NE(said(bytes, nothing).find(" can be used here"), std::string::npos);
    }
    EXPECT_EQ(
        said(2'000'000, [] { throw std::bad_alloc(); }).find("out of memory: 2.0 MB requested; at most "),
        0u);
}
