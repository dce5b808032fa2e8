// The old picture grows towards the viewer and fades, while the new one comes up from behind.

uniform float nearest;  // = 1.5
uniform float farthest; // = 0.75

vec4 transition(vec2 uv) {
    vec2 fromMiddle = uv - 0.5;
    vec4 colour = getFromColor(fromMiddle / mix(1.0, nearest, progress) + 0.5);
    vec2 onNew = fromMiddle / mix(farthest, 1.0, progress) + 0.5;
    if (onNew == clamp(onNew, 0.0, 1.0)) colour = mix(colour, getToColor(onNew), smoothstep(0.0, 1.0, progress));
    return colour;
}
