import AgentTools
import BuiltInTools
import Foundation
import LanguageModels
public import Phrasebook
import Storage
import StorageSQLite
import StreamingJSON

/// The data for the sentences, and the clock.
public struct EvaluationWorlds: Sendable {
    private let json: JSONValue
    private let store: any Store

    /// Reads the worlds' file.
    ///
    /// - Throws: An error if the text is no JSON.
    public init(_ text: String) throws {
        json = try JSONValue(parsing: text)
        store = try SQLiteStore(path: nil)
    }

    /// Returns the metadata of a message in a language.
    func metadata(language: String) -> [String: any ConvertibleToGeneratedContent] {
        [
            "now": json["now"]?.stringValue ?? "", "time_zone": json["zone"]?.stringValue ?? "", "locale": language,
            "client": "evaluation",
        ]
    }

    /// Returns the canonical text of an argument's value: values that mean the same to the tool have the same text.
    func canonical(_ text: String, of argument: String) -> String {
        json["same"]?[argument]?[text]?.stringValue ?? text
    }

    /// Returns the tools of a world, each with separate data.
    ///
    /// - Throws: ``EvaluationFault`` when there is no such world.
    func tools(of name: String) throws -> ToolRegistry {
        guard let world = json["worlds"]?[name] else { throw EvaluationFault("There is no world “\(name)”.") }
        func part(_ kind: String, _ list: String) -> JSONValue {
            world[kind]?.stringValue.flatMap { json[list]?[$0] } ?? .array([])
        }
        let inventory = WorldInventory(try items(part("inventory", "inventories").arrayValue ?? []))
        let hits = (json["search"]?.arrayValue ?? []).map {
            SearchHit(title: $0["title"]?.stringValue ?? "", content: "", url: $0["url"]?.stringValue ?? "")
        }
        let pages = (json["pages"]?.arrayValue ?? []).map {
            PlayedPages.Page(
                url: $0["url"]?.stringValue ?? "",
                title: $0["title"]?.stringValue ?? "",
                parts: $0["parts"]?.intValue ?? 1
            )
        }
        return ToolRegistry([
            SearchWeb(upstreams: [PlayedSearch(hits: hits)]), PlayedPages(pages: pages), PlayedWeather(),
            GetInventoryList(inventory: inventory), GetInventory(inventory: inventory),
            CreateInventory(inventory: inventory), UpdateInventory(inventory: inventory),
            DeleteInventory(inventory: inventory),
            DeviceTool(base: FindContacts(account: nil), data: ["contacts": part("contacts", "contacts")]),
            DeviceTool(base: GetCalendarEvents(account: nil), data: ["events": part("events", "events")]),
            DeviceTool(base: FetchHealthData(store: store), data: ["samples": part("health", "health")]),
        ])
    }

    /// Returns the phrases of all tools.
    ///
    /// - Throws: ``EvaluationFault`` when there is no world “empty”.
    public func phrases() throws -> [ToolPhrases] { try tools(of: "empty").phrases }

    private func items(_ entries: [JSONValue]) throws -> [InventoryItemRecord] {
        try entries.flatMap { entry -> [InventoryItemRecord] in
            guard let title = entry["title"]?.stringValue,
                let time = entry["updatedAt"]?.stringValue.flatMap({ try? Date($0, strategy: .iso8601) })
            else { throw EvaluationFault("An item lacks its title or its time.") }
            let ids = entry["count"]?.intValue.map { Array(1...$0) } ?? [entry["id"]?.intValue ?? 0]
            return ids.map { id in
                InventoryItemRecord(
                    id: id,
                    title: title.replacing("{id}", with: String(id)),
                    quantity: entry["quantity"]?.doubleValue,
                    unit: entry["unit"]?.stringValue,
                    category: entry["category"]?.stringValue,
                    place: entry["place"]?.stringValue,
                    state: entry["state"]?.stringValue,
                    code: entry["code"]?.stringValue,
                    note: entry["note"]?.stringValue,
                    createdAt: time,
                    updatedAt: time
                )
            }
        }
    }
}
