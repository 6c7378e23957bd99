public import Foundation
public import KeyVault
public import Storage
import StreamingJSON
public import Transport

/// The inventory of a ZAICO account.
///
/// ZAICO filters by category, place and code as they are written, and by the whole title; everything else is filtered here, on
/// at most `maximumPages` pages. Once ZAICO has accepted a change, nothing can fail any more: if the item cannot be read again, the
/// answer is made from what was sent.
///
/// ZAICO has no conditional write. A version is compared with the item just before the change, so a change by somebody else in
/// between is overwritten. Its times are whole seconds.
public struct ZaicoInventory: InventoryService {
    /// Where ZAICO's interface is.
    public static let defaultBaseURL = "https://web.zaico.co.jp"

    let client: ZaicoClient
    let maximumPages: Int

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
        return await asStored(fields.applied(to: bare))
    }

    /// Changes an item and gives it back as it is now.
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

    /// Deletes an item and gives it back as it was.
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

    /// The item as ZAICO has it now, with its own time of the change; what was sent when that cannot be had.
    private func asStored(_ sent: InventoryItemRecord) async -> InventoryItemRecord {
        (try? await item(sent.id)) ?? sent
    }

    static var incomprehensible: InventoryError { InventoryError(.incomprehensible, of: ZaicoClient.service) }
}
