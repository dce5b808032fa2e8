"""The photo wall: landscapes, painted in layers from far to near, and the wall's title."""

import math
import random

from PIL import Image, ImageDraw, ImageFilter

from paint import SCALE, Sheet, lit, mix, rgb, save

FOLDER = "photo-wall/photos"
WIDE, HIGH = (1280, 853), (853, 1280)


def ridge(width, seed, rough=0.55):
    """Heights from 0 to 1 along a mountain ridge, one for each pixel: midpoints moved at random."""
    dice = random.Random(seed)
    heights, reach = [dice.random(), dice.random()], 0.5
    while len(heights) < width:
        between = [(a + b) / 2 + dice.uniform(-reach, reach) for a, b in zip(heights, heights[1:])]
        heights = [height for pair in zip(heights, between) for height in pair] + heights[-1:]
        reach *= rough
    heights = heights[:width]
    low, high = min(heights), max(heights)
    return [(height - low) / (high - low) for height in heights]


def mountains(sheet, top, depth, colour, seed, rough=0.5, foot=None):
    """A ridge whose highest peak is at `top`; with `foot` it fades into that colour below. Returns its outline."""
    width, height = sheet.size
    outline = [(x, top + depth * (1 - y)) for x, y in enumerate(ridge(width + 1, seed, rough))]
    if not foot:
        sheet.shape(outline + [(width, height), (0, height)], colour)
        return outline
    mask = Image.new("L", sheet.image.size)
    ImageDraw.Draw(mask).polygon(sheet.scaled(outline + [(width, height), (0, height)]), fill=255)
    fade = Sheet(sheet.size, colour)
    below = Sheet((width, round(depth * 1.7)), colour, foot).image
    fade.image.paste(foot, (0, 0, *fade.image.size))
    fade.image.paste(colour, (0, 0, fade.image.width, round(top * SCALE)))
    fade.image.paste(below, (0, round(top * SCALE)))
    sheet.image.paste(fade.image, (0, 0), mask)
    return outline


def pine(sheet, x, foot, height, colour, seed=0):
    """A pine, wider from branch to branch."""
    dice, points, left = random.Random(seed), [], []
    for step in range(13):
        y = foot - height + height * step / 12.5
        reach = height * 0.2 * (step / 12) ** 0.85 * dice.uniform(0.85, 1.1)
        points += [(x + reach, y), (x + reach * 0.55, y - height * 0.004)]
        left += [(x - reach, y), (x - reach * 0.55, y - height * 0.004)]
    sheet.shape([(x, foot - height * 1.03)] + points + left[::-1], colour)
    sheet.box(x - height * 0.015, foot - height * 0.06, height * 0.03, height * 0.07, colour)


def stars(sheet, count, below, seed=3):
    dice = random.Random(seed)
    for _ in range(count):
        shine = dice.randint(60, 230)
        sheet.disc(dice.uniform(0, sheet.size[0]), below * dice.random() ** 1.3, dice.choice((0.6, 0.8, 1.1, 1.6)),
                   (255, 250, 235, shine))


def mirrored(sheet, shore, tint, share):
    """What lies above the shore, upside down in the water below it, with waves that grow towards the viewer."""
    image, line = sheet.image, round(shore * SCALE)
    water = image.crop((0, 2 * line - image.height, image.width, line)).transpose(Image.Transpose.FLIP_TOP_BOTTOM)
    water = Image.blend(water, Image.new("RGB", water.size, tint), share).filter(ImageFilter.GaussianBlur(3))
    dice = random.Random(5)
    for y in range(water.height):
        depth = y / water.height
        moved = round((2 + 16 * depth) * math.sin(y / (3 + 9 * depth)) + dice.uniform(-1, 1) * 3 * depth)
        image.paste(water.crop((0, y, water.width, y + 1)), (moved, line + y))
        if moved:
            edge = water.getpixel((0 if moved > 0 else water.width - 1, y))
            image.paste(edge, (0, line + y, moved, line + y + 1) if moved > 0 else
                        (image.width + moved, line + y, image.width, line + y + 1))


def alps():
    sheet = Sheet(WIDE, "#5a6fa8", "#c99bb4", "#ffd2a8", "#ffe6c4")
    sheet.glow(930, 430, 190, "#fff3d0", 0.9)
    sheet.disc(930, 420, 46, "#fff8e2")
    peaks = mountains(sheet, 250, 300, "#8f86b4", 12, 0.52, "#f0c3b4")
    dice = random.Random(8)
    for x, y in peaks[::4]:                      # snow, longest on the highest peaks
        if y < 400:
            reach = (400 - y) * dice.uniform(0.05, 0.6)
            sheet.shape([(x - 3, y + 1), (x + 4, y + 1), (x - dice.uniform(-2, 16), y + reach)], (255, 244, 236, 215))
    for top, depth, colour, seed, foot in ((440, 170, "#6f6d9c", 21, "#c99fae"), (540, 150, "#4d5580", 34, "#8d80a0"),
                                          (650, 120, "#2f3b5e", 47, "#4b5079")):
        mountains(sheet, top, depth, colour, seed, 0.5, foot)
    for n in range(60):
        x = n * 22 + dice.uniform(-9, 9)
        pine(sheet, x, 860, dice.uniform(60, 130) * (1.25 - 0.5 * math.sin(x / WIDE[0] * math.pi)), "#18233d", n)
    return sheet


def lake():
    sheet = Sheet(WIDE, "#4f93c4", "#a5d0e2", "#e8f0e4", "#e8f0e4", "#e8f0e4")
    for x, y, size in ((250, 150, 60), (330, 135, 80), (430, 155, 55), (960, 95, 50), (1040, 85, 66), (1120, 102, 44)):
        sheet.disc(x, y, size * 1.6, (255, 255, 255, 120), tall=size * 0.32)
    mountains(sheet, 190, 230, "#7f9fb8", 91, 0.5, "#cfe0e2")
    mountains(sheet, 290, 190, "#53798c", 14, 0.52, "#8fb0a8")
    mountains(sheet, 390, 110, "#3b6a5c", 56, 0.55, "#4f8068")
    dice = random.Random(2)
    for n in range(120):
        x = n * 11 + dice.uniform(-5, 5)
        pine(sheet, x, 532, dice.uniform(26, 62), mix("#1f4a3c", "#35664e", dice.random()), n)
    sheet.box(0, 524, WIDE[0], 12, "#2a5546")
    mirrored(sheet, 534, (58, 112, 130), 0.3)
    sheet.shape([(0, 853), (0, 800), (190, 812), (330, 840), (360, 853)], "#1c3a34")
    sheet.line([(620, 742), (780, 742)], "#5d2f22", 16)
    sheet.shape([(596, 716), (804, 716), (778, 748), (622, 748)], "#b5482f")
    sheet.shape([(596, 716), (804, 716), (800, 723), (600, 723)], "#f1e3c8")
    return sheet


def dunes():
    sheet = Sheet(WIDE, "#3f6ea3", "#8fb5cc", "#f3d9a8", "#f8c987")
    sheet.disc(300, 230, 54, "#fff1cf")
    sheet.glow(300, 230, 120, "#fff1cf", 0.5)
    sheet.disc(300, 230, 54, "#fff6df")
    dunes_of = ((420, 70, "#e7b274", "#c98950", 0.8), (500, 110, "#e2a15c", "#b8703f", 2.3),
                (600, 130, "#d98c48", "#9a5532", 4.4), (740, 120, "#c97838", "#7d4128", 5.9))
    for top, depth, light, dark, phase in dunes_of:
        crest = [(x, top + depth * (0.5 - 0.36 * math.sin(x / 250 + phase) - 0.14 * math.sin(x / 91 + 2 * phase)))
                 for x in range(0, WIDE[0] + 8, 4)]
        sheet.shape(crest + [(WIDE[0], 853), (0, 853)], light)
        run = []
        for (x, y), (_, after) in zip(crest, crest[1:] + [(0, 0)]):
            if after > y:                        # the slope away from the sun lies in the shade
                run.append((x, y))
            elif run:
                if len(run) > 9:
                    shade(sheet, run, depth * 0.9, dark)
                run = []
    for n, x in enumerate((742, 776, 812, 846)):
        y = 566 + 3 * n
        sheet.disc(x, y - 9, 8, "#3d2218", tall=6)
        sheet.line([(x - 5, y - 7), (x - 6, y + 4)], "#3d2218", 2)
        sheet.line([(x + 5, y - 7), (x + 6, y + 4)], "#3d2218", 2)
        sheet.line([(x + 7, y - 10), (x + 12, y - 18)], "#3d2218", 3)
    return sheet


def shade(sheet, crest, depth, dark):
    """A dune's side in the shade, from its crest down: widest in its middle, and nothing at its ends."""
    for share in (1, 0.8, 0.6, 0.4):
        below = [(x, y + depth * share * abs(math.sin(math.pi * n / (len(crest) - 1))) ** 1.3) for n, (x, y) in enumerate(crest)]
        sheet.shape(crest + below[::-1], (*rgb(dark), 95))


def sunset():
    sheet = Sheet(WIDE, "#2b2a5e", "#8a3f7a", "#ee6f57", "#ffbf69", "#ffe0a0", "#ffe0a0", "#ffe0a0", "#ffe0a0")
    dice = random.Random(11)
    sheet.glow(640, 440, 240, "#ffe9b0", 0.75)
    sheet.disc(640, 430, 92, "#fff3cf")
    for n in range(16):
        y = 120 + n * 19
        x, reach = dice.uniform(0, WIDE[0]), dice.uniform(120, 330)
        sheet.disc(x, y, reach, (*mix("#5c2f6e", "#ffb07a", n / 16), 110), tall=dice.uniform(3, 8))
    sheet.box(0, 480, WIDE[0], 373, "#7c3a63")
    sea = Sheet((WIDE[0], 373), "#f39a63", "#a8486a", "#3a2a5c", "#241f4a")
    sheet.image.paste(sea.image, (0, 480 * SCALE))
    for n in range(900):
        depth = dice.random() ** 1.4
        y, reach = 484 + 365 * depth, 8 + 70 * depth * dice.random()
        x = 640 + dice.gauss(0, 60 + 210 * depth)
        near = math.exp(-((x - 640) / (90 + 160 * depth)) ** 2)
        sheet.disc(x, y, reach, (255, 226, 160, round(30 + 150 * near)), tall=0.8 + 2.2 * depth)
    sheet.shape([(0, 480), (0, 440), (90, 430), (170, 446), (260, 462), (350, 480)], "#3b2350")
    sheet.shape([(868, 560), (980, 560), (962, 580), (884, 580)], "#2a1a3e")
    sheet.line([(924, 560), (924, 452)], "#2a1a3e", 3)
    sheet.shape([(928, 456), (928, 548), (984, 548)], "#fbe3c4")
    sheet.shape([(920, 470), (920, 548), (880, 548)], "#f2c9a4")
    return sheet


def forest():
    sheet = Sheet(HIGH, "#b9cdd0", "#dfe6dc", "#cfdcd2", "#8fa9a0")
    sheet.glow(560, 330, 230, "#fffbe6", 0.85)
    dice = random.Random(4)
    for layer, (foot, height, colour, step) in enumerate((
            (640, 210, "#aec4c2", 34), (760, 290, "#8aa8a6", 46), (900, 380, "#628784", 62), (1070, 500, "#3c625f", 88),
            (1300, 690, "#1b3b3a", 150))):
        for n in range(int(HIGH[0] / step) + 2):
            x = n * step + dice.uniform(-step, step) * 0.35
            if layer == 4 and 300 < x < 640:
                continue
            pine(sheet, x, foot, height * dice.uniform(0.72, 1.08), colour, 40 * layer + n)
        mountains(sheet, foot - 30, 60, colour, 70 + layer, 0.45)
        if layer < 4:
            mist = Image.new("L", sheet.image.size)
            ImageDraw.Draw(mist).rectangle((0, (foot - 70) * SCALE, mist.width, (foot + 50) * SCALE), fill=150 - 25 * layer)
            sheet.image.paste((226, 234, 228), (0, 0), mist.filter(ImageFilter.GaussianBlur(70)))
    return sheet


def aurora():
    sheet = Sheet(WIDE, "#050a24", "#0b1f44", "#14405c", "#1d5a66")
    stars(sheet, 420, 620)
    light = Image.new("RGB", sheet.image.size)
    pen = ImageDraw.Draw(light)
    for base, phase, height, colour in ((430, 0.4, 300, (60, 235, 150)), (350, 2.2, 250, (40, 200, 170)), (470, 3.9, 230, (150, 90, 220))):
        for x in range(0, light.width, 2):
            place = x / SCALE
            foot = base + 60 * math.sin(place / 170 + phase) + 26 * math.sin(place / 63 + 2 * phase)
            rays = 0.55 + 0.3 * math.sin(place / 11 + phase) * math.sin(place / 37) + 0.15 * math.sin(place / 5)
            tall = height * (0.65 + 0.35 * math.sin(place / 90 + phase))
            for part in range(26):
                share = part / 26
                shine = rays * (1 - share) ** 1.6 * 0.75
                tone = mix(colour, (120, 70, 200), share * 0.8)
                top = (foot - tall * (part + 1) / 26) * SCALE
                pen.rectangle((x, top, x + 2, (foot - tall * share) * SCALE), fill=tuple(round(c * shine) for c in tone))
        blurred = light.filter(ImageFilter.GaussianBlur(9))
        sheet.image = lit(sheet.image, blurred, 0.85)
        light = Image.new("RGB", sheet.image.size)
        pen = ImageDraw.Draw(light)
    sheet.pen = ImageDraw.Draw(sheet.image, "RGBA")
    mountains(sheet, 520, 170, "#0d2b40", 61, 0.5, "#14384a")
    snow = Sheet((WIDE[0], 180), "#4f8b94", "#20485c")
    outline = [(x, 690 + 22 * math.sin(x / 210 + 1) + 8 * math.sin(x / 77)) for x in range(0, WIDE[0] + 8, 4)]
    mask = Image.new("L", sheet.image.size)
    ImageDraw.Draw(mask).polygon(sheet.scaled(outline + [(WIDE[0], 853), (0, 853)]), fill=255)
    ground = sheet.image.copy()
    ground.paste(snow.image, (0, 673 * SCALE))
    sheet.image.paste(ground, (0, 0), mask)
    sheet.pen = ImageDraw.Draw(sheet.image, "RGBA")
    dice = random.Random(6)
    for n in range(26):
        x = n * 52 + dice.uniform(-20, 20)
        if not 520 < x < 820:
            pine(sheet, x, 726 + dice.uniform(-10, 26), dice.uniform(70, 190), "#061722", n)
    sheet.shape([(630, 690), (630, 650), (676, 616), (722, 650), (722, 690)], "#0a1a26")
    sheet.shape([(618, 654), (676, 606), (734, 654), (722, 660), (676, 622), (630, 660)], "#dcecf0")
    sheet.box(664, 656, 24, 22, "#ffd27a")
    sheet.glow(676, 668, 36, "#ffc860", 0.45)
    return sheet


def lavender():
    sheet = Sheet(WIDE, "#6db3d8", "#b5dbe4", "#f7ead0", "#f7ead0", "#f7ead0")
    mountains(sheet, 330, 80, "#9fb2c4", 3, 0.45, "#d5dcdc")
    mountains(sheet, 380, 50, "#7fa07c", 9, 0.4)
    horizon = 425
    sheet.box(0, horizon, WIDE[0], 430, "#8c9c5a")
    for n in range(-16, 17):
        far, near = 640 + n * 26, 640 + n * 190
        for share, colour in ((0.42, "#4b3787"), (0.30, "#6a4fb0"), (0.16, "#8f74d2")):
            sheet.shape([(far - 26 * share, horizon), (far + 26 * share, horizon), (near + 190 * share, 853),
                         (near - 190 * share, 853)], colour)
    dice = random.Random(13)
    for _ in range(5200):                        # the blossoms
        depth = dice.random() ** 0.75
        y = horizon + 428 * depth
        row = dice.randint(-16, 16)
        x = 640 + row * (26 + 164 * depth) + dice.gauss(0, 0.2) * (26 + 164 * depth)
        sheet.disc(x, y, 0.6 + 3 * depth, (*mix("#3d2c78", "#c3a8f2", dice.random()), 190), tall=1 + 5 * depth)
    sheet.line([(930, 440), (930, 372)], "#5a4630", 12)
    for x, y, size, colour in ((930, 300, 82, "#3f6b3c"), (884, 334, 54, "#3a6338"), (978, 330, 58, "#456f3e"),
                               (910, 272, 54, "#5a8850"), (952, 282, 44, "#618f55")):
        sheet.disc(x, y, size, colour)
    sheet.disc(930, 444, 110, (50, 40, 90, 120), tall=9)
    return sheet


def lighthouse():
    sheet = Sheet(HIGH, "#24466f", "#5a8aa8", "#f0c9a0", "#f6dcb8", "#f6dcb8")
    sheet.glow(200, 720, 200, "#fff0c8", 0.7)
    for x, y, size in ((160, 300, 90), (260, 280, 120), (700, 180, 100), (620, 200, 70)):
        sheet.disc(x, y, size * 1.7, (255, 240, 225, 70), tall=size * 0.22)
    sea = Sheet((HIGH[0], 500), "#7fa6b0", "#2f6a80", "#164256")
    sheet.image.paste(sea.image, (0, 800 * SCALE))
    dice = random.Random(21)
    for _ in range(420):
        depth = dice.random()
        sheet.disc(dice.uniform(0, HIGH[0]), 806 + 474 * depth, 10 + 34 * depth * dice.random(), (255, 255, 255, 42), tall=1 + depth)
    cliff = [(853, 760), (700, 772), (600, 790), (520, 812), (470, 868), (482, 930), (430, 1000), (446, 1080), (392, 1160),
             (370, 1280), (853, 1280)]
    sheet.shape(cliff, "#4a4350")
    sheet.shape([(853, 760), (700, 772), (600, 790), (520, 812), (560, 830), (660, 826), (853, 820)], "#6f8a55")
    for points, colour in (([(520, 812), (560, 830), (540, 960), (500, 1080), (520, 1280), (370, 1280), (392, 1160), (446, 1080),
                             (430, 1000), (482, 930), (470, 868)], "#5d5563"),
                           ([(660, 826), (700, 1000), (660, 1280), (760, 1280), (740, 1000), (720, 824)], "#3d3844")):
        sheet.shape(points, colour)
    for x, y, reach in ((430, 1240, 90), (395, 1200, 60), (470, 1262, 120), (600, 1272, 150)):
        sheet.disc(x, y, reach, (240, 250, 250, 120), tall=10)
    tower = ((590, 800), (730, 800), (704, 420), (616, 420))
    sheet.shape(tower, "#f7efe4")
    for n in range(4):
        top, low = 455 + n * 92, 455 + n * 92 + 46
        inset = lambda y: 26 * (800 - y) / 380
        sheet.shape([(590 + inset(top), top), (730 - inset(top), top), (730 - inset(low), low), (590 + inset(low), low)], "#c8442f")
    sheet.shape([(690, 800), (730, 800), (704, 420), (684, 420)], (30, 20, 40, 60))
    sheet.box(604, 404, 112, 18, "#2c2a38")
    sheet.box(626, 346, 68, 60, "#ffe9a8")
    for x in (626, 648, 671, 691):
        sheet.box(x, 346, 3, 60, "#2c2a38")
    sheet.shape([(612, 346), (708, 346), (660, 300)], "#c8442f")
    sheet.disc(660, 298, 6, "#2c2a38")
    sheet.shape([(626, 368), (626, 386), (0, 520), (0, 330)], (255, 240, 190, 66))
    sheet.glow(660, 376, 40, "#fff3c0", 0.5)
    return sheet


def title():
    """A strip over the wall, with room left for nothing but its words."""
    sheet = Sheet((1920, 120), "#14161f")
    sheet.text(64, 78, "Mountain & Coast Club", 44, "#f4efe6", "serif")
    sheet.text(1856, 76, "Your photo here:  photos@mountain-coast.example", 30, "#e0b070", "sans", "rs")
    return sheet


def draw():
    for name, paint in (("alps-at-dawn.jpg", alps), ("the-red-boat.jpg", lake), ("four-camels.webp", dunes),
                        ("sailing-home.jpg", sunset), ("forest-walk.webp", forest), ("northern-lights.jpg", aurora),
                        ("lavender.webp", lavender), ("lighthouse.jpg", lighthouse)):
        save(paint(), f"{FOLDER}/{name}", quality=74)
    save(title(), "photo-wall/title.png", colours=32)
