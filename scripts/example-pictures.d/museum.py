"""The museum: labels of three pots in two languages, and two wide paintings for a wall of two screens."""

import math
import random

from PIL import Image, ImageDraw, ImageFilter

from paint import SCALE, Sheet, mix, save

FOLDER = "museum"
PAPER, INK, CLAY, BLACK, OCHRE, BLUE = "#f3ece0", "#2b2521", "#c4673a", "#2e211c", "#d9a441", "#24506b"


def outline(profile, x, y, size):
    """A pot's two sides, from the half widths at some heights, smoothed."""
    points = []
    for (y0, w0), (y1, w1) in zip(profile, profile[1:]):
        for step in range(12):
            share = (1 - math.cos(step / 12 * math.pi)) / 2
            points.append((w0 + (w1 - w0) * share, y0 + (y1 - y0) * step / 12))
    points.append((profile[-1][1], profile[-1][0]))
    return [(x + w * size, y + h * size) for w, h in points] + [(x - w * size, y + h * size) for w, h in reversed(points)]


class Pot:
    """A mask in the form of a pot, so that bands and light follow its outline."""

    def __init__(self, sheet, profile, x, y, size, colour):
        self.sheet, self.x, self.y, self.size = sheet, x, y, size
        self.mask = Image.new("L", sheet.image.size)
        ImageDraw.Draw(self.mask).polygon(sheet.scaled(outline(profile, x, y, size)), fill=255)
        self.layer = Sheet(sheet.size, colour)

    def band(self, top, low, colour):
        self.layer.box(0, self.y + top * self.size, self.sheet.size[0], (low - top) * self.size, colour)

    def row(self, top, low, count, colour, form):
        """A frieze: one form after another, narrower towards the sides as on something round."""
        for n in range(count):
            angle = (n + 0.5) / count * math.pi
            x, wide = self.x - math.cos(angle) * self.size * 0.46, math.sin(angle) * self.size * 1.2 / count
            form(self.layer, x, self.y + top * self.size, wide, (low - top) * self.size, colour)

    def finish(self):
        light = Image.new("L", (200, 1))
        for n in range(200):
            light.putpixel((n, 0), round(120 * abs((n - 78) / 121) ** 1.7))
        reach = round(self.size * 1.1 * SCALE)
        dark = Image.new("L", self.layer.image.size)
        dark.paste(light.resize((reach, dark.height)), (round(self.x * SCALE) - reach // 2, 0))
        self.layer.image.paste((20, 8, 4), (0, 0), dark)
        self.sheet.image.paste(self.layer.image, (0, 0), self.mask)


def meander(sheet, x, y, wide, tall, colour):
    u, line = wide / 6, max(2, wide / 9)
    path = [(-3, 1), (-3, 0), (2, 0), (2, 0.75), (-1, 0.75), (-1, 0.4), (0.6, 0.4)]
    sheet.line([(x + px * u, y + tall * (0.12 + 0.76 * py)) for px, py in path], colour, line)


def tongue(sheet, x, y, wide, tall, colour):
    sheet.shape([(x - wide * 0.32, y), (x + wide * 0.32, y), (x + wide * 0.22, y + tall * 0.7), (x, y + tall), (x - wide * 0.22, y + tall * 0.7)], colour)


def ray(sheet, x, y, wide, tall, colour):
    sheet.shape([(x - wide * 0.4, y + tall), (x + wide * 0.4, y + tall), (x, y)], colour)


def wave(sheet, x, y, wide, tall, colour):
    points = [(x - wide / 2 + wide * n / 20, y + tall / 2 - tall * 0.36 * math.sin(n / 20 * math.tau)) for n in range(21)]
    sheet.line(points, colour, max(3, tall * 0.14))


def fish(sheet, x, y, wide, tall, colour):
    sheet.disc(x, y + tall / 2, wide * 0.3, colour, tall=tall * 0.22)
    sheet.shape([(x + wide * 0.2, y + tall / 2), (x + wide * 0.45, y + tall * 0.28), (x + wide * 0.45, y + tall * 0.72)], colour)
    sheet.disc(x - wide * 0.15, y + tall * 0.45, max(1.5, wide * 0.025), PAPER)


def amphora(sheet, x, y):
    size = 460
    for side in (-1, 1):
        points = [(x + side * (62 + 92 * math.sin(n / 30 * math.pi) ** 0.8), y + 62 + n * 5.4) for n in range(31)]
        sheet.line(points, BLACK, 24)
    pot = Pot(sheet, [(0, 0.2), (0.05, 0.2), (0.08, 0.13), (0.34, 0.12), (0.44, 0.26), (0.66, 0.47), (0.9, 0.42), (1.24, 0.16),
                      (1.3, 0.12), (1.36, 0.2), (1.4, 0.22)], x, y, size, CLAY)
    pot.band(0, 0.09, BLACK)
    pot.row(0.14, 0.32, 7, BLACK, tongue)
    pot.band(0.4, 0.425, BLACK)
    pot.row(0.44, 0.54, 12, BLACK, meander)
    pot.band(0.555, 0.58, BLACK)
    pot.row(0.62, 0.86, 6, BLACK, fish)
    pot.band(0.9, 0.93, BLACK)
    pot.row(0.96, 1.2, 13, BLACK, ray)
    pot.band(1.24, 1.5, BLACK)
    pot.finish()


def jug(sheet, x, y):
    size = 500
    points = [(x + 84 + 110 * math.sin(n / 30 * math.pi), y + 66 + n * 11) for n in range(31)]
    sheet.line(points, "#b98a3a", 30)
    pot = Pot(sheet, [(0, 0.22), (0.04, 0.22), (0.1, 0.15), (0.36, 0.16), (0.52, 0.3), (0.78, 0.44), (1.02, 0.38), (1.2, 0.24), (1.26, 0.26)],
              x, y, size, OCHRE)
    sheet.shape([(x - 92, y + 4), (x - 168, y - 26), (x - 96, y + 46)], OCHRE)
    pot.band(0, 0.035, BLUE)
    for top in (0.42, 0.5, 0.58):
        pot.row(top, top + 0.09, 9, BLUE, wave)
    pot.band(0.7, 0.72, BLUE)
    pot.row(0.74, 0.92, 9, mix(OCHRE, "#7a3d1e", 0.75), ray)
    pot.band(0.94, 0.96, BLUE)
    pot.band(1.16, 1.3, mix(OCHRE, "#7a3d1e", 0.6))
    pot.finish()


def bowl(sheet, x, y):
    size, top = 600, y + 238
    pot = Pot(sheet, [(0, 0.5), (0.08, 0.5), (0.3, 0.42), (0.52, 0.2), (0.56, 0.12), (0.64, 0.18), (0.68, 0.2)], x, top, size, "#e9e0cf")
    pot.band(0, 0.05, BLUE)
    pot.row(0.08, 0.22, 11, BLUE, meander)
    pot.row(0.27, 0.5, 9, "#5f93a8", tongue)
    pot.band(0.56, 0.7, BLUE)
    pot.finish()
    sheet.disc(x, top, size * 0.5, "#f6efe2", tall=58)
    sheet.disc(x, top + 6, size * 0.46, "#cfc3ad", tall=48)
    sheet.disc(x, top + 12, size * 0.4, BLUE, tall=30)
    sheet.disc(x, top + 13, size * 0.37, "#b9ae99", tall=26)


def label(name, paint, tint, title, when, text, number):
    """A label of 1080x1920: the pot in a niche, and below it what it is."""
    sheet = Sheet((1080, 1920), PAPER)
    niche = Sheet((1080, 1120), mix(tint, "#ffffff", 0.5), mix(tint, "#ffffff", 0.22))
    sheet.image.paste(niche.image, (0, 0))
    sheet.glow(540, 520, 330, "#fffaf0", 0.55)
    sheet.box(0, 960, 1080, 160, mix(tint, "#241a14", 0.45))
    sheet.box(0, 960, 1080, 6, mix(tint, "#ffffff", 0.25))
    shade = Image.new("L", sheet.image.size)
    ImageDraw.Draw(shade).ellipse((330 * SCALE, 950 * SCALE, 830 * SCALE, 1000 * SCALE), fill=120)
    sheet.image.paste((20, 10, 6), (0, 0), shade.filter(ImageFilter.GaussianBlur(30)))
    paint(sheet, 540, 330)
    sheet.text(96, 1300, title, 84, INK, "serif-bold")
    sheet.text(98, 1376, when, 38, mix(tint, INK, 0.25), "serif")
    sheet.line([(98, 1422), (258, 1422)], tint, 5)
    sheet.paragraph(98, 1510, 884, text, 41, "#4a4039", "serif", 1.52)
    sheet.text(982, 1856, str(number), 44, mix(tint, INK, 0.25), "serif", "rs")
    save(sheet, f"{FOLDER}/labels/{name}.webp", quality=78, share=0.75)


def coast(colours, sun, land, sea, words):
    """A bay, 3840x1080 seen from a hill; drawn at half of it."""
    width, height = 1920, 540
    sheet = Sheet((width, height), *colours)
    x, y, shine, glow = sun
    sheet.glow(x, y, 150, glow, 0.7)
    sheet.disc(x, y, 34, shine)
    dice = random.Random(31)
    for n in range(11):
        cx, cy = dice.uniform(0, width), dice.uniform(40, 190)
        for part in range(4):
            sheet.disc(cx + 50 * part - 70, cy + dice.uniform(-4, 4), dice.uniform(50, 110), (255, 255, 255, 36), tall=dice.uniform(5, 11))
    horizon = 292
    water = Sheet((width, height - horizon), *sea)
    sheet.image.paste(water.image, (0, horizon * SCALE))
    for _ in range(900):
        depth = dice.random() ** 1.3
        px = x + dice.gauss(0, 60 + 260 * depth) if dice.random() < 0.5 else dice.uniform(0, width)
        near = math.exp(-((px - x) / (80 + 150 * depth)) ** 2)
        sheet.disc(px, horizon + 4 + 240 * depth, 4 + 26 * depth * dice.random(), (*mix("#ffffff", glow, near), round(22 + 120 * near)),
                   tall=0.7 + depth)
    for number, (base, tall, left, right, colour) in enumerate(((294, 66, 0, 760, land[0]), (296, 92, 1180, 1920, land[0]),
                                                                (306, 96, 0, 470, land[1]), (310, 70, 1420, 1920, land[1]))):
        points = []
        for px in range(left, right + 4, 4):
            share = (px - left) / (right - left)
            edge = min(1, (right - px) / 210 if left == 0 else (px - left) / 210)
            points.append((px, base - tall * max(0, edge) ** 0.7 * (0.62 + 0.25 * math.sin(px / 83 + number) + 0.13 * math.sin(px / 31 + 2 * number))))
        sheet.shape(points + [(right, base), (left, base)], colour)
    temple(sheet, 1566, 220, 118, land[3], land[4])
    for bx, by, size in ((830, 336, 26), (1010, 318, 17), (640, 326, 14)):
        sheet.shape([(bx - size, by), (bx + size, by), (bx + size * 0.7, by + size * 0.34), (bx - size * 0.7, by + size * 0.34)], land[2])
        sheet.line([(bx, by), (bx, by - size * 1.7)], land[2], 2)
        sheet.shape([(bx + 2, by - size * 1.6), (bx + 2, by - size * 0.2), (bx + size * 0.85, by - size * 0.2)], land[3])
        sheet.shape([(bx - 2, by - size * 1.4), (bx - 2, by - size * 0.2), (bx - size * 0.6, by - size * 0.2)], land[3])
    hill = [(px, 500 - 66 * math.sin(px / 520 + 0.6) - 10 * math.sin(px / 97)) for px in range(0, width + 8, 8)]
    sheet.shape(hill + [(width, height), (0, height)], land[2])
    for px, size in ((110, 74), (268, 52), (1330, 60), (1490, 84), (1760, 66)):
        foot = 506 - 66 * math.sin(px / 520 + 0.6)
        sheet.line([(px, foot), (px - size * 0.1, foot - size * 0.6), (px + size * 0.12, foot - size)], mix(land[2], "#000000", 0.35), size * 0.12)
        for n in range(11):
            angle = n / 11 * math.tau
            sheet.disc(px + size * 0.62 * math.cos(angle), foot - size * 1.08 + size * 0.34 * math.sin(angle), size * 0.3,
                       mix(land[2], land[5], 0.25 + 0.5 * (n % 3) / 2))
        sheet.disc(px, foot - size * 1.12, size * 0.45, mix(land[2], land[5], 0.5))
    if words:
        sheet.text(372, 128, "Clay and fire", 74, words, "serif-bold", "ms")
        sheet.text(372, 174, "Pots of six centuries", 27, words, "serif", "ms")
        sheet.text(1216, 122, "12 June – 4 October 2026", 34, words, "serif", "ms")
        sheet.text(1216, 164, "Hall 3", 27, words, "serif", "ms")
    return sheet.image.resize((2560, 720), Image.Resampling.LANCZOS)


def temple(sheet, x, foot, wide, light, dark):
    sheet.box(x - wide / 2 - 8, foot - 6, wide + 16, 7, dark)
    sheet.box(x - wide / 2 - 3, foot - 11, wide + 6, 6, light)
    for n in range(6):
        left = x - wide / 2 + n * (wide - 11) / 5
        sheet.box(left, foot - 66, 11, 56, light)
        sheet.box(left + 7, foot - 66, 4, 56, dark)
    sheet.box(x - wide / 2 - 4, foot - 76, wide + 8, 11, light)
    sheet.shape([(x - wide / 2 - 8, foot - 76), (x + wide / 2 + 8, foot - 76), (x, foot - 106)], light)
    sheet.shape([(x - wide / 2 + 10, foot - 79), (x + wide / 2 - 10, foot - 79), (x, foot - 99)], dark)


POTS = (
    ("1-amphora", amphora, "#b86b43",
     ("Amphora", "Chalkis, about 540 BC", "It held wine or oil, forty litres of it. The painter drew the fish with a brush of three hairs; "
      "what is black was slip of the same clay, and turned dark only in the fire."),
     ("Amphore", "Chalkis, um 540 v. Chr.", "Sie fasste vierzig Liter Wein oder Öl. Die Fische malte man mit einem Pinsel aus drei Haaren; "
      "was schwarz ist, war Schlicker aus demselben Ton und wurde erst im Feuer dunkel.")),
    ("2-jug", jug, "#c79a4b",
     ("Jug", "Cyprus, about 700 BC", "Three waves for the sea, a row of hills below it. The lip is drawn out like a beak, so that "
      "nothing runs down the side. It was found in a well, whole."),
     ("Kanne", "Zypern, um 700 v. Chr.", "Drei Wellen für das Meer, darunter eine Reihe Hügel. Die Tülle gleicht einem Schnabel, damit "
      "nichts herunterläuft. Man fand sie unversehrt in einem Brunnen.")),
    ("3-bowl", bowl, "#6f98a8",
     ("Bowl", "Rhodes, about 620 BC", "For wine mixed with water, passed from hand to hand. Whoever emptied it saw the dark ring at the "
      "bottom. Eleven pieces, put together in 1932."),
     ("Schale", "Rhodos, um 620 v. Chr.", "Für Wein mit Wasser, von Hand zu Hand gereicht. Wer sie leerte, sah den dunklen Ring am Grund. "
      "Elf Scherben, zusammengesetzt im Jahr 1932.")),
)


def draw():
    for number, (name, paint, tint, english, german) in enumerate(POTS, 1):
        label(f"english/{name}", paint, tint, *english, number)
        label(f"deutsch/{name}", paint, tint, *german, number)
    day = coast(("#3d7fb5", "#8fc3dc", "#e8efe0", "#e8efe0"), (760, 110, "#fffbe8", "#fff3c4"),
                ("#9db3ad", "#7d9a7c", "#4d6b45", "#fbf3e2", "#d6c4a2", "#9db36a"), ("#8fc6d3", "#3f8fae", "#24647f"), "#ffffff")
    dusk = coast(("#2a2558", "#7d3f7a", "#ee7f5f", "#ffd08a"), (960, 262, "#fff0c8", "#ffd68a"),
                 ("#6b4478", "#4c2f63", "#24183a", "#f2c4a0", "#9c6478", "#4b3560"), ("#f0a070", "#7a4272", "#2a1d4c"), None)
    save(day, f"{FOLDER}/wall/bay-by-day.webp", quality=80)
    save(dusk, f"{FOLDER}/wall/bay-at-dusk.webp", quality=80)
