import Timing

extension Timeline {
    /// A turn where some pictures cannot be shown: their time goes to the slide after them, and at the end of a lap to the
    /// one before them. It does not go on from one period into another.
    func turn(besideBroken place: Place) -> Turn {
        let period = place.period
        let end = period.end ?? .max
        func span(at time: Int64) -> (slide: Slide, began: Int64, ends: Int64, lapEnds: Int64) {
            let rotation = self.place(at: time).rotation
            let shown = rotation.slide(orders)
            let began = time - rotation.offset
            return (shown.slide, began, began + shown.length, time + rotation.restOfLap(0))
        }
        var shown = span(at: place.time)
        let lapEnds = min(shown.lapEnds, end)
        let lapBegan = max(period.begin, shown.lapEnds - place.rotation.lap(of: 0))
        var (began, ends) = (max(shown.began, period.begin), min(shown.ends, end))

        // Forward to the one that takes its time.
        var next = shown
        while isBroken(next.slide), next.ends < lapEnds { next = span(at: next.ends) }
        if isBroken(next.slide) {
            // None is left in this lap.
            ends = lapEnds
            while isBroken(shown.slide), began > lapBegan {
                shown = span(at: began - 1)
                began = max(shown.began, period.begin)
            }
        } else {
            if isBroken(shown.slide) { (shown.slide, ends) = (next.slide, min(next.ends, end)) }
            var last = next
            while last.ends < lapEnds {
                last = span(at: last.ends)
                if !isBroken(last.slide) { break }
            }
            if isBroken(last.slide) { ends = lapEnds }
        }
        // Back to the first that could not be shown.
        while began > lapBegan {
            let before = span(at: began - 1)
            guard isBroken(before.slide) else { break }
            began = max(before.began, period.begin)
        }
        return Turn(
            slide: isBroken(shown.slide) ? nil : shown.slide, began: WallTime(nanoseconds: began),
            ends: ends == .max ? nil : WallTime(nanoseconds: ends))
    }
}
