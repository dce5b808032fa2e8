// A picture with alpha on a background, which may be transparent, through a mask. Follows mask.frag.

varying vec2 texel;
varying vec4 frameEdges;

uniform sampler2D picture;
uniform vec4 backdrop;

void main() {
    // Beside the picture there is nothing of it. Its edges are antialiased where they fall inside of a pixel.
    vec2 inside = clamp(min(frameEdges.xy, frameEdges.zw) + 0.5, 0.0, 1.0);
    vec4 colour = texture2D(picture, texel) * (inside.x * inside.y);
    gl_FragColor = masked_(colour + backdrop * (1.0 - colour.a));
}
