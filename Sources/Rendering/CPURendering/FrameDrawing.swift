import Dispatch
import DisplayModel
import Rendering

/// Draws a part of a frame's plan into a buffer.
struct FrameDrawing {
    let plan: FramePlan
    let target: PixelTarget
    /// In output pixels, inside of the buffer. Beyond what is visible it becomes black.
    let part: Rectangle

    func draw(threads: Int) throws(RenderingError) {
        let count = max(1, min(threads, part.height))
        var scratch: [ScratchRows] = []
        for _ in 0..<count {
            guard let rows = ScratchRows(width: part.width, sourceWidth: plan.sourceWidth) else {
                throw RenderingError(operation: "draw", reason: "no memory for a row of \(part.width) pixels")
            }
            scratch.append(rows)
        }
        guard count > 1 else { return draw(part.y..<part.maxY, scratch[0]) }
        let job = Job(drawing: self, scratch: scratch)
        DispatchQueue.concurrentPerform(iterations: count) { job.draw($0) }
    }

    /// Each thread writes rows of its own and has scratch memory of its own; all else is only read.
    private struct Job: @unchecked Sendable {
        let drawing: FrameDrawing
        let scratch: [ScratchRows]

        func draw(_ index: Int) {
            let part = drawing.part
            let (begin, end) = (
                part.height * index / scratch.count, part.height * (index + 1) / scratch.count
            )
            drawing.draw(part.y + begin..<part.y + end, scratch[index])
        }
    }

    private func draw(_ rows: Range<Int>, _ scratch: ScratchRows) {
        let visible = plan.visible
        let columns = part.x..<part.maxX
        let seen = (visible.x..<visible.maxX).clamped(to: columns)
        var next = rows.lowerBound
        while next < rows.upperBound {
            let y = next
            next += 1
            guard y >= visible.y, y < visible.maxY, !seen.isEmpty else {
                write(y, columns, scratch) { $0.fill(Self.black) }
                continue
            }
            blacken(y, columns.lowerBound..<seen.lowerBound, scratch)
            blacken(y, seen.upperBound..<columns.upperBound, scratch)
            drawVisible(y, seen, scratch)
        }
    }

    private static let black: UInt32 = 0xFF00_0000

    private func blacken(_ y: Int, _ columns: Range<Int>, _ scratch: ScratchRows) {
        if !columns.isEmpty { write(y, columns, scratch) { $0.fill(Self.black) } }
    }

    /// Writes a part of a row at once, into the buffer's own memory where its pixels are as they are drawn.
    private func write(_ y: Int, _ columns: Range<Int>, _ scratch: ScratchRows, _ body: (PixelRow) -> Void) {
        if let memory = target.memory(y, columns) { return body(memory) }
        let row = scratch.output[0..<columns.count]
        body(row)
        target.write(row, y, columns)
    }

    private func drawVisible(_ y: Int, _ columns: Range<Int>, _ scratch: ScratchRows) {
        let layers = plan.layers
        var last = -1
        // What is hidden is not drawn.
        var first = 0
        // By index: a row takes nothing of the heap, not even where iterators are not optimised away.
        var index = 0
        while index < layers.count {
            let layer = layers[index]
            if layer.rows.contains(y), layer.columns.overlaps(columns) {
                last = index
                if layer.isOpaque, layer.columns.contains(columns) { first = index }
            }
            index += 1
        }
        guard last >= 0 else { return write(y, columns, scratch) { $0.fill(Self.black) } }
        // One layer alone may be written where it is seen, since what is there is not read.
        if first == last, layers[first].isOpaque, layers[first].columns.contains(columns) {
            return write(y, columns, scratch) { layers[first].draw(y, columns, into: $0, scratch) }
        }
        let row = scratch.output[0..<columns.count]
        if !(layers[first].isOpaque && layers[first].columns.contains(columns)) { row.fill(Self.black) }
        index = first
        while index <= last {
            let layer = layers[index]
            index += 1
            let part = layer.columns.clamped(to: columns)
            guard layer.rows.contains(y), !part.isEmpty else { continue }
            layer.draw(
                y, part,
                into: row[(part.lowerBound - columns.lowerBound)..<(part.upperBound - columns.lowerBound)], scratch)
        }
        target.write(row, y, columns)
    }
}

extension PlannedLayer {
    /// Draws a part of a row.
    /// - Parameter row: of as many pixels as the part. An opaque layer does not read it.
    func draw(_ y: Int, _ part: Range<Int>, into row: PixelRow, _ scratch: ScratchRows) {
        switch content {
        case .fill(let pixel): row.fill(pixel)
        case .picture(let picture, let share, let background):
            guard let picture, share > 0 else { return row.fill(background) }
            let pixels = picture.row(at: Double(y) + 0.5, part, into: scratch.from, scratch)
            if share == UInt16(AxisMap.one) { row.copy(pixels) } else { row.mix(background, pixels, share) }
        case .crossFade(let first, let second, let share):
            guard let first, let second else { return row.fill(0xFF00_0000) }
            let place = Double(y) + 0.5
            switch share {
            case 0: row.copy(first.row(at: place, part, into: scratch.from, scratch))
            case UInt16(AxisMap.one): row.copy(second.row(at: place, part, into: scratch.to, scratch))
            default:
                let from = first.row(at: place, part, into: scratch.from, scratch)
                row.mix(from, second.row(at: place, part, into: scratch.to, scratch), share)
            }
        case .surface(let surface, let mask):
            lay(surface.row(y, part, into: scratch.from, scratch), surface.isOpaque, mask, y, part, row, scratch)
        case .transition(let transition, let mask):
            lay(
                transition.row(y, part, into: scratch.between, scratch),
                transition.from.isOpaque && transition.to.isOpaque, mask, y, part, row, scratch)
        }
    }

    private func lay(
        _ pixels: PixelRow, _ isOpaque: Bool, _ mask: MaskRows, _ y: Int, _ part: Range<Int>, _ row: PixelRow,
        _ scratch: ScratchRows
    ) {
        switch mask.shares(y, part, scratch) {
        case .uniform(UInt16(AxisMap.one)):
            if isOpaque { row.copy(pixels) } else { row.lay(pixels) }
        case .uniform(let share):
            if isOpaque { row.mix(row, pixels, share) } else { row.lay(pixels, share) }
        case .each(let shares):
            if isOpaque { row.mix(row, pixels, shares) } else { row.lay(pixels, shares) }
        }
    }
}
