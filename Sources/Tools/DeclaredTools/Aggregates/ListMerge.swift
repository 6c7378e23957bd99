import AgentTools
import JSONQuery
import StreamingJSON
import ToolDeclarations

/// The lists of several tools as one.
struct ListMerge {
    let merge: AggregateDeclaration.Merge
    /// The number of items that are kept.
    let most: Int

    /// Returns the items of all lists.
    ///
    /// - Parameter lists: The lists in the order of the declaration, with the weights of their ranks.
    func merged(_ lists: [(items: [JSONValue], weight: Double)]) -> [JSONValue] {
        switch merge {
        case .concatenation: Array(lists.flatMap(\.items).prefix(most))
        case .rank(let key):
            ReciprocalRank.merge(lists.map { list in (list.items.map { (Self.key($0, key), $0) }, list.weight) }) {
                first,
                _ in first
            }.prefix(most).map(\.item)
        case .key(let key): Array(byKey(lists.flatMap(\.items), key).prefix(most))
        }
    }

    /// Returns the items with one for each key, whose members complete each other; the first value of a member counts.
    private func byKey(_ items: [JSONValue], _ key: JSONQuery) -> [JSONValue] {
        var merged: [JSONValue] = []
        var places: [String: Int] = [:]
        for item in items {
            let name = Self.key(item, key)
            guard let place = places[name] else {
                places[name] = merged.count
                merged.append(item)
                continue
            }
            guard case .object(var members) = merged[place], case .object(let others) = item else { continue }
            for (name, value) in others where members[name] == nil || members[name] == .null { members[name] = value }
            merged[place] = .object(members)
        }
        return merged
    }

    /// Returns what makes two items the same: the value of the query, or else the whole item.
    private static func key(_ item: JSONValue, _ query: JSONQuery?) -> String {
        let found = query.flatMap { try? $0.values(in: item) }?.first
        return (found ?? item).serialized()
    }
}
