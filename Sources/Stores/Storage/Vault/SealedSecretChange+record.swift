package import FoundationEssentials

extension SealedSecretChange {
    /// Returns the record after the change.
    package func applied(to record: SealedSecretRecord, at time: Date) -> SealedSecretRecord {
        var record = record
        record.label = label ?? record.label
        record.weight = weight ?? record.weight
        record.models = models ?? record.models
        record.tools = tools ?? record.tools
        record.expiresAt = expiresAt ?? record.expiresAt
        record.destinations = destinations ?? record.destinations
        record.exposedAt = record.exposedAt ?? exposedAt
        record.changedAt = time
        return record
    }
}
