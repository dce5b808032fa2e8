extension QRMatrix {
    /// How hard a code is to find and read, by the standard's four rules: long runs of a colour, blocks of it, what looks like
    /// a finder, and more of one colour than of the other.
    var penalty: Int { lines + blocks + balance }

    private var lines: Int {
        (0..<size).reduce(0) { sum, line in
            let row = (0..<size).map { modules[line * size + $0] }
            let column = (0..<size).map { modules[$0 * size + line] }
            return sum + Self.penalty(of: row) + Self.penalty(of: column)
        }
    }

    /// Of runs, and of finders: 1:1:3:1:1 dark and light, with four light modules on one side. Outside it is light.
    private static func penalty(of line: [Bool]) -> Int {
        var runs: [(isDark: Bool, length: Int)] = [(false, 4)]
        var result = 0
        var run = 0
        for (index, isDark) in line.enumerated() {
            run = index > 0 && line[index - 1] == isDark ? run + 1 : 1
            if run == 5 { result += 3 } else if run > 5 { result += 1 }
            if run == 1, isDark != runs[runs.count - 1].isDark { runs.append((isDark, 0)) }
            runs[runs.count - 1].length += 1
        }
        if runs[runs.count - 1].isDark { runs.append((false, 0)) }
        runs[runs.count - 1].length += 4
        for index in runs.indices.dropFirst(3).dropLast(3) where runs[index].isDark && runs[index].length % 3 == 0 {
            let unit = runs[index].length / 3
            let isFinder = [-2, -1, 1, 2].allSatisfy { runs[index + $0].length == unit }
            guard isFinder else { continue }
            if runs[index - 3].length >= 4 * unit { result += 40 }
            if runs[index + 3].length >= 4 * unit { result += 40 }
        }
        return result
    }

    private var blocks: Int {
        var count = 0
        for y in 0..<size - 1 {
            for x in 0..<size - 1 {
                let place = y * size + x
                let isDark = modules[place]
                if modules[place + 1] == isDark, modules[place + size] == isDark, modules[place + size + 1] == isDark {
                    count += 1
                }
            }
        }
        return 3 * count
    }

    private var balance: Int {
        let (dark, all) = (modules.count { $0 }, size * size)
        // In steps of five percent away from a half.
        return (abs(dark * 20 - all * 10) + all - 1) / all * 10 - 10
    }
}
