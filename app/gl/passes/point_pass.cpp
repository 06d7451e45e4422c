#include "app/gl/passes/point_pass.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "app/gl/base/gl_memory.h"
#include "app/gl/base/smooth_texture.h"
#include "app/gl/base/texture_units.h"
#include "app/observe/instances.h"

namespace app {

static constexpr GLuint kInstanceBinding = 0, kDensityBinding = 1;  // of storage blocks
static constexpr GLint kSlots = 0, kPixel = 0;                      // locations of uniforms
static constexpr GLint kGrids = 4, kSpots = 6, kUnit = 7, kExposure = 8;
static constexpr GLuint kGroup = 256, kMostDispatched = 65535;  // shaders/points/add.comp
static constexpr uint32_t kGlowPx = 4;                          // of a cell of the coarser grid, at least

static constexpr float kSpotPerGap = 0.22f, kLeastSpotPx = 1.25f, kMostSpotPx = 3.5f;
static constexpr float kGlowPerGap = 1.3f, kLeastGlowPx = 6, kMostGlowPx = 18;
static constexpr uint32_t kFewBodies = 8000;  // with fewer bodies a lone one is no brighter
// Density of the brightest spot, as a multiple of that of an even picture.
static constexpr float kBrightest = 900;
static constexpr uint32_t kMostUnit = 1u << 14;
static constexpr uint32_t kMarkedLight = 4;  // bodies, shaders/points/add.comp

/// Returns the side in pixels of a body's share of the picture, if bodies were spread evenly over it.
static float gap_px(uint32_t bodies, int width, int height) {
    return std::sqrt(float(width) * float(height) / float(std::max(bodies, 1u)));
}

/// Few bodies are large soft spots, so that they are seen, and many are as fine as pixels.
glm::vec4 point_numbers(uint32_t bodies, int width, int height) {
    const float spot = std::clamp(kSpotPerGap * gap_px(bodies, width, height), kLeastSpotPx, kMostSpotPx);
    return {kFirstSpherePx, 1 / (kWholeSpherePx - kFirstSpherePx), spot, 1};
}

uint32_t point_unit(uint32_t bodies) {
    return std::clamp(UINT32_MAX / kMarkedLight / std::max(bodies, 1u), 1u, kMostUnit);
}

/// Chooses the cells. In very large pictures a cell is several pixels: the coarse grid takes at most half of
/// the block, the fine one the remainder.
PointGrids PointGrids::of(uint32_t width, uint32_t height, uint64_t block_bytes) {
    const auto grid_of = [&](uint32_t px) { return Grid{(width + px - 1) / px, (height + px - 1) / px, px}; };
    PointGrids grids = {grid_of(1), grid_of(kGlowPx)};
    while (grids.coarse.words() * sizeof(uint32_t) > block_bytes / 2)
        grids.coarse = grid_of(2 * grids.coarse.px);
    while (grids.bytes() > block_bytes) grids.fine = grid_of(grids.fine.px + 1);
    return grids;
}

PointPass::PointPass(const ShaderFiles& files)
    : add_(files, "points/add.comp"),
      glow_program_(files, "frame/fullscreen.vert", "points/glow.frag"),
      show_(files, "frame/fullscreen.vert", "points/show.frag"),
      pick_(files, "points/pick.vert", "points/pick.frag") {}

void PointPass::resize(const FrameTarget& target, uint64_t block_bytes) {
    const PointGrids grids = PointGrids::of(uint32_t(target.width()), uint32_t(target.height()), block_bytes);
    const auto &fine = grids.fine, &coarse = grids.coarse;
    const Numbers before = numbers_;
    numbers_ = {{{fine.width, fine.height, fine.px, 0},
                 {coarse.width, coarse.height, coarse.px, GLuint(fine.words())}},
                {},
                {},
                {}};
    if (glow_ && memcmp(before.grids, numbers_.grids, sizeof before.grids) == 0) return;
    bytes_ = grids.bytes();
    glNamedBufferData(words_, GLsizeiptr(bytes_), nullptr, GL_DYNAMIC_COPY);
    glow_.reset();
    glow_.emplace();
    store_smooth(glow_->light, GL_RGBA32F, int(coarse.width), int(coarse.height));
    glNamedFramebufferTexture(glow_->framebuffer, GL_COLOR_ATTACHMENT0, glow_->light, 0);
}

void PointPass::set_numbers(GLuint program) const {
    glProgramUniform4uiv(program, kGrids, 2, numbers_.grids[0]);
    glProgramUniform2fv(program, kSpots, 1, numbers_.spots_px);
    glProgramUniform1f(program, kUnit, numbers_.unit);
}

void PointPass::add(const Bodies& bodies, const FrameTarget& target, uint64_t block_bytes) {
    resize(target, block_bytes);
    const auto count = float(std::max(bodies.count, 1u));
    const float gap = gap_px(bodies.count, target.width(), target.height());
    numbers_.spots_px[0] = point_numbers(bodies.count, target.width(), target.height()).z;
    numbers_.spots_px[1] = std::clamp(kGlowPerGap * gap, kLeastGlowPx, kMostGlowPx);
    numbers_.unit = float(point_unit(bodies.count));
    numbers_.exposure[0] = std::min(std::sqrt(float(kFewBodies) / count), 1.0f);
    const float even = numbers_.spots_px[0] * numbers_.spots_px[0] / (gap * gap);
    numbers_.exposure[1] = 1 / std::log1p(std::max(kBrightest * even, 16.0f) * numbers_.exposure[0]);

    glClearNamedBufferSubData(words_, GL_R32UI, 0, GLsizeiptr(bytes_), GL_RED_INTEGER, GL_UNSIGNED_INT,
                              nullptr);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, kDensityBinding, words_);
    glBindTextureUnit(kDepthUnit, target.depth());
    glBindSampler(kDepthUnit, 0);
    set_numbers(add_);
    glUseProgram(add_);
    const uint32_t most = std::min(bodies.readable, kGroup * kMostDispatched);
    for (uint32_t first = 0; first < bodies.count; first += most) {
        const uint32_t some = std::min(bodies.count - first, most);
        glBindBufferRange(GL_SHADER_STORAGE_BUFFER, kInstanceBinding, bodies.instances,
                          GLintptr(first) * GLintptr(sizeof(Instance)),
                          GLsizeiptr(some) * GLsizeiptr(sizeof(Instance)));
        glProgramUniform2ui(add_, kSlots, first, some);
        glDispatchCompute((some + kGroup - 1) / kGroup, 1, 1);
    }
    // For the sums' readers, and for the next picture's clearing.
    glMemoryBarrier(GL_SHADER_STORAGE_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT);
}

void PointPass::smooth() {
    set_numbers(glow_program_);
    glBindBufferBase(GL_SHADER_STORAGE_BUFFER, kDensityBinding, words_);
    glBindFramebuffer(GL_FRAMEBUFFER, glow_->framebuffer);
    glViewport(0, 0, GLsizei(numbers_.grids[1][0]), GLsizei(numbers_.grids[1][1]));
    glDisable(GL_DEPTH_TEST);
    glDisable(GL_BLEND);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glUseProgram(glow_program_);
    glBindVertexArray(no_vertices_);
    glDrawArrays(GL_TRIANGLES, 0, 3);
}

void PointPass::show(const FrameTarget& target, bool light_theme) {
    smooth();
    set_numbers(show_);
    glProgramUniform2fv(show_, kExposure, 1, numbers_.exposure);
    glBindTextureUnit(kGlowUnit, glow_->light);
    glBindSampler(kGlowUnit, 0);
    glBindFramebuffer(GL_FRAMEBUFFER, target.colour_framebuffer());
    glViewport(0, 0, target.width(), target.height());
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_FALSE);
    glEnable(GL_BLEND);
    // Light is added to what is there and never more than white; ink lets a part of it through.
    if (light_theme)
        glBlendFunc(GL_ZERO, GL_SRC_COLOR);
    else
        glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_COLOR);
    glUseProgram(show_);
    glBindVertexArray(no_vertices_);
    glDrawArrays(GL_TRIANGLES, 0, 3);
    glBlendFunc(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA);
    glEnable(GL_DEPTH_TEST);
}

void PointPass::pick(const Bodies& bodies, const FrameTarget& target, int x, int y) {
    glBindFramebuffer(GL_FRAMEBUFFER, target.slots_framebuffer());
    glViewport(0, 0, target.width(), target.height());
    glEnable(GL_SCISSOR_TEST);
    glScissor(x, y, 1, 1);
    glEnable(GL_DEPTH_TEST);
    glDepthFunc(GL_LESS);
    glDepthMask(GL_TRUE);
    glDisable(GL_BLEND);
    glEnable(GL_PROGRAM_POINT_SIZE);
    glProgramUniform2f(pick_, kPixel, float(x) + 0.5f, float(y) + 0.5f);
    glUseProgram(pick_);
    glBindVertexArray(bodies.per_vertex);
    glDrawArrays(GL_POINTS, 0, GLsizei(bodies.count));
    glDisable(GL_SCISSOR_TEST);
    glDisable(GL_DEPTH_TEST);
    glBindVertexArray(0);
    glUseProgram(0);
}

void PointPass::list(MemoryList& to) const {
    to.add("light of points", buffer_bytes(words_));
    if (glow_) to.add("light of points", texture_bytes(glow_->light));
}

}  // namespace app
