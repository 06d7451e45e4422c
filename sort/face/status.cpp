// Errors of the face, the version, and whether there is a device.
#include "sweeplab/status.h"

#include "sort/base/float_environment.h"
#include "sort/device.h"
#include "sort/face/guarded.h"

namespace sweeplab {

Error::Error(Code code, const std::string& message) : std::runtime_error(message), code_(code) {}

const char* Error::what() const noexcept { return std::runtime_error::what(); }

void Status::or_throw() const {
    if (!ok()) throw Error(code_, message_);
}

const char* version() noexcept { return SWEEPLAB_VERSION; }

Status cuda_status(int device) noexcept {
    return guarded([&] {
        const sort::FloatEnvironment environment;
        std::string reason;
        if (!sort::cuda_available(&reason, device)) throw sort::Unavailable(reason);
    });
}

}  // namespace sweeplab
