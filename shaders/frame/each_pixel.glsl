// A pass over all pixels of a picture, one text for two kinds of shader: a fragment shader, or, where COMPUTE is
// defined, a compute shader that writes an image (app/gl/base/pixel_program.h). PIXEL is the pixel's centre, put() its
// value, SKIP leaves it as it is, from main() alone.
#ifdef COMPUTE
layout(local_size_x = 8, local_size_y = 8) in;
layout(binding = 0) writeonly uniform image2D made;
#define PIXEL (vec2(gl_GlobalInvocationID.xy) + 0.5)
#define SKIP return
void put(vec4 value) { imageStore(made, ivec2(gl_GlobalInvocationID.xy), value); }
#else
layout(location = 0) out vec4 out_value;
#define PIXEL gl_FragCoord.xy
#define SKIP discard
void put(vec4 value) { out_value = value; }
#endif
