"""What the golden pictures show. Each of them is a table of screens: a case for each row, a moment for each column."""

import dataclasses

ROTATIONS = ["0", "90", "180", "270", "flipped", "flipped-90", "flipped-180", "flipped-270"]
PROGRESS = ["0 %", "25 %", "50 %", "75 %", "100 %"]


@dataclasses.dataclass
class Case:
    name: str
    playlist: dict
    moments: list = dataclasses.field(default_factory=lambda: ["at rest"])
    # Milliseconds since the playlist began, and from one moment to the next.
    offset: int = 0
    step: int = 1000
    # Insets at the edges as the viewer sees them: top, right, bottom, left, in pixels.
    overscan: tuple = ()
    overscan_kind: str = "inset"

    def options(self, rotation):
        """The overscan in the panel's edges."""
        if not self.overscan:
            return []
        top, right, bottom, left = self.overscan
        if rotation.startswith("flipped"):
            right, left = left, right
        edges = [top, right, bottom, left]
        quarters = {"90": 1, "180": 2, "270": 3}.get(rotation.removeprefix("flipped-"), 0)
        edges = edges[-quarters:] + edges[:-quarters] if quarters else edges
        return ["--overscan", f"{self.overscan_kind}:" + ",".join(f"{edge}px" for edge in edges)]


@dataclasses.dataclass
class Table:
    name: str
    cases: list
    rotations: tuple = ("0", "90", "flipped-270")
    tolerance: int = 1
    size: tuple = (96, 64)
    # Not turned back: what is sent to a panel of this size, as docs/rotation.md shows it.
    on_panel: bool = False


def tables(media):
    def picture(name, **style):
        return {"picture": str(media / f"{name}.png"), **style}

    def shown(name, *items, **case):
        """Items of a second each."""
        return Case(name, {"sync": "start", "duration": "1s", "transition": "cut", "items": list(items)},
                    moments=[f"item {n + 1}" for n in range(len(items))], offset=500, **case)

    def layered(name, *items):
        """The same over a ground of rings."""
        ground = {"items": [picture("rings", duration="1s")]}
        return Case(name, {"sync": "start", "duration": "1s", "transition": "cut",
                           "zones": [ground, {"items": list(items)}]},
                    moments=[f"item {n + 1}" for n in range(len(items))], offset=500)

    def fits(fit, *names, **style):
        return shown(f"fit {fit}", *[picture(name, fit=fit, **style) for name in names])

    def moving(motion):
        name = motion if isinstance(motion, str) else "own motion"
        items = [picture("moving", motion=motion, duration="4s", transition="cut"),
                 picture("full", duration="4s", transition="cut")]
        # The last moment of the slide is one before its end.
        return Case(name, {"sync": "start", "items": items}, ["0 %", "50 %", "100 %"], 0, 1999)

    def change(kind, first="full", second="rings", easing="linear", **second_style):
        transition = {"type": kind, "duration": "4s", "easing": easing}
        items = [picture(first, duration="4s", transition="cut"),
                 picture(second, duration="5s", transition=transition, **second_style)]
        return Case(f"{kind} {easing}", {"sync": "start", "items": items}, PROGRESS, 4000, 1000)

    def scheduled(kind, name, offset):
        """A zone over rings that comes four seconds after noon and goes eight seconds later."""
        style = {"transition": {"type": kind, "duration": "4s", "easing": "linear"}}
        zones = [{"items": [picture("rings")]},
                 {"area": "25% 25% 50% 50%", "schedule": {"times": "12:00:04-12:00:12"},
                  "items": [picture("inner", **style)]}]
        return Case(f"{kind} {name}", {"timezone": "UTC", "duration": "60s", "zones": zones}, PROGRESS, offset, 1000)

    def layout(name, *zones, **case):
        return Case(name, {"sync": "start", "duration": "8s", "zones": list(zones)}, **case)

    def zone(area, name, **more):
        return {"area": area, "items": [picture(name)], **more}

    directed = [f"{kind}-{way}" for kind in ("slide", "push", "wipe") for way in ("left", "right", "up", "down")]
    corners = ["0% 0%", "100% 0%", "50% 50%", "0% 100%", "100% 100%"]
    red = {"area": "0 0 100% 100%", "within": "screen", "items": [{"colour": "#802020"}]}
    return [
        *[Table(f"rotate-{rotation}", [shown("a card", picture("upright" if rotation.endswith(("90", "270")) else "full"))],
                (rotation,), 0, on_panel=True) for rotation in ROTATIONS],
        Table("overscan", [
            shown("scale", picture("placed"), overscan=(8, 12, 8, 12), overscan_kind="scale"),
            shown("inset", picture("placed"), overscan=(4, 20, 12, 4)),
        ], tuple(ROTATIONS), 0),
        Table("fits", [
            fits("contain", "full", "wide", "tall"), fits("cover", "full", "broad", "high"),
            fits("none", "small", "large", "broad"),
        ], tolerance=0),
        Table("scaled", [
            fits("stretch", "soft-small", "soft-tall"), fits("contain", "soft-small", "soft-tall"),
            fits("cover", "soft-small", "soft-tall"),
        ], tolerance=6),
        Table("focus", [
            shown("cover", *[picture("broad", fit="cover", focus=focus) for focus in corners]),
            shown("none", *[picture("large", fit="none", focus=focus) for focus in corners]),
        ], tolerance=0),
        Table("backgrounds", [
            layered("colour", picture("wide", background="#205080"), picture("tall", background="#205080")),
            layered("none", picture("wide", background="none"), picture("tall", background="none")),
            layered("transparent", picture("seethrough", background="none"), picture("seethrough", background="#205080")),
        ]),
        Table("blurred", [shown("blurred", picture("wide", background="blurred"), picture("tall", background="blurred"))],
              tolerance=8),
        Table("masks", [
            layered("opacity", *[picture("full", opacity=f"{share}%") for share in (0, 25, 50, 100)]),
            layered("corner radius", picture("full", **{"corner-radius": "8px"}),
                    picture("full", **{"corner-radius": "50%"}), picture("full", **{"corner-radius": "200px"}),
                    picture("wide", **{"corner-radius": "12px"}, opacity="50%")),
            layered("margin", picture("placed", margin="8px 12px"), picture("placed", margin="12.5%"),
                    picture("placed", margin="4px 16px 12px 8px"),
                    picture("placed", margin="8px 12px", **{"corner-radius": "10px"})),
        ]),
        Table("motion", [moving(name) for name in
                         ("zoom-in", "zoom-out", "pan-left", "pan-right", "pan-up", "pan-down")]
              + [moving({"from": {"zoom": 1.2, "focus": "0% 0%"}, "to": {"zoom": 1, "focus": "100% 100%"}})],
              tolerance=3),
        Table("texts", [
            shown("sizes", *[{"text": "Vitrine 42", "font-size": size, "background": "#102a43"} for size in ("10px", "16px", "30px")]),
            shown("scripts", *[{"text": words, "font-size": "fit", "padding": "8px"} for words in (
                "Grüße, Łódź", "Добрый день", "Καλημέρα", "مرحبا بكم", "שלום עולם", "Aa مرحبا 12")]),
            shown("places", *[{
                "text": "one\ntwo three", "font-size": "16px", "align": across, "vertical-align": down, "padding": "4px 8px"}
                for across, down in (("start", "top"), ("center", "middle"), ("end", "bottom"))]),
            shown("faces", {"text": "Bold", "font-size": "fit", "font-weight": "bold"},
                  {"text": "Serif", "font-size": "fit", "font": "DejaVu Serif"},
                  {"text": "Mono 0O", "font-size": "fit", "font": "DejaVu Sans Mono", "text-colour": "#ffcc00"}),
            shown("too much", *[{
                "text": "These are more words than there is room for here", "font-size": "40px", **rest}
                for rest in ({}, {"overflow": "ellipsis"}, {"overflow": "shrink"}, {"wrap": False})]),
            layered("panels", {"text": "Panel", "font-size": "24px", "background": "#7a1f1f", "margin": "20px 30px", "corner-radius": "16px"},
                    {"text": "Over", "font-size": "40px", "background": "none"},
                    {"text": "Faint", "font-size": "40px", "background": "none", "opacity": "50%"}),
        ], rotations=("0", "90", "180", "270", "flipped"), size=(192, 128)),
        Table("transitions", [change("cross-fade"), change("fade-black"), change("fade-white"), change("zoom"), change("dissolve"), change("circle")]),
        Table("transitions-directed", [change(kind) for kind in directed]),
        Table("transitions-unlike", [
            change("cross-fade", second="narrow"), change("cross-fade", "narrow", "full"),
            change("push-left", second="narrow"), change("push-up", "wide", "tall", background="#205080"),
            change("wipe-right", second="placed", margin="8px 12px"),
            change("cross-fade", "full", "rings", "ease-in"), change("cross-fade", "full", "rings", "ease-out"),
            change("push-left", "full", "rings", "ease-in-out"),
        ]),
        Table("scheduled-zones", [
            scheduled(kind, name, offset) for kind in ("cross-fade", "wipe-left", "push-up")
            for name, offset in (("comes", 4000), ("goes", 12000))]),
        Table("layouts", [
            layout("percent", zone("0 0 50% 100%", "half"), zone("50% 0 50% 100%", "half")),
            layout("pixels", zone("0 0 100% 100%-16px", "upper"), zone("0 100%-16px 100% 16px", "strip")),
            layout("fractions", zone("0 0 1/3 1/1", "third"), zone("1/3 0 1/3 1/1", "third"), zone("2/3 0 1/3 1/1", "third")),
            layout("nested", {"area": "50% 0 50% 100%", "zones": [
                zone("0 0 100% 50%", "inner"), zone("50% 75% 50% 25%", "corner")]}, zone("0 0 50% 100%", "half")),
            layout("overlapping", zone("0 0 100% 100%", "rings"),
                   {"area": "24px 16px 48px 32px", "opacity": "50%", "items": [picture("inner")]},
                   {"area": "60px 8px 24px 16px", "background": "none", "items": [picture("corner")]}),
            layout("hanging over", red, zone("75% 75% 50% 50%", "corner")),
            layout("safe area", red, zone("0 0 100% 100%", "placed"), overscan=(4, 20, 12, 4)),
            layout("safe area and screen", zone("0 0 100% 100%", "placed"),
                   {"within": "screen", **zone("0 100%-16px 100% 16px", "strip")}, overscan=(8, 12, 8, 12)),
            layout("scaled", red, zone("0 0 24px 16px", "corner-scaled"),
                   zone("24px 16px 48px 32px", "inner-scaled"), overscan=(8, 12, 8, 12), overscan_kind="scale"),
        ]),
    ]
