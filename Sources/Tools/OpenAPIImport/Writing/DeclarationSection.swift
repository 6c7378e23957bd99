import StreamingJSON

/// The text of one declaration file.
struct DeclarationSection {
    let api: ImportedAPI
    let operations: [ImportedOperation]
    let isSearched: Bool

    /// The origins of the document's other operations, in order.
    private var otherOrigins: [String] {
        var seen = Set(operations.map(\.origin))
        return api.operations.map(\.origin).filter { seen.insert($0).inserted }
    }

    /// The file's text.
    var text: String {
        var yaml = YAMLText()
        writeHead(&yaml)
        yaml.heading("tools", indent: 0)
        let isKeyed = operations.contains { !$0.security.isEmpty }
        for operation in operations {
            ToolSection(operation: operation, basePath: basePath, isSearched: isSearched, isKeyed: isKeyed)
                .write(to: &yaml)
        }
        return yaml.text
    }

    /// The server path that all operations of the file share; empty if they differ.
    private var basePath: String {
        let paths = Set(operations.map(\.basePath))
        return paths.count == 1 ? paths.first ?? "" : ""
    }

    private func writeHead(_ yaml: inout YAMLText) {
        yaml.comment(
            "Written by the import of an OpenAPI document. Edit it freely; 'torii tools diff' compares it with a newer document.",
            indent: 0
        )
        yaml.comment(
            "\(operations.count) of \(api.found) operations: \(api.skipped.count) could not be mapped, \(api.deselected) were not selected.",
            indent: 0
        )
        yaml.member("torii", 1, indent: 0)
        yaml.member("upstream", .string(api.upstream), indent: 0)
        if !api.title.isEmpty { yaml.member("title", .string(api.title), indent: 0) }
        yaml.member("base", .string((operations.first?.origin ?? "") + basePath), indent: 0)
        // One key is for all of them.
        if !otherOrigins.isEmpty { yaml.member("hosts", .array(otherOrigins.map(JSONValue.string)), indent: 0) }
        writeAuth(&yaml)
        yaml.member(
            "origin",
            [
                "document": .string(api.documentHash), "version": .string(api.documentVersion),
                "format": .string(api.format.rawValue),
            ],
            indent: 0
        )
    }

    /// Writes the alternatives of the most operations first.
    private func writeAuth(_ yaml: inout YAMLText) {
        var counts: [SecurityAlternative: Int] = [:]
        var order: [SecurityAlternative] = []
        for operation in operations {
            for alternative in operation.security.map(\.withoutScopes) {
                if counts[alternative] == nil { order.append(alternative) }
                counts[alternative, default: 0] += 1
            }
        }
        guard !order.isEmpty else { return }
        let sorted = order.enumerated().sorted { left, right in
            let (first, second) = (counts[left.element] ?? 0, counts[right.element] ?? 0)
            return first == second ? left.offset < right.offset : first > second
        }
        let kept = sorted.prefix(4).map(\.element)
        for remark in kept.flatMap(\.remarks) { yaml.comment("Check: \(remark)", indent: 0) }
        let keyless = operations.filter(\.security.isEmpty).count
        if keyless > 0 { yaml.comment("\(keyless) operations need no key; it is sent to them also.", indent: 0) }
        if kept.count > 1 {
            yaml.comment("Check: the first entry that fits the stored key is used; remove the others.", indent: 0)
        }
        yaml.member("auth", .array(kept.map { $0.declaration(scopes: scopes($0)) }), indent: 0)
    }

    /// Returns the scopes that the file's operations need together.
    private func scopes(_ alternative: SecurityAlternative) -> [String] {
        var seen: Set<String> = []
        var scopes: [String] = []
        for operation in operations {
            for other in operation.security where other.withoutScopes == alternative {
                for case .clientCredentials(_, let needed) in other.members.map(\.member) {
                    for scope in needed where seen.insert(scope).inserted { scopes.append(scope) }
                }
            }
        }
        return Array(scopes.prefix(100))
    }
}

extension SecurityAlternative {
    /// The alternative with no scopes, by which operations are grouped.
    var withoutScopes: SecurityAlternative {
        SecurityAlternative(
            members: members.map { scheme, member in
                if case .clientCredentials(let token, _) = member {
                    (scheme, .clientCredentials(token: token, scopes: []))
                } else {
                    (scheme, member)
                }
            },
            remarks: remarks
        )
    }

    /// The entry of `auth`; several keys are parts of one secret.
    func declaration(scopes: [String]) -> JSONValue {
        var entry = JSONObject()
        for (scheme, member) in members {
            let key: JSONValue = .string(members.count == 1 ? "{key}" : "{key.\(OperationName.camelCase(scheme))}")
            switch member {
            case .bearer: entry["bearer"] = key
            case .header(let name): entry["header"] = Self.adding(name, key, to: entry["header"])
            case .query(let name): entry["query"] = Self.adding(name, key, to: entry["query"])
            case .cookie(let name): entry["cookie"] = Self.adding(name, key, to: entry["cookie"])
            case .basic: entry["basic"] = ["user": "{key.user}", "password": "{key.password}"]
            case .clientCredentials(let token, _):
                var grant = JSONObject([("token", .string(token))])
                if !scopes.isEmpty { grant["scope"] = .string(scopes.joined(separator: " ")) }
                entry["oauth2"] = .object(grant)
            }
        }
        return .object(entry)
    }

    private static func adding(_ name: String, _ key: JSONValue, to known: JSONValue?) -> JSONValue {
        var members = known?.objectValue ?? [:]
        members[name] = key
        return .object(members)
    }
}
