extension Dictionary where Key == Owner {
    /// Returns the owner with the most of something, among the owners of the client that has the most; `nil` if there is none.
    ///
    /// An owner loses nothing to the many users of another client, of which each has little.
    ///
    /// - Parameter amount: Returns the amount in the value of an owner.
    package func largestOwner(by amount: (Value) -> Int) -> Owner? {
        var clients: [String: Int] = [:]
        for (owner, value) in self { clients[owner.client, default: 0] += amount(value) }
        guard let client = clients.max(by: { $0.value < $1.value })?.key else { return nil }
        return self.lazy.filter { $0.key.client == client }.max { amount($0.value) < amount($1.value) }?.key
    }
}
