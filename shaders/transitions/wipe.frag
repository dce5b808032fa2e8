// A soft edge wipes over the old picture and leaves the new one behind it.

uniform vec2 direction; // = vec2(-1.0, 0.0)
uniform float softness; // = 0.04

vec4 transition(vec2 uv) {
    // How far from the edge where it begins, 0 to 1.
    float way = dot(uv - 0.5, direction) + 0.5;
    float edge = progress * (1.0 + softness);
    return mix(getToColor(uv), getFromColor(uv), smoothstep(edge - softness, edge, way));
}
