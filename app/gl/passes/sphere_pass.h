// Draws bodies that are spheres: which one is seen at each pixel, then its light there.
//
// Input: instances; for the light also slots, palette, sun map, near shade, and orientations of bodies that roll.
// Output: slots and depth; then colours, with an edge's coverage in alpha. Format: R32UI and 32-bit float; RGBA8.
// Cost: a vertex per body and the fragments of its sprite; then one full-screen pass per window of slots.
#pragma once
#include "app/base/memory_list.h"
#include "app/gl/base/frame_target.h"
#include "app/gl/base/pixel_program.h"
#include "app/gl/passes/sphere_raster_pass.h"

namespace app {

class SpherePass {
public:
    explicit SpherePass(const ShaderFiles& files);

    /// The Instances of this frame, before all that follows.
    void take(GLuint instances);

    /// Draws into the target's slots and depths, whose framebuffer is bound. `raster`: null where GL draws all bodies.
    void draw_slots(const FrameTarget& target, uint32_t bodies, SphereRasterPass* raster);
    /// Draws every body with the program of sprites, then, where one is too large for that, all with that of
    /// quads. Both include spheres/quad_command.glsl's rule.
    void draw_bodies(uint32_t bodies, const Program& sprite, const Program& quad);
    PixelProgram& light_program() { return light_; }  // as MeshPass's

    /// Sets whether the lit spheres have a pattern that shows their rotation. Then their orientations are bound.
    void turn(bool turned) { glProgramUniform1ui(light_, 1, turned); }

    GLuint instances_of_points() const { return per_vertex_; }  // vertex arrays: a vertex a body,
    GLuint instances() const { return per_instance_; }          // an instance a body

    void list(MemoryList& to) const;

private:
    Program sprite_, quad_;
    PixelProgram light_;
    GlBuffer quad_command_;
    GlVertexArray per_vertex_, per_instance_;
};

}  // namespace app
