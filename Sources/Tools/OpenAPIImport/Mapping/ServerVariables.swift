import StreamingJSON
import YAMLReading

/// The variables of all servers of a document, with the values that they may have.
struct ServerVariables {
    /// The values by name; `nil` for any value.
    private var values: [String: [String]?] = [:]

    private static let mostServers = 1_000

    init(_ documents: DocumentSet) {
        let document = documents.document
        var lists = [document["servers"]]
        for (_, item) in document["paths"]?.members ?? [] {
            guard lists.count < Self.mostServers, let item = try? documents.followed(item) else { break }
            lists.append(item["servers"])
            lists += OpenAPIImport.operations(of: item).map { $0.operation["servers"] }
        }
        for server in lists.compactMap(\.self).flatMap({ $0.elements.prefix(100) }).prefix(Self.mostServers) {
            let declared = server.value["variables"]?.objectValue ?? [:]
            for (name, variable) in declared { add(name, variable["enum"]) }
            for part in (server.value["url"]?.stringValue ?? "").prefix(2_048).split(separator: "{").dropFirst() {
                let name = String(part.prefix { $0 != "}" })
                if declared[name] == nil { add(name, nil) }
            }
        }
    }

    private mutating func add(_ name: String, _ choices: JSONValue?) {
        let choices = choices?.arrayValue?.compactMap { $0.stringValue ?? $0.intValue.map(String.init) }
        guard let known = values[name] else {
            values[name] = .some(choices)
            return
        }
        // A value that one of the servers permits is permitted.
        if let known, let choices { values[name] = .some(known + choices) } else { values[name] = .some(nil) }
    }

    /// Returns why values of variables cannot be used; `nil` if they can.
    func fault(of chosen: [String: String]) -> String? {
        for (name, value) in chosen.sorted(by: { $0.key < $1.key }) {
            guard let choices = values[name] else {
                let hint = name.nearest(among: values.keys.sorted()).map { " Did you mean \($0)?" }
                let all = values.keys.sorted().prefix(8).joined(separator: ", ")
                return "The document's servers have no variable '\(name.cut(to: 60))'."
                    + (hint ?? (all.isEmpty ? " They have none." : " Their variables are \(all)."))
            }
            guard let choices, !choices.contains(value) else { continue }
            let hint = value.nearest(among: choices).map { " Did you mean \($0)?" }
            return "The server variable \(name) cannot be '\(value.cut(to: 60))'."
                + (hint ?? " It can be \(choices.prefix(12).joined(separator: ", ")).")
        }
        return nil
    }
}
