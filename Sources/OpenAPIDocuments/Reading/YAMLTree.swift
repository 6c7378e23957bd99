import StreamingJSON
import Yams

/// A YAML file as a JSON value.
///
/// The tree is read node by node because YAML has surprising rules (`no` is false, `017` is 15): only `true`, `false`,
/// `null` and JSON's numbers are not text. Names are their text, so `200:` is the name "200".
struct YAMLTree {
    /// A fault of the file, as a sentence.
    struct Fault: Error, Hashable {
        let message: String
        let isLimit: Bool
    }

    private let limits: ImportLimits
    private var nodes = 0

    /// Reads a file.
    static func value(of bytes: [UInt8], limits: ImportLimits) throws(Fault) -> JSONValue {
        let scan = YAMLAliasScan(bytes)
        guard scan.aliases <= limits.aliases else {
            throw Fault(message: "the file has more than \(limits.aliases) aliases", isLimit: true)
        }
        guard !scan.hasAliasInName else {
            throw Fault(message: "the file has an alias (*) in a name; write the name out", isLimit: false)
        }
        let parser: Parser
        let root: Node?
        do {
            parser = try Parser(yaml: String(decoding: bytes, as: UTF8.self), resolver: .basic, encoding: .utf8)
            root = try parser.singleRoot()
        } catch {
            throw fault(error)
        }
        guard let root else { throw Fault(message: "the file is empty", isLimit: false) }
        // Nodes refer to their anchors weakly; the parser holds them.
        defer { withExtendedLifetime(parser) {} }
        var tree = YAMLTree(limits: limits)
        return try tree.value(root, depth: 0)
    }

    private init(limits: ImportLimits) { self.limits = limits }

    private static func fault(_ error: any Error) -> Fault {
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            Fault(message: "line \(mark.line), column \(mark.column): \(problem)", isLimit: false)
        case .duplicatedKeysInMapping(let names, let context):
            Fault(
                message:
                    "line \(context.mark.line): the name \(names.joined(separator: ", ")) occurs twice; remove one",
                isLimit: false
            )
        default: Fault(message: "the file cannot be read as YAML", isLimit: false)
        }
    }

    private mutating func value(_ node: Node, depth: Int) throws(Fault) -> JSONValue {
        nodes += 1
        guard nodes <= limits.nodes else {
            throw Fault(message: "the file has more than \(limits.nodes) values", isLimit: true)
        }
        guard depth <= limits.depth else {
            throw Fault(message: "the values are nested more than \(limits.depth) deep", isLimit: true)
        }
        switch node {
        case .alias: throw Fault(message: "an alias has no anchor", isLimit: false)
        case .scalar(let scalar):
            try Self.check(scalar.tag, scalar.mark)
            return Self.value(of: scalar)
        case .sequence(let sequence):
            try Self.check(sequence.tag, sequence.mark)
            var elements: [JSONValue] = []
            for element in sequence { elements.append(try value(element, depth: depth + 1)) }
            return .array(elements)
        case .mapping(let mapping):
            try Self.check(mapping.tag, mapping.mark)
            var members = JSONObject()
            for (name, element) in mapping {
                guard case .scalar(let scalar) = name else {
                    throw Fault(message: "line \(mapping.mark?.line ?? 1): a name must be a text", isLimit: false)
                }
                members[scalar.string] = try value(element, depth: depth + 1)
            }
            return .object(members)
        }
    }

    /// Refuses a tag that the file has itself.
    private static func check(_ tag: Tag, _ mark: Mark?) throws(Fault) {
        let plain = ["", "?", "!", "tag:yaml.org,2002:str", "tag:yaml.org,2002:seq", "tag:yaml.org,2002:map"]
        guard plain.contains(tag.description) else {
            throw Fault(message: "line \(mark?.line ?? 1): tags (!) are not supported; remove it", isLimit: false)
        }
    }

    private static func value(of scalar: Node.Scalar) -> JSONValue {
        guard scalar.style == .plain || scalar.style == .any else { return .string(scalar.string) }
        switch scalar.string {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null", "~", "": return .null
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
