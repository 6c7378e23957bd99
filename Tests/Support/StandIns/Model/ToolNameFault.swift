import StreamingJSON

/// Finds tool names that an upstream refuses.
enum ToolNameFault {
    /// Returns the path of the first name that does not consist of 1 to 64 ASCII letters, digits and bytes of `punctuation`.
    static func first(
        in names: [(path: String, name: JSONValue?)],
        punctuation: String,
        beginsWithLetter: Bool = false
    ) -> String? {
        names.first { _, name in
            let name = name?.stringValue ?? ""
            guard (1...64).contains(name.utf8.count), name.utf8.allSatisfy({ $0 < 0x80 }) else { return true }
            if beginsWithLetter, name.first?.isLetter != true, name.first != "_" { return true }
            return !name.allSatisfy { $0.isLetter || $0.isNumber || punctuation.contains($0) }
        }?.path
    }
}
