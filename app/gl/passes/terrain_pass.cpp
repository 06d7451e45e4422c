// The ground's two passes: strips of quads whose corners the vertex shader lays on the spline, and their light.
#include "app/gl/passes/terrain_pass.h"

#include <algorithm>
#include <cmath>

#include "app/gl/base/gl_memory.h"
#include "app/gl/base/texture_units.h"

namespace app {

static constexpr uint32_t kMostTexels = 4096;  // along a side of the texture; of more, every so many-th
static constexpr float kSampleQuads = 2;       // a cell's side
static constexpr float kBlockShare =
    0.03f;                                  // of the map's side that the block reaches below its lowest point
static constexpr float kFlatShare = 0.01f;  // of the map's side
static constexpr int kContourLines = 12;    // about, from the lowest to the highest point

/// Locations of terrain.glsl.
enum Location : GLint { kMap, kSize, kMesh, kRange };

TerrainPass::TerrainPass(const ShaderFiles& files, int most_quads)
    : surface_(files, "ground/terrain.vert", "ground/terrain_surface.frag"),
      bottom_(files, "ground/terrain_bottom.vert", "ground/terrain_surface.frag"),
      casting_(files, "ground/terrain.vert", "frame/depth_only.frag", {"SUN"}),
      light_(files, "ground/terrain_light.frag"),
      most_quads_(most_quads) {}

/// 1, 2 or 5 times a power of ten metres between contour lines.
static float contour_step(float range_m) {
    const float rough = range_m / kContourLines;
    const float power = std::pow(10.0f, std::floor(std::log10(rough)));
    for (const float step : {1.0f, 2.0f, 5.0f})
        if (rough <= step * power) return step * power;
    return 10 * power;
}

/// Returns the heights in the middle of every `stride` by `stride` samples.
static std::vector<float> texels_of(const sim::HeightMap& map, uint32_t stride, uint32_t columns,
                                    uint32_t rows) {
    std::vector<float> texels(size_t(columns) * rows);
    const auto middle = [&](uint32_t texel, uint32_t samples) {
        return size_t(std::min(texel * stride + stride / 2, samples - 1));
    };
    for (uint32_t row = 0; row < rows; ++row) {
        for (uint32_t column = 0; column < columns; ++column) {
            texels[size_t(row) * columns + column] =
                map.heights_m[middle(row, map.rows) * map.columns + middle(column, map.columns)];
        }
    }
    return texels;
}

void TerrainPass::take(const sim::Ground* ground) {
    if (!ground) {
        map_.reset();
        return;
    }
    if (map_ == ground->map && spacing_m_ == ground->spacing_m) return;
    map_ = ground->map;
    spacing_m_ = ground->spacing_m;
    ++version_;

    const uint32_t stride = (std::max(map_->columns, map_->rows) + kMostTexels - 1) / kMostTexels;
    const uint32_t columns = (map_->columns + stride - 1) / stride, rows = (map_->rows + stride - 1) / stride;
    const std::vector<float> texels = texels_of(*map_, stride, columns, rows);
    heights_ = GlTexture();
    glTextureStorage2D(heights_, 1, GL_R32F, GLsizei(columns), GLsizei(rows));
    glTextureParameteri(heights_, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTextureParameteri(heights_, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
    glTextureSubImage2D(heights_, 0, 0, 0, GLsizei(columns), GLsizei(rows), GL_RED, GL_FLOAT, texels.data());

    const sim::HeightField field = ground->field();
    const float width = field.max_x_m() - field.min_x_m, depth = field.max_z_m() - field.min_z_m;
    const float bottom = ground->lowest_m - kBlockShare * std::max(width, depth);
    const auto quads = [&](uint32_t samples) {
        return std::clamp(int(kSampleQuads * float(samples)), 1, most_quads_);
    };
    quads_x_ = quads(columns);
    quads_z_ = quads(rows);
    for (const GLuint each : {GLuint(surface_), GLuint(casting_), GLuint(bottom_)}) {
        glProgramUniform4f(each, kMap, field.min_x_m, field.min_z_m, width, depth);
        glProgramUniform3f(each, kMesh, float(quads_x_), float(quads_z_), bottom);
    }
    for (const GLuint each : {GLuint(surface_), GLuint(casting_)})
        glProgramUniform3f(each, kSize, float(columns), float(rows), field.spacing_m * float(stride));
    // Of flat ground the colours and lines are those of low hills: rounding must not be seen.
    const float least = kFlatShare * std::max(width, depth);
    const float range = std::max(ground->highest_m - ground->lowest_m, least);
    const float low = 0.5f * (ground->lowest_m + ground->highest_m - range);
    glProgramUniform3f(light_, kRange, low, low + range, contour_step(range));
}

/// A ring of quads around the map goes down: the block's sides.
void TerrainPass::draw(const Program& program) {
    glBindTextureUnit(kHeightsUnit, heights_);
    glBindSampler(kHeightsUnit, 0);
    glUseProgram(program);
    glBindVertexArray(no_vertices_);
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 2 * (quads_x_ + 3), quads_z_ + 2);
}

void TerrainPass::draw_casting() { draw(casting_); }

void TerrainPass::draw_depth(FrameTarget& target) {
    glBindFramebuffer(GL_FRAMEBUFFER, target.surfaces_framebuffer());
    glColorMaski(0, GL_FALSE, GL_FALSE, GL_FALSE, GL_FALSE);
    draw(surface_);
    glUseProgram(bottom_);
    glDrawArrays(GL_TRIANGLE_STRIP, 0, 4);
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glBindFramebuffer(GL_FRAMEBUFFER, target.slots_framebuffer());
}

void TerrainPass::draw_light(FrameTarget& target) {
    const std::pair<GLuint, GLuint> read[] = {
        {kSlotUnit, target.slots()}, {kSurfaceUnit, target.surfaces()}, {kDepthUnit, target.depth()}};
    for (const auto& [unit, texture] : read) {
        glBindTextureUnit(unit, texture);
        glBindSampler(unit, 0);
    }
    glDepthFunc(GL_GREATER);  // where something is in front of the far plane
    glTextureBarrier();       // the depths are tested, too
    light_.begin(target.picture());
    light_.draw();
    glDepthFunc(GL_LEQUAL);
}

void TerrainPass::list(MemoryList& to) const { to.add_of_scene("ground", texture_bytes(heights_)); }

}  // namespace app
