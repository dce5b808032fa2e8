// A picture with alpha on a background, which may be transparent, through a mask. Follows mask.frag.

varying vec2 texel;
varying vec4 frameEdges;

uniform sampler2D picture;
uniform vec4 backdrop;
uniform float rounding;     // of the corners of what is seen of the picture: their radius in output pixels

void main() {
    // Beside the picture there is nothing of it. Its edges are antialiased where they fall inside of a pixel.
    vec2 edges = min(frameEdges.xy, frameEdges.zw);
    vec2 inside = clamp(edges + 0.5, 0.0, 1.0);
    float coverage = inside.x * inside.y;
    if (rounding > 0.0) coverage = rounded_(min(edges, min(edges_.xy, edges_.zw)), rounding, rounding + 0.5);
    vec4 colour = texture2D(picture, texel) * coverage;
    gl_FragColor = masked_(colour + backdrop * (1.0 - colour.a));
}
