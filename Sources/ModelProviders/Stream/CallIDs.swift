/// Gives each call of an answer an id of its own, the provider's where that is one.
struct CallIDs {
    /// What ids are made from when the provider gives none.
    let fallbackID: String
    private var given: Set<String> = []

    /// - Parameter fallbackID: Of a UUID the first half is enough: whole, the ids would be longer than the 40 characters that
    ///   other providers take when the conversation goes on there.
    init(fallbackID: String) { self.fallbackID = String(fallbackID.prefix(18)) }

    /// The id of the next call.
    mutating func next(_ id: String) -> String {
        let base = id.isEmpty ? "call_\(fallbackID)_\(given.count)" : id
        var candidate = base
        var count = 1
        while !given.insert(candidate).inserted {
            count += 1
            candidate = "\(base)_\(count)"
        }
        return candidate
    }
}
