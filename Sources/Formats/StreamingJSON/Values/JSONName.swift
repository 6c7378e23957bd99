/// A member name that is compared and hashed by its bytes.
///
/// Swift's strings are equal if they are canonically equivalent; two names are the same only if their bytes are (RFC
/// 8259 §8.3).
struct JSONName: Hashable, Sendable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: Self, right: Self) -> Bool { left.text.isSpelt(as: right.text) }

    func hash(into hasher: inout Hasher) {
        var text = text
        text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension String {
    /// Returns whether the two strings have the same UTF-8 bytes.
    func isSpelt(as other: String) -> Bool {
        guard utf8.count == other.utf8.count else { return false }
        let result = utf8.withContiguousStorageIfAvailable { left in
            other.utf8.withContiguousStorageIfAvailable { right in left.elementsEqual(right) }
        }
        return (result ?? nil) ?? utf8.elementsEqual(other.utf8)
    }
}
