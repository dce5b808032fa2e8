// What stands in front of every transition, after mask.frag: the functions and values of the GL Transitions
// specification (https://gl-transitions.com). Behind it stands a main() that passes position_ to it and masks its colour.
//
// Where fragment shaders have no highp (Mali-400), a picture is coarse while a transition runs: mediump has ten bits to
// name a texel with. At its ends it is not, since surface.frag draws them.

// Without it integers are mediump, and what is made of them: float(n) * 70000.0 is infinite where that has 16 bits.
#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp int;
#endif

varying vec2 position_;             // in the area: 0 to 1, from the bottom left

uniform float progress;             // 0 is the first surface, 1 the second
uniform float ratio;                // the area's width by its height

uniform vec2 margin_;               // half a pixel of the output
uniform vec2 pairRounding_;            // of the corners of what is seen of the two pictures: radii in output pixels
uniform sampler2D fromPicture_;
uniform vec4 fromFrame_;            // from a position to the texel: factors, then what is added
uniform vec2 fromExtent_;           // the whole picture's size in output pixels
uniform vec4 fromBackdrop_;
uniform sampler2D toPicture_;
uniform vec4 toFrame_;
uniform vec2 toExtent_;
uniform vec4 toBackdrop_;

// What texture2D is to a transition with pictures of its own: theirs begin at the top, its coordinates at the bottom.
vec4 upright_(sampler2D picture, vec2 uv) { return texture2D(picture, vec2(uv.x, 1.0 - uv.y)); }
vec4 upright_(sampler2D picture, vec2 uv, float bias) { return texture2D(picture, vec2(uv.x, 1.0 - uv.y), bias); }

// What surface.frag shows, at any place. Beyond the area's edges, their pixels are repeated.
vec4 surface_(sampler2D picture, vec4 frame, vec2 extent, vec4 backdrop, float rounding, vec2 uv) {
    vec2 place = clamp(uv, margin_, 1.0 - margin_);
    vec2 texel = place * frame.xy + frame.zw;
    vec2 edges = (0.5 - abs(texel - 0.5)) * extent;
    vec2 inside = clamp(edges + 0.5, 0.0, 1.0);
    float coverage = inside.x * inside.y;
    if (rounding > 0.0) {
        coverage = rounded_(min(edges, (0.25 - 0.5 * abs(place - 0.5)) / margin_), rounding, rounding + 0.5);
    }
    vec4 colour = texture2D(picture, texel) * coverage;
    return colour + backdrop * (1.0 - colour.a);
}

vec4 getFromColor(vec2 uv) {
    return surface_(fromPicture_, fromFrame_, fromExtent_, fromBackdrop_, pairRounding_.x, uv);
}

vec4 getToColor(vec2 uv) {
    return surface_(toPicture_, toFrame_, toExtent_, toBackdrop_, pairRounding_.y, uv);
}
