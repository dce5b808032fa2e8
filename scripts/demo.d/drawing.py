"""What the demo's pictures are drawn with: colours, letters, and a sheet of shapes with smooth edges."""

import math

import numpy
from PIL import Image, ImageDraw, ImageFont

FONTS = "/usr/share/fonts/truetype/dejavu/"
SANS, BOLD, SERIF, SERIF_BOLD = ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf", "DejaVuSerif.ttf", "DejaVuSerif-Bold.ttf")

NAVY, INK, MIST = (13, 27, 46), (24, 43, 66), (163, 182, 200)
SAND, PAPER = (243, 230, 207), (251, 247, 239)
CORAL, SUN, TEAL, PINE = (240, 100, 79), (255, 193, 94), (27, 128, 130), (16, 84, 92)
HONEY, DUSK = (255, 205, 120), (44, 46, 92)

# Everything is drawn twice as large and scaled down, so that edges are smooth.
SHARP = 2


def font(name, size):
    return ImageFont.truetype(FONTS + name, round(size * SHARP))


class Sheet:
    """A picture in progress, in its final pixels."""

    def __init__(self, width, height, ground=None):
        self.width, self.height = width, height
        size = (width * SHARP, height * SHARP)
        self.image = Image.new("RGBA", size, (*ground, 255) if ground else (0, 0, 0, 0))
        self.pen = ImageDraw.Draw(self.image)

    @staticmethod
    def grown(points):
        return [(x * SHARP, y * SHARP) for x, y in points]

    def shape(self, points, colour, opacity=1.0):
        """A polygon."""
        if opacity == 1:
            self.pen.polygon(self.grown(points), fill=(*colour, 255))
            return
        layer = Image.new("RGBA", self.image.size, (*colour, 0))
        ImageDraw.Draw(layer).polygon(self.grown(points), fill=(*colour, round(255 * opacity)))
        self.lay(layer)

    def lay(self, layer):
        self.image.alpha_composite(layer)

    def box(self, x, y, width, height, colour, radius=0):
        corners = self.grown([(x, y), (x + width, y + height)])
        corners[1] = (corners[1][0] - 1, corners[1][1] - 1)
        self.pen.rounded_rectangle(corners, radius * SHARP, fill=(*colour, 255))

    def disc(self, x, y, radius, colour):
        self.pen.ellipse(self.grown([(x - radius, y - radius), (x + radius, y + radius)]), fill=(*colour, 255))

    def line(self, points, colour, width):
        self.pen.line(self.grown(points), fill=(*colour, 255), width=round(width * SHARP), joint="curve")
        for x, y in (points[0], points[-1]):
            self.disc(x, y, width / 2, colour)

    def arc(self, x, y, radius, begin, end, colour, width):
        self.line([(x + radius * math.cos(math.radians(begin + (end - begin) * n / 40)),
                    y + radius * math.sin(math.radians(begin + (end - begin) * n / 40))) for n in range(41)], colour, width)

    def glow(self, x, y, radius, colour, opacity):
        """Light that spreads from a point."""
        step = 8
        across, down = numpy.meshgrid(numpy.arange(0, self.width, step), numpy.arange(0, self.height, step))
        light = numpy.clip(1 - numpy.hypot(across - x, down - y) / radius, 0, 1) ** 2 * opacity * 255
        layer = Image.new("RGBA", self.image.size, (*colour, 0))
        layer.putalpha(Image.fromarray(light.astype("uint8")).resize(self.image.size, Image.BICUBIC))
        self.lay(layer)

    def text(self, x, y, words, name, size, colour, anchor="ls", spacing=0.0):
        """A line of text; `spacing` is added between letters, in parts of their size."""
        face = font(name, size)
        if not spacing:
            self.pen.text((x * SHARP, y * SHARP), words, font=face, fill=(*colour, 255), anchor=anchor)
            return
        x *= SHARP
        if anchor[0] == "m":
            x -= (sum(face.getlength(letter) for letter in words) + spacing * size * SHARP * (len(words) - 1)) / 2
        for letter in words:
            self.pen.text((x, y * SHARP), letter, font=face, fill=(*colour, 255), anchor="l" + anchor[1])
            x += face.getlength(letter) + spacing * size * SHARP

    def done(self):
        return self.image.resize((self.width, self.height), Image.LANCZOS)


def grain(picture, strength):
    """As paper and film have it; it also keeps wide gradients from showing steps."""
    noise = numpy.random.default_rng(7).normal(0, strength, (picture.height, picture.width, 1))
    pixels = numpy.asarray(picture.convert("RGB")).astype(float) + noise
    return Image.fromarray(numpy.clip(pixels, 0, 255).astype("uint8"))
