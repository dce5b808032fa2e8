"""The menu board of a café: a menu for each part of the day, pictures of dishes beside it, and a strip below."""

import math
import random

from paint import Sheet, mix, save

FOLDER = "menu-board/media"
CREAM, INK, SOFT, RUST, GREEN, GOLD = "#fbf5e9", "#33261d", "#8a7765", "#b4512f", "#4f6b4a", "#d19a3a"


def menu(name, title, hours, columns, note, tint):
    """A sheet of 1280x1000: a title, and columns of sections with dishes and prices."""
    sheet = Sheet((1280, 1000), CREAM)
    sheet.box(0, 0, 1280, 14, tint)
    sheet.text(80, 132, title, 76, INK, "serif-bold")
    sheet.text(1200, 128, hours, 30, tint, "serif", "rs")
    sheet.line([(80, 172), (1200, 172)], tint, 3)
    for number, sections in enumerate(columns):
        left, y = 80 + number * 590, 236
        for heading, dishes in sections:
            sheet.text(left, y, heading.upper(), 24, tint, "bold", spacing=4)
            y += 58
            for dish, what, price in dishes:
                sheet.text(left, y, dish, 36, INK, "serif")
                sheet.text(left + 530, y, price, 36, INK, "serif", "rs")
                begin, end = left + sheet.width(dish, 36, "serif") + 14, left + 516 - sheet.width(price, 36, "serif")
                for x in range(math.ceil(begin / 10) * 10, int(end), 10):
                    sheet.disc(x, y - 2, 1.3, "#c9b8a2")
                if what:
                    sheet.text(left, y + 38, what, 23, SOFT)
                y += 110 if what else 80
            y += 26
    sheet.text(80, 950, note, 21, SOFT, "italic")
    save(sheet, f"{FOLDER}/{name}", colours=24)


def plate(sheet, x, y, radius):
    sheet.shadow(x - radius, y - radius, 2 * radius, 2 * radius, radius, 24, 0.28, 16)
    sheet.disc(x, y, radius, "#fffdf8")
    sheet.disc(x, y, radius * 0.97, outline="#e9dfce", line=3)
    sheet.disc(x, y, radius * 0.72, "#f6f0e4")


def caption(sheet, title, words, price):
    sheet.text(320, 808, title, 50, "#ffffff", "serif-bold", "ms")
    sheet.text(320, 862, words, 25, (255, 255, 255, 225), "sans", "ms")
    sheet.disc(540, 118, 80, "#fffdf8")
    sheet.text(540, 131, price, 38, INK, "serif-bold", "ms")


def cappuccino():
    sheet = Sheet((640, 1000), "#7a4a32", "#4b2c1f")
    plate(sheet, 320, 450, 235)
    sheet.disc(320, 450, 228, "#f1e8da")
    sheet.disc(320, 450, 204, outline="#e2d5c1", line=2)
    sheet.shadow(154, 284, 332, 332, 166, 12, 0.3, 8)
    sheet.disc(494, 450, 40, outline="#fffdf8", line=18)
    sheet.disc(320, 450, 166, "#fffdf8")
    sheet.disc(320, 450, 146, "#6b3d22")
    sheet.disc(320, 450, 138, "#b57a45")
    for reach, colour in ((118, "#efd9b8"), (96, "#c48a54"), (78, "#f5e6cd")):   # a heart of milk
        points = []
        for step in range(121):
            t = step / 120 * math.tau
            points.append((320 + reach * math.sin(t) ** 3,
                           446 - reach / 16 * (13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t))))
        sheet.shape(points, colour)
    caption(sheet, "Cappuccino", "with a croissant, until 11", "4.90")
    save(sheet, f"{FOLDER}/dishes/cappuccino.webp")


def soup():
    sheet = Sheet((640, 1000), "#5f7f58", "#36502f")
    plate(sheet, 320, 450, 248)
    sheet.disc(320, 450, 188, "#c8823a")
    sheet.disc(320, 450, 178, "#e79a3c")
    sheet.disc(292, 420, 120, "#eda94f")
    dice = random.Random(3)
    swirl = [(320 + (20 + 8.2 * n / 4) * math.cos(n / 7), 450 + (20 + 8.2 * n / 4) * math.sin(n / 7)) for n in range(56)]
    sheet.line(swirl, "#fff1d6", 14)
    for n in range(26):
        angle, far = dice.uniform(0, math.tau), dice.uniform(30, 158)
        x, y, turn = 320 + far * math.cos(angle), 450 + far * math.sin(angle), dice.uniform(0, math.tau)
        sheet.shape([(x + 15 * math.cos(turn), y + 15 * math.sin(turn)), (x + 6 * math.cos(turn + 1.57), y + 6 * math.sin(turn + 1.57)),
                     (x - 13 * math.cos(turn), y - 13 * math.sin(turn)), (x - 6 * math.cos(turn + 1.57), y - 6 * math.sin(turn + 1.57))],
                    mix("#5c7d3a", "#86a34f", dice.random()))
    caption(sheet, "Pumpkin soup", "with ginger and sourdough bread", "6.80")
    save(sheet, f"{FOLDER}/dishes/pumpkin-soup.webp")


def cake():
    sheet = Sheet((640, 1000), "#b9506a", "#7c2b45")
    plate(sheet, 320, 470, 245)
    side = [(150, 480), (472, 396), (472, 490), (150, 590)]
    sheet.shape([(150, 480), (402, 300), (472, 396)], "#fff3e2")
    sheet.shape(side, "#e8b26b")
    for low, high, colour in ((0.0, 0.16, "#fff3e2"), (0.42, 0.56, "#c2374f"), (0.9, 1.0, "#b97f3e")):
        at = lambda x, y0, y1, share: (x, y0 + (y1 - y0) * share)
        sheet.shape([at(150, 480, 590, low), at(472, 396, 490, low), at(472, 396, 490, high), at(150, 480, 590, high)], colour)
    for x, y, size in ((392, 356, 30), (340, 392, 26), (290, 428, 21), (422, 398, 20), (246, 446, 15)):
        sheet.disc(x, y, size, "#c2374f")
        sheet.disc(x - size * 0.3, y - size * 0.35, size * 0.28, (255, 255, 255, 170))
    sheet.shape([(392, 330), (420, 306), (410, 336)], "#5c8a4a")
    caption(sheet, "Raspberry cake", "baked this morning", "4.20")
    save(sheet, f"{FOLDER}/dishes/raspberry-cake.webp")


def pasta():
    sheet = Sheet((640, 1000), "#3f6f7a", "#1e3f4b")
    plate(sheet, 320, 450, 250)
    dice = random.Random(17)
    for n in range(150):
        angle, far, reach = dice.uniform(0, math.tau), dice.uniform(0, 84), dice.uniform(40, 110)
        x, y, begin = 320 + far * math.cos(angle), 450 + far * math.sin(angle), dice.uniform(0, 360)
        sheet.arc(x, y, reach * 0.7, begin, begin + dice.uniform(110, 230), mix("#e9bd62", "#f7dc95", dice.random()), 9)
    for x, y, size in ((270, 400, 36), (378, 430, 40), (318, 506, 34), (246, 486, 26), (392, 510, 24)):
        sheet.disc(x, y, size, "#cf4a34")
        sheet.disc(x, y, size * 0.72, "#dd6347")
        sheet.disc(x, y, size * 0.2, "#f2b184")
    for x, y, turn in ((320, 440, 0.3), (290, 455, 2.4), (342, 470, 4.3)):
        leaf = [(x + 52 * s * math.cos(turn) - 17 * math.sin(math.pi * s) * math.sin(turn),
                 y + 52 * s * math.sin(turn) + 17 * math.sin(math.pi * s) * math.cos(turn)) for s in (0, .25, .5, .75, 1)]
        back = [(x + 52 * s * math.cos(turn) + 17 * math.sin(math.pi * s) * math.sin(turn),
                 y + 52 * s * math.sin(turn) - 17 * math.sin(math.pi * s) * math.cos(turn)) for s in (1, .75, .5, .25, 0)]
        sheet.shape(leaf + back, "#4c8a45")
    caption(sheet, "Tagliatelle", "tomatoes, basil, pecorino", "11.50")
    save(sheet, f"{FOLDER}/dishes/tagliatelle.webp")


def linden(sheet, x, y, size, colour):
    """The café's sign: a linden leaf, as a heart with veins."""
    points = []
    for step in range(121):
        t = step / 120 * math.tau
        points.append((x + size * math.sin(t) ** 3,
                       y - size / 16 * (13 * math.cos(t) - 5 * math.cos(2 * t) - 2 * math.cos(3 * t) - math.cos(4 * t))))
    sheet.shape(points, colour)
    sheet.line([(x, y - size * 0.2), (x, y + size * 1.35)], colour, max(2, size / 12))
    for side in (-1, 1):
        for low, reach in ((0.45, 0.42), (0.1, 0.55)):
            sheet.line([(x, y + size * low), (x + side * size * reach, y + size * (low - 0.42))], CREAM, max(1.5, size / 22))
    sheet.line([(x, y - size * 0.25), (x, y + size * 0.95)], CREAM, max(1.5, size / 20))


def strip():
    sheet = Sheet((1920, 80), INK)
    linden(sheet, 70, 36, 22, "#e9c789")
    sheet.text(112, 53, "Café Linden", 36, CREAM, "serif-bold")
    sheet.text(960, 51, "Oat milk at no extra cost    ·    Allergens: please ask us", 25, "#d9c8b0", "sans", "ms")
    sheet.text(1860, 51, "Wi-Fi  linden-guest", 25, "#e9c789", "sans", "rs")
    save(sheet, f"{FOLDER}/strip.png", colours=32)


def closed():
    sheet = Sheet((1920, 1080), "#1c1712", "#33261d")
    sheet.glow(960, 430, 330, "#e9c789", 0.13)
    linden(sheet, 960, 320, 92, "#e9c789")
    sheet.text(960, 620, "We are closed", 92, CREAM, "serif-bold", "ms")
    sheet.text(960, 712, "Monday to Saturday  7 – 22        Sunday  9 – 18", 38, "#d9c8b0", "sans", "ms")
    sheet.text(960, 960, "Café Linden  ·  Mill Street 4", 30, "#a08d76", "serif", "ms")
    save(sheet, f"{FOLDER}/closed.webp", quality=90)


def draw():
    menu("breakfast.webp", "Breakfast", "until 11 o'clock", [
        [("From the oven", [("Butter croissant", "with jam from our garden", "2.60"), ("Two rolls", "butter, honey, soft cheese", "4.80"),
                            ("Cinnamon bun", "still warm until nine", "3.40"), ("Sourdough toast", "avocado, radish, cress", "7.90")])],
        [("In a bowl", [("Porridge", "apple, walnut, maple syrup", "5.90"), ("Yoghurt & granola", "berries of the season", "6.20")]),
         ("Eggs", [("Scrambled eggs", "chives, dark bread", "6.80"), ("Shakshuka", "tomato, pepper, feta", "8.90")])]],
        "Eggs from Hof Wiesental. All prices in euros.", GOLD)
    menu("lunch.webp", "Lunch", "11.30 to 14 o'clock", [
        [("Today", [("Pumpkin soup", "ginger, sourdough bread", "6.80"), ("Tagliatelle", "tomatoes, basil, pecorino", "11.50"),
                    ("Trout from the lake", "potatoes, dill, cucumber", "15.90"), ("Risotto", "mushrooms, thyme", "12.80")])],
        [("Salads", [("Linden salad", "leaves, pear, goat's cheese", "9.80"), ("Lentil salad", "beetroot, feta, mint", "9.20")]),
         ("With it", [("Home-made lemonade", "", "3.60"), ("Apple spritzer", "", "3.20"), ("Espresso", "", "2.30")])]],
        "Two courses for 15.90. All prices in euros.", GREEN)
    menu("cakes.webp", "Coffee & cake", "14 to 17.30", [
        [("Cakes", [("Raspberry cake", "baked this morning", "4.20"), ("Carrot cake", "with hazelnuts, no flour", "4.20"),
                    ("Cheesecake", "with lemon, the classic", "4.40"), ("Plum crumble", "with cream", "4.60")])],
        [("Coffee", [("Espresso", "", "2.30"), ("Cappuccino", "", "3.40"), ("Flat white", "", "3.80"), ("Filter of the week", "Sidama, Ethiopia", "3.20")]),
         ("Tea", [("Darjeeling, pot", "", "4.10"), ("Mint and verbena", "", "3.90")])]],
        "One piece of cake with any coffee: 6.90. All prices in euros.", "#b9506a")
    menu("evening.webp", "Evening", "17.30 to 22 o'clock", [
        [("Small plates", [("Olives & almonds", "", "4.20"), ("Flatbread", "three dips of the day", "7.80"), ("Baked feta", "honey, thyme", "8.90"),
                           ("Tarte flambée", "onion, bacon or leek", "10.50"), ("Cheese board", "fig mustard, bread", "13.50")])],
        [("Wine by the glass", [("Riesling", "Mosel, dry", "6.20"), ("Pinot noir", "Baden", "6.80")]),
         ("Beer & more", [("Lager from the barrel", "", "4.20"), ("Wheat beer, no alcohol", "", "4.10"), ("Lime & elderflower", "", "4.60")])]],
        "Live music every first Friday. All prices in euros.", RUST)
    cappuccino()
    soup()
    cake()
    pasta()
    strip()
    closed()
