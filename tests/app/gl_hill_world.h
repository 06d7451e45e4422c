// A FakeWorld with a ground.
#pragma once
#include <memory>

#include "tests/app/gl_fake_world.h"

/// Bodies of a fake world on hills of 16 x 12 samples.
class HillWorld : public FakeWorld {
public:
    HillWorld(const std::vector<FakeBody>& bodies, const sim::Ground& ground)
        : FakeWorld(bodies, {}, {{-8, -1, -6}, {8, 9, 6}}), ground_(ground) {}

    const sim::Ground* ground() const override { return &ground_; }

private:
    sim::Ground ground_;
};

inline sim::Ground hills(float height_m) {
    auto map = std::make_shared<sim::HeightMap>();
    *map = {16, 12, std::vector<float>(16 * 12)};
    for (uint32_t row = 0; row < 12; ++row)
        for (uint32_t column = 0; column < 16; ++column)
            map->at(column, row) = height_m * float((column * 5 + row * 3 + column * row) % 7) / 7;
    return sim::make_ground(map, 1);
}
