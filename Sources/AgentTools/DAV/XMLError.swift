/// Why bytes are not read as XML: not well formed, or more than a WebDAV answer has any reason to hold.
struct XMLError: Error, Equatable, CustomStringConvertible {
    /// What is wrong, in words of our own: nothing of the document is repeated.
    let message: String
    /// Where, as an offset in bytes.
    let offset: Int

    var description: String { "\(message) (at byte \(offset))" }
}
