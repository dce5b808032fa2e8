import Timing

extension Timeline {
    /// A turn of a period in which some things play between the slides of the list.
    func turn(at time: Int64, of period: History.Period, _ interrupted: InterruptedPeriod) -> Turn {
        let shown = interrupted.shown(at: time)
        func result(_ slide: Slide?, _ began: Int64, _ ends: Int64) -> Turn {
            let end = ends - began >= Int64.longest ? period.end : cutOff(ends, of: period)
            return Turn(
                slide: slide, began: WallTime(nanoseconds: began), ends: end.map { WallTime(nanoseconds: $0) })
        }
        guard let between = shown.between else {
            let length = shown.slide.upperBound - shown.slide.lowerBound
            return result(slide(at: shown.own, of: period.rotation), shown.began, shown.began.later(by: length))
        }
        let number = interrupted.interruptions.active[between.place].number
        var rotation = interrupted.interruptions.states[number].rotation
        if between.time > 0 { rotation.advance(by: between.time) }
        let (picture, length) = rotation.slide(orders(of: number))
        let began = time - rotation.offset
        // Its time is kept: what comes next shows in its place.
        let slide =
            isBroken(picture)
            ? unbroken(after: rotation, orders(of: number))
                ?? self.slide(at: shown.slide.lowerBound, of: period.rotation)
            : picture
        return result(slide, began, began + length)
    }

    private func orders(of number: Int) -> FolderOrders {
        if let orders = ordersBetween[number] { return orders }
        let orders = FolderOrders()
        ordersBetween[number] = orders
        return orders
    }

    /// The slide that a list has at a time of its own. In place of one that cannot be shown the next one that can.
    private func slide(at own: Int64, of beginning: Rotation) -> Slide? {
        if let only = beginning.only(ignoringBroken: false) { return only }
        guard beginning.isPlaying else { return nil }
        var rotation = beginning
        if own > 0 { rotation.advance(by: own) }
        let shown = rotation.slide(orders).slide
        guard isBroken(shown) else { return shown }
        return unbroken(after: rotation, orders)
    }

    /// The first slide of a lap from here that can be shown.
    private func unbroken(after rotation: Rotation, _ orders: FolderOrders) -> Slide? {
        var rotation = rotation
        let lap = rotation.lap(of: 0)
        var time: Int64 = 0
        while time < lap {
            let step = rotation.slide(orders).length - rotation.offset
            time = time.plus(step)
            rotation.advance(by: step)
            let slide = rotation.slide(orders).slide
            if !isBroken(slide) { return slide }
        }
        return nil
    }
}
