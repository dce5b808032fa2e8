// Two pictures mixed, in one pass: each pixel of the buffer is written once and never read back.

precision mediump float;

#ifdef GL_FRAGMENT_PRECISION_HIGH
varying highp vec2 texel;
varying highp vec2 secondTexel;
#else
varying vec2 texel;
varying vec2 secondTexel;
#endif

uniform sampler2D picture;
uniform sampler2D secondPicture;
uniform float progress;     // 0 is the first picture, 1 the second

void main() {
    vec4 colour = vec4(mix(texture2D(picture, texel).rgb, texture2D(secondPicture, secondTexel).rgb, progress), 1.0);
#ifdef NARROW
    colour = dithered_(colour);
#endif
    gl_FragColor = colour;
}
