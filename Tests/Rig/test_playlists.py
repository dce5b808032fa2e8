"""Playlists on real screens: zones, playlists of single outputs, spans, changes while they play, and a week of it."""

import datetime
import random
import time
import zoneinfo

import pytest

from rig import edid, pictures
from rig.pictures import BLACK, BLUE, GREEN, RED, noise, solid
from rig.screen import expected_crc
from rig.vitrine import Vitrine, screen_of

YELLOW, WHITE, PURPLE = (255, 255, 0), (255, 255, 255), (128, 0, 128)


def monitor(name, width, height, clock=13000):
    return edid.monitor(name, edid.Timing(clock, (width, 16, 96, 48), (height, 10, 2, 33)))


@pytest.fixture
def screens(udev_daemon, make_device):
    """Plugs monitors of these sizes into one device, and returns its connectors."""

    def plug(*sizes):
        device = make_device(crtcs=len(sizes), connectors=len(sizes), status=[False] * len(sizes))
        for index, (connector, size) in enumerate(zip(device.connectors, sizes)):
            connector.plug_monitor(monitor(f"SCREEN {index}", *size))
        return device.connectors

    return plug


def write(path, text):
    """As a careful program writes: whole, under another name first."""
    draft = path.with_name(f".{path.name}.new")
    draft.write_text(text)
    draft.rename(path)
    return path


def test_zones(screens, tmp_path):
    connector, = screens((400, 300))
    media = pictures.save(tmp_path / "media", left=noise(300, 300, 1), right=noise(100, 150, 2), small=noise(40, 30, 3))
    playlist = write(tmp_path / "zones.yaml", f"""
zones:
  - area: 0 0 75% 100%
    items: [{media.name}/left.png]
  - area: 3/4 0 1/4 50%
    items: [{media.name}/right.png]
  - area: 300px 50% 100px 50%
    items: [{{colour: '#ffff00'}}]
  - area: 10px 100%-40px 40px 30px
    background: none
    items: [{media.name}/small.png]
""")
    expected = solid(400, 300, YELLOW)
    expected[:, :300] = noise(300, 300, 1)
    expected[:150, 300:] = noise(100, 150, 2)
    expected[260:290, 10:50] = noise(40, 30, 3)
    with Vitrine(playlist) as program:
        program.wait_until_lit(connector)
        screen_of(connector).wait_for(expected, "zones")
        count = len(program.commits)
        time.sleep(2)
        assert len(program.commits) == count, "a still picture makes no commits, however many zones it has"
        assert program.stop() == 0 and program.warnings == [], program.log


def test_each_output_its_playlist(screens, tmp_path):
    first, second = screens((320, 240), (400, 300))
    write(tmp_path / "red.yaml", "items: [{colour: '#ff0000'}]")
    write(tmp_path / "both.yaml", "items: [{colour: '#0000ff', when: {width: '> 320'}}, {colour: '#00ff00', when: {width: 320}}]")
    config = write(tmp_path / "config.yaml", f"""
playlist: both.yaml
outputs:
  - match: {first.name}
    playlist: red.yaml
""")
    with Vitrine(tmp_path / "both.yaml", "--config", config) as program:
        program.wait_until_lit(first, second)
        screen_of(first).wait_for(solid(320, 240, RED), "own")
        screen_of(second).wait_for(solid(400, 300, BLUE), "common")
        second.plug_monitor(monitor("OTHER", 320, 240))
        program.wait_until_lit(second)
        screen_of(second).wait_for(solid(320, 240, GREEN), "condition")


def test_a_picture_over_several_screens(screens, tmp_path):
    left, right = screens((320, 240), (320, 240))
    wall = noise(680, 240)
    media = pictures.save(tmp_path / "media", wall=wall)
    config = write(tmp_path / "config.yaml", f"""
playlist: media
spans:
  - outputs: [{left.name}, {right.name}]
    screen: 320mm 240mm
    bezel: 40mm
""")
    with Vitrine(media, "--config", config) as program:
        program.wait_until_lit(left, right)
        screen_of(left).wait_for(wall[:, :320], "left")
        screen_of(right).wait_for(wall[:, 360:], "right")


def test_a_part_of_a_wall_over_several_machines(screens, tmp_path):
    """The lower two of four screens, 40 mm apart: the upper two are another machine's."""
    left, right = screens((320, 240), (320, 240))
    wall = noise(680, 520)
    media = pictures.save(tmp_path / "media", wall=wall)
    config = write(tmp_path / "config.yaml", f"""
playlist: media
wall:
  size: 680mm 520mm
  windows:
    - {{match: {left.name}, at: 0mm 280mm, size: 320mm 240mm}}
    - {{match: {right.name}, at: 360mm 280mm, size: 320mm 240mm}}
""")
    with Vitrine(media, "--config", config) as program:
        program.wait_until_lit(left, right)
        screen_of(left).wait_for(wall[280:, :320], "lower-left")
        screen_of(right).wait_for(wall[280:, 360:], "lower-right")


def test_changes_while_it_plays(screens, tmp_path):
    connector, = screens((320, 240))
    screen = lambda: screen_of(connector)
    red, green, blue = (solid(320, 240, colour) for colour in (RED, GREEN, BLUE))
    first, second = (tmp_path / name for name in ("first", "second"))
    for folder, colour in ((first, "#ff0000"), (second, "#00ff00")):
        folder.mkdir()
        write(folder / "list.yaml", f"items: [{{colour: '{colour}'}}]")
    current = tmp_path / "current"
    current.symlink_to("first")
    with Vitrine(current / "list.yaml", "--transition", "0s") as program:
        program.wait_until_lit(connector)
        screen().wait_for(red, "first")

        # The whole tree is another one: the link is swapped.
        link = tmp_path / "link"
        link.symlink_to("second")
        link.rename(current)
        screen().wait_for(green, "swapped")

        # A mistake changes nothing, and is told once with its place.
        write(second / "list.yaml", "items: [{colour: blau}]")
        program.wait_until(lambda: any("list.yaml:1:18: error: colour is" in line for line in program.warnings),
                           f"the mistake is told; {program.log}")
        assert set(screen().crcs(5)) == {expected_crc(green)}
        assert sum("plays on as it was" in line for line in program.warnings) == 1

        # A copy that is still being written is waited for.
        with open(second / "list.yaml", "w") as file:
            file.write("items:\n  - colour: '#0000ff'\n  - col")
            file.flush()
            time.sleep(1)
            assert set(screen().crcs(5)) == {expected_crc(green)}
            file.write("our: '#0000ff'\n")
        screen().wait_for(blue, "written")

        # The files go, as with a stick that is pulled, and come back.
        second.rename(tmp_path / "away")
        program.wait_until(lambda: sum("plays on as it was" in line for line in program.warnings) == 2, "it is told")
        assert set(screen().crcs(5)) == {expected_crc(blue)}
        write(tmp_path / "away" / "list.yaml", "items: [{colour: '#ff0000'}]")
        (tmp_path / "away").rename(second)
        screen().wait_for(red, "back")
        assert program.stop() == 0


def test_a_folder_that_changes(screens, tmp_path):
    connector, = screens((320, 240))
    media = pictures.save(tmp_path / "media", b=solid(320, 240, BLUE))
    with Vitrine(media, "--sync", "start", "--duration", "600s", "--transition", "0s") as program:
        program.wait_until_lit(connector)
        screen_of(connector).wait_for(solid(320, 240, BLUE), "blue")
        # What shows stays when another one comes before it, and gives way when it goes.
        pictures.save(media, a=solid(320, 240, RED))
        program.wait_until(lambda: "the new playlist plays" in program.log, "the folder is read again")
        assert set(screen_of(connector).crcs(5)) == {expected_crc(solid(320, 240, BLUE))}
        (media / "b.png").unlink()
        screen_of(connector).wait_for(solid(320, 240, RED), "red")
        # Another picture under the same name, and the same one again.
        pictures.save(media, a=solid(320, 240, GREEN))
        screen_of(connector).wait_for(solid(320, 240, GREEN), "green")
        told = program.log.count("the new playlist plays")
        (media / "notes.txt").write_text("nothing to show")
        pictures.save(tmp_path / "elsewhere", c=solid(320, 240, YELLOW))
        (tmp_path / "elsewhere" / "c.png").rename(media / "c.png")
        program.wait_until(lambda: program.log.count("the new playlist plays") > told, "the third picture is seen")
        assert program.log.count("the new playlist plays") == told + 1, "a note beside the pictures is no change"


class Week:
    """What the week's playlist shows when, by a second reckoning."""

    ZONE = zoneinfo.ZoneInfo("Europe/Berlin")
    TURN = 1800
    DAY, LUNCH, TALL = ["a", "b", "c"], ["menu", "soup"], ["p", "q"]
    COLOURS = {"a": RED, "b": GREEN, "c": BLUE, "menu": YELLOW, "soup": WHITE, "p": PURPLE, "q": (0, 128, 128), "d": (255, 128, 0)}

    def __init__(self):
        self.day = list(self.DAY)

    def text(self):
        items = "\n".join(f"  - media/{name}.png" for name in self.day)
        return f"""
timezone: Europe/Berlin
duration: {self.TURN}s
transition: 200ms
items:
  - when: {{orientation: portrait}}
    priority: 2
    items: [media/p.png, media/q.png]
  - schedule: {{days: mon-fri, times: 11:30-14:00}}
    when: {{orientation: landscape}}
    priority: 1
    items: [media/menu.png, media/soup.png]
  - when: {{orientation: landscape}}
    items:
{items.replace("  - ", "      - ")}
"""

    # What lists with schedules are counted from.
    ORIGIN = datetime.datetime(2026, 1, 1, tzinfo=datetime.timezone.utc).timestamp()

    def lunches(self, now):
        """When each lunch until a moment began and ended."""
        day = datetime.datetime.fromtimestamp(self.ORIGIN, self.ZONE).date()
        while day <= datetime.datetime.fromtimestamp(now, self.ZONE).date():
            if day.weekday() < 5:
                yield [datetime.datetime(day.year, day.month, day.day, hour, minute, tzinfo=self.ZONE).timestamp()
                       for hour, minute in ((11, 30), (14, 0))]
            day += datetime.timedelta(days=1)

    def shows(self, now):
        """The names of what the two screens show at a moment, and how long that has been so.

        A list's clock stands still while the other one plays.
        """
        lunches = list(self.lunches(now))
        lunch = sum(max(0, min(end, now) - begin) for begin, end in lunches)
        is_lunch = any(begin <= now < end for begin, end in lunches)
        names, played = (self.LUNCH, lunch) if is_lunch else (self.day, now - self.ORIGIN - lunch)
        turn = int(played) // self.TURN
        tall = int(now) // self.TURN
        return (names[turn % len(names)], self.TALL[tall % 2], min(played - turn * self.TURN, now - tall * self.TURN))


@pytest.fixture
def wall_clock():
    """The wall clock may be set; afterwards it is what it would have been."""
    before = time.time() - time.monotonic()
    yield
    time.clock_settime(time.CLOCK_REALTIME, before + time.monotonic())


@pytest.mark.virtual_time
def test_a_week(screens, wall_clock, tmp_path):
    """With changes, mistakes, files that vanish and clocks that jump: the right picture at each moment, and never black."""
    wide, tall = screens((320, 240), (240, 320))
    sizes = {wide: (320, 240), tall: (240, 320)}
    chance = random.Random(20261121)
    week = Week()
    media = tmp_path / "media"
    for name, colour in Week.COLOURS.items():
        pictures.save(media, **{name: solid(320, 320, colour)})
    crcs = {(connector, name): expected_crc(solid(*size, colour))
            for connector, size in sizes.items() for name, colour in Week.COLOURS.items()}
    black = {expected_crc(solid(*size, BLACK)) for size in sizes.values()}
    # A Monday morning.
    time.clock_settime(time.CLOCK_REALTIME, datetime.datetime(2026, 3, 23, 6, 0, 5, tzinfo=Week.ZONE).timestamp())
    playlist = write(tmp_path / "week.yaml", week.text())
    with Vitrine(playlist, "--log-level", "info", "--fit", "cover") as program:
        program.wait_until_lit(wide, tall)

        def check(what):
            """What both screens show, well away from a change."""
            first, second, since = week.shows(time.time())
            if since < 3:
                time.sleep(3 - since)
            first, second, since = week.shows(time.time())
            if since > Week.TURN - 5:
                time.sleep(8)
                first, second, since = week.shows(time.time())
            now = datetime.datetime.fromtimestamp(time.time(), Week.ZONE)
            for connector, name in ((wide, first), (tall, second)):
                seen = set(screen_of(connector).crcs(2))
                known = [key[1] for key, crc in crcs.items() if crc in seen]
                assert seen == {crcs[connector, name]}, \
                    f"{now:%a %F %T}, after {what}: {connector.name} shows {known}, not {name}\n{program.log[-3000:]}"

        def change_over():
            """No black frame while the next slide comes."""
            now = time.time()
            time.sleep(Week.TURN - week.shows(now)[2] - 0.5)
            for connector in (wide, tall):
                assert not black & set(screen_of(connector).crcs(60)), "a black frame"

        memory = []
        end = time.monotonic() + 7 * 86400
        count = 0
        while time.monotonic() < end:
            count += 1
            time.sleep(chance.uniform(600, 5400))
            what = chance.choice(["nothing", "changed", "broken", "vanished", "clock", "over"])
            if what == "changed":
                week.day = list(Week.DAY) if len(week.day) == 4 else [*Week.DAY, "d"]
                write(playlist, week.text())
                time.sleep(5)
            elif what == "broken":
                write(playlist, chance.choice(["items: [", "items:\n  - nowhere.png\n", "itmes: []\n", "\0\1", ""]))
                time.sleep(5)
                check("a mistake")
                write(playlist, week.text())
                time.sleep(5)
            elif what == "vanished":
                media.rename(tmp_path / "gone")
                time.sleep(5)
                check("the pictures went")
                (tmp_path / "gone").rename(media)
                time.sleep(5)
            elif what == "clock":
                time.clock_settime(time.CLOCK_REALTIME, time.time() + chance.choice([-7200, -60, 1, 90, 86400]))
                time.sleep(5)
            elif what == "over":
                change_over()
            check(what)
            if count % 20 == 0:
                memory.append(program.memory()["Pss"])
        assert count > 120
        assert memory[-1] - memory[1] < 2048, f"Pss at each 20: {memory} KiB"
        assert program.stop() == 0
