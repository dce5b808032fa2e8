// crossfade.frag
