// Places one rectangle of a frame on the output. Overscan compensation and rotation happen here, and only here.
//
// A frame is described in content coordinates: the pixels of the space that a slide is laid out in, y downwards. How
// that space lands on the screen (turned for a portrait screen, shrunk into the part of a television that its bezel
// leaves visible) is one affine map. The program composes it with the step from output pixels to clip space, where
// both axes run from -1 to 1, and passes the product column by column:
//
//     clip = xColumn * content.x + yColumn * content.y + offset
//
// The corners of a rectangle thus cost six multiplications each, however it is turned or scaled, and a pixel costs
// nothing at all. No axis is mirrored on the way: the first row of a buffer's memory is what a screen shows at the
// top, and it is also the row that GL counts as the lowest of a framebuffer object.
//
// Everything is highp, which a vertex shader has by default: over 3840 texels a coordinate needs twelve bits to name
// a texel and some more to hit its middle, and mediump may have ten.

attribute vec2 corner;      // of the unit square

uniform vec2 xColumn;
uniform vec2 yColumn;
uniform vec2 offset;
uniform vec4 area;          // the rectangle to draw: x, y, width, height in content coordinates

// A picture in the area, if it is drawn as it lies: a transition looks up its pictures wherever it likes.
#ifndef TRANSITION
uniform vec4 frame;         // where the whole picture lies: x, y, 1 / width, 1 / height
varying vec2 texel;         // where in the picture: 0 to 1
#endif

#ifdef SECOND_PICTURE
uniform vec4 secondFrame;
varying vec2 secondTexel;
#endif

// How far edges are, in output pixels: the left and the top one, then the right and the bottom one.
#ifdef MASK
uniform vec2 extent;        // the area's size in output pixels
varying vec4 edges_;
#endif
#ifdef SURFACE
uniform vec2 frameExtent;   // the whole picture's
varying vec4 frameEdges;
#endif

#ifdef TRANSITION
varying vec2 position_;     // where in the area: 0 to 1, from the bottom left
#endif

void main() {
    vec2 content = area.xy + corner * area.zw;
#ifndef TRANSITION
    texel = (content - frame.xy) * frame.zw;
#endif
#ifdef SECOND_PICTURE
    secondTexel = (content - secondFrame.xy) * secondFrame.zw;
#endif
#ifdef MASK
    edges_ = vec4(corner, 1.0 - corner) * vec4(extent, extent);
#endif
#ifdef SURFACE
    frameEdges = vec4(texel, 1.0 - texel) * vec4(frameExtent, frameExtent);
#endif
#ifdef TRANSITION
    position_ = vec2(corner.x, 1.0 - corner.y);
#endif
    gl_Position = vec4(xColumn * content.x + yColumn * content.y + offset, 0.0, 1.0);
}
