// The calls of CudaExec as emulated kernels: reductions, and what the members of a group say to each other.
#include "sim/exec/exec_cuda.cuh"
#include "tests/emu/sim/sim_emu_cases.h"
#include "tests/sim/sim_exec_suite.h"

namespace {

TEST(EmulatedExec, gives_what_a_loop_gives) {
    emu_worlds::in_each_order([] {
        sim::CudaExec exec;
        exec.reserve_scan(20011);
        execs::expect_each_item_once(exec);
        execs::expect_reductions_of_a_loop(exec);
        execs::expect_sums_of_a_loop(exec);
    });
}

/// What a member says, and what it hears of all: of another member in each item, the odd one.
struct Said {
    float least;
    uint32_t most, any;
    sim::Box box;
};

/// Item i has its odd member, and whether that has the least or the most of all; of the others two each have the same.
template <uint32_t kSize>
struct Item {
    uint32_t odd;
    bool least;

    explicit Item(uint64_t i) : odd(uint32_t(i) % kSize), least(i / kSize % 2) {}
    uint32_t number(uint32_t member) const { return member != odd ? 100 + member / 2 : least ? 1 : 900; }
    sim::Box box(uint32_t member) const {
        const float x = float(number(member));
        return {{x, 2 * x, -x}, {x + 1, 2 * x + 1, 1 - x}};
    }
    Said said() const {
        uint32_t low = ~0u, high = 0;
        sim::Box all = box(0);
        for (uint32_t k = 0; k < kSize; ++k) {
            low = std::min(low, number(k)), high = std::max(high, number(k));
            all = around(all, box(k));
        }
        return {float(low), high, 1, all};
    }
};

void expect_said(const Said& is, const Said& expected) {
    EXPECT_EQ(is.least, expected.least);
    EXPECT_EQ(is.most, expected.most);
    EXPECT_EQ(is.any, expected.any);
    for (int axis = 0; axis < 3; ++axis) {
        EXPECT_EQ(is.box.min[axis], expected.box.min[axis]);
        EXPECT_EQ(is.box.max[axis], expected.box.max[axis]);
    }
}

template <uint32_t kLanes>
void expect_lanes_hear_of_each_other() {
    constexpr uint32_t kItems = 2 * kLanes + 1;
    std::vector<Said> said(kItems * kLanes);
    sim::CudaExec exec;
    exec.by_group(sim::ByLanes<kLanes>{}, "lanes", kItems, 0,
                  [to = said.data()](const auto& group, uint32_t i) {
                      const Item<kLanes> item(i);
                      const uint32_t own = item.number(group.member());
                      to[i * kLanes + group.member()] = {group.least(float(own)), group.most(own),
                                                         group.any(group.member() == item.odd),
                                                         group.around_all(item.box(group.member()))};
                  });
    for (uint32_t k = 0; k < said.size(); ++k) {
        SCOPED_TRACE(testing::Message()
                     << "item " << k / kLanes << ", lane " << k % kLanes << " of " << kLanes);
        expect_said(said[k], Item<kLanes>(k / kLanes).said());
    }
}

TEST(EmulatedGroups, of_lanes_hear_of_all_their_members) {
    expect_lanes_hear_of_each_other<2>();
    expect_lanes_hear_of_each_other<4>();
    expect_lanes_hear_of_each_other<8>();
    expect_lanes_hear_of_each_other<16>();
    expect_lanes_hear_of_each_other<32>();
}

struct Heard {
    float least;
    uint32_t who, votes, of_odd;
};

TEST(EmulatedGroups, of_warps_hear_of_all_their_members) {
    const uint64_t items = 64;
    std::vector<Heard> heard(items * 32);
    sim::CudaExec exec;
    struct Scratch {
        uint32_t words[32];
    };
    exec.by_group(sim::ByWarp<Scratch>{}, "warps", sim::CountedItems{&items, items},
                  [to = heard.data()](const sim::WarpGroup& group, uint64_t i, Scratch& scratch) {
                      const Item<32> item(i);
                      const uint32_t own = item.number(group.member());
                      scratch.words[group.member()] = own;
                      group.sync();
                      to[i * 32 + group.member()] = {
                          group.least(float(own)), group.index_of_least(float(own), group.member()),
                          group.vote(group.member() == item.odd), group.from_member(own, item.odd)};
                      EXPECT_EQ(scratch.words[item.odd], item.number(item.odd));
                      group.sync();
                  });
    for (uint64_t k = 0; k < heard.size(); ++k) {
        const Item<32> item(k / 32);
        const uint32_t least = item.least ? item.odd : item.odd == 0 ? 1 : 0;
        SCOPED_TRACE(testing::Message() << "item " << k / 32 << ", lane " << k % 32);
        EXPECT_EQ(heard[k].least, float(item.number(least)));
        EXPECT_EQ(heard[k].who, least);
        EXPECT_EQ(heard[k].votes, 1u << item.odd);
        EXPECT_EQ(heard[k].of_odd, item.number(item.odd));
    }
}

}  // namespace
