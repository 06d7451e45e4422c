// In the sort panel: which pass the colour `digit` shows, and the frozen sort with the slider through its moments.
#include <algorithm>

#include "app/view/actions/actions.h"
#include "app/view/inspect/sort_freeze.h"
#include "app/view/panels/panels.h"
#include "app/view/session/inspector.h"
#include "app/view/session/simulation.h"
#include "app/view/session/view.h"
#include "app/view/widgets/widgets.h"

namespace app {
namespace {

constexpr uint32_t kWidths[] = {1, 2, 3, 4, 8};  // of passes that an engine without passes can be shown in

std::string width_name(uint32_t bits) {
    return std::to_string(bits) + (bits == 1 ? " bit per pass" : " bits per pass");
}

/// True when the value was dragged.
bool whole_slider(PanelInput& in, const char* label, const char* tip, int last, const std::string& text,
                  int* value) {
    label_row(label, 0, tip);
    begin_slider();
    const std::string shown = text.empty() ? "%d" : text;
    const bool changed = ImGui::SliderInt((std::string("##") + label).c_str(), value, 0, last, shown.c_str(),
                                          ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput);
    end_slider(*value, 0, std::max(last, 1), false);
    note_item(in.ui, label);
    tooltip(tip);
    return changed;
}

void width_combo(PanelInput& in, uint32_t now, uint32_t pass) {
    label_row("digits", 0, "Bits per pass. This engine has no digit passes of its own to choose them.");
    if (!ImGui::BeginCombo("##digits", width_name(now).c_str())) return note_item(in.ui, "digits");
    for (const uint32_t bits : kWidths) {
        // The same bits of the key stay in view.
        if (ImGui::Selectable(width_name(bits).c_str(), bits == now))
            in.inspector.choose_pass(pass * now / bits, bits);
        note_item(in.ui, ("digits " + std::to_string(bits)).c_str());
    }
    ImGui::EndCombo();
    note_item(in.ui, "digits");
}

void pass_rows(PanelInput& in) {
    const PassInView now = in.inspector.pass_in_view();
    if (!in.inspector.engine_has_passes()) width_combo(in, now.bits, now.pass);
    int pass = static_cast<int>(now.pass);
    const std::string text = text_of("%u of %u, bits %u-%u", now.pass + 1, now.passes, now.begin_bit,
                                     now.begin_bit + now.bits - 1);
    if (whole_slider(in, "pass in view", "The pass whose digit the colour shows (Shift+Left, Shift+Right)",
                     static_cast<int>(now.passes) - 1, text, &pass))
        in.inspector.choose_pass(static_cast<uint32_t>(pass));
}

std::string source_name(const Simulation& simulation, uint32_t bits) {
    return bits == 0 ? simulation.config().engine : std::to_string(bits) + "-bit passes";
}

void source_combo(PanelInput& in, SortFreeze& freeze) {
    if (freeze.engine().digit_bits > 0) return;  // the engine's own passes
    label_row(
        "shown", 0,
        "What the engine itself showed, or the passes of a radix sort of the same keys: after each pass the "
        "keys are in stable order by the bits so far, whatever the engine");
    if (ImGui::BeginCombo("##shown", source_name(in.simulation, freeze.shown_bits()).c_str())) {
        for (const uint32_t bits : {0u, 1u, 2u, 3u, 4u, 8u}) {
            const std::string name = source_name(in.simulation, bits);
            if (ImGui::Selectable(name.c_str(), bits == freeze.shown_bits())) {
                freeze.show_passes(bits);
                if (bits > 0) in.inspector.choose_pass(0, bits);
            }
            note_item(in.ui, ("shown " + name).c_str());
        }
        ImGui::EndCombo();
    }
    note_item(in.ui, "shown");
}

void frozen_rows(PanelInput& in, SortFreeze& freeze) {
    source_combo(in, freeze);
    int moment = freeze.moment();
    const std::string text = text_of("%d of %d", moment, freeze.moments() - 1);
    if (whole_slider(in, "moment", "Shift+Left, Shift+Right", freeze.moments() - 1, text, &moment))
        freeze.go_to(moment);
    const bool idle = freeze.idle(freeze.moment());
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(colours::kAccent), "%s%s",
                       freeze.name(freeze.moment()).c_str(), idle ? ": nothing to do" : "");
    if (idle) tooltip("All keys have the same digit, or the keys were in order");
    ImGui::PushTextWrapPos(0);
    ImGui::TextDisabled("copied and done once more in %s", milliseconds(freeze.took_ms()).c_str());
    ImGui::PopTextWrapPos();
}

}  // namespace

void draw_sort_view(PanelInput& in) {
    SortFreeze* const freeze = in.inspector.frozen();
    if (freeze) {
        frozen_rows(in, *freeze);
    } else if (in.view.draw.colour == Colour::digit && sort_note(in.simulation).empty()) {
        pass_rows(in);
    }
    const bool copying = in.inspector.freezes() && !freeze;
    const std::string note = sort_note(in.simulation);
    if (!note.empty() || copying) ImGui::BeginDisabled();
    if (ImGui::Button(copying                  ? "Copying ..."
                      : in.inspector.freezes() ? "Release the sort"
                                               : "Freeze this step's sort",
                      {-1, 0}))
        in.inspector.freeze_sort();
    if (!note.empty() || copying) ImGui::EndDisabled();
    note_item(in.ui, "freeze sort");
    const std::string colours =
        "\nColour 2 shows the order growing, 3 the digit of each pass, 6 what was out of order";
    const std::string what =
        in.inspector.freezes() ? "Let the scene go on (Shift+F, Esc)" : tip("freeze_sort");
    tooltip(note.empty() ? what + colours : "There is no sort: " + note);
}

}  // namespace app
