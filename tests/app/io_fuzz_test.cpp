// Files as no program writes them: those of tests/fuzz/seeds with bytes and words changed at random, always the same
// ones. Each is read, and then complete and in range, or refused by name. tests/fuzz.sh goes on where this ends.
#include <gtest/gtest.h>

#include "tests/fuzz/mutator.h"
#include "tests/fuzz/parser.h"
#include "tests/temp_dir.h"

namespace fuzz {

void PrintTo(const Parser& parser, std::ostream* out) { *out << parser.name; }

}  // namespace fuzz

namespace {

/// By parser, in a fast suite.
constexpr int kChanged = 700;

std::vector<std::string> seeds_of(const fuzz::Parser& parser) {
    std::vector<std::filesystem::path> files;
    const std::string folder = std::string(SWEEPLAB_ROOT) + "/tests/fuzz/seeds/" + parser.name;
    for (const auto& file : std::filesystem::directory_iterator(folder)) files.push_back(file.path());
    std::sort(files.begin(), files.end());
    std::vector<std::string> seeds;
    for (const auto& file : files) seeds.push_back(read_whole(file.string()));
    return seeds;
}

/// The most address space that this process has had, in bytes: memory that is taken and never touched is seen, too.
uint64_t most_memory() {
    std::ifstream status("/proc/self/status");
    uint64_t kilobytes = 0;
    for (std::string word; status >> word;) {
        if (word == "VmPeak:") status >> kilobytes;
    }
    return kilobytes << 10;
}

class FuzzParser : public testing::TestWithParam<fuzz::Parser> {};

TEST_P(FuzzParser, reads_or_refuses_every_file) {
    const fuzz::Parser& parser = GetParam();
    const TempDir dir;
    const uint64_t before = most_memory();
    const std::vector<std::string> seeds = seeds_of(parser);
    ASSERT_FALSE(seeds.empty());
    fuzz::Mutator mutator(parser.words, 1);
    int read = 0, refused = 0, broken = 0;
    const auto execute = [&](const std::string& bytes) {
        const std::string path = dir / ("input" + std::string(parser.ending));
        // Some file systems wait for the disk where a file is written over.
        std::filesystem::remove(path);
        dir.write("input" + std::string(parser.ending), bytes);
        try {
            ++(parser.read(path) ? read : refused);
        } catch (const std::exception& error) {
            ++broken;
            ADD_FAILURE() << error.what() << "\n" << testing::PrintToString(bytes);
        }
        if (most_memory() - before < uint64_t{1} << 30) return;
        ++broken;
        ADD_FAILURE() << "memory taken for what a header merely claims\n" << testing::PrintToString(bytes);
    };
    for (const std::string& seed : seeds) execute(seed);
    EXPECT_GT(read, 0);
    for (int k = 0; k < kChanged && !broken; ++k) {
        std::string bytes = mutator.changed(seeds[mutator.below(seeds.size())], 2);
        if (parser.fixed && mutator.below(4)) bytes = parser.fixed(std::move(bytes));
        execute(bytes);
    }
    // It reaches both again and again.
    EXPECT_GT(read, kChanged / 100);
    EXPECT_GT(refused, kChanged / 20);
}
INSTANTIATE_TEST_SUITE_P(all, FuzzParser, testing::ValuesIn(fuzz::file_parsers()),
                         [](const auto& parser) { return std::string(parser.param.name); });

/// A rule that is broken is noticed: else the case above would pass whatever it read.
TEST(Fuzz, what_breaks_a_rule_is_noticed) {
    const auto read = [] { throw app::BadFile("another file is wrong"); };
    EXPECT_THROW(fuzz::read_or_refused("a.npy", read), fuzz::Broken);
    EXPECT_FALSE(fuzz::read_or_refused("another file", read));
}

}  // namespace
