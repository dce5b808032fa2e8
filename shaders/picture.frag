// picture.frag
