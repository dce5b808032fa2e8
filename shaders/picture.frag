// A picture over a colour.
//
// Colours need eight bits, so mediump is plenty. The coordinate goes to the texture unit as it is: computing with it
// here would round it on the GPUs whose fragment shaders have no highp, and would cost a dependent read on many.

precision mediump float;

#ifdef GL_FRAGMENT_PRECISION_HIGH
varying highp vec2 texel;
#else
varying vec2 texel;
#endif

uniform sampler2D picture;
uniform vec3 background;
uniform float opacity;

void main() {
    vec4 colour = vec4(mix(background, texture2D(picture, texel).rgb, opacity), 1.0);
#ifdef NARROW
    colour = dithered_(colour);
#endif
    gl_FragColor = colour;
}
