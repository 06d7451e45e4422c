// One sentence in the middle of an empty window.
#include "app/view/ui_notice.h"

#include <glad/gl.h>
#include <imgui.h>

#include <algorithm>
#include <cstdio>

namespace app {
namespace {

constexpr int kFrames = 3;  // ImGui lays it out, draws it, and a compositor may show it one later
constexpr ImGuiWindowFlags kNotice = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                                     ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoSavedSettings |
                                     ImGuiWindowFlags_AlwaysAutoResize;

/// One picture; `more` adds to it, given the width of the text.
template <class More>
std::vector<InputEvent> show_once(Context& context, Ui& ui, float scale, const std::string& text,
                                  const More& more) {
    std::vector<InputEvent> events = context.poll();
    ui.queue(events);
    const int width = context.width(), height = context.height();
    glBindFramebuffer(GL_FRAMEBUFFER, context.framebuffer());
    glClearColor(0.063f, 0.075f, 0.094f, 1);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    ui.begin(width, height, scale, 1 / 60.0f);
    const float w = static_cast<float>(width), h = static_cast<float>(height);
    const float wide = std::min(0.9f * w, ImGui::GetFontSize() * 34);
    ImGui::SetNextWindowPos({w / 2, h / 2}, ImGuiCond_Always, {0.5f, 0.5f});
    ImGui::Begin("##notice", nullptr, kNotice);
    ImGui::PushTextWrapPos(wide);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    more(wide);
    ImGui::End();
    ui.end(width, height);
    context.swap();
    return events;
}

}  // namespace

void show_notice(Context& context, Ui& ui, float scale, const std::string& text) {
    for (int k = 0; k < kFrames; k++) show_once(context, ui, scale, text, [](float) {});
}

std::vector<InputEvent> show_progress(Context& context, Ui& ui, float scale, const std::string& text,
                                      double part, const std::string& below) {
    return show_once(context, ui, scale, text, [&](float wide) {
        char percent[16] = "...";
        if (part >= 0) std::snprintf(percent, sizeof percent, "%.0f %%", 100 * part);
        ImGui::ProgressBar(static_cast<float>(std::max(part, 0.0)), {wide, 0}, percent);
        ImGui::TextDisabled("%s", below.c_str());
    });
}

}  // namespace app
