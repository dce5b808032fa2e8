// A circle with a soft edge opens from the middle.

uniform float softness; // = 0.04

vec4 transition(vec2 uv) {
    vec2 shape = vec2(ratio, 1.0);
    // The corners are at 1.
    float way = length((uv - 0.5) * shape) / (0.5 * length(shape));
    float edge = progress * (1.0 + softness);
    return mix(getToColor(uv), getFromColor(uv), smoothstep(edge - softness, edge, way));
}
