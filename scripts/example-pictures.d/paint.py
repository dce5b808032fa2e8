"""What all pictures of the examples are painted with: shapes and text that are drawn twice as large and scaled down."""

import pathlib

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

EXAMPLES = pathlib.Path(__file__).resolve().parent.parent.parent / "docs/examples"
FONTS = "/usr/share/fonts/truetype/dejavu/"
FACES = {
    "sans": "DejaVuSans.ttf", "bold": "DejaVuSans-Bold.ttf", "light": "DejaVuSans-ExtraLight.ttf",
    "narrow": "DejaVuSansCondensed.ttf", "narrow-bold": "DejaVuSansCondensed-Bold.ttf",
    "serif": "DejaVuSerif.ttf", "serif-bold": "DejaVuSerif-Bold.ttf", "italic": "DejaVuSerif-Italic.ttf",
    "mono": "DejaVuSansMono.ttf", "mono-bold": "DejaVuSansMono-Bold.ttf",
}
SCALE = 2


def rgb(colour):
    """`#rrggbb` as numbers."""
    return tuple(int(colour[n:n + 2], 16) for n in (1, 3, 5)) if isinstance(colour, str) else tuple(colour)


def mix(first, second, share):
    """The colour that lies between two: `share` of the second."""
    return tuple(round(a + (b - a) * share) for a, b in zip(rgb(first), rgb(second)))


def gradient(size, *colours):
    """Colours that fade into one another from top to bottom."""
    column = Image.new("RGB", (1, size[1]))
    for y in range(size[1]):
        place = y / max(size[1] - 1, 1) * (len(colours) - 1)
        number = min(int(place), len(colours) - 2)
        column.putpixel((0, y), mix(colours[number], colours[number + 1], place - number))
    return column.resize(size)


class Sheet:
    """A picture to draw on. Places and sizes are in pixels of the finished picture."""

    def __init__(self, size, *colours):
        """Filled with one colour, or with several from top to bottom."""
        self.size = size
        big = (size[0] * SCALE, size[1] * SCALE)
        self.image = Image.new("RGB", big, rgb(colours[0])) if len(colours) == 1 else gradient(big, *colours)
        self.pen = ImageDraw.Draw(self.image, "RGBA")

    @staticmethod
    def scaled(places):
        return [tuple(x * SCALE for x in place) if isinstance(place, tuple) else place * SCALE for place in places]

    def box(self, left, top, width, height, colour, radius=0, outline=None, line=0):
        edges = self.scaled((left, top, left + width, top + height))
        self.pen.rounded_rectangle(edges, radius * SCALE, fill=colour, outline=outline, width=line * SCALE)

    def disc(self, x, y, radius, colour=None, outline=None, line=0, tall=None):
        """A circle about a point, or an ellipse with another half height."""
        tall = tall or radius
        edges = self.scaled((x - radius, y - tall, x + radius, y + tall))
        self.pen.ellipse(edges, fill=colour, outline=outline, width=round(line * SCALE))

    def arc(self, x, y, radius, begin, end, colour, line):
        self.pen.arc(self.scaled((x - radius, y - radius, x + radius, y + radius)), begin, end, colour, round(line * SCALE))

    def pie(self, x, y, radius, begin, end, colour):
        self.pen.pieslice(self.scaled((x - radius, y - radius, x + radius, y + radius)), begin, end, colour)

    def shape(self, points, colour):
        self.pen.polygon(self.scaled(points), fill=colour)

    def line(self, points, colour, width=2):
        """A line with round corners and ends."""
        self.pen.line(self.scaled(points), fill=colour, width=round(width * SCALE), joint="curve")
        if width > 3:
            for x, y in (points[0], points[-1]):
                self.disc(x, y, width / 2 - 0.25, colour)

    @staticmethod
    def font(face, size):
        return ImageFont.truetype(FONTS + FACES[face], round(size * SCALE))

    def width(self, words, size, face="sans", spacing=0):
        font = self.font(face, size)
        return sum(font.getlength(letter) for letter in words) / SCALE + spacing * (len(words) - 1) if spacing \
            else font.getlength(words) / SCALE

    def text(self, x, y, words, size, colour, face="sans", anchor="ls", spacing=0):
        """A line of text; `spacing` is between its letters. Its anchor is Pillow's: left, middle or right, and where."""
        font = self.font(face, size)
        if not spacing:
            self.pen.text((x * SCALE, y * SCALE), words, colour, font, anchor=anchor)
            return
        x -= {"l": 0, "m": 0.5, "r": 1}[anchor[0]] * self.width(words, size, face, spacing)
        for letter in words:
            self.pen.text((x * SCALE, y * SCALE), letter, colour, font, anchor="l" + anchor[1])
            x += font.getlength(letter) / SCALE + spacing

    def paragraph(self, x, y, width, words, size, colour, face="sans", leading=1.5, anchor="ls"):
        """Text that is broken into lines; returns the next line's height."""
        line = ""
        for word in words.split() + [None]:
            longer = f"{line} {word}".strip()
            if word is None or self.width(longer, size, face) > width:
                self.text(x, y, line, size, colour, face, anchor)
                y, longer = y + size * leading, word
            line = longer
        return y

    def glow(self, x, y, radius, colour, strength=1.0):
        """Light around a point, brightest in its middle."""
        light = Image.new("L", (256, 256))
        ImageDraw.Draw(light).ellipse((64, 64, 192, 192), fill=round(255 * strength))
        side = round(radius * 4 * SCALE)
        light = light.filter(ImageFilter.GaussianBlur(28)).resize((side, side), Image.Resampling.BILINEAR)
        corner = round((x - radius * 2) * SCALE), round((y - radius * 2) * SCALE)
        self.image.paste(Image.new("RGB", (side, side), rgb(colour)), corner, light)

    def shadow(self, left, top, width, height, radius, blur=20, strength=0.25, down=10):
        """A soft shadow below a box."""
        dark = Image.new("L", self.image.size)
        edges = self.scaled((left, top + down, left + width, top + height + down))
        ImageDraw.Draw(dark).rounded_rectangle(edges, radius * SCALE, fill=round(255 * strength))
        self.image.paste((0, 0, 0), (0, 0), dark.filter(ImageFilter.GaussianBlur(blur * SCALE)))

    def veil(self, *stops):
        """Darkens from top to bottom, by shares of black."""
        dark = gradient(self.image.size, *((round(255 * stop),) * 3 for stop in stops)).convert("L")
        self.image.paste((0, 0, 0), (0, 0), dark)

    def paste(self, other, left, top, width, height, radius=0):
        """Another picture, which fills a box."""
        share = max(width / other.width, height / other.height)
        other = other.resize((round(other.width * share * SCALE), round(other.height * share * SCALE)))
        cut = (other.width - width * SCALE) // 2, (other.height - height * SCALE) // 2
        other = other.crop((*cut, cut[0] + width * SCALE, cut[1] + height * SCALE))
        mask = Image.new("L", other.size)
        ImageDraw.Draw(mask).rounded_rectangle((0, 0, *other.size), radius * SCALE, fill=255)
        self.image.paste(other, (left * SCALE, top * SCALE), mask)

    def finished(self):
        return self.image.resize(self.size, Image.Resampling.LANCZOS)


def save(picture, name, quality=86, colours=0, share=1):
    """Writes a picture into the folder of the examples: by quality, or exactly with some number of colours."""
    path = EXAMPLES / name
    path.parent.mkdir(parents=True, exist_ok=True)
    picture = picture.finished() if isinstance(picture, Sheet) else picture
    if share != 1:
        picture = picture.resize((round(picture.width * share), round(picture.height * share)), Image.Resampling.LANCZOS)
    if colours:
        picture = picture.quantize(colours, method=Image.Quantize.MEDIANCUT, kmeans=2, dither=Image.Dither.NONE)
    if path.suffix == ".png":
        picture.save(path, optimize=True)
    elif path.suffix == ".webp":
        picture.convert("RGB").save(path, quality=100 if colours else quality, method=6, lossless=bool(colours))
    else:
        picture.save(path, quality=quality, optimize=True, progressive=False)


def lit(image, other, share):
    """Light added to a picture, as of a projector."""
    return ImageChops.screen(image, Image.blend(Image.new("RGB", image.size), other, share))
