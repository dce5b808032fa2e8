// picture.vert
