/// All stored secrets at one moment, and the rotations that are not over.
public struct SealedSecretList: Sendable, Equatable {
    /// Counts every change to the secrets and the rotations, so that of two lists the later one is known.
    public var revision: Int

    /// The secrets in the order in which they were stored.
    public var records: [SealedSecretRecord]

    /// The rotations that may still change: under way, or with the old secret kept; in the order in which they were asked for.
    public var rotations: [RotationRecord]

    /// Makes a list.
    public init(revision: Int, records: [SealedSecretRecord], rotations: [RotationRecord] = []) {
        self.revision = revision
        self.records = records
        self.rotations = rotations
    }
}
