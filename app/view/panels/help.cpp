// F1: what the program does, and the table of keys.
#include <algorithm>

#include "app/view/actions/actions.h"
#include "app/view/panels/panels.h"
#include "app/view/session/simulation.h"
#include "app/view/widgets/widgets.h"

namespace app {
namespace {

constexpr float kWidest = 1230, kThreeColumns = 1100;  // unscaled pixels

constexpr const char* kLessonHelp =
    "A lesson sorts a few keys and shows every stage: columns are indices, rows are the arrays of the stage, lines "
    "run from where a key was to where it goes. The colour of a key is its digit in this pass.";

float keys_width() {
    float widest = 0;
    for (const std::span<const Action> rows : {actions(), lesson_actions()})
        for (const Action& row : rows)
            widest = std::max(widest, ImGui::CalcTextSize(shown_keys(row).c_str()).x);
    return widest + 4;
}

/// How many of the first rows make a column of this height, of a width that what they do has.
size_t rows_within(std::span<const Action> rows, float height, float does_width) {
    const float around = 2 * ImGui::GetStyle().CellPadding.y;
    size_t count = 0;
    for (float used = 0; count < rows.size(); ++count) {
        used += ImGui::CalcTextSize(rows[count].text, nullptr, false, does_width).y + around;
        if (used > height) break;
    }
    return count;
}

/// The least height at which so many columns hold all rows.
float column_height(std::span<const Action> rows, size_t columns, float does_width) {
    const auto holds = [&](float height) {
        size_t done = 0;
        for (size_t k = 0; k < columns; ++k) done += rows_within(rows.subspan(done), height, does_width);
        return done == rows.size();
    };
    const float line = ImGui::GetTextLineHeight();
    float height = line * static_cast<float>(rows.size() / columns);
    while (!holds(height)) height += line / 4;
    return height;
}

void key_table(const char* id, std::span<const Action> rows) {
    if (!ImGui::BeginTable(id, 2, ImGuiTableFlags_RowBg | ImGuiTableFlags_NoSavedSettings)) return;
    ImGui::TableSetupColumn("key", ImGuiTableColumnFlags_WidthFixed, keys_width());
    ImGui::TableSetupColumn("does", ImGuiTableColumnFlags_WidthStretch);
    for (const Action& row : rows) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        ImGui::PushStyleColor(ImGuiCol_Text, colours::as_text(colours::kAccent));
        ImGui::TextUnformatted(shown_keys(row).c_str());
        ImGui::PopStyleColor();
        ImGui::TableNextColumn();
        ImGui::PushTextWrapPos(0);
        ImGui::TextUnformatted(row.text);
        ImGui::PopTextWrapPos();
    }
    ImGui::EndTable();
}

/// Adds those of the program's actions whose keys the lesson's do not replace and that are of use beside it.
void add_rows_for_lesson(std::vector<Action>& rows) {
    rows.push_back({"", "P", "Pause or run the scene"});
    for (const Action& action : actions())
        if (action.beside_lesson) rows.push_back(action);
}

std::string what_it_does(const std::string& broad_phase) {
    std::string text =
        "Every step finds the pairs of bodies whose boxes overlap and pushes apart those that touch. "
        "Every stage is timed.";
    for (const sim::BroadPhaseEntry& entry : sim::broad_phases()) {
        if (broad_phase == entry.name)
            text += " Broad phase: " + broad_phase + ", which " + entry.sentence + ".";
    }
    return text;
}

}  // namespace

void draw_help(PanelInput& in) {
    const ImVec2 screen = ImGui::GetIO().DisplaySize;
    const float width = std::min(screen.x - 24 * in.scale, kWidest * in.scale);
    std::vector<Action> all(actions().begin(), actions().end());
    if (in.ui.lesson) all.assign(lesson_actions().begin(), lesson_actions().end());
    if (in.ui.lesson) add_rows_for_lesson(all);
    ImGui::SetNextWindowPos({screen.x / 2, screen.y / 2}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::SetNextWindowSize({width, 0});  // as high as its text, where the window is
    ImGui::SetNextWindowSizeConstraints({width, 0}, {width, screen.y - 24 * in.scale});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {18 * in.scale, 14 * in.scale});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 6 * in.scale);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::Begin("##help", nullptr,
                 ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings);
    ImGui::PushFont(in.fonts.bold);
    ImGui::TextUnformatted("Sweeplab");
    ImGui::PopFont();
    const float button = ImGui::GetFrameHeight();
    ImGui::SameLine(ImGui::GetContentRegionMax().x - button);  // also left of a scroll bar
    if (icon_button(in.ui, "close help", Icon::close, "Close (Esc or F1)", {button, button}))
        in.ui.help = false;
    ImGui::PushTextWrapPos(0);
    ImGui::TextDisabled(
        "%s", in.ui.lesson ? kLessonHelp : what_it_does(in.simulation.config().broad_phase).c_str());
    ImGui::PopTextWrapPos();
    ImGui::Dummy({0, 4 * in.scale});

    const std::span<const Action> shown(all);
    const size_t columns = width >= kThreeColumns * in.scale ? 3 : 2;
    const float cell = ImGui::GetStyle().CellPadding.x;  // two on each side of either table's columns
    const float does_width =
        ImGui::GetContentRegionAvail().x / static_cast<float>(columns) - keys_width() - 6 * cell;
    const float height = column_height(shown, columns, does_width);
    if (ImGui::BeginTable("##parts", static_cast<int>(columns),
                          ImGuiTableFlags_NoSavedSettings | ImGuiTableFlags_SizingStretchSame)) {
        for (size_t from = 0, count; from < shown.size(); from += count) {
            count = std::max<size_t>(rows_within(shown.subspan(from), height, does_width), 1);
            ImGui::TableNextColumn();
            key_table(("##from" + std::to_string(from)).c_str(), shown.subspan(from, count));
        }
        ImGui::EndTable();
    }
    ImGui::End();
    ImGui::PopStyleVar(3);
}

}  // namespace app
