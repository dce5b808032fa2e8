"""The college: what its lobby shows every day, and the notices that replace all of it."""

import math

from paint import Sheet, mix, save

FOLDER = "emergency"
SIZE = (1920, 1080)
NAVY, PAPER, INK, TEAL, WHITE, RED, GREEN, YELLOW = (
    "#16324f", "#f5f3ee", "#1d2a36", "#2a8c82", "#ffffff", "#c8202f", "#0a7d4b", "#ffcc00")


def head(sheet, title, colour, right=""):
    sheet.box(0, 0, 1920, 170, colour)
    sheet.text(96, 116, title, 76, WHITE, "bold")
    sheet.text(1824, 110, right, 38, mix(colour, WHITE, 0.75), "sans", "rs")


def today():
    sheet = Sheet(SIZE, PAPER)
    head(sheet, "Today", NAVY, "Riverside College")
    rows = (("9.00", "Open day: the laboratories", "Hall A", TEAL), ("11.15", "Dr. Okafor: Bridges that sing", "Lecture room 2", "#d9822b"),
            ("13.00", "Choir rehearsal, guests welcome", "Chapel", "#8a5aa8"), ("16.30", "Chess club against Lakeside", "Library, level 1", "#3f6fb5"))
    for number, (time, what, where, colour) in enumerate(rows):
        top = 230 + number * 200
        sheet.shadow(96, top, 1728, 168, 20, 12, 0.12, 6)
        sheet.box(96, top, 1728, 168, WHITE, 20)
        sheet.box(96, top, 16, 168, colour, 8)
        sheet.text(164, top + 108, time, 62, colour, "bold")
        sheet.text(420, top + 106, what, 56, INK)
        sheet.text(1770, top + 104, where, 42, "#6b7885", "sans", "rs")
    return sheet


def canteen():
    sheet = Sheet(SIZE, "#fff6e6")
    head(sheet, "Canteen", "#d9822b", "11.30 to 14")
    for number, (name, what, price, colours) in enumerate((
            ("Lentil curry", "rice, coriander", "3.80", ("#e0a030", "#b56f1c", "#f7efe0")),
            ("Baked potato", "herb quark, salad", "3.40", ("#caa05c", "#6f9a4a", "#fbf7ee")),
            ("Chicken", "leek, mashed carrots", "4.60", ("#b8743a", "#e58a2c", "#8fae5a")))):
        left = 96 + number * 592
        sheet.shadow(left, 250, 544, 720, 28, 16, 0.13, 8)
        sheet.box(left, 250, 544, 720, WHITE, 28)
        x, y = left + 272, 500
        sheet.disc(x, y, 190, "#f1ede4")
        sheet.disc(x, y, 184, outline="#ddd5c6", line=3)
        sheet.disc(x, y, 138, "#fbf9f4")
        sheet.pie(x, y, 124, 150, 330, colours[0])
        sheet.pie(x, y, 124, 330, 450, colours[1])
        sheet.pie(x, y, 124, 90, 150, colours[2])
        for n in range(9):
            sheet.disc(x + 70 * math.cos(n * 2.4), y + 70 * math.sin(n * 2.4), 9, mix(colours[n % 2], "#3f6b2f", 0.45))
        sheet.text(x, 778, name, 54, INK, "bold", "ms")
        sheet.text(x, 836, what, 36, "#7a7166", "sans", "ms")
        sheet.text(x, 924, price, 56, "#d9822b", "bold", "ms")
    return sheet


def library():
    sheet = Sheet(SIZE, "#22303f")
    head(sheet, "Library", TEAL, "level 1")
    for number, (day, hours) in enumerate((("Monday to Thursday", "8 – 21"), ("Friday", "8 – 18"), ("Saturday", "10 – 16"))):
        y = 360 + number * 130
        sheet.text(96, y, day, 58, WHITE)
        sheet.text(1010, y, hours, 62, "#7fd6c6", "bold", "rs")
        sheet.line([(96, y + 44), (1010, y + 44)], "#3a4b5d", 3)
    sheet.text(96, 840, "Forty new films, and a room to watch them in.", 38, "#b8c6d4")
    sheet.text(96, 900, "Your college card opens the door until 23 o'clock.", 38, "#b8c6d4")
    books = ((1180, 470, 70, "#d9822b"), (1256, 540, 56, "#7fd6c6"), (1318, 430, 84, "#c8505a"), (1408, 500, 60, "#f1e4c8"),
             (1474, 560, 76, "#3f6fb5"), (1556, 450, 64, "#8a5aa8"))
    for left, tall, wide, colour in books:
        sheet.box(left, 940 - tall, wide, tall, colour, 6)
        for y in (0.14, 0.2, 0.82):
            sheet.box(left, 940 - tall + tall * y, wide, 8, mix(colour, "#000000", 0.25))
    lean = ((1640, 936), (1700, 936), (1826, 520), (1768, 502))
    sheet.shape(lean, "#2a8c82")
    sheet.box(1140, 940, 720, 18, "#8a6a4a", 6)
    return sheet


def person(sheet, x, y, size, colour):
    """Somebody who runs to the right, as on signs of escape routes."""
    sheet.disc(x + size * 0.12, y - size * 0.86, size * 0.13, colour)
    sheet.line([(x + size * 0.02, y - size * 0.58), (x - size * 0.1, y - size * 0.24)], colour, size * 0.2)
    sheet.line([(x - size * 0.08, y - size * 0.22), (x + size * 0.16, y - size * 0.06), (x + size * 0.12, y + size * 0.26)], colour, size * 0.12)
    sheet.line([(x - size * 0.1, y - size * 0.22), (x - size * 0.22, y + size * 0.06), (x - size * 0.5, y + size * 0.1)], colour, size * 0.12)
    sheet.line([(x + size * 0.04, y - size * 0.6), (x + size * 0.26, y - size * 0.42), (x + size * 0.44, y - size * 0.5)], colour, size * 0.085)
    sheet.line([(x, y - size * 0.6), (x - size * 0.24, y - size * 0.52), (x - size * 0.3, y - size * 0.3)], colour, size * 0.085)


def point(sheet, x, y, size, colour):
    sheet.line([(x - size, y), (x + size * 0.7, y)], colour, size * 0.42)
    sheet.shape([(x + size * 1.2, y), (x + size * 0.3, y - size * 0.8), (x + size * 0.3, y + size * 0.8)], colour)


def notice(ground, edge, ink, mark, title, size, line, line_size, points):
    """A notice between two bands: a title, a line below it, and what to do. There is room for a sign at the left."""
    sheet = Sheet(SIZE, ground)
    sheet.box(0, 0, 1920, 30, edge)
    sheet.box(0, 1050, 1920, 30, edge)
    sheet.text(780, 330, title, size, ink, "bold")
    sheet.text(780, 440, line, line_size, ink)
    for number, words in enumerate(points):
        y = 600 + number * 108
        sheet.disc(806, y - 20, 17, mark)
        sheet.text(856, y, words, 58, ink)
    return sheet


def exit_sign(sheet):
    sheet.box(120, 200, 560, 680, GREEN, 40)
    sheet.box(440, 290, 170, 430, WHITE, 8)
    person(sheet, 352, 610, 360, WHITE)
    point(sheet, 380, 806, 52, WHITE)
    return sheet


def evacuate():
    return exit_sign(notice(
        RED, YELLOW, WHITE, YELLOW, "Leave the building", 100, "now, by the nearest exit", 68,
        ("Do not use the lifts.", "Leave your things behind.", "Meet on the sports field.")))


def shelter():
    sheet = notice(
        "#f0a500", INK, INK, RED, "Stay inside", 120, "storm warning until 18 o'clock", 66,
        ("Keep away from the windows.", "Close doors and skylights.", "We tell you here when it is over."))
    sheet.shape([(400, 240), (700, 790), (100, 790)], INK)
    sheet.shape([(400, 320), (632, 748), (168, 748)], YELLOW)
    sheet.shape([(376, 440), (424, 440), (414, 620), (386, 620)], INK)
    sheet.disc(400, 676, 27, INK)
    return sheet


def drill():
    return exit_sign(notice(
        NAVY, GREEN, WHITE, "#5fd39a", "This is a drill", 112, "Please leave as if it were not.", 62,
        ("Walk to the sports field.", "Teachers count their groups.", "Back inside at 10.15.")))


def draw():
    for name, paint in (("everyday/today", today), ("everyday/canteen", canteen), ("everyday/library", library),
                        ("notices/evacuate", evacuate), ("notices/storm", shelter), ("notices/drill", drill)):
        save(paint(), f"{FOLDER}/{name}.webp", quality=82)
