import AgentTools

extension XMLElement {
    /// The depth of nesting that is accepted; no WebDAV answer is nested deeper.
    private static let depthLimit = 32
    /// The number of elements that is accepted: enough for a hundred thousand contacts.
    private static let elementLimit = 1_000_000

    /// Parses a whole document.
    ///
    /// - Throws: ``XMLError`` if the document is not well formed, is nested too deeply, or has too many elements.
    init(parsing bytes: [UInt8]) throws(XMLError) {
        var tokenizer = try XMLTokenizer(bytes)
        // The open elements, each with its name as written and the namespaces in scope.
        var open: [(element: XMLElement, written: String, namespaces: [String: String])] = []
        var root: XMLElement?
        var count = 0
        func fault(_ message: String) -> XMLError { XMLError(message: message, offset: 0) }
        while let token = try tokenizer.next() {
            switch token {
            case .start(let written, let attributes):
                guard root == nil else { throw fault("there is more than one root element") }
                guard open.count < Self.depthLimit else { throw fault("elements are nested too deeply") }
                count += 1
                guard count <= Self.elementLimit else { throw fault("there are too many elements") }
                var namespaces = open.last?.namespaces ?? [:]
                var plain: [String: String] = [:]
                for attribute in attributes {
                    if attribute.name == "xmlns" {
                        namespaces[""] = attribute.value
                    } else if attribute.name.hasPrefix("xmlns:") {
                        namespaces[String(attribute.name.dropFirst(6))] = attribute.value
                    } else if !attribute.name.contains(":") {
                        plain[attribute.name] = attribute.value
                    }
                }
                guard let name = Name(written, in: namespaces) else { throw fault("a prefix is not declared") }
                open.append((XMLElement(name: name, attributes: plain), written, namespaces))
            case .end(let written):
                guard let last = open.popLast(), last.written == written else { throw fault("tags do not match") }
                if open.isEmpty {
                    root = last.element
                } else {
                    open[open.count - 1].element.children.append(last.element)
                }
            case .text(let text):
                if open.isEmpty {
                    guard text.allSatisfy({ [0x20, 0x9, 0xA].contains($0) }) else {
                        throw fault("there is text outside the root element")
                    }
                } else {
                    open[open.count - 1].element.bytes += text
                }
            }
        }
        guard open.isEmpty, let root else { throw fault("the document ends too early") }
        self = root
    }
}

extension XMLElement.Name {
    /// Resolves a name as written; `nil` if its prefix is not declared.
    fileprivate init?(_ written: String, in namespaces: [String: String]) {
        let parts = written.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            self.init(namespace: namespaces[""] ?? "", local: written)
            return
        }
        guard let namespace = namespaces[String(parts[0])] else { return nil }
        self.init(namespace: namespace, local: String(parts[1]))
    }
}
