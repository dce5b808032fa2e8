public import DisplayModel
public import Rendering

/// The arithmetic of expectations, on single pixels and without any map, so that it fails otherwise than the renderer.
extension Pixels {
    /// A test card: four unlike corners, slopes that tell each pixel from its neighbours, and an F, which no turn and no
    /// reflection leaves as it is.
    public static func card(_ size: Size) -> Pixels {
        let (right, bottom) = (size.width - 6, size.height - 6)
        let unit = max(1, min(size.width, size.height) / 10)
        return Pixels(size) { x, y in
            switch (x < 6, y < 6, x >= right, y >= bottom) {
            case (true, true, _, _): return (255, 0, 0)
            case (_, true, true, _): return (0, 255, 0)
            case (_, _, true, true): return (0, 0, 255)
            case (true, _, _, true): return (255, 255, 0)
            default: break
            }
            let (column, row) = ((x - size.width / 3) / unit, (y - size.height / 4) / unit)
            let isInside = x >= size.width / 3 && y >= size.height / 4
            if isInside, column == 0 && row < 5 || row == 0 && column < 3 || row == 2 && column < 2 {
                return (255, 255, 255)
            }
            return (UInt8(40 + x * 3 % 160), UInt8(40 + y * 3 % 160), 90)
        }
    }

    /// In the middle of black, the odd pixel to the right and below.
    public func centred(in whole: Size) -> Pixels {
        var result = Pixels(whole)
        result.paste(
            self,
            at: Rectangle(
                x: (whole.width - size.width) / 2, y: (whole.height - size.height) / 2, width: size.width,
                height: size.height))
        return result
    }

    public mutating func paste(_ other: Pixels, at place: Rectangle) {
        for y in 0..<other.size.height {
            for x in 0..<other.size.width { self[place.x + x, place.y + y] = other[x, y] }
        }
    }

    public func mixed(with other: Pixels, _ share: Double) -> Pixels {
        func mix(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8((Double(a) * (1 - share) + Double(b) * share).rounded()) }
        return Pixels(size) { x, y in
            let (a, b) = (self[x, y], other[x, y])
            return (mix(a.0, b.0), mix(a.1, b.1), mix(a.2, b.2))
        }
    }

    /// On a black output, at the place where a placement has its area.
    public func landed(on placement: Placement) -> Pixels {
        var result = Pixels(placement.output)
        result.paste(self, at: placement.area)
        return result
    }

    /// Stretched by weighing the four nearest pixels, as `GL_LINEAR` is specified (OpenGL ES 2.0.25, 3.7.7), with the
    /// edges repeated outside.
    public func stretched(to whole: Size) -> Pixels {
        func sample(_ position: Int, _ length: Int, _ side: Int) -> (Int, Int, Double) {
            let at = (Double(position) + 0.5) * Double(side) / Double(length) - 0.5
            let first = at.rounded(.down)
            return (min(max(Int(first), 0), side - 1), min(max(Int(first) + 1, 0), side - 1), at - first)
        }
        return Pixels(whole) { x, y in
            let (left, right, across) = sample(x, whole.width, size.width)
            let (top, bottom, down) = sample(y, whole.height, size.height)
            let (a, b, c, d) = (self[left, top], self[right, top], self[left, bottom], self[right, bottom])
            func weigh(_ a: UInt8, _ b: UInt8, _ c: UInt8, _ d: UInt8) -> UInt8 {
                let upper = Double(a) * (1 - across) + Double(b) * across
                let lower = Double(c) * (1 - across) + Double(d) * across
                return UInt8((upper * (1 - down) + lower * down).rounded())
            }
            return (weigh(a.0, b.0, c.0, d.0), weigh(a.1, b.1, c.1, d.1), weigh(a.2, b.2, c.2, d.2))
        }
    }
}
