// Sweeplab: spheres collide, a sort finds who, and every stage of it can be watched. Start reading here: the
// commands are in app/commands, one file each.
#include <cstdio>
#include <exception>
#include <iostream>
#include <new>
#include <string>

#include "app/base/environment.h"
#include "app/base/errors.h"
#include "app/base/interrupt.h"
#include "app/base/numbers.h"
#include "app/cli/cli.h"
#include "app/io/output_stream.h"
#include "sort/base/errors.h"
#include "sort/base/float_environment.h"
#include "sort/base/host_memory.h"

namespace {

int run(int argc, char** argv) {
    app::CheckedStdout out;
    const app::CommandLine line = app::parse_command_line({argv + (argc > 0), argv + argc});
    std::cout << line.text;
    if (line.text.empty()) app::check_environment();
    const int exit_code = line.text.empty() ? line.run() : 0;
    out.finish();
    return exit_code;
}

int fail(int exit_code, const char* message) {
    std::fprintf(stderr, "sweeplab: error: %s\n", message);
    return exit_code;
}

/// `bytes`: that were requested; 0: unknown.
std::string no_memory(uint64_t bytes) {
    return "out of memory: " +
           (bytes > 0 ? app::human_bytes(double(bytes)) + " requested; at most " : "at most ") +
           sort::usable_text(sort::host_memory());
}

}  // namespace

// The exit codes are part of the contract (part 2) and stand in app/base/exit_codes.h.
int main(int argc, char** argv) {
    const sort::FloatEnvironment environment;  // inherited by all threads that this one starts
    app::install_signal_handlers();
    try {
        return run(argc, argv);
    } catch (const app::CheckFailed& error) {
        return fail(1, error.what());
    } catch (const app::BadUsage& error) {
        return fail(2, error.what());
    } catch (const sort::Unavailable& error) {
        return fail(3, error.what());
    } catch (const app::BadFile& error) {
        return fail(4, error.what());
    } catch (const sort::OverLimit& error) {
        return fail(5, error.what());
    } catch (const app::NoMemory& error) {
        return fail(5, no_memory(error.bytes).c_str());
    } catch (const std::bad_alloc&) {
        return fail(5, no_memory(0).c_str());
    } catch (const app::OutputClosed&) {
        return 0;
    } catch (const app::Interrupted& error) {
        return fail(130, error.what());
    } catch (const std::exception& error) {
        return fail(1, (std::string("internal error: ") + error.what()).c_str());
    }
}
