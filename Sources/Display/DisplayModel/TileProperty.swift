extension ConnectorSnapshot.Tile {
    /// Reads the `TILE` property: text of eight decimal numbers with colons between them and a zero byte at its end, as
    /// the kernel's `drm_connector_set_tile_property` writes it. Nil for anything else.
    public init?(property bytes: [UInt8]) {
        let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        let numbers = text.split(separator: ":", omittingEmptySubsequences: false).map { Int32($0).map(Int.init) }
        let valid = numbers.compactMap(\.self)
        guard numbers.count == 8, valid.count == 8 else { return nil }
        self.init(
            group: valid[0], isSingleMonitor: valid[1] != 0, columns: valid[2], rows: valid[3], column: valid[4],
            row: valid[5], size: Size(width: valid[6], height: valid[7]))
    }
}
