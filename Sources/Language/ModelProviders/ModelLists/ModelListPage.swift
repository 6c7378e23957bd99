import CalendarDays
import FoundationEssentials
import ModelTable
import StreamingJSON

/// A page of a provider's list of its models, reduced to the facts that the table has.
///
/// Nothing of the provider's text is kept but names of models, days, numbers, and words that are known here.
struct ModelListPage: Equatable {
    /// A provider's form of the list.
    enum Form: Sendable, CaseIterable {
        case openAI, anthropic, gemini
    }

    /// The statements about the models.
    var models: [ToldModel]
    /// The text with which the next page is requested; `nil` after the last page.
    var next: String?

    /// The largest page, in bytes.
    static let maximumBytes = 4 << 20
    private static let maximumModels = 2000
    private static let longestName = 200

    /// Reads a page; `nil` for bytes that are no list of models.
    init?(_ form: Form, _ bytes: [UInt8]) {
        guard bytes.count <= Self.maximumBytes, let json = try? JSONValue(parsing: bytes),
            let items = (form == .gemini ? json["models"] : json["data"])?.arrayValue,
            // A part of a list would claim that the other models do not exist.
            items.count <= Self.maximumModels
        else { return nil }
        models = items.compactMap { item in
            switch form {
            case .openAI: Self.openAI(item)
            case .anthropic: Self.anthropic(item)
            case .gemini: Self.gemini(item)
            }
        }
        next =
            switch form {
            case .openAI: nil
            case .anthropic: json["has_more"]?.boolValue == true ? json["last_id"]?.stringValue : nil
            case .gemini: json["nextPageToken"]?.stringValue
            }
        // A longer text would not be a name or a token, and is not sent back.
        if let text = next, !(1...4096).contains(text.utf8.count) { next = nil }
    }

    /// OpenAI reports only the day on which a model is shut down; `null` says that none is planned.
    private static func openAI(_ item: JSONValue) -> ToldModel? {
        guard let name = name(item["id"]) else { return nil }
        var facts = ModelFacts()
        facts.ends = day(item["shutdown_date"])
        return ToldModel(name, facts, hasNoEnd: item["shutdown_date"]?.isNull == true)
    }

    private static func anthropic(_ item: JSONValue) -> ToldModel? {
        guard let name = name(item["id"]) else { return nil }
        var facts = ModelFacts()
        facts.window = count(item["max_input_tokens"])
        facts.output = count(item["max_tokens"])
        if let abilities = item["capabilities"], abilities.objectValue != nil {
            facts.vision = isSupported(abilities["image_input"])
            facts.documents = isSupported(abilities["pdf_input"])
            facts.schemas = isSupported(abilities["structured_outputs"])
            facts.thinking = words(["adaptive", "enabled", "disabled", "between_tools"], of: abilities["thinking"]) {
                $0["types"]
            }
            facts.efforts = words(ModelFacts.efforts, of: abilities["effort"]) { $0 }
        }
        // A model is retired when its stage says so. A past day of a deprecated one means that the retirement is overdue.
        let stage = item["lifecycle"]?.stringValue
        if stage == "deprecated" || stage == "retired" { facts.ends = day(item["retires_at"]) }
        if stage == "deprecated" { facts.retired = false }
        if stage == "retired" { facts.retired = true }
        return ToldModel(name, facts, hasNoEnd: stage == "active")
    }

    private static func gemini(_ item: JSONValue) -> ToldModel? {
        guard let name = name(item["name"]) else { return nil }
        var facts = ModelFacts()
        facts.window = count(item["inputTokenLimit"])
        facts.output = count(item["outputTokenLimit"])
        return ToldModel(name, facts)
    }
}

// MARK: - Values from outside

extension ModelListPage {
    /// Returns a model's name, without the kind of its resource.
    private static func name(_ json: JSONValue?) -> String? {
        guard let text = json?.stringValue, (1...longestName).contains(text.utf8.count),
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { return nil }
        return text.hasPrefix("models/") ? String(text.dropFirst(7)) : text
    }

    /// Returns the day of a date, with or without a time.
    private static func day(_ json: JSONValue?) -> String? {
        guard let text = json?.stringValue, text.utf8.count <= 40 else { return nil }
        let day = String(text.prefix(10))
        return CalendarDay(day) == nil ? nil : day
    }

    private static func count(_ json: JSONValue?) -> Int? {
        json?.intValue.flatMap { (1...1_000_000_000).contains($0) ? $0 : nil }
    }

    private static func isSupported(_ json: JSONValue?) -> Bool? { json?["supported"]?.boolValue }

    /// Returns the known words that a capability supports; none if it is not supported at all, and `nil` if the provider does not say.
    private static func words(
        _ known: [String],
        of capability: JSONValue?,
        in members: (JSONValue) -> JSONValue?
    ) -> [String]? {
        guard let capability, let isSupported = isSupported(capability) else { return nil }
        guard isSupported else { return [] }
        guard let members = members(capability), members.objectValue != nil else { return nil }
        return known.filter { Self.isSupported(members[$0]) == true }
    }
}

extension [ToldModel] {
    /// The list with a statement for each name without a day, such as `claude-opus-5-5` for `claude-opus-5-5-20260922`, which
    /// Anthropic accepts and does not list.
    ///
    /// Of several days the newest counts.
    var withUndatedNames: [ToldModel] {
        var known = Set(map(\.name))
        let dated = sorted { $0.name > $1.name }.compactMap { model -> ToldModel? in
            guard let match = model.name.wholeMatch(of: /(.+)-20[0-9]{6}/) else { return nil }
            var undated = model
            undated.name = String(match.1)
            return known.insert(undated.name).inserted ? undated : nil
        }
        return self + dated
    }
}
