// One picture becomes the other, all of it at once.

vec4 transition(vec2 uv) {
    return mix(getFromColor(uv), getToColor(uv), progress);
}
