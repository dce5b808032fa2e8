// What stands in front of every transition, after mask.frag: the functions and values of the GL Transitions
// specification (https://gl-transitions.com). Behind it stands a main() that passes position_ to it and masks its colour.
//
// Where fragment shaders have no highp (Mali-400), a picture is coarse while a transition runs: mediump has ten bits to
// name a texel with. At its ends it is not, since surface.frag draws them.

varying vec2 position_;             // in the area: 0 to 1, from the bottom left

uniform float progress;             // 0 is the first surface, 1 the second
uniform float ratio;                // the area's width by its height

uniform vec2 margin_;               // half a pixel of the output
uniform sampler2D fromPicture_;
uniform vec4 fromFrame_;            // from a position to the texel: factors, then what is added
uniform vec2 fromExtent_;           // the whole picture's size in output pixels
uniform vec4 fromBackdrop_;
uniform sampler2D toPicture_;
uniform vec4 toFrame_;
uniform vec2 toExtent_;
uniform vec4 toBackdrop_;

// What surface.frag shows, at any place. Beyond the area's edges, their pixels are repeated.
vec4 surface_(sampler2D picture, vec4 frame, vec2 extent, vec4 backdrop, vec2 uv) {
    vec2 texel = clamp(uv, margin_, 1.0 - margin_) * frame.xy + frame.zw;
    vec2 inside = clamp((0.5 - abs(texel - 0.5)) * extent + 0.5, 0.0, 1.0);
    vec4 colour = texture2D(picture, texel) * (inside.x * inside.y);
    return colour + backdrop * (1.0 - colour.a);
}

vec4 getFromColor(vec2 uv) {
    return surface_(fromPicture_, fromFrame_, fromExtent_, fromBackdrop_, uv);
}

vec4 getToColor(vec2 uv) {
    return surface_(toPicture_, toFrame_, toExtent_, toBackdrop_, uv);
}
