// The table of keys of app/README.md is the program's own.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "app/view/session/keys.h"
#include "tests/temp_dir.h"

TEST(Readme, lists_the_keys_of_the_program) {
    EXPECT_THAT(read_whole(std::filesystem::path(SWEEPLAB_ROOT) / "app/README.md"),
                testing::HasSubstr(app::keys_markdown()));
}
