"""The shop window: a bicycle shop's own offers, the adverts of its partners, a sale, and the sign at night. All upright."""

import math
import random

from paint import Sheet, mix, save

FOLDER = "shop-window"
SIZE = (1080, 1920)
INK, TEAL, SAND, CORAL, WHITE = "#12303b", "#1f7a7a", "#f4ead8", "#ef6f53", "#ffffff"


def wheel(sheet, x, y, radius, colour, rim):
    for n in range(14):
        angle = n / 14 * math.tau
        sheet.line([(x, y), (x + radius * math.cos(angle), y + radius * math.sin(angle))], (*rim, 110), 2)
    sheet.disc(x, y, radius, outline=colour, line=16)
    sheet.disc(x, y, radius - 17, outline=rim, line=5)
    sheet.disc(x, y, 15, colour)


def bicycle(sheet, x, y, size, frame, ink=INK, basket=False):
    """A city bicycle, `size` from axle to axle, its wheels standing at `y`."""
    radius = size * 0.39
    rear, front, crank = (x - size / 2, y - radius), (x + size / 2, y - radius), (x - size * 0.07, y - radius * 0.92)
    seat, head = (x - size * 0.2, y - size * 0.78), (x + size * 0.31, y - size * 0.84)
    for axle in (rear, front):
        wheel(sheet, *axle, radius, ink, (150, 165, 170))
    sheet.line([rear, crank], frame, size * 0.022)
    sheet.line([rear, seat], frame, size * 0.022)
    sheet.line([seat, crank], frame, size * 0.038)
    sheet.line([crank, (head[0] + size * 0.03, head[1] + size * 0.12)], frame, size * 0.042)
    sheet.line([(seat[0] + size * 0.02, seat[1] + size * 0.08), head], frame, size * 0.036)
    sheet.line([(head[0] - size * 0.012, head[1] - size * 0.07), (head[0] + size * 0.035, head[1] + size * 0.16), front], frame, size * 0.034)
    sheet.line([head, (head[0] - size * 0.025, head[1] - size * 0.13)], ink, size * 0.026)
    sheet.line([(head[0] - size * 0.14, head[1] - size * 0.13), (head[0] - size * 0.025, head[1] - size * 0.15), (head[0] + size * 0.05, head[1] - size * 0.13)],
               ink, size * 0.028)
    sheet.line([seat, (seat[0] - size * 0.02, seat[1] - size * 0.07)], ink, size * 0.024)
    sheet.shape([(seat[0] - size * 0.15, seat[1] - size * 0.1), (seat[0] + size * 0.1, seat[1] - size * 0.085),
                 (seat[0] + size * 0.07, seat[1] - size * 0.055), (seat[0] - size * 0.12, seat[1] - size * 0.04)], ink)
    sheet.disc(*crank, size * 0.075, outline=ink, line=size * 0.016)
    sheet.line([crank, (crank[0] + size * 0.08, crank[1] + size * 0.09)], ink, size * 0.022)
    sheet.line([(crank[0] + size * 0.04, crank[1] + size * 0.09), (crank[0] + size * 0.13, crank[1] + size * 0.09)], ink, size * 0.024)
    if basket:
        left, top = head[0] + size * 0.06, head[1] - size * 0.09
        sheet.shape([(left, top), (left + size * 0.27, top), (left + size * 0.23, top + size * 0.19), (left + size * 0.03, top + size * 0.19)], "#b98a4e")
        for n in range(1, 5):
            sheet.line([(left + n * size * 0.054, top), (left + size * 0.03 + n * size * 0.04, top + size * 0.19)], "#8f6635", 3)
        sheet.line([(left - 2, top), (left + size * 0.272, top)], "#8f6635", 8)
        for dx, dy, reach, colour in ((0.07, -0.03, 0.05, "#f7b84b"), (0.14, -0.05, 0.055, CORAL), (0.21, -0.03, 0.045, "#f3d9e3")):
            sheet.disc(left + dx * size, top + dy * size, reach * size, colour)


def brand(sheet, colour):
    sheet.text(540, 120, "NORDLICHT", 44, colour, "bold", "ms", 14)
    sheet.text(540, 168, "bicycles since 1974", 26, colour, "sans", "ms")


def price(sheet, y, title, words, amount, ink, colour):
    sheet.text(540, y, title, 92, ink, "bold", "ms")
    sheet.text(540, y + 78, words, 40, ink, "sans", "ms")
    width = sheet.width(amount, 88, "bold") + 120
    sheet.box(540 - width / 2, y + 150, width, 150, colour, 75)
    sheet.text(540, y + 257, amount, 88, WHITE, "bold", "ms")


def city_bicycle():
    sheet = Sheet(SIZE, "#fbe3c0", "#f7cfa0")
    sheet.disc(540, 860, 440, "#fff3dc")
    sheet.box(0, 1176, 1080, 744, SAND)
    brand(sheet, INK)
    sheet.disc(540, 1184, 430, (18, 48, 59, 40), tall=16)
    bicycle(sheet, 530, 1180, 540, TEAL, basket=True)
    price(sheet, 1430, "Hafen 8", "eight gears, dynamo, basket", "€ 849", INK, CORAL)
    return sheet


def electric():
    sheet = Sheet(SIZE, "#17424d", "#0f2b36")
    sheet.glow(540, 820, 380, "#54c6b5", 0.5)
    sheet.box(0, 1176, 1080, 744, "#0c222b")
    brand(sheet, WHITE)
    bicycle(sheet, 540, 1180, 540, "#f5f0e4", ink="#04141b")
    sheet.shape([(546, 946), (588, 946), (566, 998), (604, 998), (530, 1090), (552, 1020), (518, 1020)], "#ffd34d")
    price(sheet, 1430, "Strom 2", "140 km on one charge", "€ 2 390", WHITE, TEAL)
    return sheet


def helmet():
    sheet = Sheet(SIZE, "#d7ecea", "#a9d3cf")
    brand(sheet, INK)
    sheet.disc(540, 820, 400, "#eaf6f4")
    sheet.disc(540, 1040, 300, (18, 48, 59, 45), tall=18)
    sheet.pie(540, 930, 310, 180, 360, CORAL)
    sheet.pie(560, 930, 290, 180, 360, mix(CORAL, "#000000", 0.08))
    sheet.pie(528, 930, 292, 180, 360, CORAL)
    for x, lean in ((370, -40), (470, -16), (580, 16), (690, 44)):
        sheet.shape([(x, 900), (x + 46, 900), (x + 40 + lean * 0.4, 720 + abs(lean)), (x + 14 + lean * 0.4, 720 + abs(lean))], "#7d2f22")
    sheet.box(214, 914, 652, 44, "#7d2f22", 22)
    sheet.shape([(800, 914), (940, 960), (930, 976), (780, 958)], "#5c2018")
    sheet.line([(330, 950), (410, 1090), (470, 1120)], INK, 12)
    sheet.line([(640, 950), (560, 1080), (470, 1120)], INK, 12)
    sheet.box(446, 1104, 52, 34, INK, 8)
    price(sheet, 1430, "Helmets", "try one on, they fit in a minute", "from € 69", INK, TEAL)
    return sheet


def service():
    sheet = Sheet(SIZE, "#f2b84b", "#ee9c3a")
    brand(sheet, INK)
    sheet.disc(540, 820, 380, "#f8d384")
    teeth = []
    for n in range(96):
        angle, far = n / 96 * math.tau, 286 if n % 6 in (0, 1, 2) else 240
        teeth.append((540 + far * math.cos(angle), 820 + far * math.sin(angle)))
    sheet.shape(teeth, INK)
    sheet.disc(540, 820, 200, "#f8d384")
    for n in range(5):
        angle = n / 5 * math.tau + 0.3
        sheet.line([(540, 820), (540 + 215 * math.cos(angle), 820 + 215 * math.sin(angle))], INK, 40)
    sheet.disc(540, 820, 78, INK)
    sheet.disc(540, 820, 34, "#f8d384")
    sheet.line([(760, 1110), (934, 1284)], "#6b7a80", 46)
    sheet.disc(740, 1090, 74, "#6b7a80")
    sheet.shape([(740, 1090), (650, 1060), (710, 1000)], "#f0a844")
    price(sheet, 1470, "Winter check", "brakes, lights, chain: ready tomorrow", "€ 49", INK, "#12303b")
    return sheet


def coffee_bar():
    """A partner's advert."""
    sheet = Sheet(SIZE, "#5a2f22", "#2c1510")
    sheet.glow(540, 820, 400, "#d98a4c", 0.4)
    sheet.text(540, 150, "KAFFEE KONTOR", 50, "#f1d9b8", "serif", "ms", 10)
    sheet.disc(540, 1180, 390, (0, 0, 0, 90), tall=40)
    sheet.disc(540, 1160, 380, "#f1e4d0", tall=50)
    sheet.disc(540, 1150, 340, "#dccab0", tall=34)
    sheet.disc(800, 920, 110, outline="#f1e4d0", line=40)
    sheet.pie(540, 800, 350, 0, 180, "#f1e4d0")
    sheet.shape([(190, 780), (890, 780), (885, 850), (195, 850)], "#f1e4d0")
    sheet.disc(540, 784, 350, "#e3d2b8", tall=62)
    sheet.disc(540, 790, 322, "#6b3d22", tall=50)
    sheet.disc(540, 794, 290, "#8a5530", tall=40)
    for x, shift in ((430, 0), (540, 30), (650, 10)):
        points = [(x + 34 * math.sin(n / 9 + shift), 700 - n * 5) for n in range(64)]
        sheet.line(points, "#7d5240", 20)
    sheet.text(540, 1450, "Espresso on us", 88, "#f6e6cc", "serif-bold", "ms")
    sheet.text(540, 1540, "with every slice of cake, until Sunday", 40, "#d9b48c", "serif", "ms")
    sheet.text(540, 1720, "Two doors to the left", 42, "#f1d9b8", "italic", "ms")
    return sheet


def insurance():
    """Another partner's advert."""
    sheet = Sheet(SIZE, "#3f6fd1", "#274a9c")
    dice = random.Random(9)
    for _ in range(80):
        x, y = dice.uniform(-50, 1130), dice.uniform(230, 1300)
        sheet.line([(x, y), (x - 14, y + 60)], (255, 255, 255, 60), 5)
    sheet.shape([(120, 800), (960, 800), (870, 1236), (210, 1236)], "#3560bb")
    sheet.text(540, 150, "SchirmDirekt", 60, WHITE, "bold", "ms")
    sheet.pie(540, 800, 420, 180, 360, "#ffd34d")
    for x, reach, colour in ((260, 140, "#3f6fd1"), (540, 140, "#3f6fd1"), (820, 140, "#3f6fd1")):
        sheet.disc(x, 802, reach, "#3560bb", tall=46)
    sheet.shape([(540, 380), (400, 792), (680, 792)], "#f7bf2a")
    sheet.disc(540, 802, 140, "#3560bb", tall=46)
    sheet.line([(540, 380), (540, 352)], "#1c2f66", 16)
    sheet.line([(540, 790), (540, 1236)], "#1c2f66", 18)
    bicycle(sheet, 540, 1236, 400, WHITE, ink="#1c2f66")
    sheet.box(0, 1236, 1080, 684, "#1c2f66")
    sheet.text(540, 1430, "Stolen? Replaced.", 88, WHITE, "bold", "ms")
    sheet.text(540, 1520, "Bicycle insurance from € 4 a month", 44, "#c9d7ff", "sans", "ms")
    sheet.box(250, 1620, 580, 120, "#ffd34d", 60)
    sheet.text(540, 1697, "Ask at the counter", 48, "#1c2f66", "bold", "ms")
    return sheet


def sale():
    sheet = Sheet(SIZE, CORAL)
    for n in range(-14, 20):
        sheet.shape([(n * 120, 0), (n * 120 + 60, 0), (n * 120 + 60 + 700, 1920), (n * 120 + 700, 1920)], (255, 255, 255, 16))
    brand(sheet, WHITE)
    sheet.disc(540, 830, 430, WHITE)
    sheet.disc(540, 830, 404, outline=CORAL, line=6)
    sheet.text(540, 800, "–20 %", 200, INK, "bold", "ms")
    sheet.text(540, 920, "on all of last year's", 54, INK, "sans", "ms")
    sheet.text(540, 990, "bicycles", 54, INK, "sans", "ms")
    sheet.text(540, 1480, "Winter sale", 120, WHITE, "bold", "ms")
    sheet.text(540, 1580, "27 November to 5 December", 52, WHITE, "sans", "ms")
    sheet.text(540, 1760, "while they last", 42, WHITE, "italic", "ms")
    return sheet


def night():
    sheet = Sheet(SIZE, "#050d12", "#0b1c24")
    sheet.glow(540, 760, 300, "#3aa79a", 0.25)
    bicycle(sheet, 540, 1020, 420, "#54c6b5", ink="#1d3a44")
    sheet.text(540, 1260, "NORDLICHT", 76, "#cfe9e4", "bold", "ms", 20)
    sheet.text(540, 1340, "Open from nine", 42, "#7fa9a6", "sans", "ms")
    return sheet


def draw():
    for name, paint in (("own/city-bicycle", city_bicycle), ("own/electric", electric), ("own/helmets", helmet),
                        ("own/winter-check", service), ("partners/kaffee-kontor", coffee_bar), ("partners/schirm-direkt", insurance),
                        ("sale", sale), ("night", night)):
        save(paint(), f"{FOLDER}/{name}.webp", quality=80, share=0.75)
