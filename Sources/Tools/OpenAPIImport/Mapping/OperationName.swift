/// Names of tools: letters, digits and `_`, 40 bytes at most.
enum OperationName {
    private static let most = 40

    /// Returns a prefix, `_` and the operation's id in camel case; without an id, its method and path.
    static func make(prefix: String, id: String?, method: String, path: String) -> String {
        var body = camelCase(id ?? "")
        if body.isEmpty { body = camelCase(method.lowercased() + "/" + path) }
        let name = camelCase(prefix) + "_" + body
        return name.utf8.count <= most ? name : shortened(name, method: method, path: path)
    }

    /// Returns the name's first 33 bytes with 6 digits of the hash of method and path.
    static func shortened(_ name: String, method: String, path: String) -> String {
        String(name.prefix(33)) + "_" + Digest.hex("\(method) \(path)".utf8, digits: 6)
    }

    /// Returns the runs of ASCII letters and digits joined, each run after the first capitalized.
    static func camelCase(_ text: String) -> String {
        var result = ""
        for run in text.utf8.split(whereSeparator: { !isAlphanumeric($0) }) {
            let word = String(Substring(run))
            result += result.isEmpty ? lowered(word) : word.prefix(1).uppercased() + word.dropFirst()
            if result.utf8.count > 400 { break }
        }
        return result
    }

    /// Returns the word with its first capitals in lower case: `APIList` becomes `apiList`.
    private static func lowered(_ word: String) -> String {
        let capitals = word.prefix { $0.isUppercase }
        if capitals.count == word.count { return word.lowercased() }
        let followsLetter = word.dropFirst(capitals.count).first?.isLowercase ?? false
        let count = capitals.count > 1 && followsLetter ? capitals.count - 1 : capitals.count
        return word.prefix(count).lowercased() + word.dropFirst(count)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: false
        }
    }
}
