/// The decisions about an owner's uploaded samples: which are stored, and which stored ones they replace.
///
/// A backend asks about one sample after the other, each with the stored rows at its place, and makes the changes before it asks about
/// the next one.
package struct HealthSampleIntake: Sendable, Equatable {
    /// The result so far.
    package private(set) var summary = HealthStoreSummary()

    /// The number of the owner's samples, with the changes so far.
    package private(set) var count: Int

    private let limit: Int?

    /// - Parameters:
    ///   - count: The number of samples that are stored of the owner.
    ///   - limit: The most samples that an owner may have; `nil` for any number.
    package init(count: Int, limit: Int?) {
        self.count = count
        self.limit = limit
    }

    /// Decides about a sample.
    ///
    /// - Parameters:
    ///   - sample: The sample as it would be read back.
    ///   - stored: The client's stored samples with the same metric, part and time, of any source.
    /// - Returns: The stored samples to delete before this one is inserted; `nil` if this one is not inserted.
    package mutating func replaced(
        by sample: HealthSampleRecord,
        among stored: [HealthSampleRecord]
    ) -> [HealthSampleRecord]? {
        let known = stored.filter { HealthSampleRecord.areOne($0.source, sample.source) }
        if known == [sample] {
            summary.unchanged += 1
            return nil
        }
        if known.isEmpty, let limit, count >= limit {
            summary.refused += 1
            return nil
        }
        count += 1 - known.count
        if known.isEmpty { summary.added += 1 } else { summary.replaced += 1 }
        return known
    }
}
