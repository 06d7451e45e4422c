// Verdicts of a lab's check, from what the compiler and the program that tries the kernel have said.
#include "app/lab/lab_verdict.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

TEST(LabVerdict, TellsABusyMachineFromAKernelThatDoesNotCompile) {
    app::LabBuild build;
    build.ran_out = true;
    build.seconds = 60.2;
    const app::LabVerdict verdict = app::not_built(build);
    EXPECT_EQ(verdict.verdict, "not built in time");
    EXPECT_EQ(verdict.reason, "the compiler did not end within 60 s");
    EXPECT_THAT(verdict.next, HasSubstr("Check again"));
    EXPECT_THAT(verdict.details, IsEmpty());
}

TEST(LabVerdict, LeavesOutWhatTheCompilerSaysOfOtherFiles) {
    app::LabBuild build;
    build.messages =
        "kernel.cu: In function 'void f()':\n"
        "kernel.cu:4:9: error: no match for 'operator!=' (operand types are 'const lab::Element<unsigned int>')\n"
        "    4 |   if (c != 0)\n"
        "kernel.cu:4:9: note: candidate: 'operator!=(lab::Element<unsigned int>::Plain, int)'\n"
        "    4 |   if (c != 0)\n"
        "In file included from lab.h:21,\n"
        "                 from kernel.cu:3:\n"
        "counted.h:59:5: note: in call to 'lab::Element<T>::operator Plain()'\n"
        "   59 |     operator Plain()\n"
        "kernel.cu:7:5: error: redeclaration of 'int x'\n"
        "kernel.cu:6:5: note: 'int x' previously declared here\n"
        "    6 | int x;\n";
    const app::LabVerdict verdict = app::not_built(build);
    EXPECT_EQ(verdict.verdict, "does not compile");
    EXPECT_THAT(verdict.next, HasSubstr("instead of `auto`"));
    EXPECT_THAT(verdict.details,
                ElementsAre("kernel.cu: In function 'void f()':",
                            "kernel.cu:4:9: error: no match for 'operator!=' (operand types are 'const "
                            "lab::Element<unsigned int>')",
                            "    4 |   if (c != 0)", "kernel.cu:7:5: error: redeclaration of 'int x'",
                            "kernel.cu:6:5: note: 'int x' previously declared here", "    6 | int x;"));
}

TEST(LabVerdict, HasTheShortArraysOfAWrongResultOnly) {
    const std::string cases =
        "case\tn = 0\tforward\ngiven\tvalues\t9\n"
        "case\tn = 2\tforward\ngiven\tvalues\t3 5\ngiven\tvalues\t3 5\n";
    EXPECT_THAT(app::lab_verdict(cases + "verdict\twrong\tsums[0] is 3, 0 is right\n", false).given,
                ElementsAre("values: 3 5"));
    EXPECT_THAT(app::lab_verdict(cases + "verdict\tfault\tdeadlock: every thread waits\n", false).given,
                IsEmpty());
}

}  // namespace
