"""Pictures of the heads, taken all the time: what was ever seen, and when."""

import dataclasses
import threading

import numpy

from machine import picture
from machine.qmp import QMP, QMPError


@dataclasses.dataclass
class Sight:
    """Something that a head began to show, after so many seconds of time and of the emulation's processor time."""
    time: float
    cpu_time: float
    head: int
    picture: numpy.ndarray


class Camera:
    """Looks at every head, several times a second, while it is in a `with` statement.

    `sights` has everything that a head began to show, in order; each is kept as a picture in the machine's folder.
    """

    def __init__(self, machine, heads, every=0.2):
        self.machine, self.heads, self.every = machine, heads, every
        self.sights = []
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self._look)

    def __enter__(self):
        self.qmp = QMP(self.machine.sockets / "camera")
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ended.set()
        self.thread.join()
        self.qmp.close()

    def first(self, head, shows):
        """The first sight of what `shows(picture)` says, at a head; None if it was never seen."""
        return next((sight for sight in list(self.sights) if sight.head == head and shows(sight.picture)), None)

    def _look(self):
        last = {}
        while not self.ended.wait(self.every):
            for head in range(self.heads):
                try:
                    seen = self.machine.dump(self.qmp, head, self.machine.sockets / f"camera{head}.ppm")
                    cpu_time = self.machine.cpu_time()
                except (QMPError, OSError):
                    return  # the machine has ended
                if head not in last or not numpy.array_equal(last[head], seen):
                    last[head] = seen
                    sight = Sight(self.machine.elapsed(), cpu_time, head, seen)
                    self.sights.append(sight)
                    picture.save(self.machine.folder / f"seen-{sight.time:06.2f}-head{head}.png", seen)
