// What the tests of the emulation share. Their kernels are written as rewrite.py leaves them.
#pragma once
#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#define LAUNCH(kernel, grid, block) emu::launcher(#kernel, emu::Site::current(), kernel, grid, block)

/// Returns the fault that the emulation finds when `launch` runs, in one order or another; "": none.
template <class Launch>
std::string fault_of(Launch launch) {
    for (const emu::Order order : {emu::Order::forward, emu::Order::reverse, emu::Order::shuffled}) {
        emu::set_order(order, 3);
        try {
            launch();
        } catch (const emu::Fault& fault) {
            emu::set_order(emu::Order::mixed, 1);
            return fault.what();
        }
    }
    emu::set_order(emu::Order::mixed, 1);
    return "";
}

inline bool has(const std::string& text, const char* part) { return text.find(part) != text.npos; }
