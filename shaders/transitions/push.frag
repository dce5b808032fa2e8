// The new picture pushes the old one out.

uniform vec2 direction; // = vec2(-1.0, 0.0)

vec4 transition(vec2 uv) {
    vec2 onNew = uv + direction * (1.0 - progress);
    if (onNew == clamp(onNew, 0.0, 1.0)) return getToColor(onNew);
    return getFromColor(onNew - direction);
}
