"""What hangs in the museum's halls: two views of the harbour and two posters."""

import math
import random

import numpy
from PIL import Image

from drawing import CORAL, INK, MIST, NAVY, PAPER, PINE, SAND, SUN, TEAL, BOLD, SANS, SERIF, SERIF_BOLD, SHARP, Sheet, grain


def sky(sheet, stops, bottom):
    """Colours from above to below, down to a height: pairs of a share and a colour."""
    places = [share for share, _ in stops]
    height = round(bottom * SHARP)
    rows = numpy.stack([numpy.interp(numpy.linspace(0, 1, height), places, [colour[n] for _, colour in stops])
                        for n in range(3)], axis=1).astype("uint8")
    band = Image.fromarray(rows[:, None, :]).resize((sheet.image.width, height), Image.NEAREST)
    sheet.image.paste(band, (0, 0))


def ridge(sheet, base, height, colour, seed, rough=5):
    """A row of hills from edge to edge."""
    chance = random.Random(seed)
    waves = [(chance.uniform(0.6, 1.4) * (n + 1), chance.uniform(0, math.tau), 1 / (n + 1) ** 1.2) for n in range(rough)]
    top = [(x, base - height * sum(size * math.sin(wave * math.tau * x / sheet.width + phase) for wave, phase, size in waves) / 2)
           for x in range(0, sheet.width + 8, 8)]
    sheet.shape(top + [(sheet.width, sheet.height), (0, sheet.height)], colour)


def ripples(sheet, x, top, bottom, colour, width, count, seed):
    """What the water makes of a light above it."""
    chance = random.Random(seed)
    layer = Sheet(sheet.width, sheet.height)
    for n in range(count):
        near = (n + 0.5) / count
        y = top + (bottom - top) * near ** 1.35
        reach = width * (0.25 + 0.75 * near) * chance.uniform(0.35, 1)
        middle = x + chance.uniform(-0.35, 0.35) * width * near
        layer.box(middle - reach, y, 2 * reach, 2 + 5 * near, colour, radius=1 + 2.5 * near)
    layer.image.putalpha(layer.image.getchannel("A").point(lambda alpha: alpha * 0.62))
    sheet.lay(layer.image)


def boat(sheet, x, y, size, hull, sail, second=None):
    """With two sails and a line of light below it."""
    sheet.shape([(x - 0.05 * size, y - 1.5 * size), (x - 0.05 * size, y - 0.18 * size), (x - 0.85 * size, y - 0.18 * size)], sail)
    sheet.shape([(x + 0.06 * size, y - 1.25 * size), (x + 0.06 * size, y - 0.18 * size), (x + 0.7 * size, y - 0.18 * size)], second or sail)
    sheet.shape([(x - size, y - 0.12 * size), (x + 0.95 * size, y - 0.12 * size), (x + 0.66 * size, y + 0.2 * size),
                 (x - 0.7 * size, y + 0.2 * size)], hull)


def lighthouse(sheet, x, base, height, body, stripe, lamp, dark, stripes=3):
    """Seen from below, so that it narrows."""
    foot, head = 0.15 * height, 0.095 * height
    top = base - height * 0.78

    def half(y):
        return head + (foot - head) * (y - top) / (base - top)

    def band(upper, lower, colour):
        sheet.shape([(x - half(upper), upper), (x + half(upper), upper), (x + half(lower), lower), (x - half(lower), lower)], colour)

    band(top, base, body)
    for n in range(stripes):
        share = (base - top) / (2 * stripes)
        band(top + (2 * n + 1) * share, top + (2 * n + 2) * share, stripe)
    sheet.box(x - head * 1.35, top - 0.035 * height, head * 2.7, 0.035 * height, dark)
    sheet.box(x - head * 0.72, top - 0.135 * height, head * 1.44, 0.1 * height, lamp)
    for side in (-0.72, -0.06, 0.6):
        sheet.box(x + side * head, top - 0.135 * height, head * 0.12, 0.1 * height, dark)
    sheet.shape([(x - head, top - 0.135 * height), (x + head, top - 0.135 * height), (x, top - 0.225 * height)], dark)
    return x, top - 0.085 * height


# The pictures

def harbour(width=1680, height=1230):
    """The sun sets behind the hills."""
    sheet = Sheet(width, height)
    shore = height * 0.6
    sky(sheet, [(0, (38, 40, 84)), (0.35, (126, 72, 118)), (0.66, (232, 112, 98)), (0.88, (255, 178, 108)), (1, (255, 214, 150))], shore)
    sun = (width * 0.36, height * 0.47)
    sheet.glow(*sun, height * 0.75, (255, 214, 150), 0.75)
    sheet.disc(*sun, height * 0.088, (255, 240, 205))
    ridge(sheet, shore - 90, 150, (196, 104, 116), 12)
    ridge(sheet, shore - 36, 110, (140, 76, 112), 4)
    ridge(sheet, shore + 6, 60, (88, 54, 98), 21)
    water = Sheet(width, height)
    sky(water, [(0, (212, 118, 106)), (0.25, (150, 82, 112)), (1, (34, 34, 74))], height)
    below = water.image.crop((0, 0, width * SHARP, round((height - shore) * SHARP)))
    sheet.image.paste(below, (0, round(shore * SHARP)))
    ripples(sheet, sun[0], shore + 6, height, (255, 206, 150), 170, 62, 3)
    ripples(sheet, width * 0.8, shore + 30, height, (92, 60, 108), 420, 26, 8)
    sheet.shape([(width * 0.62, shore + 40), (width * 0.70, shore - 14), (width * 0.79, shore - 44), (width * 0.9, shore - 58),
                 (width, shore - 70), (width, shore + 64), (width * 0.8, shore + 56)], (44, 32, 66))
    lamp = lighthouse(sheet, width * 0.845, shore - 44, 430, (236, 214, 200), (196, 78, 78), (255, 236, 180), (40, 28, 58))
    beam = [(lamp[0], lamp[1] - 8), (0, lamp[1] - 250), (0, lamp[1] - 70), (lamp[0], lamp[1] + 8)]
    sheet.shape(beam, (255, 236, 190), 0.17)
    sheet.glow(*lamp, 210, (255, 236, 180), 0.95)
    boat(sheet, width * 0.22, shore + 150, 96, (40, 28, 58), (250, 226, 200), (244, 190, 160))
    boat(sheet, width * 0.53, shore + 66, 44, (60, 40, 76), (246, 206, 178))
    for x, y, size in ((0.16, 0.2, 26), (0.2, 0.175, 20), (0.235, 0.215, 17), (0.57, 0.13, 22), (0.61, 0.155, 16)):
        x, y = x * width, y * height
        sheet.arc(x - size / 2, y, size / 2, 200, 340, (44, 36, 74), 3.4)
        sheet.arc(x + size / 2, y, size / 2, 200, 340, (44, 36, 74), 3.4)
    return grain(sheet.done(), 3.5)


def night(width=1680, height=1230):
    """Every Thursday."""
    sheet = Sheet(width, height)
    shore = height * 0.7
    sky(sheet, [(0, (7, 14, 34)), (0.55, (22, 44, 84)), (1, (58, 92, 128))], shore)
    chance = random.Random(5)
    for _ in range(330):
        size = chance.choice((0.9, 1.1, 1.4, 2.1))
        sheet.disc(chance.uniform(0, width), shore * chance.uniform(0, 0.86) ** 1.25, size, chance.choice(((214, 226, 246), (160, 186, 222), (255, 240, 214))))
    moon = (width * 0.78, height * 0.2)
    sheet.glow(*moon, 520, (190, 212, 240), 0.5)
    crescent = Sheet(width, height)
    crescent.disc(*moon, 84, (250, 244, 224))
    crescent.pen.ellipse(sheet.grown([(moon[0] - 115, moon[1] - 101), (moon[0] + 41, moon[1] + 55)]), fill=(250, 244, 224, 0))
    sheet.lay(crescent.image)
    ridge(sheet, shore - 8, 70, (24, 50, 82), 31)
    water = Sheet(width, height)
    sky(water, [(0, (40, 70, 106)), (1, (8, 16, 36))], height)
    sheet.image.paste(water.image.crop((0, 0, width * SHARP, round((height - shore) * SHARP))), (0, round(shore * SHARP)))
    ripples(sheet, moon[0], shore + 4, height, (206, 222, 240), 90, 46, 3)
    # The museum's ship, with all its windows lit.
    hull, deck = (12, 22, 42), shore + 26
    left, right = width * 0.08, width * 0.66
    sheet.shape([(left - 40, deck - 84), (right + 70, deck - 104), (right + 10, deck + 40), (left + 30, deck + 40)], hull)
    sheet.box(left + 60, deck - 172, right - left - 150, 92, (18, 31, 56))
    sheet.box(left + 130, deck - 250, right - left - 330, 82, (23, 39, 68))
    sheet.box(left + 200, deck - 314, 210, 66, (28, 47, 80))
    for n in range(2):
        x = left + 470 + 130 * n
        sheet.shape([(x, deck - 250), (x + 74, deck - 250), (x + 84, deck - 372), (x + 10, deck - 372)], (196, 70, 62))
        sheet.shape([(x + 8, deck - 348), (x + 82, deck - 348), (x + 84, deck - 372), (x + 10, deck - 372)], (236, 226, 208))
    for row, (y, begin, end, step) in enumerate(((deck - 142, left + 96, right - 130, 46), (deck - 222, left + 160, right - 236, 46),
                                                 (deck - 290, left + 222, left + 380, 40), (deck - 40, left + 70, right - 10, 62))):
        for n, x in enumerate(range(round(begin), round(end), step)):
            sheet.box(x, y, 22, 22 if row != 3 else 14, SUN if (n * 7 + row * 3) % 6 else (120, 96, 70), radius=3 if row != 3 else 7)
    sheet.line([(left - 30, deck - 88), (left + 300, deck - 420), (right + 60, deck - 106)], (70, 96, 130), 2)
    for n in range(1, 24):
        share = n / 24
        x = left - 30 + (right + 90 - left) * share
        peak = left + 300
        y = (deck - 88 + (-332) * (x - left + 30) / 330) if x < peak else (deck - 420 + 314 * (x - peak) / (right + 60 - peak))
        sheet.glow(x, y, 26, SUN, 0.7)
        sheet.disc(x, y, 4.6, (255, 228, 170))
    ripples(sheet, width * 0.36, deck + 44, height, (236, 178, 96), 330, 40, 17)
    sheet.text(118, 196, "EVERY THURSDAY", BOLD, 29, SUN, spacing=0.28)
    sheet.text(112, 306, "Open until", SERIF, 106, PAPER)
    sheet.text(112, 424, "midnight", SERIF, 106, PAPER)
    return grain(sheet.done(), 3)


def lighthouses(width=1020, height=1360):
    """A poster, in a few flat colours."""
    sheet = Sheet(width, height, CORAL)
    lamp = (width * 0.34, 372)
    for n, (upper, lower) in enumerate(((-250, -120), (-40, 90), (190, 380))):
        sheet.shape([lamp, (width, lamp[1] + upper), (width, lamp[1] + lower)], SUN if n != 1 else SAND)
    sheet.shape([lamp, (0, lamp[1] - 130), (0, lamp[1] + 60)], SUN)
    sheet.shape([(0, 1010), (width, 900), (width, height), (0, height)], PINE)
    sheet.shape([(0, 1090), (width, 1020), (width, height), (0, height)], NAVY)
    sheet.shape([(110, 1040), (width * 0.34 - 130, 950), (width * 0.34 + 150, 944), (620, 1048)], INK)
    lighthouse(sheet, lamp[0], 960, 755, PAPER, NAVY, (255, 236, 170), NAVY, stripes=4)
    sheet.disc(width * 0.79, 800, 62, PAPER)
    sheet.disc(width * 0.79 + 24, 788, 52, CORAL)
    boat(sheet, width * 0.76, 985, 62, PAPER, PAPER, SUN)
    sheet.text(76, 118, "HARBOUR MUSEUM", BOLD, 25, PAPER, spacing=0.3)
    sheet.text(72, 1202, "Lighthouses", SERIF_BOLD, 112, PAPER)
    sheet.text(76, 1262, "A hundred years of signals", SANS, 40, SUN)
    sheet.text(76, 1316, "3 May to 27 September", SANS, 29, MIST)
    return sheet.done().convert("RGB")


def paper_boats(width=1020, height=1360):
    """For children, so there are many of them."""
    sheet = Sheet(width, height, TEAL)
    for row in range(9):
        shade = tuple(round(a + (b - a) * row / 8) for a, b in zip(TEAL, PINE))
        y = 150 + row * 96
        sheet.shape([(x, y + 17 * math.sin((x + row * 83) / width * math.tau * 2.5)) for x in range(0, width + 10, 10)]
                    + [(width, height), (0, height)], shade)
        for n in range(3):
            if (row + n) % 2 == 0 or row == 0:
                continue
            x = (120 + n * 380 + row * 137) % (width + 120) - 40
            size = 62 + 5 * row
            colours = ((PAPER, (222, 214, 200), (200, 190, 174)), (SUN, (238, 168, 66), (214, 146, 52)), (CORAL, (212, 80, 64), (186, 64, 54)))
            light, middle, dark = colours[(row * 2 + n) % 3]
            y += 16 * math.sin((x + row * 83) / width * math.tau * 2.5)
            sheet.shape([(x - 0.42 * size, y), (x, y - 0.92 * size), (x, y)], middle)
            sheet.shape([(x + 0.42 * size, y), (x, y - 0.92 * size), (x, y)], light)
            sheet.shape([(x - 1.05 * size, y - 0.28 * size), (x, y), (x + 1.05 * size, y - 0.28 * size),
                         (x + 0.62 * size, y + 0.34 * size), (x - 0.62 * size, y + 0.34 * size)], light)
            sheet.shape([(x - 1.05 * size, y - 0.28 * size), (x, y), (x - 0.62 * size, y + 0.34 * size)], dark)
            sheet.shape([(x, y), (x + 0.62 * size, y + 0.34 * size), (x - 0.62 * size, y + 0.34 * size)], middle)
    sheet.box(0, 1040, width, height - 1040, PAPER)
    sheet.text(76, 1176, "Paper boats", SERIF_BOLD, 112, PINE)
    sheet.text(76, 1246, "Fold one, and let it sail", SANS, 40, CORAL)
    sheet.text(76, 1304, "For everybody from four years on, Sundays at 11", SANS, 29, INK)
    return sheet.done().convert("RGB")
