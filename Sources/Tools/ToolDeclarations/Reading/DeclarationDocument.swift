package import YAMLReading

/// A YAML or JSON file as values with their places; anchors, aliases, merge keys and tags are refused.
package struct DeclarationDocument {
    /// A value with its place in the file.
    package typealias Element = YAMLElement

    package let file: String
    package let root: Element

    private static let limits = YAMLLimits(bytes: 1_000_000, depth: 64, nodes: 200_000)

    /// Reads a file's text.
    ///
    /// - Throws: ``DeclarationError``.
    package init(_ text: String, file: String) throws(DeclarationError) {
        self.file = file
        let root: Element?
        do throws(YAMLFault) {
            root = try YAMLElement.read(text.utf8, limits: Self.limits)
        } catch {
            let remedy = error.isLimit && error.message.hasSuffix("bytes") ? "; divide it into several files" : ""
            throw DeclarationError(file, error.line, error.column, error.message + remedy)
        }
        guard let root else {
            throw DeclarationError(
                file,
                1,
                1,
                "the file is empty; declare a server with 'mcp:', or tools with 'torii: 1'"
            )
        }
        self.root = root
    }
}
