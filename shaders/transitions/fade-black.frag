// The old picture goes to black, and the new one comes out of it.

vec4 transition(vec2 uv) {
    vec4 colour = progress < 0.5 ? getFromColor(uv) : getToColor(uv);
    // Each is gone in the middle. What covers nothing stays clear: only what a picture covers gets black.
    float share = abs(1.0 - 2.0 * progress);
    float cover = mix(getFromColor(uv).a, getToColor(uv).a, progress);
    return vec4(colour.rgb * share, cover);
}
