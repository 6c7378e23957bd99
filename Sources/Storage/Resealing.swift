/// A record as it was read, and its bytes sealed anew.
public struct Resealing: Sendable, Equatable {
    /// The record as it was read; when its sealed bytes have changed since, it is left alone.
    public var record: SealedRecord

    /// The new sealed bytes.
    public var text: SealedText

    /// Makes a change.
    public init(record: SealedRecord, text: SealedText) {
        self.record = record
        self.text = text
    }
}
