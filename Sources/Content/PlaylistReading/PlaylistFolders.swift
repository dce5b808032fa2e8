import Paths
import Playlist
import StrictYAML
import TextLayout
import Timing

// Folders, and in which order their pictures and films play.

extension PlaylistParser {
    /// What is in a folder that an item or a zone plays.
    enum FolderContent {
        case pictures(Item)
        case playlist(ReadingState.Content)
    }

    /// - Returns: nil for one with errors.
    func folder(
        _ source: Source, _ fields: inout FieldReader, _ defaults: PlaylistDefaults, isOptional: Bool
    ) -> FolderContent? {
        let keys = ["order", "seed", "recursive"].compactMap { name in fields.node(name).map { (name, $0.position) } }
        var (listing, order) = fileOrder(&fields)
        listing.isRecursive = fields.flag("recursive") ?? false
        guard let path = path(source.node, "folder") else { return nil }
        let nothing = Item(.pictures(paths: [], .listed), duration: defaults.duration, style: defaults.style)
        guard looksAtFiles else { return .pictures(nothing) }
        if let file = reading.playlist(inFolder: path) {
            for (key, place) in keys {
                diagnosis.warning(place, "'\(key)' has no effect here: \(file) is what plays of this folder")
            }
            return included(file, defaults, source.node).map { .playlist($0) }
        }
        if isOptional, reading.reader.files.kind(path) == nil {
            reading.sources.folders.insert(path)
            return .pictures(nothing)
        }
        return folder(path, listing, order, source.node, defaults, isOptional: isOptional).map { .pictures($0) }
    }

    func folder(
        _ path: FilePath, _ listing: FolderListing, _ order: ItemList.Order, _ node: YAMLNode,
        _ defaults: PlaylistDefaults, isOptional: Bool = false
    ) -> Item? {
        let media = reading.media(
            in: path, listing, diagnosis, node.position, named: node, isOptional: isOptional)
        guard let media else { return nil }
        if listing.order == .newFirst {
            if media.files.count <= Self.mostNewFirst { return newFirst(media, defaults, node.position) }
            diagnosis.warning(
                node.position,
                "\(path): with more than \(Self.mostNewFirst) pictures new ones have to wait, as with 'order: oldest'")
        }
        return reading.item(of: media.files, order, defaults, diagnosis, node.position)
    }

    // MARK: What is new comes next

    /// Where new pictures come next, the list is followed picture by picture.
    static let mostNewFirst = 10_000
    /// Of a folder's pictures so many at least are known by when they came, and less than twice as many.
    private static let remembered = 512
    /// How far a clock that gives files their times may be ahead.
    private static let tolerance = Duration.seconds(60)

    /// A list in which each picture is there from when it came. All but the last thousand or so have always been there; which
    /// these are changes rarely, since the list is another one then.
    private func newFirst(_ media: MediaFolder, _ defaults: PlaylistDefaults, _ place: TextPosition) -> Item {
        // There is always one, so that there is something to play at all times.
        let first = max(1, (media.files.count / Self.remembered - 1) * Self.remembered)
        let now = reading.reader.now
        let items = zip(media.files, media.arrivals).enumerated().compactMap { index, file -> Item? in
            var item = reading.picture(file.0, defaults)
            if MediaFolder.looksLikeVideo(file.0) {
                guard let video = reading.video(file.0, .none, defaults, diagnosis, place) else { return nil }
                item = video
            }
            let arrival = WallTime(nanoseconds: file.1)
            // What comes from the future is not waited for. While the clock is not set, nothing is known of that.
            let isWrong = WallClock(origin: now).isSet(at: .zero) && arrival > now + Self.tolerance
            if index >= first, !isWrong { item.arrival = arrival }
            return item
        }
        return Item(
            .list(ItemList(items, order: .newFirst)), duration: defaults.duration, style: defaults.style)
    }

    private func fileOrder(_ fields: inout FieldReader) -> (FolderListing, ItemList.Order) {
        let order = fields.choice(
            "order",
            [
                "name": FileOrder.name, "name-descending": .nameDescending, "oldest": .oldest, "newest": .newest,
                "new-first": .newFirst, "shuffle": nil,
            ] as KeyValuePairs<String, FileOrder?>,
            hint: { text in
                switch text {
                case "random": Spelling.suggestion("shuffle")
                case "date": "by the time of their change, 'oldest' or 'newest' comes first"
                case "listed": "the pictures of a folder are in no list; did you mean 'name'?"
                default: nil
                }
            })
        let isShuffled = if case .some(nil) = order { true } else { false }
        return (
            FolderListing(order: order.flatMap(\.self) ?? .name),
            self.order(isShuffled: isShuffled, seed(&fields, isShuffled: isShuffled))
        )
    }
}
