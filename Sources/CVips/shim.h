// The part of libvips's stable C interface that the decoder uses.
#pragma once
