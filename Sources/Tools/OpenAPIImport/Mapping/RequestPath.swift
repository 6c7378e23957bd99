/// The path of an operation as a template.
struct RequestPath {
    /// A part of the path: constant text or a parameter's name.
    enum Part: Hashable {
        case text(String)
        case parameter(String)
    }

    let parts: [Part]

    /// Splits a path; the text from `#` on and the query are not part of the request.
    init(_ path: String) {
        var parts: [Part] = []
        var text = ""
        var rest = Substring(path.prefix { $0 != "#" && $0 != "?" })
        while let character = rest.popFirst() {
            if character == "{", let close = rest.firstIndex(of: "}"), close != rest.startIndex {
                if !text.isEmpty { parts.append(.text(text)) }
                text = ""
                parts.append(.parameter(String(rest[..<close])))
                rest = rest[rest.index(after: close)...]
            } else {
                text.append(character)
            }
        }
        if !text.isEmpty { parts.append(.text(text)) }
        self.parts = parts
        var query: [String: String] = [:]
        let fields = path.prefix { $0 != "#" }.drop { $0 != "?" }.dropFirst().split(separator: "&")
        for field in fields.prefix(50) {
            let halves = field.split(separator: "=", maxSplits: 1)
            guard let name = halves.first else { continue }
            query[String(name).percentDecoded] = halves.count > 1 ? String(halves[1]).percentDecoded : ""
        }
        self.query = query
    }

    /// The constant query of the path, by name.
    let query: [String: String]

    /// Whether the constant text and query have no braces, which a declaration would read as slots.
    var isBalanced: Bool {
        query.allSatisfy { !$0.value.contains("{") && !$0.value.contains("}") }
            && parts.allSatisfy { part in
                if case .text(let text) = part { !text.contains("{") && !text.contains("}") } else { true }
            }
    }

    /// The names of the parameters.
    var parameters: [String] {
        parts.compactMap { if case .parameter(let name) = $0 { name } else { nil } }
    }

    /// Returns the template with the arguments' names.
    func template(_ argument: (String) -> String) -> String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .parameter(let name): "{\(argument(name))}"
            }
        }.joined()
    }
}
