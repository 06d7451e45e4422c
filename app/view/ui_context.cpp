// Dear ImGui, set up.
#include "app/view/ui_context.h"

#include <backends/imgui_impl_opengl3.h>
#include <glad/gl.h>
#include <imgui.h>
#include <imgui_internal.h>

#include "app/view/actions/keys.h"
#include "app/view/ui_input.h"
#include "sort/base/errors.h"

namespace app {
namespace {

/// Escape closes the list that is open, and does nothing else in this frame. Dear ImGui does it only with
/// NavEnableKeyboard, whose keys the program uses itself.
void close_lists(std::vector<InputEvent>& events) {
    if (!ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup)) return;
    const auto escape = [](const InputEvent& event) {
        return event.kind == InputEvent::key && event.down && event.code == key::escape;
    };
    if (std::erase_if(events, escape) > 0) ImGui::ClosePopupToLevel(0, true);
}

}  // namespace

Ui::Ui() {
    IMGUI_CHECKVERSION();
    context_ = ImGui::CreateContext();
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr;
    io.LogFilename = nullptr;
    io.BackendPlatformName = "sweeplab";
    io.UserData = &glyphs_;
    map_keys(io);
    if (!ImGui_ImplOpenGL3_Init("#version 450 core")) {
        ImGui::DestroyContext(context_);
        throw sort::Unavailable("panels need libGL.so.1 (Debian package libgl1)");
    }
}

Ui::~Ui() {
    ImGui::SetCurrentContext(context_);
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext(context_);
}

void Ui::use_clipboard_of(Context& context) {
    ImGui::SetCurrentContext(context_);
    clipboard_ = &context;
    ImGuiIO& io = ImGui::GetIO();
    io.ClipboardUserData = this;
    io.SetClipboardTextFn = [](void* ui, const char* text) {
        static_cast<Ui*>(ui)->clipboard_->set_clipboard(text);
    };
    io.GetClipboardTextFn = [](void* ui) {
        Ui& self = *static_cast<Ui*>(ui);
        self.pasted_ = self.clipboard_->clipboard();
        self.glyphs_.shown(self.pasted_);
        return self.pasted_.c_str();
    };
}

void Ui::queue(const std::vector<InputEvent>& events) {
    for (const InputEvent& event : events)
        if (event.kind == InputEvent::text) glyphs_.want(static_cast<char32_t>(event.code));
    queue_.insert(queue_.end(), events.begin(), events.end());
}

std::vector<InputEvent> Ui::begin(int width, int height, float scale, float dt_s) {
    ImGui::SetCurrentContext(context_);
    ImGuiIO& io = ImGui::GetIO();
    const bool other_scale = scale != scale_;
    if (other_scale || theme_ != applied_) apply_theme(scale, theme_);
    applied_ = theme_;
    if (other_scale || glyphs_.incomplete()) {
        scale_ = scale;
        fonts_ = glyphs_.load(*io.Fonts, scale);
        io.FontDefault = fonts_.regular;
        ImGui_ImplOpenGL3_DestroyFontsTexture();  // NewFrame makes no second one: done here
        ImGui_ImplOpenGL3_CreateFontsTexture();
    }
    io.DisplaySize = ImVec2(static_cast<float>(width), static_cast<float>(height));
    io.DeltaTime = dt_s > 1e-4f ? dt_s : 1e-4f;
    std::vector<InputEvent> events = take_one_frame(queue_);
    for (const InputEvent& event : events) feed(io, event);
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    close_lists(events);
    return events;
}

void Ui::end(int width, int height) {
    ImGui::Render();
    glViewport(0, 0, width, height);
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

void Ui::drop() { ImGui::EndFrame(); }

bool Ui::busy() const { return !queue_.empty() || ImGui::IsAnyItemActive() || ImGui::IsAnyMouseDown(); }

bool Ui::wants_mouse() const { return ImGui::GetIO().WantCaptureMouse; }
bool Ui::wants_text() const { return ImGui::GetIO().WantTextInput; }

}  // namespace app
