"""The airport: a board of departures, a guide for upright screens, adverts beside the board, and notices below."""

import math
import random

from paint import Sheet, mix, save

FOLDER = "airport"
NIGHT, PANEL, LINE, AMBER, WHITE, GREY, GREEN, RED = (
    "#0b1626", "#122238", "#22364f", "#ffc845", "#ffffff", "#9fb3c8", "#4fd08a", "#ff6b5e")
FLIGHTS = (
    ("10:35", "VT 418", "Amsterdam", "B12", "Last call", AMBER), ("10:40", "NO 2206", "Lisbon", "A4", "Boarding", GREEN),
    ("10:50", "VT 730", "Zürich", "B7", "Boarding", GREEN), ("11:05", "AL 91", "Reykjavík", "C2", "Gate changed", AMBER),
    ("11:15", "VT 1022", "Kraków", "A9", "On time", GREY), ("11:25", "SK 648", "København", "B3", "Delayed 12:10", RED),
    ("11:40", "NO 17", "Athens", "C5", "On time", GREY), ("11:55", "VT 305", "Dublin", "A11", "On time", GREY),
    ("12:10", "IB 884", "Málaga", "B9", "On time", GREY),
)


def plane(sheet, x, y, size, colour):
    """An aeroplane that climbs to the right, seen from the side."""
    body = [(-1.0, 0.02), (-0.86, -0.1), (0.62, -0.12), (0.88, -0.05), (1.0, 0.04), (0.86, 0.12), (-0.7, 0.12)]
    tail = [(-0.98, -0.02), (-1.12, -0.42), (-0.92, -0.42), (-0.6, -0.08)]
    wing = [(0.18, 0.06), (-0.34, 0.5), (-0.52, 0.5), (-0.22, 0.06)]
    for part in (tail, wing, body):
        sheet.shape([(x + size * (px * 0.966 + py * 0.259), y + size * (py * 0.966 - px * 0.259)) for px, py in part], colour)


def board(name, size, flights, scale):
    sheet = Sheet(size, NIGHT)
    width, height = size
    head = 150
    sheet.box(0, 0, width, head, AMBER)
    plane(sheet, 104, head / 2 + 4, 50, NIGHT)
    sheet.text(196, 98, "Departures", 66, NIGHT, "narrow-bold")
    sheet.text(width - 56, 92, "Abflug · Départs", 34, "#5c4a12", "narrow", "rs")
    columns = [(56, "Time"), (0.165 * width, "Flight"), (0.33 * width, "To"), (0.62 * width, "Gate"), (0.735 * width, "Remarks")]
    for x, words in columns:
        sheet.text(x, head + 62, words, 25, GREY, "narrow")
    row = (height - head - 90) / len(flights)
    for number, (time, flight, to, gate, remark, colour) in enumerate(flights):
        top = head + 84 + number * row
        if number % 2 == 0:
            sheet.box(24, top, width - 48, row, PANEL, 12)
        y = top + row / 2 + 15 * scale
        sheet.text(columns[0][0], y, time, 42 * scale, AMBER, "mono-bold")
        sheet.text(columns[1][0], y, flight, 36 * scale, WHITE, "narrow")
        sheet.text(columns[2][0], y, to, 44 * scale, WHITE, "narrow-bold")
        sheet.text(columns[3][0], y, gate, 44 * scale, AMBER, "narrow-bold")
        sheet.text(columns[4][0], y, remark, 36 * scale, colour, "narrow")
    save(sheet, f"{FOLDER}/flights/{name}", colours=160)


def arrow(sheet, x, y, size, direction, colour):
    dx, dy = {"up": (0, -1), "left": (-1, 0), "right": (1, 0)}[direction]
    tip = (x + dx * size, y + dy * size)
    sheet.line([(x - dx * size, y - dy * size), tip], colour, size * 0.28)
    for side in (-1, 1):
        sheet.line([tip, (tip[0] - dx * size * 0.75 + side * dy * size * 0.75, tip[1] - dy * size * 0.75 + side * dx * size * 0.75)],
                   colour, size * 0.28)


def guide():
    """What an upright screen at a pillar shows: where the gates are."""
    sheet = Sheet((1080, 1920), AMBER)
    sheet.text(72, 178, "Gates", 120, NIGHT, "narrow-bold")
    plane(sheet, 924, 140, 86, NIGHT)
    for number, (letter, gates, way, minutes) in enumerate((("A", "1 – 14", "left", "4 min"), ("B", "1 – 20", "up", "7 min"),
                                                            ("C", "1 – 9", "right", "11 min"))):
        top = 270 + number * 370
        sheet.box(48, top, 984, 340, NIGHT, 36)
        sheet.text(180, top + 232, letter, 190, AMBER, "narrow-bold", "ms")
        sheet.text(320, top + 180, gates, 96, WHITE, "narrow-bold")
        sheet.text(322, top + 258, f"{minutes} on foot", 46, GREY, "narrow")
        arrow(sheet, 890, top + 170, 78, way, AMBER)
    for number, (words, way) in enumerate((("Baggage, exit, trains", "right"), ("Lounge, chapel, playground", "left"))):
        y = 1480 + number * 150
        sheet.line([(72, y - 54), (1008, y - 54)], "#c99a22", 3)
        sheet.text(72, y + 34, words, 56, NIGHT, "narrow-bold")
        arrow(sheet, 958, y + 16, 36, way, NIGHT)
    sheet.line([(72, 1726), (1008, 1726)], "#c99a22", 3)
    sheet.text(72, 1822, "Information desk: level 1, open day and night", 40, "#5c4a12", "narrow")
    save(sheet, f"{FOLDER}/guide.webp", colours=48)


def no_data():
    sheet = Sheet((1440, 1000), NIGHT)
    sheet.disc(720, 360, 108, AMBER)
    sheet.text(720, 412, "i", 150, NIGHT, "serif-bold", "ms")
    sheet.text(720, 610, "The board is being updated", 70, WHITE, "narrow-bold", "ms")
    sheet.text(720, 690, "Please look at your gate's screen, or ask at the information desk.", 36, GREY, "narrow", "ms")
    save(sheet, f"{FOLDER}/no-data.webp", colours=48)


def coffee():
    sheet = Sheet((480, 1000), "#e8ddcb", "#d2b993")
    sheet.shape([(140, 330), (340, 330), (318, 720), (162, 720)], "#ffffff")
    sheet.shape([(282, 330), (340, 330), (318, 720), (270, 720)], "#eee6d8")
    sheet.shape([(150, 450), (330, 450), (320, 620), (160, 620)], "#7a4a2c")
    sheet.box(124, 292, 232, 46, "#3b2417", 12)
    sheet.box(146, 262, 188, 34, "#3b2417", 10)
    sheet.disc(240, 535, 46, "#e8ddcb")
    sheet.disc(240, 535, 26, "#7a4a2c", tall=36)
    sheet.line([(228, 505), (248, 530), (234, 566)], "#e8ddcb", 5)
    for x in (190, 240, 290):
        sheet.line([(x + 9 * math.sin(n / 5), 232 - 3 * n) for n in range(34)], "#f7f1e6", 9)
    sheet.text(240, 822, "Second cup", 58, "#3b2417", "serif-bold", "ms")
    sheet.text(240, 884, "for the way: 2.50", 34, "#3b2417", "serif", "ms")
    sheet.text(240, 946, "Level 2, by gate B7", 26, "#7a5a3c", "sans", "ms")
    save(sheet, f"{FOLDER}/adverts/coffee.webp")


def city():
    sheet = Sheet((480, 1000), "#1b2a6b", "#c0507f", "#ffb26b")
    sheet.glow(330, 470, 120, "#fff0c0", 0.7)
    sheet.disc(330, 470, 62, "#fff0c8")
    for layer, (base, colour, seed) in enumerate(((520, "#8a3f78", 1), (600, "#5a2c6b", 2), (690, "#2b1a4a", 3))):
        dice, x = random.Random(seed), -10
        while x < 480:
            width, height = dice.randint(34, 74), dice.randint(20, 190)
            sheet.box(x, base - height, width, 1000, colour)
            if layer == 2 or dice.random() < 0.4:
                for wx in range(int(x) + 8, int(x + width) - 10, 15):
                    for wy in range(int(base - height) + 12, 760, 22):
                        if dice.random() < 0.45:
                            sheet.box(wx, wy, 6, 10, (255, 214, 130, 150 if layer == 2 else 70))
            x += width + dice.choice((0, 0, 4, 10))
    sheet.box(0, 745, 480, 255, "#1a1034")
    sheet.text(240, 832, "Lisbon", 72, WHITE, "serif-bold", "ms")
    sheet.text(240, 890, "twice a day from 59", 34, "#ffd9a8", "serif", "ms")
    sheet.text(240, 950, "Nova Air", 28, "#c9a6d8", "sans", "ms", 3)
    save(sheet, f"{FOLDER}/adverts/lisbon.webp")


def scent():
    sheet = Sheet((480, 1000), "#f6d7d3", "#d98a92")
    sheet.glow(240, 480, 150, "#ffffff", 0.6)
    sheet.shadow(140, 380, 200, 290, 30, 26, 0.25, 26)
    sheet.box(140, 380, 200, 290, "#b8495e", 30)
    sheet.box(140, 380, 200, 290, (255, 255, 255, 60), 30)
    sheet.box(156, 420, 168, 234, "#c75a6e", 20)
    sheet.box(166, 430, 30, 214, (255, 255, 255, 90), 15)
    sheet.box(206, 336, 68, 46, "#d9a45a", 6)
    sheet.box(188, 246, 104, 96, "#2b1a24", 14)
    sheet.box(200, 254, 18, 80, (255, 255, 255, 50), 9)
    sheet.text(240, 548, "AURE", 34, WHITE, "serif", "ms", 6)
    sheet.text(240, 584, "eau de parfum", 17, WHITE, "italic", "ms")
    sheet.text(240, 822, "Take it along", 54, "#4a1c2b", "serif-bold", "ms")
    sheet.text(240, 884, "20 % off today", 34, "#4a1c2b", "serif", "ms")
    sheet.text(240, 946, "Duty free, after security", 26, "#7d3a4c", "sans", "ms")
    save(sheet, f"{FOLDER}/adverts/perfume.webp")


def notice(name, words, second, icon):
    sheet = Sheet((1920, 80), "#16406b")
    icon(sheet, 62, 40)
    sheet.text(124, 53, words, 34, WHITE, "narrow-bold")
    sheet.text(1872, 52, second, 30, mix("#16406b", WHITE, 0.7), "narrow", "rs")
    save(sheet, f"{FOLDER}/notices/{name}", colours=32)


def suitcase(sheet, x, y):
    sheet.box(x - 26, y - 14, 52, 36, AMBER, 7)
    sheet.arc(x, y - 14, 13, 180, 360, AMBER, 5)
    sheet.box(x - 15, y - 14, 4, 36, "#16406b")
    sheet.box(x + 11, y - 14, 4, 36, "#16406b")


def bottle(sheet, x, y):
    sheet.box(x - 14, y - 12, 28, 38, AMBER, 8)
    sheet.box(x - 7, y - 28, 14, 14, AMBER, 3)


def train(sheet, x, y):
    sheet.box(x - 20, y - 26, 40, 44, AMBER, 11)
    sheet.box(x - 13, y - 19, 26, 16, "#16406b", 4)
    for side in (-11, 11):
        sheet.disc(x + side, y + 7, 4, "#16406b")
    sheet.line([(x - 12, y + 20), (x - 19, y + 29)], AMBER, 4)
    sheet.line([(x + 12, y + 20), (x + 19, y + 29)], AMBER, 4)


def draw():
    board("departures.webp", (1440, 1000), FLIGHTS, 1)
    guide()
    no_data()
    coffee()
    city()
    scent()
    notice("baggage.png", "Please keep your baggage with you at all times", "Gepäck bitte nie unbeaufsichtigt lassen", suitcase)
    notice("liquids.png", "Liquids up to 100 ml in one clear bag", "Flüssigkeiten bis 100 ml in einem Beutel", bottle)
    notice("trains.png", "Trains to the city every 10 minutes, level 0", "Züge zur Innenstadt alle 10 Minuten, Ebene 0", train)
