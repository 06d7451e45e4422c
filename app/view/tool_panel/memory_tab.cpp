// Memory: what the world and the drawing hold, by buffer; the most so far; room for pairs.
#include <algorithm>

#include "app/base/numbers.h"
#include "app/view/panels/panels.h"
#include "app/view/session/simulation.h"
#include "app/view/session/telemetry.h"
#include "app/view/widgets/widgets.h"

namespace app {
namespace {

constexpr float kSumsWidth = 17, kLeastTable = 16;  // of the font's size

/// Asking OpenGL for the size of each buffer is for a few times a second.
void refresh_drawing(PanelInput& in) {
    ToolPanelState& tabs = in.ui.tabs;
    const uint64_t made = in.telemetry.statistics().made;
    if (tabs.drawing_made == made + 1 || !in.drawing_memory) return;
    tabs.drawing_made = made + 1;
    tabs.drawing = in.drawing_memory();
}

uint64_t drawing_bytes(const ToolPanelState& tabs) {
    return tabs.drawing.bytes(false) + tabs.drawing.bytes(true);
}

struct BufferRow {
    std::string name;
    uint64_t bytes;
    bool drawing;
};

std::vector<BufferRow> rows_of(const std::vector<sim::NamedBytes>& world) {
    std::vector<BufferRow> rows;
    for (const sim::NamedBytes& one : world) rows.push_back({one.name, one.bytes, false});
    return rows;
}

std::vector<BufferRow> rows_of(const MemoryList& drawing) {
    std::vector<BufferRow> rows;
    for (const MemoryItem& one : drawing.items()) rows.push_back({one.name, one.bytes, true});
    return rows;
}

void buffer_row(const BufferRow& row, bool dim, double share) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::PushStyleColor(ImGuiCol_Text, dim ? ImU32(colours::kDim) : ImU32(colours::kText));
    ImGui::TextUnformatted(fit_text(row.name, width).c_str());
    ImGui::PopStyleColor();
    if (ImGui::CalcTextSize(row.name.c_str()).x > width) tooltip(row.name);
    cell(human_bytes(double(row.bytes)));
    if (share >= 0) cell(text_of("%.0f %%", 100 * share), colours::kDim);
}

/// Largest first. `mixed`: of world and drawing, without shares, for little room.
void buffer_table(const char* title, std::vector<BufferRow> rows, ImVec2 room, bool mixed) {
    std::stable_sort(rows.begin(), rows.end(),
                     [](const BufferRow& a, const BufferRow& b) { return a.bytes > b.bytes; });
    uint64_t sum = 0;
    for (const BufferRow& row : rows) sum += row.bytes;
    const ImGuiTableFlags flags =
        ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY | ImGuiTableFlags_NoSavedSettings;
    if (!ImGui::BeginTable(title, mixed ? 2 : 3, flags, room)) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn(title, ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("bytes", ImGuiTableColumnFlags_WidthFixed, ImGui::CalcTextSize("000.0 MB").x);
    if (!mixed)
        ImGui::TableSetupColumn("share", ImGuiTableColumnFlags_WidthFixed, ImGui::CalcTextSize("100 %").x);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", title);
    cell("bytes", colours::kDim);
    if (!mixed) cell("share", colours::kDim);
    for (const BufferRow& row : rows)
        buffer_row(row, mixed && row.drawing, mixed ? -1 : double(row.bytes) / double(sum));
    ImGui::EndTable();
}

/// "2,225 of 16,000", in yellow where less than a tenth is left.
void room_row(const char* label, uint64_t used, uint64_t room, const char* tip) {
    if (room == 0) return;
    value_row(label, grouped(used) + " of " + grouped(room),
              used * 10 > room * 9 ? colours::kYellow : colours::kText, tip);
}

void sums(const PanelInput& in, const std::vector<sim::NamedBytes>& world) {
    const uint64_t bytes = in.simulation.world().bytes(), drawing = drawing_bytes(in.ui.tabs);
    const bool cuda = in.simulation.config().backend == sim::Backend::cuda;
    value_row("world", human_bytes(double(bytes)), colours::kText,
              cuda ? "Device memory that the world holds" : "Memory that the world holds");
    value_row("per body", human_bytes(double(bytes) / std::max(1u, in.simulation.config().bodies)));
    value_row("most so far", human_bytes(double(std::max(bytes, in.telemetry.statistics().peak_bytes))),
              colours::kText, "The most that a world of this session has held");
    value_row("drawing", drawing > 0 ? human_bytes(double(drawing)) : "-", colours::kText,
              "Buffers and pictures that OpenGL holds");
    value_row("in all", human_bytes(double(bytes + drawing)));
    const sim::Counters& counters = in.simulation.counters();
    bool listed = false;
    for (const sim::NamedBytes& one : world) {
        listed = listed || one.name == "pairs";
        if (one.name == "pairs")
            room_row(
                "room for pairs", counters.pairs, one.room,
                "Pairs of the last step, and how many the list has room for. It grows when it proves too small");
        if (one.name == "contact points")
            room_row("for contacts", counters.contacts, one.room,
                     "Contacts of the last step, and the room for them");
    }
    if (!listed && !world.empty())
        value_row(
            "room for pairs", "no list", colours::kDim,
            "This broad phase notes contacts as it finds them; pairs are listed only where they are shown");
}

}  // namespace

void draw_memory_tab(PanelInput& in) {
    refresh_drawing(in);
    const std::vector<sim::NamedBytes> world = in.simulation.world().memory();
    const float gap = ImGui::GetStyle().ItemSpacing.x * 2;
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float font = ImGui::GetFontSize(), left = std::round(std::min(font * kSumsWidth, room.x * 0.45f));
    const float each = (room.x - left - 2 * gap) / 2;
    ImGui::BeginChild("##sums", {left, room.y});
    sums(in, world);
    ImGui::EndChild();
    ImGui::SameLine(0, gap);
    std::vector<BufferRow> rows = rows_of(world);
    const std::vector<BufferRow> drawing = rows_of(in.ui.tabs.drawing);
    if (each < font * kLeastTable) {
        rows.insert(rows.end(), drawing.begin(), drawing.end());
        ImGui::PushFont(in.fonts.small_);
        buffer_table("world; dim: drawing", std::move(rows), {room.x - left - gap, room.y}, true);
        ImGui::PopFont();
        return;
    }
    buffer_table("world", std::move(rows), {each, room.y}, false);
    ImGui::SameLine(0, gap);
    buffer_table("drawing", drawing, {each, room.y}, false);
}

}  // namespace app
