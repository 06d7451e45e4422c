// What the note at the mouse says of a cell.
#include <algorithm>
#include <bit>
#include <cmath>

#include "app/teach/bodies/contact_scene.h"
#include "app/teach/bodies/plane.h"
#include "app/teach/lesson_boxes.h"
#include "app/view/lesson/lesson_panels.h"
#include "app/view/widgets/widgets.h"

namespace app {

std::string bits_text(uint32_t word, int bits, int digit_begin, int digit_end) {
    std::string text;
    for (int bit = bits - 1; bit >= 0; bit--) {
        const bool marked = digit_begin < digit_end;
        if (marked && bit == digit_end - 1) text += text.empty() || text.back() == ' ' ? "[" : " [";
        text += (word >> bit & 1) ? '1' : '0';
        if (marked && bit == digit_begin)
            text += bit > 0 ? "] " : "]";
        else if (bit > 0 && bit % 4 == 0 && !(marked && bit < digit_end && bit >= digit_begin))
            text += ' ';
    }
    text.erase(std::unique(text.begin(), text.end(), [](char a, char b) { return a == ' ' && b == ' '; }),
               text.end());
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text;
}

void cell_tooltip(const Lesson& lesson, const LessonStep& step, const Figure& figure,
                  const FigureCell& cell) {
    if (static_cast<size_t>(cell.row) >= figure.rows.size()) return;
    const FigureRow& row = figure.rows[static_cast<size_t>(cell.row)];
    ImGui::BeginTooltip();
    ImGui::PushTextWrapPos(ImGui::GetFontSize() * 24);
    ImGui::TextUnformatted(row.word_name(cell.index).c_str());
    if (cell.index < row.words.size()) {
        const uint32_t word = row.words[cell.index];
        const bool is_key = cell.pair < lesson.keys.size() && word == lesson.keys[cell.pair];
        int begin = 0, end = 0;
        if (is_key && step.pass >= 0 && lesson.setup.digit_bits > 0) {
            begin = lesson.setup.options.begin_bit + step.pass * lesson.setup.digit_bits;
            end = std::min(begin + lesson.setup.digit_bits, lesson.setup.options.end_bit);
        }
        const int bits =
            is_key ? lesson.setup.options.end_bit : std::max(static_cast<int>(std::bit_width(word)), 4);
        if (row.decimals > 0)
            ImGui::TextUnformatted(decimal(word, row.decimals).c_str());
        else
            ImGui::Text("%u = 0x%x = %s", word, word, bits_text(word, bits, begin, end).c_str());
        if (begin < end)
            ImGui::TextDisabled("digit of this pass, in brackets: %u",
                                word >> begin & ((1u << (end - begin)) - 1));
    }
    if (cell.pair < lesson.keys.size())
        ImGui::TextDisabled("pair %u of the input, key %u. Click: follow it", cell.pair,
                            lesson.keys[cell.pair]);
    if (!row.sentence.empty()) ImGui::TextDisabled("%s", row.sentence.c_str());
    ImGui::PopTextWrapPos();
    ImGui::EndTooltip();
}

static void contact_box_tooltip(const Lesson& lesson, uint32_t body) {
    const std::vector<ContactBox>& boxes = lesson.contacts->shown.before.boxes;
    if (body >= boxes.size()) return;
    const ContactBox& own = boxes[body];
    const auto number = [](float value) { return static_cast<double>(value); };
    ImGui::BeginTooltip();
    ImGui::Text("box %u, made of key %u", body, lesson.keys[body]);
    ImGui::Text("centre at x %.3f, y %.3f m; turned by %.1f degrees", number(own.place.x),
                number(own.place.y), number(std::atan2(own.turn.y, own.turn.x) * 57.29578f));
    ImGui::Text("speed %.2f m/s, spin %.2f rad/s", number(length(own.velocity)), number(own.spin));
    ImGui::TextDisabled("%.2f kg. Click: follow it", number(own.mass_kg));
    ImGui::EndTooltip();
}

static void flat_box_tooltip(const Lesson& lesson, uint32_t index) {
    if (index >= lesson.keys.size()) return;
    const LessonBox own = boxes_of(lesson.keys)[index];
    ImGui::BeginTooltip();
    ImGui::Text("box %u", index);
    ImGui::Text("sort axis: %u to %u", own.min, own.max);
    ImGui::Text("other axis: %u to %u", own.low, own.high);
    ImGui::TextDisabled("Click: follow it");
    ImGui::EndTooltip();
}

void body_tooltip(const Lesson& lesson, uint32_t body) {
    if (lesson.names_boxes) return flat_box_tooltip(lesson, body);
    if (lesson.contacts) return contact_box_tooltip(lesson, body);
    if (!lesson.plane || body >= lesson.plane->count() || body >= lesson.keys.size()) return;
    const LessonPlane& plane = *lesson.plane;
    const PlaneBody& own = plane.bodies[body];
    const uint32_t key = plane.key[body];
    const auto rank = std::find(plane.order.begin(), plane.order.end(), body);
    ImGui::BeginTooltip();
    ImGui::Text("body %u at x %u, y %u m, %u kg", body, own.x, own.y, own.mass_kg);
    ImGui::Text("Morton key %u = %s", key, bits_text(key, kPlaneKeyBits, 0, 0).c_str());
    if (rank != plane.order.end())
        ImGui::TextDisabled("index %d in key order. Click: follow it",
                            static_cast<int>(rank - plane.order.begin()));
    ImGui::EndTooltip();
}

}  // namespace app
