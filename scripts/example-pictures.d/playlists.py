"""The small pictures of docs/examples/playlists: words on a colour."""

from PIL import Image, ImageDraw, ImageFont

from paint import EXAMPLES, FONTS

FOLDER = EXAMPLES / "playlists/media"
FONT = FONTS + "DejaVuSans-Bold.ttf"
INK, PAPER = (16, 42, 67, 255), (255, 255, 255, 255)

# Each with its text, its colour, and its size in pixels.
WIDE, HIGH = (640, 360), (360, 640)
SLIDES = {
    "welcome.png": ("Welcome", (36, 123, 160, 255), WIDE),
    "welcome-tall.png": ("Welcome", (36, 123, 160, 255), HIGH),
    "offer.png": ("Today's offer", (226, 109, 92, 255), WIDE),
    "opening-hours.png": ("Mon to Fri\n9 to 18", (83, 122, 90, 255), WIDE),
    "breakfast.png": ("Breakfast\nuntil 11", (233, 196, 106, 255), WIDE),
    "lunch.png": ("Lunch\nsoup, pasta, salad", (42, 157, 143, 255), WIDE),
    "lunch-tall.png": ("Lunch\nsoup\npasta\nsalad", (42, 157, 143, 255), HIGH),
    "fire-drill.png": ("Fire drill\nplease go out", (178, 34, 34, 255), WIDE),
    "photos/1.png": ("one", (38, 70, 83, 255), WIDE),
    "photos/2.png": ("two", (109, 89, 122, 255), WIDE),
    "photos/3.png": ("three", (181, 101, 118, 255), HIGH),
    "photos/10.png": ("ten", (53, 80, 112, 255), WIDE),
}


def slide(text, colour, size):
    """Text in the middle of a colour with a frame, so that fits and edges can be told apart."""
    picture = Image.new("RGBA", size, colour)
    pen = ImageDraw.Draw(picture)
    pen.rectangle((8, 8, size[0] - 9, size[1] - 9), outline=PAPER, width=3)
    font = ImageFont.truetype(FONT, size[0] // 12)
    pen.multiline_text((size[0] / 2, size[1] / 2), text, PAPER, font, anchor="mm", align="center")
    return picture


def logo():
    """A ring with a letter, and nothing around it."""
    picture = Image.new("RGBA", (128, 128), (0, 0, 0, 0))
    pen = ImageDraw.Draw(picture)
    pen.ellipse((8, 8, 119, 119), fill=PAPER, outline=INK, width=8)
    pen.text((64, 64), "V", INK, ImageFont.truetype(FONT, 64), anchor="mm")
    return picture


def save(picture, name):
    path = FOLDER / name
    path.parent.mkdir(parents=True, exist_ok=True)
    colours = 16 if name != "logo.png" else 64
    picture.quantize(colours, method=Image.Quantize.FASTOCTREE).save(path, optimize=True)


def draw():
    for file, (text, colour, size) in SLIDES.items():
        save(slide(text, colour, size), file)
    save(logo(), "logo.png")
