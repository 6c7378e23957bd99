import StreamingJSON
import StreamSafeText
import Yams

extension YAMLElement {
    /// Reads a file with one document.
    ///
    /// The work is linear in the bytes, and in the values that aliases represent.
    ///
    /// - Parameter bytes: The file in UTF-8: YAML, or JSON.
    /// - Returns: `nil` for an empty file.
    /// - Throws: ``YAMLFault``.
    package static func read(_ bytes: some Collection<UInt8>, limits: YAMLLimits) throws(YAMLFault) -> YAMLElement? {
        guard bytes.count <= limits.bytes else {
            throw YAMLFault("the file has more than \(limits.bytes) bytes", line: 1, column: 1, isLimit: true)
        }
        let text = String(streamSafe: try YAMLSigns.hidden(Array(bytes)))
        let parser: Parser
        let root: Node?
        do {
            parser = try Parser(yaml: text, resolver: .basic, encoding: .utf8)
            root = try parser.singleRoot()
        } catch {
            throw fault(error, in: text)
        }
        guard let root else { return nil }
        // Nodes refer to their anchors weakly; the parser holds them.
        defer { withExtendedLifetime(parser) {} }
        var reader = YAMLReader(limits: limits)
        return try reader.element(root, depth: 0)
    }

    private static func fault(_ error: any Error, in text: String) -> YAMLFault {
        switch error as? YamlError {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            // The library reads on from a hidden sign, and stumbles over what follows it.
            let lines = text.utf8.split(
                separator: UInt8(ascii: "\n"),
                maxSplits: mark.line,
                omittingEmptySubsequences: false
            )
            let near = lines.prefix(mark.line).suffix(2)
            let message =
                near.contains { YAMLSigns.hidesName(in: Substring($0)) }
                ? YAMLSigns.namesAreTexts : "this is no valid YAML: \(problem)"
            return YAMLFault(message, line: mark.line, column: mark.column)
        case .duplicatedKeysInMapping(let names, let context):
            let name = YAMLSigns.shown(String((names.first ?? "").prefix(utf8Count: 200))).streamSafe
            return YAMLFault(
                "the name \(name) is there twice; remove one",
                line: context.mark.line,
                column: context.mark.column
            )
        default: return YAMLFault("the file cannot be read as YAML", line: 1, column: 1)
        }
    }
}

/// The walk over the library's nodes, which expands aliases within a budget.
private struct YAMLReader {
    private struct Anchored {
        var element: YAMLElement
        var nodes: Int
        var height: Int
    }

    private let limits: YAMLLimits
    private var nodes = 0
    private var aliases = 0
    /// The deepest level of the value that is read.
    private var deepest = 0
    private var anchors: [String: Anchored] = [:]

    init(limits: YAMLLimits) { self.limits = limits }

    mutating func element(_ node: Node, depth: Int) throws(YAMLFault) -> YAMLElement {
        let (first, outerDeepest) = (nodes, deepest)
        try count(1, depth, node.mark)
        deepest = depth
        let value: YAMLElement.Value
        switch node {
        case .alias: throw fault("an alias has no anchor", node.mark)
        case .scalar(let scalar):
            if let name = scalar.signed(YAMLSigns.alias) { return try aliased(name, scalar, depth, outerDeepest) }
            value = .scalar(try json(of: scalar))
        case .sequence(let sequence):
            try check(sequence.tag, sequence.mark)
            var elements: [YAMLElement] = []
            for element in sequence { elements.append(try self.element(element, depth: depth + 1)) }
            value = .list(elements)
        case .mapping(let mapping):
            try check(mapping.tag, mapping.mark)
            value = .members(try members(mapping, depth))
        }
        let (line, column) = node.mark.map { ($0.line, $0.column) } ?? (1, 1)
        let element = YAMLElement(value: value, line: line, column: column)
        if let anchor = node.anchor?.rawValue {
            guard limits.aliases > 0 else {
                throw fault("anchors (&) are not supported; write the value where it is used", node.mark)
            }
            anchors[anchor] = Anchored(element: element, nodes: nodes - first, height: deepest - depth)
        }
        deepest = max(deepest, outerDeepest)
        return element
    }

    private mutating func aliased(
        _ name: String,
        _ scalar: Node.Scalar,
        _ depth: Int,
        _ outerDeepest: Int
    ) throws(YAMLFault) -> YAMLElement {
        guard limits.aliases > 0 else { throw fault("aliases (*) are not supported; write the value out", scalar.mark) }
        guard let anchored = anchors[name] else {
            throw fault("the alias *\(name.prefix(60)) has no anchor before it", scalar.mark)
        }
        aliases += 1
        guard aliases <= limits.aliases else {
            throw fault("the file has more than \(limits.aliases) aliases", scalar.mark, isLimit: true)
        }
        try count(anchored.nodes - 1, depth + anchored.height, scalar.mark)
        deepest = max(outerDeepest, depth + anchored.height)
        return anchored.element
    }

    private mutating func count(_ more: Int, _ depth: Int, _ mark: Mark?) throws(YAMLFault) {
        nodes += more
        guard nodes <= limits.nodes else {
            throw fault("the file has more than \(limits.nodes) values", mark, isLimit: true)
        }
        guard depth <= limits.depth else {
            throw fault("the values are nested more than \(limits.depth) deep", mark, isLimit: true)
        }
    }

    private func fault(_ message: String, _ mark: Mark?, isLimit: Bool = false) -> YAMLFault {
        YAMLFault(message, line: mark?.line ?? 1, column: mark?.column ?? 1, isLimit: isLimit)
    }
}

// MARK: - Mappings

extension YAMLReader {
    private mutating func members(_ mapping: Node.Mapping, _ depth: Int) throws(YAMLFault) -> [YAMLElement.Member] {
        var members: [YAMLElement.Member] = []
        var merged: (place: Int, sources: [YAMLElement])?
        for (key, node) in mapping {
            guard case .scalar(let scalar) = key, scalar.signed(YAMLSigns.alias) == nil else {
                throw fault("a name must be a text; write it out", key.mark ?? mapping.mark)
            }
            let name = try text(of: scalar)
            if name == "<<", scalar.style == .plain {
                guard limits.aliases > 0 else {
                    throw fault("merge keys (<<) are not supported; write the members out", scalar.mark)
                }
                merged = (members.count, try mergeSources(try element(node, depth: depth + 1), scalar.mark))
                continue
            }
            let mark = scalar.mark
            members.append(
                (name, (mark?.line ?? 1, mark?.column ?? 1), try element(node, depth: depth + 1))
            )
        }
        guard let merged else { return members }
        // The members of the mapping itself win, then those of the source that is listed first (YAML 1.1, "Merge Key").
        var known = JSONObject(members.map { ($0.name, .null) })
        var added: [YAMLElement.Member] = []
        for source in merged.sources {
            guard case .members(let others) = source.value else { continue }
            for member in others where known[member.name] == nil {
                known[member.name] = .null
                added.append(member)
            }
        }
        members.insert(contentsOf: added, at: merged.place)
        return members
    }

    private func mergeSources(_ element: YAMLElement, _ mark: Mark?) throws(YAMLFault) -> [YAMLElement] {
        var sources = [element]
        if case .list(let elements) = element.value { sources = elements }
        for source in sources {
            guard case .members = source.value else {
                throw fault("a merge key (<<) needs a mapping or a list of mappings", mark)
            }
        }
        return sources
    }
}

// MARK: - Scalars

extension YAMLReader {
    private func text(of scalar: Node.Scalar) throws(YAMLFault) -> String {
        try check(scalar.tag, scalar.mark)
        if let rest = scalar.signed(YAMLSigns.name), rest.isEmpty || rest.hasPrefix(" ") {
            throw fault(YAMLSigns.namesAreTexts, scalar.mark)
        }
        return YAMLSigns.shown(scalar.string.streamSafe)
    }

    private func json(of scalar: Node.Scalar) throws(YAMLFault) -> JSONValue {
        let text = try text(of: scalar)
        guard scalar.style == .plain || scalar.style == .any else { return .string(text) }
        switch text {
        case "true": return .bool(true)
        case "false": return .bool(false)
        case "null", "~", "": return .null
        default: break
        }
        if let first = text.utf8.first, first == UInt8(ascii: "-") || (0x30...0x39).contains(first),
            let number = try? JSONValue(parsing: text), number.doubleValue != nil
        {
            return number
        }
        return .string(text)
    }

    /// Refuses a tag that the file has itself.
    private func check(_ tag: Tag, _ mark: Mark?) throws(YAMLFault) {
        let plain = ["", "?", "!", "tag:yaml.org,2002:str", "tag:yaml.org,2002:seq", "tag:yaml.org,2002:map"]
        guard plain.contains(tag.description) else { throw fault("tags (!) are not supported; remove it", mark) }
    }
}

extension Node.Scalar {
    /// The rest of a plain text after a hidden sign; `nil` if it starts with none.
    fileprivate func signed(_ sign: Unicode.Scalar) -> String? {
        guard style == .plain, string.unicodeScalars.first == sign else { return nil }
        return String(string.unicodeScalars.dropFirst())
    }
}
