/// The ids of an answer's calls: the provider's ids where they are unique, others where they are missing or repeated.
struct CallIDs {
    /// The base of the ids that the provider leaves out.
    let fallbackID: String
    private var given: Set<String> = []

    /// - Parameter fallbackID: A UUID, of which the first half is used: with a whole one the ids would exceed the 40 characters that other
    ///   providers accept when the conversation continues there.
    init(fallbackID: String) { self.fallbackID = String(fallbackID.prefix(18)) }

    /// Returns the id of the next call.
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
