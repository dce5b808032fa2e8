// Small squares change one after the other, in no order that an eye could find.

uniform float rows;     // = 48.0
uniform float softness; // = 0.2

// A polynomial that permutes the whole numbers below 121; the half keeps rounding away from the next multiple.
float shuffled(float number) {
    return floor(mod((22.0 * number + 17.0) * number + 0.5, 121.0));
}

vec4 transition(vec2 uv) {
    vec2 square = mod(floor(uv * vec2(ratio, 1.0) * rows), 121.0);
    float turn = shuffled(mod(shuffled(square.x) + square.y, 121.0)) / 121.0;
    float share = (progress * (1.0 + softness) - turn) / softness;
    return mix(getFromColor(uv), getToColor(uv), clamp(share, 0.0, 1.0));
}
