#include "app/gl/passes/near_shade.h"

#include "app/gl/base/gl_memory.h"
#include "app/gl/base/texture_units.h"

namespace app {

static constexpr GLenum kRawFormat = GL_RG16F, kSmoothFormat = GL_R16F;

NearShade::NearShade(const ShaderFiles& files, const Look& look) {
    if (!look.near_shade) return;
    spheres_.emplace(files, "light/near_shade.frag");
    meshes_.emplace(files, "light/near_shade.frag", std::vector<std::string>{"MESHES"});
    blur_.emplace(files, "light/near_blur.frag");
}

void NearShade::resize(int width, int height) {
    if (width_ == width && height_ == height) return;
    width_ = width;
    height_ = height;
    for (const auto& [map, format] : {std::pair(&raw_, kRawFormat), {&smooth_, kSmoothFormat}}) {
        map->emplace();
        glTextureStorage2D((*map)->texture, 1, format, width, height);
        glTextureParameteri((*map)->texture, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTextureParameteri((*map)->texture, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        glTextureParameteri((*map)->texture, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
        glTextureParameteri((*map)->texture, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
        glNamedFramebufferTexture((*map)->framebuffer, GL_COLOR_ATTACHMENT0, (*map)->texture, 0);
    }
}

PixelProgram::Picture NearShade::picture(const Map& map, GLenum format) const {
    return {map.texture, map.framebuffer, format, width_, height_};
}

PixelProgram& NearShade::begin(FrameTarget& target, bool meshes) {
    resize((target.width() + 1) / 2, (target.height() + 1) / 2);
    const GLfloat open[] = {1, 0, 0, 0};
    glClearNamedFramebufferfv(raw_->framebuffer, GL_COLOR, 0, open);
    glDisable(GL_DEPTH_TEST);
    glBindTextureUnit(kSlotUnit, target.slots());
    glBindTextureUnit(kDepthUnit, target.depth());
    glBindSampler(kDepthUnit, 0);
    if (meshes) {
        glBindTextureUnit(kSurfaceUnit, target.surfaces());
        glBindSampler(kSurfaceUnit, 0);
    }
    PixelProgram& program = meshes ? *meshes_ : *spheres_;
    program.begin(picture(*raw_, kRawFormat));
    return program;
}

void NearShade::leave_open() {
    resize(1, 1);
    const GLfloat open[] = {1, 0, 0, 0};
    for (const auto* map : {&raw_, &smooth_})
        glClearNamedFramebufferfv((*map)->framebuffer, GL_COLOR, 0, open);
}

void NearShade::blur() {
    glBindTextureUnit(kNearUnit, raw_->texture);
    glBindSampler(kNearUnit, 0);
    blur_->begin(picture(*smooth_, kSmoothFormat));
    blur_->draw();
}

void NearShade::bind() const {
    if (!smooth_) return;
    glBindTextureUnit(kNearUnit, raw_->texture);
    glBindTextureUnit(kOpenUnit, smooth_->texture);
    glBindSampler(kOpenUnit, 0);
}

void NearShade::list(MemoryList& to) const {
    for (const auto* map : {&raw_, &smooth_})
        if (*map) to.add("near shade", texture_bytes((*map)->texture));
}

}  // namespace app
