/// The error of bytes that cannot be read as XML: not well formed, or larger than any WebDAV answer needs to be.
struct XMLError: Error, Equatable, CustomStringConvertible {
    /// The fault, without any text of the document.
    let message: String
    /// The position of the fault, as an offset in bytes.
    let offset: Int

    var description: String { "\(message) (at byte \(offset))" }
}
