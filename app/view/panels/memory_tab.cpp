// Memory: what the world and the drawing hold, by buffer; the most so far; room for pairs.
#include <algorithm>

#include "app/base/numbers.h"
#include "app/view/panels/panels.h"
#include "app/view/panels/widgets.h"

namespace app {
namespace {

constexpr float kSumsWidth = 17, kLeastTable = 16;  // of the font's size

/// Asking OpenGL for the size of each buffer is for a few times a second.
void refresh_drawing(PanelInput& in) {
    DrawerState& tabs = in.ui.tabs;
    const uint64_t made = in.session.statistics().made;
    if (tabs.drawing_made == made + 1 || !in.drawing_memory) return;
    tabs.drawing_made = made + 1;
    tabs.drawing = in.drawing_memory();
}

uint64_t drawing_bytes(const DrawerState& tabs) {
    return tabs.drawing.bytes(false) + tabs.drawing.bytes(true);
}

/// Largest first.
void buffer_table(const char* title, std::vector<MemoryItem> items, ImVec2 room) {
    std::stable_sort(items.begin(), items.end(),
                     [](const MemoryItem& a, const MemoryItem& b) { return a.bytes > b.bytes; });
    uint64_t sum = 0;
    for (const MemoryItem& item : items) sum += item.bytes;
    const ImGuiTableFlags flags =
        ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY | ImGuiTableFlags_NoSavedSettings;
    if (!ImGui::BeginTable(title, 3, flags, room)) return;
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableSetupColumn(title, ImGuiTableColumnFlags_WidthStretch);
    ImGui::TableSetupColumn("bytes", ImGuiTableColumnFlags_WidthFixed, ImGui::CalcTextSize("000.0 MB").x);
    ImGui::TableSetupColumn("share", ImGuiTableColumnFlags_WidthFixed, ImGui::CalcTextSize("100 %").x);
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::TextDisabled("%s", title);
    cell("bytes", colours::kDim);
    cell("share", colours::kDim);
    for (const MemoryItem& item : items) {
        ImGui::TableNextRow();
        ImGui::TableNextColumn();
        const float width = ImGui::GetContentRegionAvail().x;
        ImGui::TextUnformatted(fit_text(item.name, width).c_str());
        if (ImGui::CalcTextSize(item.name.c_str()).x > width) tooltip(item.name);
        cell(human_bytes(double(item.bytes)));
        cell(text_of("%.0f %%", 100 * double(item.bytes) / double(sum)), colours::kDim);
    }
    ImGui::EndTable();
}

/// "2,225 of 16,000", in yellow where less than a tenth is left.
void room_row(const char* label, uint64_t used, uint64_t room, const char* tip) {
    if (room == 0) return;
    value_row(label, grouped(used) + " of " + grouped(room),
              used * 10 > room * 9 ? colours::kYellow : colours::kText, tip);
}

void sums(const PanelInput& in, const std::vector<sim::NamedBytes>& world) {
    const Session& session = in.session;
    const uint64_t bytes = session.world().bytes(), drawing = drawing_bytes(in.ui.tabs);
    const bool cuda = session.config().backend == sim::Backend::cuda;
    value_row("world", human_bytes(double(bytes)), colours::kText,
              cuda ? "Device memory that the world holds" : "Memory that the world holds");
    value_row("per body", human_bytes(double(bytes) / std::max(1u, session.config().bodies)));
    value_row("most so far", human_bytes(double(std::max(bytes, session.statistics().peak_bytes))),
              colours::kText, "The most that a world of this session has held");
    value_row("drawing", drawing > 0 ? human_bytes(double(drawing)) : "-", colours::kText,
              "Buffers and pictures that OpenGL holds");
    value_row("in all", human_bytes(double(bytes + drawing)));
    const sim::Counters& counters = session.counters();
    bool listed = false;
    for (const sim::NamedBytes& one : world) {
        listed = listed || one.name == "pairs";
        if (one.name == "pairs")
            room_row(
                "room for pairs", counters.pairs, one.room,
                "Pairs of the last step, and how many the list has room for. It grows when it proves too small");
        if (one.name == "contacts of meshes")
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
    const std::vector<sim::NamedBytes> world = in.session.world().memory();
    std::vector<MemoryItem> buffers;
    for (const sim::NamedBytes& one : world) buffers.push_back({one.name, one.bytes, true});
    const float gap = ImGui::GetStyle().ItemSpacing.x * 2;
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const float font = ImGui::GetFontSize(), left = std::round(std::min(font * kSumsWidth, room.x * 0.45f));
    const float each = (room.x - left - 2 * gap) / 2;
    ImGui::BeginChild("##sums", {left, room.y});
    sums(in, world);
    ImGui::EndChild();
    ImGui::SameLine(0, gap);
    if (each < font * kLeastTable) {  // one for both
        for (const MemoryItem& item : in.ui.tabs.drawing.items())
            buffers.push_back({"drawing: " + item.name, item.bytes, false});
        buffer_table("world and drawing", buffers, {room.x - left - gap, room.y});
        return;
    }
    buffer_table("world", buffers, {each, room.y});
    ImGui::SameLine(0, gap);
    buffer_table("drawing", in.ui.tabs.drawing.items(), {each, room.y});
}

}  // namespace app
