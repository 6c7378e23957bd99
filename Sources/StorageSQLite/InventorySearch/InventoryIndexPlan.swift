/// Decides which conditions of a filter the index is asked about; the rows that it names are held against the others.
///
/// The index walks the list of every token that it is asked about, in step. A list that holds a tenth of all items costs more than it
/// saves once a rarer one leads, and a text has many such pieces. What the conditions save cannot be told from how rare each of
/// them is, for the pieces of one word come together: so it is looked up in a few of the items that the rarest of them names.
struct InventoryIndexPlan {
    /// What it takes to read a row in vain, in steps along a list.
    private static let costOfRow = 150.0
    /// What it takes to set one of several lists to another item, in the same unit.
    private static let costOfSetting = 4.0

    /// So few rows are read in less time than it takes to look for something better.
    private static let fewRows = 150.0

    /// The condition that fewest items fulfil.
    let lead: Int

    private let conditions: [Condition]

    /// What is known of a condition.
    struct Condition: Equatable {
        /// The share of items that fulfil it, as far as can be told from the first of them.
        var share: Double
        /// How many lists the index walks for it.
        var lists: Int
    }

    /// Makes a plan for one condition at least.
    init(_ conditions: [Condition]) {
        self.conditions = conditions
        lead = conditions.indices.min { conditions[$0].share < conditions[$1].share } ?? 0
    }

    /// Whether the leading condition names so few among as many items that nothing else need be asked.
    func isLeadEnough(among items: Int) -> Bool { conditions[lead].share * Double(items) < Self.fewRows }

    /// The conditions to ask the index about, the leading one first.
    ///
    /// - Parameters:
    ///   - sample: For each condition, whether some items fulfil it that the leading condition names.
    ///   - leadShare: The share of items that the leading condition names where it names most; nil for what is known of it.
    func asked(sample: [[Bool]], leadShare: Double? = nil) -> [Int] {
        var asked = [lead]
        var rest = conditions.indices.filter { $0 != lead }
        let size = sample.first?.count ?? 0
        var left = Array(0..<size)
        while !left.isEmpty {
            // The share of all items that are read as rows so far.
            let share = (leadShare ?? conditions[lead].share) * Double(left.count) / Double(size)
            func gain(_ index: Int) -> Double {
                let dropped = Double(left.count { !sample[index][$0] }) / Double(left.count)
                let condition = conditions[index]
                let setting = condition.lists > 1 ? Self.costOfSetting * Double(condition.lists) * share : 0
                return share * dropped * Self.costOfRow - condition.share - setting
            }
            guard let best = rest.map({ (index: $0, gain: gain($0)) }).max(by: { $0.gain < $1.gain }), best.gain > 0
            else { break }
            asked.append(best.index)
            rest.removeAll { $0 == best.index }
            left.removeAll { !sample[best.index][$0] }
        }
        return asked
    }
}
