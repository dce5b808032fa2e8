import Paths
import Playlist
import StrictYAML
import TextLayout

/// Pictures that a shader of a playlist's own has beside the two slides.
extension PlaylistParser {
    private static let pictureType = "sampler2D"

    static func isShader(_ name: String) -> Bool { name.hasSuffix(".frag") || name.hasSuffix(".glsl") }

    /// Gives a transition its pictures.
    /// - Parameters:
    ///   - node: what `pictures` is; nil without it.
    ///   - name: of the transition, as it is written.
    ///   - place: of the name.
    /// - Returns: a cross-fade where one is not there and may come; nil for a mistake.
    func withPictures(
        _ kind: Transition.Kind, _ node: YAMLNode?, _ name: String, _ place: TextPosition
    ) -> Transition.Kind? {
        guard Self.isShader(name) else {
            guard let node else { return kind }
            diagnosis.error(node.position, "'pictures' are for a shader of your own; '\(name)' has none")
            return nil
        }
        guard let given = pictures(node) else { return nil }
        guard case .custom(let path, _) = kind, looksAtFiles else { return kind }
        guard let source = reading.shaders[path], let parameters = reading.reader.shaderParameters(source) else {
            return .custom(path: path, pictures: given.mapValues(\.path))
        }
        var isGood = true
        for (name, picture) in given.sorted(by: { $0.key < $1.key }) {
            guard let fault = Self.fault(in: name, of: parameters) else { continue }
            diagnosis.error(picture.node.position, "\(path): \(fault)")
            isGood = false
        }
        for (name, type) in parameters where type == Self.pictureType && given[name] == nil {
            let example = node == nil ? "{type: \(path), pictures: {\(name): picture.png}}" : "\(name): picture.png"
            diagnosis.error(
                node?.position ?? place, "\(path) needs a picture '\(name)'; write it as '\(example)'")
            isGood = false
        }
        guard isGood else { return nil }
        var isComplete = true
        for (name, picture) in given.sorted(by: { $0.key < $1.key }) {
            switch presence(of: picture, name, path) {
            case true?: break
            case false?: isComplete = false
            case nil: isGood = false
            }
        }
        guard isGood else { return nil }
        return isComplete ? .custom(path: path, pictures: given.mapValues(\.path)) : .crossFade
    }

    private struct GivenPicture {
        var path: FilePath
        var node: YAMLNode
    }

    /// By the names of uniforms. Nil for a mistake.
    private func pictures(_ node: YAMLNode?) -> [String: GivenPicture]? {
        guard let node else { return [:] }
        guard var fields = FieldReader(node, "pictures", diagnosis) else { return nil }
        var result: [String: GivenPicture] = [:]
        let names = fields.names
        for name in names {
            guard let picture = fields.node(name) else { continue }
            if picture.number != nil {
                diagnosis.error(picture.position, "\(name) is the path of a picture, not a number")
            } else if let path = path(picture, name) {
                result[name] = GivenPicture(path: path, node: picture)
            }
        }
        return result.count == names.count ? result : nil
    }

    /// Why a shader cannot have a picture of a name.
    private static func fault(in name: String, of parameters: [(name: String, type: String)]) -> String? {
        let pictures = parameters.filter { $0.type == pictureType }.map(\.name)
        guard !pictures.contains(name) else { return nil }
        if let parameter = parameters.first(where: { $0.name == name }) {
            return "'\(name)' is a \(parameter.type) there, not a picture; its value stands in the shader, behind "
                + "'uniform \(parameter.type) \(name);', as '// = …'"
        }
        guard !pictures.isEmpty else { return "it has no 'uniform sampler2D \(name);', nor any other picture" }
        let hint = Spelling.suggestion(for: name, in: pictures)
        return "it has no 'uniform sampler2D \(name);'; "
            + (hint ?? "its pictures are \(pictures.joined(separator: ", "))")
    }

    /// Whether a picture is there, which is followed from now on. Nil for a mistake.
    private func presence(of picture: GivenPicture, _ name: String, _ shader: FilePath) -> Bool? {
        let path = picture.path
        let kind = reading.reader.files.kind(path)
        reading.follow(media: path, isThere: kind == .file)
        let fault: String
        switch kind {
        case .file where MediaFolder.looksLikePicture(path): return true
        case .file: fault = MediaFolder.notAPicture(path)
        case .folder: fault = "it is a folder, not a picture"
        case nil where reading.reader.leavesOutMissing:
            diagnosis.warning(
                picture.node.position,
                "\(path): \(reading.absence(of: path, named: picture.node)); the slides of \(shader) are cross-faded "
                    + "without its picture '\(name)' until it is there")
            return false
        case nil: fault = reading.absence(of: path, named: picture.node)
        }
        diagnosis.error(picture.node.position, "\(path): \(fault)")
        return nil
    }
}
