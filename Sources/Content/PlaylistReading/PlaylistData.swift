import LiveData
import Paths
import Playlist
import StrictYAML
import TextLayout
import TextTemplates

/// Data of texts: files whose values placeholders show.
extension PlaylistParser {
    /// `data: prices.csv` is called `data` in texts; `data: {prices: prices.csv}` has names of its own. Names of the
    /// surroundings stay.
    func data(_ fields: inout FieldReader, _ outer: [String: DataValue]) -> [String: DataValue] {
        guard let node = fields.node("data") else { return outer }
        var data = outer
        guard case .mapping = node.kind else {
            data["data"] = file(node)
            return data
        }
        guard var files = FieldReader(node, "data", diagnosis) else { return outer }
        for name in files.names {
            guard let file = files.node(name) else { continue }
            guard Self.isName(name) else {
                diagnosis.error(
                    file.position,
                    TextTemplate.names.contains(name)
                        ? "'\(name)' has a meaning of its own in texts; choose another name"
                        : "'\(name.escaped)' is no name for data; it has letters, digits, '-' and '_', and begins with a letter"
                )
                continue
            }
            data[name] = self.file(file)
        }
        files.finish()
        return data
    }

    private static func isName(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, text.utf8.count <= 64 else { return false }
        return first.properties.isAlphabetic && !TextTemplate.names.contains(text)
            && text.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || "-_0123456789".unicodeScalars.contains($0)
            }
    }

    /// What a file holds. Nothing where it has none yet, or where something is wrong with it.
    private func file(_ node: YAMLNode) -> DataValue {
        let path = FieldReader.value(
            node, "data", "the path of a JSON, CSV, YAML or text file", diagnosis, { $0.isEmpty ? nil : $0 })
        guard let path else { return .null }
        guard let format = FeedFormat(fileName: path) else {
            diagnosis.error(
                node.position,
                "data is a file whose name ends in .json, .csv, .tsv, .yaml, .yml or .txt, not '\(path.escaped)'")
            return .null
        }
        guard looksAtFiles else { return .null }
        return reading.data(resolved(path), format, diagnosis, node) ?? .null
    }

    /// What placeholders without a default lack in the data as it is now.
    func missingData(_ template: TextTemplate, _ data: [String: DataValue]) -> [DataMistake] {
        guard looksAtFiles else { return [] }
        let known = data.filter { $0.value != .null }
        return template.missingValues(in: TemplateContext(values: known), below: Set(known.keys)).map {
            DataMistake(at: $0.offset, "this line does not show: \($0.message)")
        }
    }
}

extension ReadingState {
    /// The values of a file, which is followed from now on.
    func data(_ path: FilePath, _ format: FeedFormat, _ diagnosis: Diagnosis, _ node: YAMLNode) -> DataValue? {
        if let known = feeds[path] { return known }
        sources.files.insert(path)
        guard feeds.count < Self.mostFeeds else {
            diagnosis.error(node.position, "a playlist has at most \(Self.mostFeeds) files of data")
            return nil
        }
        switch reader.files.kind(path) {
        case nil: noteMissing(path, diagnosis, node.position, node)
        case .folder: diagnosis.error(node.position, "\(path): it is a folder, not a file of data")
        case .file:
            switch reader.files.read(path, FeedLimits().bytes) {
            case .failure(let error): diagnosis.error(node.position, "\(path): it cannot be read: \(error.reason)")
            case .success(let bytes):
                keep(bytes, of: path)
                do throws(TextIssue) {
                    let value = try FeedReader.value(of: bytes, as: format)
                    feeds[path] = value
                    return value
                } catch {
                    begin(path).error(error.position, error.message)
                }
            }
        }
        feeds[path] = .null
        return nil
    }

    private static let mostFeeds = 64
}
