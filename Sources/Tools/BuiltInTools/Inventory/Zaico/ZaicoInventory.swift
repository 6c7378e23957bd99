public import Foundation
public import KeyLeasing
public import ToolRecords
import StreamingJSON
public import Transport

/// The inventory of a ZAICO account.
///
/// ZAICO filters by exact category, place and code, and by the whole title; other filters are applied here, on at most
/// `maximumPages` pages. Once ZAICO has accepted a change, the call cannot fail: if the item cannot be read again, the answer is built
/// from the data sent.
///
/// ZAICO has no conditional write. The version is compared with the item just before the change, so a change that somebody else makes
/// in between is overwritten. ZAICO's times are in whole seconds.
public struct ZaicoInventory: InventoryService {
    /// The address of ZAICO's API.
    public static let defaultBaseURL = "https://web.zaico.co.jp"

    let client: ZaicoClient
    let maximumPages: Int

    /// Makes an inventory.
    /// - Parameters:
    ///   - http: The client that sends the calls.
    ///   - baseURL: The address of ZAICO's API.
    ///   - maximumPages: The number of pages that are read for one list at most; a full page has 1000 items.
    ///   - lease: Lends the API token for one call; nil if there is none.
    public init(
        http: HTTPClient,
        baseURL: String = ZaicoInventory.defaultBaseURL,
        maximumPages: Int = 20,
        lease: @escaping KeySource
    ) {
        self.client = ZaicoClient(http: http, baseURL: baseURL, lease: lease)
        self.maximumPages = maximumPages
    }

    /// Returns one item.
    public func item(_ id: Int) async throws(InventoryError) -> InventoryItemRecord {
        let answer = try await client.call(.get, item: id)
        guard let record = InventoryItemRecord(zaico: answer.json) else { throw Self.incomprehensible }
        return record
    }

    /// Creates an item and returns it with its id.
    public func create(_ draft: InventoryItemDraft, at time: Date) async throws(InventoryError) -> InventoryItemRecord {
        let fields = InventoryItemChange(draft)
        let answer = try await client.call(.post, body: fields.zaicoFields)
        guard let id = answer.json["data_id"]?.intValue else {
            throw InventoryError(.incomprehensible, of: ZaicoClient.service, mayHaveChanged: true)
        }
        let bare = InventoryItemRecord(id: id, title: draft.title, createdAt: time, updatedAt: time)
        return await asStored(fields.applied(to: bare))
    }

    /// Changes an item and returns its new state.
    public func update(
        _ id: Int,
        _ change: InventoryItemChange,
        ifUpdatedAt version: Date?,
        at time: Date
    ) async throws(InventoryError) -> InventoryItemRecord {
        let item = try await item(id, ifUpdatedAt: version)
        _ = try await client.call(.put, item: id, body: change.zaicoFields)
        var changed = change.applied(to: item)
        changed.updatedAt = time
        return await asStored(changed)
    }

    /// Deletes an item and returns its last state.
    public func delete(_ id: Int, ifUpdatedAt version: Date?) async throws(InventoryError) -> InventoryItemRecord {
        let item = try await item(id, ifUpdatedAt: version)
        _ = try await client.call(.delete, item: id)
        return item
    }

    private func item(_ id: Int, ifUpdatedAt version: Date?) async throws(InventoryError) -> InventoryItemRecord {
        let item = try await item(id)
        guard version == nil || version == item.updatedAt else {
            throw InventoryError(.changedMeanwhile(item), of: ZaicoClient.service)
        }
        return item
    }

    /// Returns the item as ZAICO has it now, with ZAICO's time of the change; the data sent if it cannot be read.
    private func asStored(_ sent: InventoryItemRecord) async -> InventoryItemRecord {
        (try? await item(sent.id)) ?? sent
    }

    static var incomprehensible: InventoryError { InventoryError(.incomprehensible, of: ZaicoClient.service) }
}
