// The README's table of keys is the program's own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "app/keys.h"
#include "tests/temp_dir.h"

TEST(Readme, lists_the_keys_of_the_program) {
    const auto root = std::filesystem::path(__FILE__).parent_path().parent_path();
    EXPECT_THAT(read_whole(root / "README.md"), testing::HasSubstr(app::keys_markdown()));
}
