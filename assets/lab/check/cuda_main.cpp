// Tries a student's kernel on a GPU, on the inputs of the emulated device. Races and missing fences may stay unseen.
#include <cstdio>
#include <exception>

#include "report.h"
#include "task.h"

int main(int argc, char** argv) {
    const lab::Constants constants = lab::read_constants(argc, argv);
    const std::vector<lab::Input> inputs = lab::inputs(constants);
    constexpr int kRepeats = 20;
    for (const lab::Input& input : inputs) {
        lab::report("case", input.name + "\ton the GPU");
        lab::begin_output();
        for (int repeat = 0; repeat < kRepeats; ++repeat) {
            try {
                for (const lab::Output& output : lab::run_kernel(constants, input.keys)) {
                    const std::string wrong = lab::wrong_element(output);
                    if (wrong.empty()) continue;
                    lab::report("verdict", (repeat > 0 ? "order\t" : "wrong\t") + wrong);
                    return 0;
                }
            } catch (const std::exception& error) {
                lab::report("verdict", std::string("fault\t") + error.what());
                return 0;
            }
        }
    }
    lab::report("verdict", "right\t" + std::to_string(inputs.size()) + " inputs, " +
                               std::to_string(kRepeats) + " runs each");
}
