/// The choice of the conditions of a filter that the index is asked about; the rows it returns are compared with the other conditions.
///
/// The index reads the id lists of all tokens of a query in step. Next to a rarer condition, a list with a tenth of all items costs more
/// than it saves, and a text has many such pieces. The benefit of a condition does not follow from its frequency, because the pieces of one
/// word occur together. So the plan tests the conditions on a sample of the items that meet the rarest one.
struct InventoryIndexPlan {
    /// The cost of reading a row that does not match, in steps along an id list.
    private static let costOfRow = 150.0
    /// The cost of moving one of several lists to another item, in the same unit.
    private static let costOfSetting = 4.0

    /// The number of rows below which a better plan costs more time than it saves.
    private static let fewRows = 150.0

    /// The number of the rarest condition.
    let lead: Int

    private let conditions: [Condition]

    /// The known properties of a condition.
    struct Condition: Equatable {
        /// The share of items that meet the condition, estimated from the first ones.
        var share: Double
        /// The number of id lists that the index reads for the condition.
        var lists: Int
    }

    /// Makes a plan for at least one condition.
    init(_ conditions: [Condition]) {
        self.conditions = conditions
        lead = conditions.indices.min { conditions[$0].share < conditions[$1].share } ?? 0
    }

    /// Whether so few of the items meet the leading condition that no other condition is needed.
    func isLeadEnough(among items: Int) -> Bool { conditions[lead].share * Double(items) < Self.fewRows }

    /// Returns the numbers of the conditions to ask the index about, the leading one first.
    ///
    /// - Parameters:
    ///   - sample: For each condition, whether it holds for the items of the sample, all of which meet the leading condition.
    ///   - leadShare: The share of items that meet the leading condition where they are most frequent; `nil` for the estimate.
    func asked(sample: [[Bool]], leadShare: Double? = nil) -> [Int] {
        var asked = [lead]
        var rest = conditions.indices.filter { $0 != lead }
        let size = sample.first?.count ?? 0
        var left = Array(0..<size)
        while !left.isEmpty {
            // The share of all items that the conditions so far leave to be read as rows.
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
