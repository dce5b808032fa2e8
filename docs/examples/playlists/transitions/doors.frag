// The old picture opens like two doors, and the new one lies behind it.

uniform float shade; // = 0.6

vec4 transition(vec2 uv) {
    float gap = 0.5 * progress;
    float side = uv.x < 0.5 ? -1.0 : 1.0;
    if (abs(uv.x - 0.5) < gap) return getToColor(uv) * mix(shade, 1.0, progress);
    return getFromColor(vec2(uv.x - side * gap, uv.y));
}
