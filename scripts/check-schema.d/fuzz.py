"""Values of each key of playlists, made by chance, given to the parser and to the schema, which have to agree.

Where the schema says good and the parser bad, a function of the key says whether that is beyond a schema: a day that the
calendar does not have, a sum that is out of its range. What the parser takes, the schema has to take always."""

import datetime
import random
import re

import yaml

ODD = [
    "", "~", "null", "Null", "NULL", "true", "True", "yes", "on", "false", "[]", "{}", "[a]", "{a: 1}", "[~]", "'3'",
    '"3"', "3", "3.0", "3.5", "+3", "-3", "-0", "0", "0.0", "00", "03", "0x3", "0X3", "0o3", "1e0", "1e1", "1E-1", ".5",
    "5.", ".", "-", "+", ".inf", "-.inf", ".nan", "inf", "nan", "1e400", "99999999999999999999", "1_000", "1,5", "٣", "３",
    "0x10s", "+5s", "1e1s", "-5s", "5 s", "' 5s'", "'5s '", "5S", "5m", "x", "'0'", "'1e1'", "'0x10'", "'true'", "'-0'"]

NUMBER = r"[0-9]+(?:\.[0-9]+)?"
TERM = re.compile(rf"([-+]?)(?:({NUMBER})(%|px)|({NUMBER})/({NUMBER})|0+(?:\.0+)?)")


def seconds(text):
    number, unit = re.fullmatch(rf"({NUMBER})(ms|s|min|h|d)?", text).groups()
    return float(number) * {"ms": 0.001, "s": 1, "min": 60, "h": 3600, "d": 86400, None: 1}[unit]


def is_long(least, most):
    def beyond(value):
        return isinstance(value, str) and re.fullmatch(rf"{NUMBER}(ms|s|min|h|d)?", value) and not (
            least <= seconds(value) <= most)
    return beyond


def length(text):
    """The share of the whole and the pixels of a sum."""
    share = pixels = 0.0
    for sign, number, unit, part, whole in TERM.findall(text):
        factor = -1 if sign == "-" else 1
        share += factor * (float(number) / 100 if unit == "%" else float(part) / float(whole) if whole else 0)
        pixels += factor * (float(number) if unit == "px" else 0)
    return share, pixels


def is_out_of_range(text):
    share, pixels = length(text)
    return abs(share) > 100 or abs(pixels) > 100_000 or len(text) > 64


def is_bad_area(value):
    parts = [length(part) for part in value.split()]
    return any(is_out_of_range(part) for part in value.split()) or any(
        share <= 0 and pixels <= 0 for share, pixels in parts[2:])


def is_negative(value):
    def negative(text):
        share, pixels = length(text)
        return share < 0 and pixels <= 0 or pixels < 0 and share <= 0
    return isinstance(value, str) and any(
        is_out_of_range(part) or negative(part) for part in re.split("[ ,]+", value) if part)


def is_no_part(value):
    return isinstance(value, str) and any(length(part)[0] > 1 or len(part) > 64 for part in value.split())


def is_no_date(value):
    """Whether an end is a day that there is not, or the last one is before the first."""
    if value.lower().endswith(".ics"):
        return True
    ends, yearly = [], False
    for end in value.replace(" ", "").split(".."):
        if not end:
            continue
        date, _, time = end.partition("T")
        yearly = len(date) == 5
        try:
            day = datetime.date.fromisoformat("2000-" + date if yearly else date)
        except ValueError:
            return True
        ends.append((day, [int(part) for part in time.split(":")] if time else []))
    if len(ends) < 2 or yearly:
        return False
    (first, start), (last, end) = ends
    if start or end:
        start = (start + [0, 0, 0])[:3]
        end = ([*end, 0, 0] if end else [24, 0, 0])[:3]
        return (first, start) >= (last, end)
    return first > last


def always(_):
    return True


def never(_):
    return False


# Each key, where it stands, with values that are good and what else in them is beyond the schema.
ITEM = {
    "duration": (["8s", "500ms", "1.5min", "1h", "7d", "12", "0.5"], is_long(0.1, 604_800)),
    "transition": (["2s", "fade", "wipe-left", "cut", "0", "500ms"], is_long(0, 3600)),
    "transition: {type: fade, duration: %}": (["2s", "1h", "0", "3600"], is_long(0, 3600)),
    "transition: {type: fade, easing: %}": (["linear", "ease-in"], never),
    "transition: {type: %}": (["fade", "cross-fade", "push-up"], never),
    "fit": (["contain", "cover", "stretch", "none"], never),
    "focus": (["50% 20%", "1/2 0", "0 100%", "33.3% 1/3"], is_no_part),
    "background": (["blurred", "none", "'#fff'", "'#102a43'", "transparent"], never),
    "opacity": (["90%", "0", "1/2", "12.5%", "100%"], is_no_part),
    "corner-radius": (["12px", "5%", "0", "1/8", "5%+3px", "10px-1%"], is_negative),
    "margin": (["5%", "10px 20px", "1px 2px 3px 4px", "10px 5%, 1/8 0", "0"], is_negative),
    "motion": (["none", "zoom-in", "pan-left"], never),
    "motion: {from: {zoom: %}}": (["1", "2.5", "4"], never),
    "motion: {to: {focus: %}}": (["50% 20%", "0 0"], is_no_part),
    "repeat": (["1", "1000", "20"], never),
    "weight": (["1", "100", "3"], never),
    "priority": (["-1000", "1000", "0", "+7"], never),
    "name": (["lunch", "'5'", "two words"], never),
    "enabled": (["true", "false"], never),
    "schedule": (["lunch"], always),
    "schedule: {days: %}": (
        ["mon", "mon-fri", "'mo, wed'", "Sat-su", "weekdays", "weekend", "'weekend, tue'", "thursday"], never),
    "schedule: {times: %}": (["11:30-14:00", "22:00-2:00", "0:00-24:00", "9:00:30 - 10:00"], never),
    "schedule: {dates: %}": (
        ["2026-12-24", "2026-12-01..2026-12-24", "2026-12-01..", "..2026-12-24", "12-24", "12-20..01-06",
         "2026-06-01T18:00..2026-06-14T6:00", "2026-06-01T18:00..", "..2026-06-14T06:00:30"], is_no_date),
    "schedule: {except: %}": (["2026-12-24", "12-24..12-26", "2026-06-01..2026-06-14T06:00"], is_no_date),
    "schedule: {rrule: FREQ=DAILY, start: %}": (["2026-12-24"], is_no_date),
    "schedule: {rrule: %, start: 2026-01-01}": (["FREQ=WEEKLY;BYDAY=TU", "freq=daily;INTERVAL=2"], always),
    "schedule: {days: mon, timezone: %}": (["UTC", "Europe/Berlin", "Etc/GMT+1"], always),
    "when: {width: %}": (["'<= 1024'", "800", "'800'", "'!=5'", "'>  7'"], never),
    "when: {orientation: %}": (["landscape", "portrait"], never),
    "when: {maker: %}": (["SAM", "sam", "S*", "'???'", "'*'", "D?L", "Samsung"], never),
    "when: {monitor: %}": (["U28*", "5"], never),
}
FOLDER = {
    "order": (["name", "name-descending", "oldest", "newest", "new-first", "shuffle", "date", "listed", "random"], never),
    "optional": (["true", "false"], never),
    "recursive": (["true", "false"], never),
}
LIST = {"order": (["listed", "shuffle", "newest", "random"], never)}
SHUFFLED = {"seed": (["0", "7", "1000000000"], never)}
ZONE = {
    "area": (["0 0 50% 100%", "75% 0 25% 100%-120px", "0 100%-1px 1/1 1px", "-5% +3px 1/2 1/3"], is_bad_area),
    "within": (["safe-area", "screen"], never),
    "colour": (["'#000'", "'#A0b1C2'", "black", "'#-12'", "'#+00000'"], never),
}
FILE = {
    "version": (["1", "1.0", "'1'", "2"], never),
    "sync": (["wall-clock", "start"], never),
    "unset-clock": (["unscheduled", "all"], never),
    "canvas": (["1920x1080", "1080p", "1x99999", "0x5", "01920x1080", "1920 x 1080", "1920X1080", "1920"], never),
    "timezone": (["UTC", "Europe/Berlin"], always),
    "schedules: {lunch: {days: %}}": (["mon"], never),
}

LETTERS = "0123456789.:-+%/ ,TxeE#*?'abcdfhimnoprstuwzMS<>=\u00A0é"


def mutated(chance, text):
    for _ in range(chance.choice([1, 1, 2, 3])):
        place = chance.randrange(len(text) + 1)
        kind = chance.randrange(3)
        text = text[:place] + (chance.choice(LETTERS) if kind else "") + text[place + (kind != 1):]
    return text


def texts(chance, good, count):
    """Values as they are written: good ones, odd ones, and good ones with a few letters changed."""
    yield from good
    yield from ODD
    for _ in range(count):
        text = mutated(chance, chance.choice(good).strip("'"))
        yield "'" + text.replace("'", "''") + "'" if chance.random() < 0.4 else text


def is_yaml(text):
    try:
        yaml.compose(text)
    except (yaml.YAMLError, ValueError):
        return False
    return not re.search(r"[&*!|>@`]", text[:1]) and "\n" not in text


def lines(key, text):
    """The lines of a key with a value; None for what is no YAML, or more than a value, in both readers' eyes."""
    if "%" in key:
        line = key.replace("%", text)
        # In a flow mapping these would end the value.
        if re.search(r"[,\[\]{}#:]", text) and not text.startswith("'"):
            return None
    else:
        line = f"{key}: {text}"
    return line if is_yaml(line) else None


class Value:
    def __init__(self, key, text, line, document, beyond):
        self.key, self.text, self.line, self.document, self.beyond = key, text, line, document, beyond


def values(keys, frame, loader, seed):
    """For each value its line and the document with nothing else in it."""
    chance = random.Random(seed)
    for key, (good, beyond) in keys.items():
        for text in dict.fromkeys(texts(chance, good, 60)):
            line = lines(key, text)
            if line is None:
                continue
            try:
                yield Value(key, text, line, yaml.load(frame.format(line), loader), beyond)
            except (yaml.YAMLError, ValueError, OverflowError):
                continue


def run(validator, loader, check, folder):
    """Disagreements, each as a line.

    check: runs 'vitrine check' on a path and returns the numbers of lines with errors."""
    (folder / "pictures").mkdir()
    (folder / "pictures" / "a.png").write_bytes(b"")
    faults, count = [], 0
    for name, keys, frame in [
        ("item", ITEM, "items:\n  - colour: '#000'\n    {}\n"),
        ("folder", FOLDER, "items:\n  - folder: pictures\n    {}\n"),
        ("list", LIST, "items:\n  - items: []\n    {}\n"),
        ("shuffled", SHUFFLED, "items:\n  - folder: pictures\n    order: shuffle\n    {}\n"),
        ("zone", {key: ZONE[key] for key in ("area", "within")}, "zones:\n  - colour: '#000'\n    {}\n"),
        ("colour", {"colour": ZONE["colour"]}, "items:\n  - name: x\n    {}\n"),
        ("file", FILE, "items: []\n{}\n"),
    ]:
        made = list(values(keys, frame, loader, name))
        head, *body = frame.splitlines()
        # No more than are reported one by one; what stands at the top of a file has a file for each.
        size = 1 if name == "file" else 90
        for start in range(0, len(made), size):
            part = made[start:start + size]
            path = folder / f"{name}-{start}.yaml"
            path.write_text("\n".join([head] + [line.format(value.line) for value in part for line in body]) + "\n")
            bad = check(path)
            for index, value in enumerate(part):
                own = range(2 + index * len(body), 2 + (index + 1) * len(body))
                is_refused = not bad.isdisjoint(own)
                is_valid = validator.is_valid(value.document)
                count += 1
                if is_valid != is_refused:
                    continue
                if is_valid and value.beyond(found(value)):
                    continue
                verdict = "the schema takes and the parser refuses" if is_valid else "the parser takes and the schema refuses"
                faults.append(f"{verdict} {value.line}")
    return faults, count


def found(value):
    """The value as the schema sees it."""
    node = value.document
    while True:
        if isinstance(node, list):
            node = node[-1]
        elif isinstance(node, dict):
            names = [name for name in node if name not in ("colour", "name", "folder", "order", "type", "items", "days")
                     or len(node) == 1]
            # Of a rule and its start the one that varies.
            if set(node) == {"rrule", "start"}:
                names = ["start"] if "start: %" in value.key else ["rrule"]
            if not names:
                return node
            node = node[names[-1]]
        else:
            return node
