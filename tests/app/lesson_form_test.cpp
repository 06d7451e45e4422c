// Keys as they are typed for a lesson.
#include "app/view/lesson/lesson_form.h"

#include <gtest/gtest.h>

#include "app/base/errors.h"

TEST(LessonForm, keys_as_typed) {
    EXPECT_EQ(app::parse_keys(" 1,2 ,, 0xFF\n4294967295"), (std::vector<uint32_t>{1, 2, 255, 4294967295u}));
    EXPECT_EQ(app::parse_keys("1k;0Xa"), (std::vector<uint32_t>{1000, 10})) << "as for --keys";
    EXPECT_EQ(app::parse_key("--keys", " 0x1 "), 1u);
    for (const char* wrong : {"", " , ", "1, two", "-1", "1.5", "4294967296", "99999999999999999999999", "0x",
                              "0xg", "0x100000000"})
        EXPECT_THROW(app::parse_keys(wrong), app::BadUsage) << wrong;
    std::string many;
    for (int k = 0; k < 257; k++) many += "1 ";
    EXPECT_THROW(app::typed_input(app::parse_keys(many)), app::BadUsage);
    EXPECT_EQ(app::typed_input(app::parse_keys(many.substr(2))).keys.size(), 256u);
    EXPECT_EQ(app::parse_keys(app::keys_text({3, 0, 9})), (std::vector<uint32_t>{3, 0, 9}));
}
