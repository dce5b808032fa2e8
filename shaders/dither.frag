// What fragment shaders begin with that draw into a buffer of 5, 6 and 5 bits a channel: soft shades would be steps there.
//
// Each pixel of a square of four by four is rounded up from another value on, so that the square as a whole has the
// shade that was meant. A value of eight bits that stands for one that the buffer can hold stays as it is.

// The colours come as they are, but between two steps it takes more than mediump may have.
#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
#else
precision mediump float;
#endif

// The order of two by two: 0 and 2 above, 3 and 1 below. The bits are 0 or 1.
float order_(vec2 bits) { return 2.0 * abs(bits.x - bits.y) + bits.y; }

// Premultiplied colour as the buffer can hold it. Some drivers round what they are given, and some cut it off, from what
// it is in eight bits: a little more than the step itself comes to the same with all of them.
vec4 dithered_(vec4 colour) {
    const vec3 steps = vec3(31.0, 63.0, 31.0);
    // As much as eight bits may be off from what they stand for, in steps, with what mediump adds.
    const vec3 slack = vec3(0.08, 0.15, 0.08);
    vec2 place = mod(floor(gl_FragCoord.xy), 4.0);
    vec2 coarse = floor(place * 0.5);
    float rank = (4.0 * order_(place - 2.0 * coarse) + order_(coarse)) / 15.0;
    vec3 rounded = floor(colour.rgb * steps + mix(slack, 1.0 - slack, rank));
    return vec4((rounded + 0.05 * colour.a) / steps, colour.a);
}
