/// The merging of ranked lists by reciprocal rank, which puts an item first that several lists rank high.
///
/// Each list adds `weight / (60 + rank)` to an item's score, as in Cormack, Clarke and Büttcher (2009). The lists' own scores are not
/// used because they have no common scale.
package enum ReciprocalRank {
    private static let constant = 60.0

    /// Merges lists and returns the items with their scores, best first.
    ///
    /// Items with one key are one, and items with equal scores keep their order.
    ///
    /// - Parameter combine: Returns the item out of the earlier one and another with the same key.
    package static func merge<Key: Hashable, Item>(
        _ lists: [(items: [(key: Key, item: Item)], weight: Double)],
        combine: (Item, Item) -> Item
    ) -> [(item: Item, score: Double)] {
        var items: [Item] = []
        var scores: [Double] = []
        var places: [Key: Int] = [:]
        for list in lists {
            var seen: Set<Key> = []
            for (key, item) in list.items where seen.insert(key).inserted {
                let score = list.weight / (constant + Double(seen.count))
                if let place = places[key] {
                    scores[place] += score
                    items[place] = combine(items[place], item)
                } else {
                    places[key] = items.count
                    items.append(item)
                    scores.append(score)
                }
            }
        }
        return items.indices.sorted { (scores[$1], $0) < (scores[$0], $1) }.map { (items[$0], scores[$0]) }
    }
}
