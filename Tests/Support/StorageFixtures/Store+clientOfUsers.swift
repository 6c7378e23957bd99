public import Foundation
public import Storage

extension Store {
    /// Adds the client of a user, without which the user cannot be created, unless it is there.
    public func addClient(ofUser owner: Owner, at time: Date) async {
        let record = ClientRecord(
            id: owner.client,
            name: "name of \(owner.client)",
            scopes: "chat",
            createdAt: time,
            changedAt: time
        )
        _ = try? await addClient(record, audit: .none)
    }
}
