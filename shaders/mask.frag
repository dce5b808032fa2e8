// What the shaders of surfaces and transitions begin with.
//
// A name that ends in an underscore is ours: a transition of a playlist may use any other.

#ifdef GL_FRAGMENT_PRECISION_HIGH
precision highp float;
#else
precision mediump float;
#endif

varying vec4 edges_;
uniform vec4 mask_;     // the corners' radius in output pixels; the coverage in the middle; opacity; the least alpha

// How much of a pixel lies inside of round corners. Edges are the distances from the nearest ones across and down.
float rounded_(vec2 edges, float radius, float middle) {
    return clamp(middle - length(max(radius - edges, 0.0)), 0.0, 1.0);
}

// Premultiplied colour as seen through the mask.
//
// Edges are measured from the nearest one, so that the numbers are small and precise where it matters. Where nothing is
// rounded, the radius is 0 and the coverage 1 everywhere; otherwise the coverage in the middle is half a pixel more than
// the radius, and falls from 1 to 0 within one pixel around the curve.
vec4 masked_(vec4 colour) {
    float coverage = rounded_(min(edges_.xy, edges_.zw), mask_.x, mask_.y);
    vec4 seen = vec4(colour.rgb, max(colour.a, mask_.w)) * (coverage * mask_.z);
#ifdef NARROW
    seen = dithered_(seen);
#endif
    return seen;
}
