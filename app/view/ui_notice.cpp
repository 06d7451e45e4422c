// One sentence in the middle of an empty window.
#include "app/view/ui_notice.h"

#include <glad/gl.h>
#include <imgui.h>

#include <algorithm>

namespace app {
namespace {

constexpr int kFrames = 3;  // ImGui lays it out, draws it, and a compositor may show it one later

}  // namespace

void show_notice(Context& context, Ui& ui, float scale, const std::string& text) {
    for (int k = 0; k < kFrames; k++) {
        ui.queue(context.poll());
        const int width = context.width(), height = context.height();
        glBindFramebuffer(GL_FRAMEBUFFER, context.framebuffer());
        glClearColor(0.063f, 0.075f, 0.094f, 1);
        glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
        ui.begin(width, height, scale, 1 / 60.0f);
        const float w = static_cast<float>(width), h = static_cast<float>(height);
        ImGui::SetNextWindowPos({w / 2, h / 2}, ImGuiCond_Always, {0.5f, 0.5f});
        ImGui::Begin("##notice", nullptr,
                     ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoNav |
                         ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize);
        ImGui::PushTextWrapPos(std::min(0.9f * w, ImGui::GetFontSize() * 34));
        ImGui::TextUnformatted(text.c_str());
        ImGui::PopTextWrapPos();
        ImGui::End();
        ui.end(width, height);
        context.swap();
    }
}

}  // namespace app
