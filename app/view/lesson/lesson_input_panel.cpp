// Left: which lesson, on which keys.
#include <imgui.h>
#include <imgui_stdlib.h>

#include <algorithm>
#include <cmath>

#include "app/teach/look_back_times.h"
#include "app/teach/sizes.h"
#include "app/view/actions/actions.h"
#include "app/view/lesson/lesson_panels.h"
#include "app/view/widgets/widgets.h"
#include "sort/lab/model.h"

namespace app {
namespace {

constexpr double kRest_s = 0.8;  // without a key pressed: what is typed is complete
constexpr int kRestFrames = 30;  // of a slow machine, which sees several keys at once

void error_text(PanelInput& in, const char* name, const std::string& error) {
    if (error.empty()) return;
    ImGui::PushStyleColor(ImGuiCol_Text, colours::as_text(colours::kVermilion));
    ImGui::TextWrapped("%s", error.c_str());
    ImGui::PopStyleColor();
    note_item(in.ui, name);
}

/// True when another one was chosen.
bool lesson_combo(PanelInput& in, const char* label, std::string& engine, bool may_be_none) {
    const std::string before = engine;
    label_row(label);
    ImGui::PushID(label);
    const char* const none = may_be_none ? "nothing" : "your kernel";
    if (ImGui::BeginCombo("##lesson", engine.empty() ? none : engine.c_str(), ImGuiComboFlags_HeightLarge)) {
        if (may_be_none && ImGui::Selectable("nothing", engine.empty())) engine.clear();
        for (const std::string& name : lesson_and_variant_names()) {
            if (ImGui::Selectable(name.c_str(), name == engine)) engine = name;
            note_item(in.ui, (std::string(label) + " " + name).c_str());
            if (const sort::LessonVariant* variant = find_variant(name))
                tooltip(variant->title);
            else if (const sort::Model* model = find_lesson_model(name))
                tooltip(model->title);
        }
        ImGui::EndCombo();
    }
    note_item(in.ui, label);
    ImGui::PopID();
    return engine != before;
}

/// Draws the choice of what is left out of the model, to see what it is there for.
void break_combo(PanelInput& in, LessonData& data) {
    LessonForm& form = data.form;
    const std::span<const sort::Break> breaks = breaks_of(form.engine);
    if (breaks.empty()) return;
    const sort::Break* broken = find_break(form.engine, form.broken);
    label_row("break it", 0, "Leaves one thing out of the model, and shows what goes wrong without it");
    if (broken) {  // its title needs a line of its own
        ImGui::NewLine();
        ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    }
    if (ImGui::BeginCombo("##break", broken ? broken->title : "nothing")) {
        if (ImGui::Selectable("nothing", !broken) && broken) {
            form.broken.clear();
            form.kind = usual_input(form.engine);  // those of the break may be too few
            form.count = static_cast<int>(usual_keys(form.engine));
            data.form_changed = true;
        }
        note_item(in.ui, "break nothing");
        for (const sort::Break& one : breaks) {
            if (ImGui::Selectable(one.title, broken == &one) && broken != &one) {
                form.broken = one.name;
                form.source = KeySource::made;  // keys with which it shows
                form.kind = one.input;
                form.count = static_cast<int>(one.keys);
                form.seed = 1;
                data.form_changed = true;
            }
            note_item(in.ui, (std::string("break ") + one.name).c_str());
            tooltip(one.sentence);
        }
        ImGui::EndCombo();
    }
    note_item(in.ui, "break it");
    if (!broken) return;
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(broken->sentence);
    ImGui::PopTextWrapPos();
}

/// Draws the choice of the tile that counts longer than the others, for sorts whose tiles look back at each
/// other.
void slow_tile_row(PanelInput& in, LessonData& data) {
    LessonForm& form = data.form;
    if (!has_waits(form.engine) && !has_waits(form.beside)) return;
    constexpr int kLast = static_cast<int>(kLookBackTiles) - 1;
    label_row(
        "slow tile", 0,
        "One tile counts longer than the others: see at the bottom of a pass how the tiles behind it wait");
    begin_slider();
    if (ImGui::SliderInt("##slow", &form.slow_tile, -1, kLast, form.slow_tile < 0 ? "none" : "tile %d",
                         ImGuiSliderFlags_AlwaysClamp))
        data.form_changed = true;
    end_slider(form.slow_tile, -1, kLast, false);
    note_item(in.ui, "slow tile");
}

/// Draws the choice of one size; 0 is the usual one, and "usual" its name.
template <class Size, class Number>
void size_row(PanelInput& in, LessonData& data, const char* name, Size& size,
              const std::vector<Number>& sizes, const char* about) {
    if (sizes.size() < 2) return;
    label_row(name, 0, about);
    ImGui::PushID(name);
    if (ImGui::BeginCombo("##size", size ? std::to_string(size).c_str() : "usual")) {
        const auto choose = [&](const std::string& text, Size choice) {
            if (ImGui::Selectable(text.c_str(), size == choice) && size != choice) {
                size = choice;
                data.form_changed = true;
            }
            note_item(in.ui, (std::string(name) + " " + text).c_str());
        };
        choose("usual", 0);
        for (const Number one : sizes) choose(std::to_string(one), static_cast<Size>(one));
        ImGui::EndCombo();
    }
    note_item(in.ui, name);
    ImGui::PopID();
}

/// Draws the choice of sizes that are small enough to be seen whole.
void size_rows(PanelInput& in, LessonData& data) {
    LessonForm& form = data.form;
    const LessonSizeRange range = size_range_of(form.engine);
    size_row(in, data, "tile", form.tile, range.tiles,
             "Pairs of a tile in the model; the kernels keep theirs. With 16 keys, tiles of 4 fit a slide");
    size_row(in, data, "warp", form.warp, range.warps, "Threads of a warp in the model; a GPU's has 32");
    size_row(in, data, "digit bits", form.digit_bits, range.digit_bits, "Bits that a pass sorts by");
}

void source_buttons(PanelInput& in, LessonData& data) {
    LessonForm& form = data.form;
    const auto button = [&](const char* label, KeySource source, const char* about) {
        const bool chosen = form.source == source;
        if (chosen) ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_Header));
        const bool pressed = ImGui::Button(label);
        if (chosen) ImGui::PopStyleColor();
        note_item(in.ui, label);
        tooltip(about);
        return pressed;
    };
    if (button("made", KeySource::made, "Keys of a kind, from a seed") && form.source != KeySource::made) {
        form.source = KeySource::made;
        data.form_changed = true;
    }
    ImGui::SameLine(0, 4 * in.scale);
    if (button("typed", KeySource::typed, "Your own keys") && form.source != KeySource::typed) {
        form.source = KeySource::typed;
        // The same keys: the lesson stays as it is.
        if (data.state.count() > 0)
            form.typed = keys_text(data.state.lesson().keys);
        else
            data.form_changed = true;
    }
    ImGui::SameLine(0, 4 * in.scale);
    if (button(
            "scene", KeySource::scene,
            "The keys of the bodies around the selected one, as the last step's sort found them. Press again for "
            "those of now."))
        data.read_scene = true;
}

void made_rows(PanelInput& in, LessonData& data) {
    LessonForm& form = data.form;
    std::string shown = form.kind;
    for (const LessonKind& kind : lesson_kinds()) {
        if (form.kind == kind.kind) shown = kind.name;
    }
    label_row("order");
    if (ImGui::BeginCombo("##kind", shown.c_str(), ImGuiComboFlags_HeightLarge)) {
        for (const LessonKind& kind : lesson_kinds()) {
            if (ImGui::Selectable(kind.name, form.kind == kind.kind) && form.kind != kind.kind) {
                form.kind = kind.kind;
                data.form_changed = true;
            }
            note_item(in.ui, (std::string("order ") + kind.name).c_str());
        }
        ImGui::EndCombo();
    }
    note_item(in.ui, "order");
    label_row("keys", 0, "How many. Ctrl+click to type it");
    begin_slider();
    if (ImGui::SliderInt("##count", &form.count, 1, static_cast<int>(kMostLessonKeys), "%d",
                         ImGuiSliderFlags_AlwaysClamp))
        data.form_changed = true;
    end_slider(form.count, 1, kMostLessonKeys, false);
    note_item(in.ui, "keys");
    label_row("seed");
    const uint64_t one = 1;
    if (ImGui::InputScalar("##seed", ImGuiDataType_U64, &form.seed, &one)) data.form_changed = true;
    note_item(in.ui, "lesson seed");
}

void typed_rows(PanelInput& in, LessonData& data) {
    LessonForm& form = data.form;
    const float high = ImGui::GetTextLineHeight() * 5 + 2 * ImGui::GetStyle().FramePadding.y;
    ImGui::PushTextWrapPos(0);
    if (ImGui::InputTextMultiline("##typed", &form.typed, {ImGui::GetContentRegionAvail().x, high}))
        data.typed_at = ImGui::GetTime(), data.typed_frame = ImGui::GetFrameCount();
    // Half-typed keys are right ones by chance ("5" of "5, 3"): they count once the hand rests.
    const bool waited =
        ImGui::GetTime() - data.typed_at > kRest_s && ImGui::GetFrameCount() - data.typed_frame > kRestFrames;
    const bool rests = waited || !ImGui::IsItemActive();
    ImGui::PopTextWrapPos();
    note_item(in.ui, "typed keys");
    if (data.typed_at >= 0 && rests) {
        data.typed_at = -1;
        data.form_changed = true;
    }
    error_text(in, "typed error", form.typed_error);
    ImGui::PushTextWrapPos(0);
    ImGui::TextDisabled("1 to %u whole numbers, such as 83 or 0x53, with commas between them",
                        kMostLessonKeys);
    ImGui::PopTextWrapPos();
}

/// The input as bars; drag over them to draw another one, which is then a typed one.
void bars(PanelInput& in, LessonData& data) {
    LessonForm& form = data.form;
    const Lesson& lesson = data.state.lesson();
    const std::vector<uint32_t>& keys = lesson.keys;
    const int bits = std::max(lesson.setup.options.end_bit, 1);
    // Keys of neighbours in the scene differ little: then the bars show the range that they have.
    double low = 0, top = std::ldexp(1.0, bits) - 1;
    if (form.source == KeySource::scene && !keys.empty()) {
        const auto [least, most] = std::minmax_element(keys.begin(), keys.end());
        if (*most > *least) {
            top = *most;
            low = std::max(*least - (top - *least) / 8, 0.0);
        }
    }
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = std::round(84 * in.scale);
    ImGui::InvisibleButton("##bars", {width, height});
    note_item(in.ui, "bars");
    tooltip("The input. Drag over the bars to change keys");
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(at, {at.x + width, at.y + height}, colours::kPlot);
    const float slot = width / static_cast<float>(std::max<size_t>(keys.size(), 1));
    for (size_t i = 0; i < keys.size(); i++) {
        const float x0 = at.x + slot * static_cast<float>(i), x1 = x0 + slot - (slot >= 3 ? 1 : 0);
        const float high = std::max(height * static_cast<float>((keys[i] - low) / (top - low)), 1.0f);
        const bool tracked = i == in.ui.tracked_pair;
        list->AddRectFilled({x0, at.y + height - high}, {x1, at.y + height},
                            tracked ? ImU32(colours::kText) : ImU32(colours::kAccent));
    }
    if (!ImGui::IsItemActive() || keys.empty()) return;
    // All bars between the last place of the mouse and this one.
    std::vector<uint32_t> drawn = keys;
    const ImGuiIO& io = ImGui::GetIO();
    const ImVec2 to = io.MousePos, from{to.x - io.MouseDelta.x, to.y - io.MouseDelta.y};
    const auto bar_of = [&](float x) {
        return static_cast<int>(std::clamp((x - at.x) / slot, 0.0f, static_cast<float>(keys.size() - 1)));
    };
    const int a = ImGui::IsMouseClicked(0) ? bar_of(to.x) : bar_of(from.x), b = bar_of(to.x);
    for (int i = std::min(a, b); i <= std::max(a, b); i++) {
        const float part = a == b ? 1 : static_cast<float>(i - a) / static_cast<float>(b - a);
        const float y = from.y + (to.y - from.y) * part;
        const double share = std::clamp(static_cast<double>((at.y + height - y) / height), 0.0, 1.0);
        drawn[static_cast<size_t>(i)] = static_cast<uint32_t>(std::lround(low + share * (top - low)));
    }
    if (drawn == keys) return;
    form.source = KeySource::typed;
    form.typed = keys_text(drawn);
    data.typed_at = -1;
    data.form_changed = true;
}

/// Draws which keys, and the lesson made of them.
void key_rows(PanelInput& in, LessonData& data) {
    const LessonForm& form = data.form;
    source_buttons(in, data);
    bars(in, data);  // above what differs: it must not move under the hand when the keys become typed ones
    if (form.source == KeySource::made) made_rows(in, data);
    if (form.source == KeySource::typed) typed_rows(in, data);
}

}  // namespace

void draw_lesson_input(PanelInput& in, LessonData& data) {
    LessonForm& form = data.form;
    const Lesson& lesson = data.state.lesson();
    begin_region("##lesson input", in.layout.left, colours::kPanel);
    section(in.fonts, "Lesson");
    std::string engine = form.engine;
    if (lesson_combo(in, "engine", engine, false)) {
        change_engine(form, engine);
        data.form_changed = true;
    }
    const bool own = data.shows_own_kernel();
    if (!own && lesson_combo(in, "beside it", form.beside, true)) data.form_changed = true;
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(lesson.title.c_str());
    if (!lesson.paper.empty()) ImGui::TextDisabled("%s", lesson.paper.c_str());
    ImGui::PopTextWrapPos();

    if (!own) {
        break_combo(in, data);
        slow_tile_row(in, data);
        size_rows(in, data);
    }
    section(in.fonts, "Keys");
    if (!own) key_rows(in, data);
    error_text(in, "lesson error", form.error);
    ImGui::PushTextWrapPos(0);
    ImGui::TextDisabled("%zu %s: %s. %s", lesson.keys.size(), lesson.keys.size() == 1 ? "key" : "keys",
                        data.state.input().c_str(),
                        own ? "For other keys, or after a change of kernel.cu: sweeplab lab show DIR --view"
                            : "The value of a pair is its index in the input.");
    ImGui::PopTextWrapPos();

    section(in.fonts, "Followed key");
    ImGui::PushTextWrapPos(0);
    const std::string way = data.state.way_text(in.ui.tracked_pair);
    if (way.empty())
        ImGui::TextDisabled("Click a key in the picture to follow it.");
    else
        ImGui::TextUnformatted(way.c_str());
    ImGui::PopTextWrapPos();
    ImGui::Dummy({0, 4 * in.scale});
    if (ImGui::Button("Back to the scene", {ImGui::GetContentRegionAvail().x, 0})) in.ui.lesson = false;
    note_item(in.ui, "back to the scene");
    tooltip(tip("lesson"));
    end_region();
}

}  // namespace app
