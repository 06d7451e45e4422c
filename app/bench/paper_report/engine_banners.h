// The comment that the source of each CUDA engine begins with: the algorithm, its bytes, and where it departs from its
// paper. Taken from the sources at build (app/cmake/banners.cmake).
#pragma once
#include <span>
#include <string>
#include <string_view>

namespace app {

struct EngineBanner {
    std::string_view engine;
    std::string_view path;  // from the source root
    std::string_view text;  // lines that begin with //
};

std::span<const EngineBanner> engine_banners();

/// Returns the banner of an engine; null: it has none.
const EngineBanner* banner_of(std::string_view engine);

/// Returns the lines without their slashes.
std::string banner_text(const EngineBanner& banner);

}  // namespace app
