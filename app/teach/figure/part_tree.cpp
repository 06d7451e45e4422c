// The tree over sorted keys: bits that neighbours have in common, nodes that find their ranges, and sums from
// the leaves up.
#include <algorithm>

#include "app/teach/bodies/tree.h"
#include "app/teach/figure/parts.h"
#include "app/teach/figure/plane_view.h"
#include "app/teach/figure/tree_rows.h"

namespace app::parts {
namespace {

constexpr float kKeyBitHeight = 0.8f;
constexpr size_t kMostNodeSteps = 36;

std::string bits_text(uint32_t count) { return counted(count, "bit"); }

/// Returns the text on how node i finds its range and its split.
std::string search_text(const LessonPlane& plane, uint32_t i) {
    const sim::NodeRange& range = plane.nodes[i].node.range;
    const uint32_t after = common_key_bits(plane, i, i + 1),
                   before = i > 0 ? common_key_bits(plane, i, i - 1) : 0;
    const bool right = i == 0 || after > before;
    const uint32_t least = right ? before : after, end = right ? range.last : range.first;
    std::string text = "Node " + number_text(i) + ": the key at index " + number_text(i) + " has " +
                       bits_text(after) + " in common with the next";
    if (i == 0) {
        text += ", and none is before it. So it reaches to the right end, index " + number_text(end) + ".";
    } else {
        text += " and " + number_text(before) + " with the one before. So it goes to the " +
                (right ? "right" : "left") + ", while more than " + number_text(least) +
                " are in common: to index " + number_text(end) + ".";
    }
    if (range.first < range.last) {
        const uint32_t within = common_key_bits(plane, range.first, range.last);
        text += " Its ends have " + bits_text(within) + " in common, and so have the keys at indices " +
                number_text(range.split) + " and " + number_text(range.split + 1) +
                ": it is split between these.";
    }
    return text;
}

}  // namespace

void common_bits(FigureBuilder& builder, const Picture& picture) {
    const uint32_t n = builder.count();
    const LessonArray* const common = n > 0 ? builder.take(picture.array, n) : nullptr;
    if (!common) return;
    const Words &keys = builder.step().keys_before, &pairs = builder.step().values_before;
    const int op = builder.begin("The keys bit by bit, the upper one first: those of x and y take turns.");
    const float top = builder.y;
    for (uint32_t bit = kPlaneKeyBits; bit-- > 0;) {
        const bool of_x = bit % 2 == 1;
        builder.name("bit " + number_text(bit), kKeyBitHeight, op);
        for (uint32_t i = 0; i < n; ++i) {
            FigureCell& cell = builder.label(number_text(keys[i] >> bit & 1),
                                             {static_cast<float>(i), builder.y, 1, kKeyBitHeight}, op);
            const bool shared = kPlaneKeyBits - bit <= common->words[i];
            cell.pair = pairs[i];
            cell.tone = shared ? Tone::digit : Tone::faint;
            cell.digit = shared ? (of_x ? 0 : 2) : -1;
        }
        builder.y += kKeyBitHeight;
    }
    // A bracket around two keys shows what is compared; it ends below what they have in common.
    uint32_t at = 0;
    for (uint32_t i = 0; i + 1 < n; ++i)
        if (common->words[i] > common->words[at] && common->words[i] < kPlaneKeyBits) at = i;
    const uint32_t bits = common->words[at];
    if (n > 1) {
        const int example =
            builder.begin("Coloured: in common with the next key. Keys " + number_text(keys[at]) + " and " +
                          number_text(keys[at + 1]) + ", at " + index_range(at, at + 1) +
                          ", begin with the same " + bits_text(std::min(bits, kPlaneKeyBits)) + ".");
        if (bits > 0)
            builder.frame(FigureFrame::border,
                          {static_cast<float>(at), top, 2,
                           kKeyBitHeight * static_cast<float>(std::min(bits, kPlaneKeyBits))},
                          "", example, Tone::strong);
    }
    uint32_t equal = 0, least = 0;
    for (uint32_t i = 0; i + 1 < n; ++i) {
        equal += common->words[i] >= kPlaneKeyBits;
        if (common->words[i] < common->words[least]) least = i;
    }
    std::string text = n > 1 ? "The fewest, " + number_text(common->words[least]) +
                                   ", are in common at index " + number_text(least) +
                                   ": there the whole is split first."
                             : "One key has no neighbour.";
    if (equal > 0)
        text += " " + counted(equal, "key has", "keys have") + " an equal one behind: more than " +
                number_text(kPlaneKeyBits - 1) + " are counted, with bits of the ranks.";
    const int last = builder.begin(text);
    builder.y += 0.4f;
    builder.words(*common, pairs, std::vector<int>(n, last));
}

void tree_nodes(FigureBuilder& builder, const Picture&) {
    const LessonPlane* const plane = builder.lesson().plane.get();
    if (!plane || plane->nodes.empty()) return;
    constexpr float kRow = 1.55f;
    const TreeRows rows(*plane, false, kRow);
    const auto nodes = static_cast<uint32_t>(plane->nodes.size());
    const float top = builder.y;
    rows.name_rows(builder, top);
    const uint32_t together = (nodes + kMostNodeSteps - 1) / kMostNodeSteps;
    for (uint32_t first = 0; first < nodes; first += together) {
        const uint32_t end = std::min(nodes, first + together);
        const int op = builder.begin(
            search_text(*plane, first) +
            (end > first + 1 ? " So do nodes " + number_text(first + 1) + " to " + number_text(end - 1) + "."
                             : ""));
        for (uint32_t i = first; i < end; ++i) {
            if (!rows.has(i)) continue;
            const sim::NodeRange& range = plane->nodes[i].node.range;
            const Area area = rows.area(i, top);
            FigureCell& cell = builder.label(number_text(i), area, op);
            cell.state = range.bodies() > kPlaneLeafBodies ? CellState::written : CellState::idle;
            // From its own index to the other end, and a mark where it is split.
            const float own = static_cast<float>(i) + 0.5f, y = area.y + area.height + 0.22f;
            const float other = static_cast<float>(i == range.first ? range.last : range.first) + 0.5f;
            FigureLine& way = builder.line({own, y}, {other, y}, op);
            way.arrow = range.bodies() > 1;
            way.tone = Tone::good;
            const float split = static_cast<float>(range.split) + 1;
            FigureLine& mark = builder.line({split, area.y + area.height}, {split, y + 0.22f}, op);
            mark.tone = Tone::strong;
            mark.width = 1.6f;
        }
    }
    builder.text(
        0, top + rows.height(),
        "Arrow: from index i to the other end of node i. Mark: where it is split. Filled: more than 3 bodies.",
        0, Align::left, Tone::faint);
    builder.y = top + rows.height() + 1.6f;
}

void tree_moments(FigureBuilder& builder, const Picture&) {
    const LessonPlane* const plane = builder.lesson().plane.get();
    const LessonArray* const heights = array_named(builder.step(), "height");
    if (!plane || plane->nodes.empty() || !heights) return;
    constexpr float kRow = 1.12f;
    const TreeRows rows(*plane, true, kRow);
    builder.indices();
    const float top = builder.y;
    rows.name_rows(builder, top);
    builder.y = top + rows.height() + 0.2f;
    builder.text(0, builder.y,
                 "In the tree: masses in kg. In the plane: boxes and, as rings, centres of mass.", 0,
                 Align::left, Tone::faint);
    builder.y += 1.3f;
    PlaneView view(builder, *plane, {0, builder.y, builder.figure.width, plane_lines(builder)});
    view.outline(0);
    view.bodies(0, true);
    const uint32_t highest = *std::max_element(heights->words.begin(), heights->words.end());
    for (uint32_t height = 1; height <= highest; ++height) {
        uint32_t count = 0, widest = 0;
        for (uint32_t i = 0; i < plane->nodes.size(); ++i) {
            if (heights->words[i] != height) continue;
            if (count++ == 0 ||
                plane->nodes[i].node.range.bodies() > plane->nodes[widest].node.range.bodies())
                widest = i;
        }
        if (count == 0) continue;
        const sim::TreeNode& node = plane->nodes[widest].node;
        std::string text = height == 1  ? counted(count, "leaf sums its", "leaves sum their") + " bodies."
                           : count == 1 ? "Node " + number_text(widest) + " adds its children."
                                        : number_text(count) + " nodes add their children.";
        if (height == highest && widest == 0) text = "The root adds its children.";
        text += " Node " + number_text(widest) + ": " +
                number_text(static_cast<uint64_t>(plane->nodes[widest].shape.mass_kg + 0.5f)) + " kg at x " +
                number_text(static_cast<uint64_t>(std::max(node.centre.x, 0.0f) + 0.5f)) + " and y " +
                number_text(static_cast<uint64_t>(std::max(node.centre.y, 0.0f) + 0.5f)) + " m.";
        const int op = builder.begin(text);
        for (uint32_t i = 0; i < plane->nodes.size(); ++i) {
            if (heights->words[i] != height || !rows.has(i)) continue;
            FigureCell& cell =
                builder.label(number_text(static_cast<uint64_t>(plane->nodes[i].shape.mass_kg + 0.5f)),
                              rows.area(i, top), op);
            cell.state = height == 1 ? CellState::idle : CellState::written;
            for (const bool now : {true, false}) {
                if (!now && height == highest) continue;
                FigureShape& box = view.box(plane->nodes[i].box, now ? op : op + 1, false);
                box.tone = now ? Tone::strong : Tone::faint;
                box.left_at = now && height < highest ? op + 1 : 0;
                FigureShape& centre =
                    view.add(FigureShape::dot, view.at(plane->nodes[i].node.centre), now ? op : op + 1);
                centre.filled = false;
                centre.size = now ? 0.8f : 0.5f;
                centre.tone = now ? Tone::wrong : Tone::faint;
                centre.left_at = now && height < highest ? op + 1 : 0;
            }
        }
    }
    builder.y += plane_lines(builder) + 0.5f;
}

}  // namespace app::parts
