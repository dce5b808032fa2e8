// A frame of video as a picture: three planes of samples, converted to red, green and blue.
//
// Each plane has a coordinate of its own, computed by the vertex shader: where chroma is sited is part of it, and nothing is
// rounded on GPUs whose fragment shaders have no highp. The matrix may double what mediump's ten bits have left of it, so
// highp is used where there is any.

#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
varying highp vec2 texel;
varying highp vec2 secondTexel;
#else
precision mediump float;
varying vec2 texel;
varying vec2 secondTexel;
#endif

uniform sampler2D picture;          // luma, or green
uniform sampler2D secondPicture;    // blue difference, or blue
uniform sampler2D thirdPicture;     // red difference, or red
uniform mat3 conversion;
uniform vec3 zero;                  // the samples that stand for black

void main() {
    vec3 samples = vec3(
        texture2D(picture, texel).r, texture2D(secondPicture, secondTexel).r, texture2D(thirdPicture, secondTexel).r);
    gl_FragColor = vec4(conversion * (samples - zero), 1.0);
}
