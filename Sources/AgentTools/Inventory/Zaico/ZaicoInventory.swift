public import Foundation
public import KeyVault
public import Storage
import StreamingJSON
public import Transport

/// The inventory of a ZAICO account.
///
/// ZAICO's filters are exact and know no dates, so lists are read whole, within bounds, and filtered here. Answers to changes are made
/// from what was sent: once ZAICO has accepted a change, nothing can fail any more.
public struct ZaicoInventory: InventoryService {
    /// Where ZAICO's interface is.
    public static let defaultBaseURL = "https://web.zaico.co.jp"

    private let client: ZaicoClient
    private let maximumPages: Int

    /// Makes an inventory.
    /// - Parameters:
    ///   - http: The client that sends the calls.
    ///   - baseURL: Where ZAICO's interface is.
    ///   - maximumPages: How many pages of a list are read at most; a full page holds 1000 items.
    ///   - lease: Lends the API token for one call; nil when there is none.
    public init(
        http: HTTPClient,
        baseURL: String = ZaicoInventory.defaultBaseURL,
        maximumPages: Int = 20,
        lease: @escaping KeySource
    ) {
        self.client = ZaicoClient(http: http, baseURL: baseURL, lease: lease)
        self.maximumPages = maximumPages
    }

    /// The items that the filter lets through, by ascending id.
    public func items(matching filter: InventoryFilter) async throws(InventoryError) -> InventoryList {
        // By id, for an item that changes while pages are read may come twice.
        var found: [Int: InventoryItemRecord] = [:]
        var page = 1
        var hasNext = true
        while hasNext, page <= maximumPages {
            let answer = try await client.call(.get, query: page == 1 ? [] : [("page", String(page))])
            guard let items = answer.json.arrayValue else { throw Self.incomprehensible }
            for item in items {
                guard let record = InventoryItemRecord(zaico: item) else { throw Self.incomprehensible }
                if filter.matches(title: record.title, updatedAt: record.updatedAt) { found[record.id] = record }
            }
            hasNext = !items.isEmpty && answer.headers.announceNextPage
            page += 1
        }
        let sorted = found.values.sorted { $0.id < $1.id }
        let limit = max(0, filter.limit)
        return InventoryList(items: Array(sorted.prefix(limit)), isComplete: !hasNext && sorted.count <= limit)
    }

    /// One item.
    public func item(_ id: Int) async throws(InventoryError) -> InventoryItemRecord {
        let answer = try await client.call(.get, item: id)
        guard let record = InventoryItemRecord(zaico: answer.json) else { throw Self.incomprehensible }
        return record
    }

    /// Makes an item and gives it back with its number.
    public func create(_ draft: InventoryItemDraft, at time: Date) async throws(InventoryError) -> InventoryItemRecord {
        let fields = InventoryItemChange(draft)
        let answer = try await client.call(.post, body: fields.zaicoFields)
        guard let id = answer.json["data_id"]?.intValue else {
            throw InventoryError(.incomprehensible, of: ZaicoClient.service, mayHaveChanged: true)
        }
        let bare = InventoryItemRecord(id: id, title: draft.title, createdAt: time, updatedAt: time)
        return fields.applied(to: bare, at: time)
    }

    /// Changes the fields that are not nil and gives the item back as it is now.
    public func update(
        _ id: Int,
        _ change: InventoryItemChange,
        at time: Date
    ) async throws(InventoryError) -> InventoryItemRecord {
        let item = try await item(id)
        _ = try await client.call(.put, item: id, body: change.zaicoFields)
        return change.applied(to: item, at: time)
    }

    /// Deletes an item and gives it back as it was.
    public func delete(_ id: Int) async throws(InventoryError) -> InventoryItemRecord {
        let item = try await item(id)
        _ = try await client.call(.delete, item: id)
        return item
    }

    private static var incomprehensible: InventoryError { InventoryError(.incomprehensible, of: ZaicoClient.service) }
}

extension HTTPHeaders {
    /// Whether a `Link` header names a next page.
    ///
    /// Its URL is not used: it need not repeat the query.
    fileprivate var announceNextPage: Bool {
        values(of: "Link").contains { $0.contains(#"rel="next""#) || $0.contains("rel=next") }
    }
}
