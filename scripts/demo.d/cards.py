"""The café's cards for the times of day, the line of news, and the museum's sign."""

import math

from PIL import ImageChops, ImageDraw

from drawing import BOLD, CORAL, DUSK, HONEY, INK, MIST, PAPER, PINE, SAND, SANS, SERIF_BOLD, SHARP, SUN, TEAL, Sheet, font


def cup(sheet, x, y, size, colour, accent):
    for n in (-1, 0, 1):
        points = [(x + n * 0.3 * size + 0.07 * size * math.sin(s / 20 * math.tau), y - 0.55 * size - 0.5 * size * s / 20) for s in range(21)]
        sheet.line(points, accent, 0.05 * size)
    sheet.arc(x + 0.66 * size, y - 0.08 * size, 0.27 * size, -90, 90, colour, 0.1 * size)
    sheet.box(x - 0.7 * size, y - 0.42 * size, 1.4 * size, 0.5 * size, colour)
    sheet.pen.pieslice(sheet.grown([(x - 0.7 * size, y - 0.62 * size), (x + 0.7 * size, y + 0.72 * size)]), 0, 180, fill=(*colour, 255))
    sheet.box(x - 0.95 * size, y + 0.76 * size, 1.9 * size, 0.1 * size, accent, radius=0.05 * size)


def plate(sheet, x, y, size, colour, accent):
    sheet.disc(x, y, 0.95 * size, PAPER)
    sheet.disc(x, y, 0.7 * size, accent)
    sheet.disc(x, y, 0.64 * size, PAPER)
    for side in (-1, 1):
        sheet.line([(x + side * 1.2 * size, y - 0.8 * size), (x + side * 1.2 * size, y + 0.8 * size)], colour, 0.08 * size)
    for n in (-0.12, 0, 0.12):
        sheet.line([(x - (1.2 + n) * size, y - 0.85 * size), (x - (1.2 + n) * size, y - 0.45 * size)], colour, 0.05 * size)
    sheet.line([(x - 1.32 * size, y - 0.42 * size), (x - 1.08 * size, y - 0.42 * size)], colour, 0.07 * size)
    sheet.pen.pieslice(sheet.grown([(x + 1.06 * size, y - 0.9 * size), (x + 1.34 * size, y + 0.1 * size)]), 90, 270, fill=(*colour, 255))
    for angle, way, radius, shade in ((20, 0.3, 0.2, CORAL), (110, 0.33, 0.17, SUN), (190, 0.34, 0.19, TEAL), (285, 0.3, 0.18, PINE), (0, 0, 0.14, CORAL)):
        sheet.disc(x + way * size * math.cos(math.radians(angle)), y + way * size * math.sin(math.radians(angle)), radius * size, shade)


def compass(sheet, x, y, size, colour, accent):
    sheet.disc(x, y, 0.95 * size, colour)
    sheet.disc(x, y, 0.83 * size, PINE)
    for n in range(24):
        angle, reach = n * math.tau / 24, 0.66 if n % 6 == 0 else 0.73
        sheet.line([(x + reach * size * math.cos(angle), y + reach * size * math.sin(angle)),
                    (x + 0.78 * size * math.cos(angle), y + 0.78 * size * math.sin(angle))], colour, 0.02 * size)
    for turn, shade in ((0.6, accent), (0.6 + math.pi, colour)):
        sheet.shape([(x + 0.58 * size * math.sin(turn), y - 0.58 * size * math.cos(turn)),
                     (x + 0.13 * size * math.cos(turn), y + 0.13 * size * math.sin(turn)),
                     (x - 0.13 * size * math.cos(turn), y - 0.13 * size * math.sin(turn))], shade)
    sheet.disc(x, y, 0.055 * size, PINE)


def notes(sheet, x, y, size, colour, accent):
    sheet.disc(x + 0.42 * size, y - 0.4 * size, 0.5 * size, accent)
    sheet.disc(x + 0.22 * size, y - 0.52 * size, 0.45 * size, DUSK)
    for dx, dy in ((-0.55, 0.62), (0.25, 0.46)):
        sheet.pen.ellipse(sheet.grown([(x + (dx - 0.22) * size, y + (dy - 0.16) * size), (x + (dx + 0.22) * size, y + (dy + 0.16) * size)]), fill=(*colour, 255))
        sheet.line([(x + (dx + 0.18) * size, y + dy * size), (x + (dx + 0.18) * size, y + (dy - 1.05) * size)], colour, 0.07 * size)
    sheet.shape([(x - 0.405 * size, y - 0.5 * size), (x + 0.465 * size, y - 0.66 * size), (x + 0.465 * size, y - 0.46 * size), (x - 0.405 * size, y - 0.3 * size)], colour)


# Label, title, rows, ground, text, accent, quiet text, and what is drawn.
CARDS = {
    "breakfast": ("UNTIL 11:30", "Breakfast", [("Croissant, jam", "4.20"), ("Porridge, plums", "5.50"), ("Eggs on toast", "7.80")],
                  HONEY, INK, CORAL, (190, 138, 60), cup),
    "lunch": ("11:30 TO 14:30", "Lunch", [("Tomato soup", "6.50"), ("Fish of the day", "13.90"), ("Plum cake", "4.60")],
              SAND, INK, CORAL, (190, 172, 144), plate),
    "tours": ("THIS AFTERNOON", "Tours", [("Engine room", "15:00"), ("Charts and stars", "16:00"), ("For families", "16:30")],
              PINE, PAPER, SUN, (158, 204, 204), compass),
    "evening": ("TONIGHT", "Shanties", [("Doors open", "19:30"), ("Concert", "20:00"), ("Last ferry", "23:40")],
                DUSK, PAPER, SUN, (112, 122, 170), notes),
}


def card(width, height, label, title, rows, ground, text, accent, quiet, draw):
    sheet = Sheet(width, height, ground)
    upright = height > width
    edge = round(width * (0.1 if upright else 0.055))
    left = edge if upright else round(width * 0.44)
    if upright:
        draw(sheet, width * 0.5, height * 0.235, width * 0.25, text, accent)
        y, size = height * 0.5, width / 720
    else:
        draw(sheet, width * 0.215, height * 0.5, height * 0.24, text, accent)
        y, size = height * 0.25, height / 720
    sheet.text(left, y, label, BOLD, 27 * size, accent, spacing=0.26)
    sheet.text(left - 4, y + 116 * size, title, SERIF_BOLD, 100 * size, text)
    sheet.box(left, y + 164 * size, 92 * size, 8 * size, accent)
    for n, (what, when) in enumerate(rows):
        row = y + (262 + 98 * n) * size
        sheet.text(left, row, what, SANS, 42 * size, text)
        sheet.text(width - edge, row, when, BOLD, 42 * size, text, anchor="rs")
        if n + 1 < len(rows):
            sheet.box(left, row + 34 * size, width - edge - left, max(1, 1.5 * size), quiet)
    return sheet.done().convert("RGB")


# The line below

def message(words, detail):
    sheet = Sheet(1400, 96)
    face = font(BOLD, 34)
    sheet.text(8, 60, words, BOLD, 34, PAPER)
    sheet.text(8 + face.getlength(words) / SHARP + 24, 60, detail, SANS, 34, MIST)
    return sheet.done()


def upright_message(words, detail):
    sheet = Sheet(640, 154)
    sheet.text(8, 68, words, BOLD, 35, PAPER)
    sheet.text(8, 120, detail, SANS, 31, MIST)
    return sheet.done()


MESSAGES = {
    "hours": ("Open today", "9:00 to 18:00, Thursdays until midnight"),
    "ferry": ("Ferry to the island", "every 20 minutes from pier 3"),
    "free": ("Free admission", "for everybody under 18"),
}


def logo():
    """A wave in a ring, and the name."""
    sheet = Sheet(430, 120)
    sheet.disc(60, 60, 46, CORAL)
    for n, y in enumerate((48, 66, 84)):
        reach = (36, 40, 32)[n]
        sheet.line([(60 + x, y + 6.5 * math.sin(x / 9.2 + n)) for x in range(-reach, reach + 1)], PAPER, 5)
    ring = Sheet(430, 120)
    ring.disc(60, 60, 46, CORAL)
    inside = ring.image.getchannel("A")
    sheet.image.putalpha(ImageChops.multiply(sheet.image.getchannel("A"), inside))
    sheet.pen = ImageDraw.Draw(sheet.image)
    sheet.text(128, 55, "HARBOUR", BOLD, 33, PAPER, spacing=0.16)
    sheet.text(128, 94, "MUSEUM", SANS, 33, MIST, spacing=0.16)
    return sheet.done()
