// The words that a bench of one world begins with: [cuda|cpu] SCENE BODIES ...
#pragma once
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "app/io/scene_shapes.h"
#include "app/io/scene_toml.h"
#include "sim/world.h"

struct WorldWords {
    sim::WorldConfig config;
    std::vector<std::string> words;  // SCENE BODIES and what follows
};

/// Prints `usage` and ends with 2 where there are fewer than `least`.
inline WorldWords read_world_words(int argc, char** argv, size_t least, const char* usage) {
    WorldWords read{{}, {argv + 1, argv + argc}};
    sim::WorldConfig& config = read.config;
    const bool named = argc > 1 && (read.words[0] == "cuda" || read.words[0] == "cpu");
    config.backend = named && read.words[0] == "cuda" ? sim::Backend::cuda : sim::Backend::cpu;
    if (named) read.words.erase(read.words.begin());
    if (read.words.size() < least) {
        std::fprintf(stderr, "%s\n", usage);
        std::exit(2);
    }
    config.scene = app::load_scene(read.words[0]);
    app::load_shapes(config.scene, 0, true);
    config.bodies = uint32_t(std::atof(read.words[1].c_str()));
    config.engine = sim::default_engine(config.backend);
    config.broad_phase = sim::default_broad_phase(config.backend);
    return read;
}
