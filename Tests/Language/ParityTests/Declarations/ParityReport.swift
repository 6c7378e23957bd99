/// A comparison of Apple's declarations with ours: those present, those left out for a reason, and those missing.
struct ParityReport: CustomStringConvertible {
    /// The name of Apple's list, such as `26.5`.
    var version: String
    var present: [Declaration] = []
    var allowed: [Declaration] = []
    var missing: [Declaration] = []
    /// The lines of the allow-list that this comparison used.
    var usedLines: Set<AllowList.Line> = []

    init(version: String, apple: [Declaration], ours: Set<Declaration>, allowList: AllowList) {
        self.version = version
        for declaration in apple {
            if ours.contains(declaration.comparable) {
                present.append(declaration)
                continue
            }
            let lines = allowList.lines.filter { $0.matches(declaration) }
            usedLines.formUnion(lines)
            if lines.isEmpty { missing.append(declaration) } else { allowed.append(declaration) }
        }
    }

    /// The counts in one line.
    var description: String {
        "Apple's declarations, \(version): \(present.count) present, \(allowed.count) allow-listed with a reason, "
            + "\(missing.count) missing"
    }
}
