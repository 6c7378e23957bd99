/// The files of a document, read by the caller.
///
/// The import reads nothing itself. A source must refuse files outside the root document's real folder (after symbolic links are
/// resolved), and remote files if the person has not permitted them.
public protocol DocumentSource: Sendable {
    /// Returns the bytes of a file.
    ///
    /// - Parameters:
    ///   - file: A path relative to the root document's folder, without `..`, or an `http` or `https` URL of the origin in
    ///     ``ImportOptions/remoteOrigin``.
    ///   - most: The most bytes that the import accepts; a source may stop there with an error.
    func bytes(of file: String, most: Int) async throws -> [UInt8]
}

/// Files that are in memory.
public struct MemoryDocuments: DocumentSource {
    /// The texts by path.
    public var texts: [String: String]

    /// Makes a source of these texts.
    public init(_ texts: [String: String]) { self.texts = texts }

    /// Returns the bytes of the text at a path.
    public func bytes(of file: String, most: Int) async throws -> [UInt8] {
        guard let text = texts[file] else { throw Missing(description: "there is no file \(file)") }
        return Array(text.utf8)
    }

    private struct Missing: Error, CustomStringConvertible {
        let description: String
    }
}
