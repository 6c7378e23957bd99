import CModelTable
public import StreamingJSON

/// The table of models and servers: rows of facts by patterns of names.
///
/// A row applies to the names that one of its patterns matches; `*` in a pattern matches any text. The facts of a model are those of all
/// rows that match, where a row with a longer pattern replaces what rows with shorter ones say, and of two equally long ones the later row.
/// So a row for a family holds for names that do not exist yet.
public struct ModelTable: Sendable {
    /// A row.
    public struct Row: Sendable {
        /// The patterns, such as `openai:gpt-6*`.
        public var names: [String]
        /// The facts.
        public var facts: ModelFacts
        /// The row in the form of its file.
        public var json: JSONValue
    }

    /// A row of a server.
    public struct ServerRow: Sendable {
        /// The patterns of hosts, such as `*.api.openai.com`.
        public var hosts: [String]
        /// The facts.
        public var facts: ServerFacts
        /// The row in the form of its file.
        public var json: JSONValue
    }

    /// The day on which the facts were collected, as `YYYY-MM-DD`.
    public private(set) var asOf: String
    /// The facts that providers reported about their models, which win over those of the rows; `nil` for none.
    public var told: ToldFacts?
    /// The currency of the prices.
    public private(set) var currency: String
    /// The rows of models, in their order.
    public private(set) var rows: [Row]
    /// The rows of servers by patterns of hosts, in their order.
    public private(set) var servers: [ServerRow]
    /// Each pattern with the index of its row, the shortest first, equally long ones in the order of their rows.
    private var patterns: [(pattern: NamePattern, row: Int)]

    init(asOf: String, currency: String, rows: [Row], servers: [ServerRow]) {
        (self.asOf, self.currency, self.rows, self.servers) = (asOf, currency, rows, servers)
        patterns = rows.indices
            .flatMap { row in rows[row].names.map { (NamePattern($0), row) } }
            .sorted { ($0.pattern.literalCount, $0.row) < ($1.pattern.literalCount, $1.row) }
    }

    /// The table that is a part of the program.
    public static let builtIn: ModelTable = {
        let bytes = UnsafeBufferPointer(start: torii_model_table(), count: torii_model_table_size())
        do {
            return try ModelTable(parsing: Array(bytes))
        } catch {
            // A test reads the table, so a program with a faulty one is not released.
            preconditionFailure("models.json: \(error)")
        }
    }()

    /// Returns this table with the rows of another after its own, so that those apply first among equally long patterns.
    ///
    /// - Throws: ``ModelTableError`` if the prices of the two have different currencies.
    public func overlaid(by other: ModelTable) throws(ModelTableError) -> ModelTable {
        guard other.currency == currency else {
            throw ModelTableError(
                description: "The prices are in \(other.currency), those of the program in \(currency)."
            )
        }
        return ModelTable(
            asOf: max(asOf, other.asOf),
            currency: currency,
            rows: rows + other.rows,
            servers: servers + other.servers
        )
    }

    /// The table in the form of its file.
    public var json: JSONValue {
        [
            "as_of": .string(asOf), "currency": .string(currency), "models": .array(rows.map(\.json)),
            "servers": .array(servers.map(\.json)),
        ]
    }
}

// MARK: - Looking up

extension ModelTable {
    /// Returns the facts about a model: those of the rows, and over them those that the provider reported.
    ///
    /// - Parameters:
    ///   - provider: The provider's name in the table, such as `openai`.
    ///   - name: The model's name. A publisher before a slash, as gateways have it, does not count.
    public func facts(of provider: String, _ name: String) -> ModelFacts {
        let bare = Self.bare(name)
        let name = "\(provider):\(bare)"
        var facts = ModelFacts()
        for (pattern, row) in patterns where pattern.matches(name) { facts.overlay(rows[row].facts) }
        if let model = told?.model(bare, of: provider) { model.overlay(&facts) }
        return facts
    }

    /// Returns the facts about a model of a server that speaks OpenAI's interfaces.
    public func facts(ofModel name: String, at host: String) -> ModelFacts {
        facts(of: server(at: host).provider ?? "compatible", name)
    }

    /// Returns the facts about the server at a host; of a host without a row, none are known.
    ///
    /// - Parameter host: A host, with or without a port.
    public func server(at host: String) -> ServerFacts {
        let host = host.lowercased()
        let name = host.last == "]" ? host[...] : host.prefix { $0 != ":" }
        return servers.last { row in row.hosts.contains { NamePattern($0).matches(String(name)) } }?.facts
            ?? ServerFacts()
    }

    /// Returns a model's name without its publisher, in lower case.
    static func bare(_ name: String) -> String {
        (name.split(separator: "/").last.map(String.init) ?? name).lowercased()
    }
}

/// A pattern of names, in which each `*` matches any text.
struct NamePattern: Sendable {
    private let parts: [[UInt8]]
    /// The number of bytes that a name must have as they are.
    let literalCount: Int

    init(_ text: String) {
        parts = text.utf8.split(separator: UInt8(ascii: "*"), omittingEmptySubsequences: false).map(Array.init)
        literalCount = parts.reduce(0) { $0 + $1.count }
    }

    /// Whether the pattern matches a whole name.
    ///
    /// The first place of each part is sufficient, because only the last part is bound to the end; so nothing is tried twice.
    func matches(_ name: String) -> Bool {
        var rest = Array(name.utf8)[...]
        guard rest.starts(with: parts[0]) else { return false }
        guard parts.count > 1 else { return rest.count == parts[0].count }
        rest = rest.dropFirst(parts[0].count)
        for part in parts[1..<(parts.count - 1)] where !part.isEmpty {
            guard let place = rest.firstRange(of: part) else { return false }
            rest = rest[place.upperBound...]
        }
        let last = parts[parts.count - 1]
        return rest.count >= last.count && rest.suffix(last.count).elementsEqual(last)
    }
}
