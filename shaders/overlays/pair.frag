#version 450 core
// An arc of a pair, with a border in the backdrop's colour, so that it is seen on bodies of its own colour, too.
layout(location = 0) flat in vec4 line_colour;
layout(location = 1) noperspective in float across;
layout(location = 2) flat in vec4 border_colour;
layout(location = 3) flat in vec2 widths_px;  // half of the arc's, and that with its border
layout(location = 4) noperspective in float fade;
layout(location = 0) out vec4 out_colour;

void main() {
    float off_px = abs(across) * widths_px.y;
    float arc = clamp(widths_px.x + 0.5 - off_px, 0.0, 1.0), all = clamp(widths_px.y - off_px, 0.0, 1.0);
    out_colour = vec4(mix(border_colour.rgb, line_colour.rgb, arc), fade * mix(border_colour.a * all, line_colour.a, arc));
}
