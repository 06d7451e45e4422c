// Which stage has which colour: always the same, in every scene and picture. More than five colours cannot be
// told apart, so the four stages that a step is about have one each, and what prepares them is grey.
#include <algorithm>

#include "app/view/panels/panels.h"

namespace app {
namespace {

constexpr colours::Ink kLightGrey = colours::ink(0x97a1b0, 0xb3bbc6),
                       kDarkGrey = colours::ink(0x525c6a, 0x5d6774);

// In the order of the step: stages that follow each other differ, also in the greys.
constexpr StageColour kColours[] = {
    {"boxes", kLightGrey, false},
    {"plan", kDarkGrey, false},
    {"prepare", kLightGrey, false},
    {"axis", kDarkGrey, false},
    {"keys", colours::kGrey, false},
    {"sort", colours::kAccent, true},
    {"filter", colours::kGrey, false},
    {"reorder", kDarkGrey, false},
    {"gather", kLightGrey, false},
    {"sweep", colours::kYellow, true},
    {"narrow/begin", kDarkGrey, false},
    {"narrow/keep", kLightGrey, false},
    {"narrow/search", colours::kVermilion, false},
    {"walls", kDarkGrey, false},
    {"contacts", colours::kVermilion, true},
    {"gravity/cube", colours::kGrey, false},
    {"gravity/keys", kDarkGrey, false},
    {"gravity/sort", colours::kAccent, false},
    {"gravity/ties", kLightGrey, false},
    {"gravity/tree", kDarkGrey, false},
    {"gravity/moments", kLightGrey, false},
    {"gravity/walk", colours::kVermilion, false},  // what costs most where bodies pull each other
    {"gravity/gather", kDarkGrey, false},
    {"gravity/direct", colours::kVermilion, false},
    {"ground", kDarkGrey, false},
    {"solve", colours::kBlue, true},
    {"wake", kDarkGrey, false},
};

}  // namespace

std::span<const StageColour> stage_colours() { return kColours; }

ImU32 stage_colour(std::string_view name) {
    const auto found = std::find_if(std::begin(kColours), std::end(kColours),
                                    [name](const StageColour& entry) { return entry.stage == name; });
    return found != std::end(kColours) ? found->colour : colours::kGrey;
}

}  // namespace app
