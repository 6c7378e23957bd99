import CalendarDays
@testable import AgentTools
@testable import BuiltInTools
@testable import Phrasebook

/// The real declarations, read on Saturday 2026-11-21, as the tables assume.
enum PhraseReading {
    static let tools: [ToolPhrases] = [
        .searchWeb, .readWebPage, .getCurrentWeather, .getInventoryList, .getInventory, .createInventory,
        .updateInventory, .deleteInventory, .findContacts, .getCalendarEvents, .fetchHealthData,
    ]

    static let today = CalendarDay(number: 20_778)

    static let phrases = Result { try CompiledPhrases(tools) }

    static func understanding(of messages: [String], without disabled: Set<String> = []) throws -> Understanding {
        try understanding(of: messages.map { Turn(prompt: $0) }, without: disabled)
    }

    static func understanding(of turns: [Turn], without disabled: Set<String> = []) throws -> Understanding {
        Planner(phrases: try phrases.get(), today: today, language: nil) { !disabled.contains($0.tool) }
            .understanding(of: turns)
    }

    /// Returns the calls as lines such as `deleteInventory {"id":3}`.
    static func calls(for message: String) throws -> [String] { try calls(forConversation: [message]) }

    /// Returns the calls for a message, without those on an item that needs a lookup or a question first.
    static func certainCalls(for message: String) throws -> [String] {
        try calls(for: message).filter { call in
            let isOnItem = ["updateInventory", "deleteInventory", "getInventory "].contains { call.hasPrefix($0) }
            return !isOnItem || call.contains(/"id":\d/)
        }
    }

    /// Returns the calls for the last of some messages.
    static func calls(forConversation messages: [String]) throws -> [String] {
        try understanding(of: messages).calls.map { "\($0.call.tool) \($0.call.json)" }
    }
}
