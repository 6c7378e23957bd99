import CalendarDays
import StreamingJSON

/// The reason why a file of models cannot be read, with the row's place in the file.
public struct ModelTableError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A sentence for a person.
    public var description: String
}

extension ModelTable {
    /// The largest file, in bytes.
    public static let maximumBytes = 1 << 20
    private static let maximumRows = 5000
    private static let longestText = 200

    /// Reads a table.
    ///
    /// - Throws: ``ModelTableError``, which names the row and the member.
    public init(parsing bytes: [UInt8]) throws(ModelTableError) {
        guard bytes.count <= Self.maximumBytes else {
            throw ModelTableError(description: "The file has more than \(Self.maximumBytes) bytes.")
        }
        let json: JSONValue
        do { json = try JSONValue(parsing: bytes) } catch {
            throw ModelTableError(description: "The file is not JSON: \(error)")
        }
        var top = try Members(json, at: "the file")
        let asOf = try top.day("as_of") ?? "0001-01-01"
        let currency = try top.text("currency") ?? "USD"
        var rows: [Row] = []
        for (index, row) in try top.list("models").enumerated() {
            var members = try Members(row, at: "models[\(index)]")
            let names = try members.texts("names") ?? []
            guard !names.isEmpty, names.allSatisfy({ $0.contains(":") }) else {
                throw members.fault("names", "must be patterns such as 'openai:gpt-6*'")
            }
            rows.append(Row(names: names, facts: try ModelFacts(&members), json: row))
        }
        var servers: [ServerRow] = []
        for (index, row) in try top.list("servers").enumerated() {
            var members = try Members(row, at: "servers[\(index)]")
            let hosts = try members.texts("hosts") ?? []
            guard !hosts.isEmpty else { throw members.fault("hosts", "must be hosts such as 'api.example.com'") }
            servers.append(ServerRow(hosts: hosts.map { $0.lowercased() }, facts: try ServerFacts(&members), json: row))
        }
        try top.finish()
        self.init(asOf: asOf, currency: currency, rows: rows, servers: servers)
    }

    /// The members of one object, each of which must be read.
    fileprivate struct Members {
        private let place: String
        private var members: [String: JSONValue] = [:]

        init(_ json: JSONValue, at place: String) throws(ModelTableError) {
            self.place = place
            guard let object = json.objectValue else {
                throw ModelTableError(description: "\(place) is not an object.")
            }
            for (name, value) in object where !value.isNull { members[name] = value }
        }

        func fault(_ name: String, _ what: String) -> ModelTableError {
            ModelTableError(description: "\(place).\(name) \(what).")
        }

        mutating func text(_ name: String) throws(ModelTableError) -> String? {
            guard let value = members.removeValue(forKey: name) else { return nil }
            guard let text = value.stringValue, text.utf8.count <= longestText else {
                throw fault(name, "must be a text of at most \(longestText) bytes")
            }
            return text
        }

        mutating func texts(_ name: String) throws(ModelTableError) -> [String]? {
            guard let value = members.removeValue(forKey: name) else { return nil }
            let texts = value.arrayValue?.compactMap(\.stringValue) ?? []
            guard let all = value.arrayValue, all.count == texts.count, all.count <= 200,
                texts.allSatisfy({ (1...longestText).contains($0.utf8.count) })
            else { throw fault(name, "must be a list of texts of at most \(longestText) bytes") }
            return texts
        }

        mutating func word<Word: RawRepresentable<String> & CaseIterable>(
            _ name: String
        ) throws(ModelTableError) -> Word? {
            guard let text = try text(name) else { return nil }
            guard let word = Word(rawValue: text) else {
                let words = Word.allCases.map(\.rawValue).joined(separator: ", ")
                throw fault(name, "must be one of \(words)")
            }
            return word
        }

        mutating func count(_ name: String) throws(ModelTableError) -> Int? {
            guard let value = members.removeValue(forKey: name) else { return nil }
            guard let count = value.intValue, (0...1_000_000_000).contains(count) else {
                throw fault(name, "must be a number from 0 to 1000000000")
            }
            return count
        }

        mutating func flag(_ name: String) throws(ModelTableError) -> Bool? {
            guard let value = members.removeValue(forKey: name) else { return nil }
            guard let flag = value.boolValue else { throw fault(name, "must be true or false") }
            return flag
        }

        mutating func day(_ name: String) throws(ModelTableError) -> String? {
            guard let text = try text(name) else { return nil }
            guard CalendarDay(text) != nil else { throw fault(name, "must be a day such as 2026-12-31") }
            return text
        }

        /// Reads an amount of money as millionths of its unit.
        mutating func amount(_ name: String) throws(ModelTableError) -> Int? {
            guard let value = members.removeValue(forKey: name) else { return nil }
            let micros = (value.doubleValue ?? -1) * 1_000_000
            guard (0...1e12).contains(micros), abs(micros - micros.rounded()) < 0.001 else {
                throw fault(name, "must be an amount from 0 to 1000000 with at most six decimal places")
            }
            return Int(micros.rounded())
        }

        mutating func list(_ name: String) throws(ModelTableError) -> [JSONValue] {
            guard let value = members.removeValue(forKey: name) else { return [] }
            guard let list = value.arrayValue, list.count <= maximumRows else {
                throw fault(name, "must be a list of at most \(maximumRows) rows")
            }
            return list
        }

        mutating func has(_ name: String) -> Bool { members[name] != nil }

        mutating func object(_ name: String) throws(ModelTableError) -> Members? {
            guard let value = members.removeValue(forKey: name) else { return nil }
            return try Members(value, at: "\(place).\(name)")
        }

        func nested(_ json: JSONValue, _ name: String) throws(ModelTableError) -> Members {
            try Members(json, at: "\(place).\(name)")
        }

        /// Refuses members that were not read.
        func finish() throws(ModelTableError) {
            guard let name = members.keys.min() else { return }
            throw fault(name, "is not known")
        }
    }
}

extension ModelFacts {
    fileprivate init(_ members: inout ModelTable.Members) throws(ModelTableError) {
        self.init()
        window = try members.count("window")
        output = try members.count("output")
        interface = try members.word("interface")
        efforts = try members.texts("efforts")
        defaultEffort = try members.text("default_effort")
        sampling = try members.word("sampling")
        stop = try members.count("stop")
        thinking = try members.texts("thinking")
        thinksByDefault = try members.flag("thinks_by_default")
        let limits = try members.list("budget").map(\.intValue)
        if !limits.isEmpty {
            guard limits.count == 2, let low = limits[0], let high = limits[1], 0 <= low, low <= high, high <= 1 << 30
            else { throw members.fault("budget", "must be the smallest and the largest number") }
            budget = low...high
        }
        forcesCalls = try members.flag("forces_calls")
        schemas = try members.flag("schemas")
        schemasBesideTools = try members.flag("schemas_beside_tools")
        checksSignatures = try members.flag("checks_signatures")
        bindsThoughts = try members.flag("binds_thoughts")
        midConversationSystem = try members.flag("mid_conversation_system")
        vision = try members.flag("vision")
        documents = try members.flag("documents")
        cache = try members.word("cache")
        cacheMinimum = try members.count("cache_minimum")
        if members.has("prices") {
            prices = try members.list("prices").enumerated().map { index, json throws(ModelTableError) in
                var price = try members.nested(json, "prices[\(index)]")
                return try DatedPrice(&price)
            }
            .sorted { ($0.from ?? "") < ($1.from ?? "") }
        }
        ends = try members.day("ends")
        retired = try members.flag("retired")
        replacement = try members.text("replacement")
        source = try members.text("source")
        try members.finish()
    }
}

extension DatedPrice {
    fileprivate init(_ members: inout ModelTable.Members) throws(ModelTableError) {
        let from = try members.day("from")
        var step: Step?
        if var above = try members.object("above") {
            guard let tokens = try above.count("tokens") else { throw above.fault("tokens", "is missing") }
            step = Step(tokens: tokens, rates: try Rates(&above))
        }
        self.init(from: from, rates: try Rates(&members), above: step)
    }
}

extension DatedPrice.Rates {
    fileprivate init(_ members: inout ModelTable.Members) throws(ModelTableError) {
        guard let input = try members.amount("input"), let output = try members.amount("output") else {
            throw members.fault("input", "and output are both necessary")
        }
        self.init(
            input: input,
            cached: try members.amount("cached"),
            write: try members.amount("write"),
            writeLong: try members.amount("write_long"),
            output: output
        )
        try members.finish()
    }
}

extension ServerFacts {
    fileprivate init(_ members: inout ModelTable.Members) throws(ModelTableError) {
        self.init()
        provider = try members.text("provider")
        interface = try members.word("interface")
        asksForUsage = try members.flag("asks_for_usage")
        allowsTopK = try members.flag("allows_top_k")
        seedName = try members.text("seed_name")
        callIDLength = try members.count("call_id_length")
        thoughts = try members.text("thoughts")
        demandsThoughts = try members.flag("demands_thoughts")
        efforts = try members.texts("efforts")
        stop = try members.count("stop")
        source = try members.text("source")
        try members.finish()
    }
}
