package import StreamingJSON
import Yams

/// A YAML or JSON file as values with their places.
///
/// YAML has surprising rules (`no` is false, `017` is 15), so only `true`, `false`, `null` and JSON's numbers are not text. Anchors,
/// aliases and tags are refused.
package struct DeclarationDocument {
    /// A value with its place in the file.
    package struct Element {
        package enum Value {
            case scalar(JSONValue)
            case list([Element])
            /// The members in order, each with the place of its name.
            case members([(name: String, place: (line: Int, column: Int), value: Element)])
        }

        package let value: Value
        package let line: Int
        package let column: Int
    }

    package let file: String
    package let root: Element

    private static let deepest = 64

    /// Reads a file's text.
    ///
    /// - Throws: ``DeclarationError``.
    package init(_ text: String, file: String) throws(DeclarationError) {
        self.file = file
        let parser: Parser
        let node: Node?
        do {
            parser = try Parser(yaml: text)
            node = try parser.singleRoot()
        } catch {
            throw Self.error(error, file)
        }
        guard let node else {
            throw DeclarationError(
                file,
                1,
                1,
                "the file is empty; declare a server with 'mcp:', or tools with 'torii: 1'"
            )
        }
        // Nodes refer to their anchors weakly; the parser holds them.
        defer { withExtendedLifetime(parser) {} }
        root = try Self.element(node, file, depth: 0)
    }

    private static func error(_ error: any Error, _ file: String) -> DeclarationError {
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            DeclarationError(file, mark.line, mark.column, "this is no valid YAML: \(problem)")
        case .duplicatedKeysInMapping(let names, let context):
            DeclarationError(
                file,
                context.mark.line,
                context.mark.column,
                "the name \(names.joined(separator: ", ")) is there twice; remove one"
            )
        default: DeclarationError(file, 1, 1, "the file cannot be read as YAML")
        }
    }

    private static func element(_ node: Node, _ file: String, depth: Int) throws(DeclarationError) -> Element {
        let (line, column) = (node.mark?.line ?? 1, node.mark?.column ?? 1)
        func fault(_ message: String) -> DeclarationError { DeclarationError(file, line, column, message) }
        guard depth <= deepest else { throw fault("the values are nested more than \(deepest) deep") }
        guard node.anchor == nil else { throw fault("anchors (&) are not supported; write the value where it is used") }
        switch node {
        case .alias: throw fault("aliases (*) are not supported; write the value out")
        case .scalar(let scalar):
            guard scalar.tag.isPlain else { throw fault("tags (!) are not supported; remove it") }
            return Element(value: .scalar(value(of: scalar)), line: line, column: column)
        case .sequence(let sequence):
            guard sequence.tag.isPlain else { throw fault("tags (!) are not supported; remove it") }
            var elements: [Element] = []
            for node in sequence { elements.append(try element(node, file, depth: depth + 1)) }
            return Element(value: .list(elements), line: line, column: column)
        case .mapping(let mapping):
            guard mapping.tag.isPlain else { throw fault("tags (!) are not supported; remove it") }
            var members: [(name: String, place: (line: Int, column: Int), value: Element)] = []
            var names: Set<String> = []
            for (key, node) in mapping {
                guard case .scalar(let scalar) = key else { throw fault("a name must be a text") }
                let place = (scalar.mark?.line ?? line, scalar.mark?.column ?? column)
                guard names.insert(scalar.string).inserted else {
                    throw DeclarationError(
                        file,
                        place.0,
                        place.1,
                        "the name \(scalar.string) is there twice; remove one"
                    )
                }
                members.append((scalar.string, place, try element(node, file, depth: depth + 1)))
            }
            return Element(value: .members(members), line: line, column: column)
        }
    }

    private static func value(of scalar: Node.Scalar) -> JSONValue {
        guard scalar.style == .plain || scalar.style == .any else { return .string(scalar.string) }
        switch scalar.string {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null", "": return .null
        default: break
        }
        if let first = scalar.string.utf8.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first),
            let number = try? JSONValue(parsing: scalar.string), number.doubleValue != nil
        {
            return number
        }
        return .string(scalar.string)
    }
}

extension Tag {
    /// Whether the file has no tag of its own for the value.
    fileprivate var isPlain: Bool {
        let names = ["", "?", "!", "tag:yaml.org,2002:str", "tag:yaml.org,2002:seq", "tag:yaml.org,2002:map"]
        return names.contains(description) || self == Tag(.implicit)
    }
}

extension DeclarationDocument.Element {
    /// The value in JSON.
    package var json: JSONValue {
        switch value {
        case .scalar(let value): value
        case .list(let elements): .array(elements.map(\.json))
        case .members(let members): .object(JSONObject(members.map { ($0.name, $0.value.json) }))
        }
    }
}
