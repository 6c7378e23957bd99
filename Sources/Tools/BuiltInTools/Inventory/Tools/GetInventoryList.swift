import AgentTools
import CalendarDays
import Foundation
public import LanguageModels
import ToolRecords
public import ToolPhrases

/// Lists inventory items, filtered by their fields and by the days on which they were updated.
public struct GetInventoryList: InventoryTool {
    /// The number of items in one answer at most; the answer states that there are more.
    private static let limit = 100

    /// The filters; without any, all items are listed.
    @Generable public struct Arguments: Sendable {
        /// A part of the title.
        @Guide(description: "Part of the item's title, in any case.")
        public var title: String?

        /// The category.
        @Guide(description: "The whole category, in any case.")
        public var category: String?

        /// The place.
        @Guide(description: "The whole place where the item is kept, in any case.")
        public var place: String?

        /// The state.
        @Guide(description: "The whole state, in any case.")
        public var state: String?

        /// The code.
        @Guide(description: "The whole bar code or other code.")
        public var code: String?

        /// The first day of the last update.
        @Guide(description: "First local day of the last update, inclusive, as YYYY-MM-DD.")
        public var updatedAfter: String?

        /// The last day of the last update.
        @Guide(description: "Last local day of the last update, inclusive, as YYYY-MM-DD.")
        public var updatedBefore: String?

        /// The last id of the previous part of a longer list.
        @Guide(description: "Only items with a greater ID: the last ID of a list that said there are more.")
        public var after: Int?
    }

    /// `getInventoryList`.
    public let name = "getInventoryList"
    /// The name for people.
    public var titles: [PhraseLanguage: String] { [.english: "Inventory", .japanese: "在庫一覧"] }

    /// The description for the model.
    public let description = """
        Lists inventory (stock) items by ascending ID. Filters: part of the title; category, place, state, code; and the days \
        between which the item was last updated.
        """

    private let inventory: any InventoryService

    /// `inventory.items`.
    public var artifactTypes: [String] { ["inventory.items"] }

    /// Makes the tool for an inventory.
    public init(inventory: any InventoryService) {
        self.inventory = inventory
    }

    /// Returns the items, one a line.
    @concurrent public func call(arguments: Arguments) async throws -> String {
        let caller = Caller.current
        let from = try Self.day(arguments.updatedAfter, named: "updatedAfter", for: caller)
        let through = try Self.day(arguments.updatedBefore, named: "updatedBefore", for: caller)
        if let from, let through, from > through {
            throw ToolFailure(
                caller.text(
                    "updatedAfter (\(from)) is later than updatedBefore (\(through)). Use the earlier day as updatedAfter.",
                    "updatedAfter（\(from)）が updatedBefore（\(through)）より後になっています。早い方の日付を updatedAfter に指定してください。"
                )
            )
        }
        let filter = InventoryFilter(
            title: arguments.title?.storable.nonBlank,
            category: arguments.category?.storable.nonBlank,
            place: arguments.place?.storable.nonBlank,
            state: arguments.state?.storable.nonBlank,
            code: arguments.code?.storable.nonBlank,
            updatedFrom: from?.start(in: caller.timeZone),
            updatedBefore: through?.end(in: caller.timeZone),
            after: arguments.after,
            limit: Self.limit
        )
        let list = try await caller.call(inventory) { (inventory: any InventoryService) async throws(InventoryError) in
            try await inventory.items(matching: filter)
        }
        list.items.attach()
        return list.text(for: caller)
    }

    private static func day(
        _ text: String?,
        named name: String,
        for caller: Caller
    ) throws(ToolFailure) -> CalendarDay? {
        guard let text = text?.nonBlank else { return nil }
        guard let day = CalendarDay(text) else {
            throw ToolFailure(
                caller.text(
                    "\(name) is not a day: “\(text.cut(to: 40))”. Write it as YYYY-MM-DD, such as 2026-11-20.",
                    "\(name) が日付ではありません:「\(text.cut(to: 40))」。2026-11-20 のように YYYY-MM-DD で指定してください。"
                )
            )
        }
        return day
    }
}
