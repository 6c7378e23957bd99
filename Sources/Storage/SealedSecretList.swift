/// All stored secrets at one moment.
public struct SealedSecretList: Sendable, Equatable {
    /// Counts every change to the secrets, so that of two lists the later one is known.
    public var revision: Int

    /// The secrets in the order in which they were stored.
    public var records: [SealedSecretRecord]

    /// Makes a list.
    public init(revision: Int, records: [SealedSecretRecord]) {
        self.revision = revision
        self.records = records
    }
}
