import StreamingJSON

/// A reader of an object of settings in JSON; the first fault is thrown with the name of its member.
struct SettingsReader {
    private let object: JSONObject
    private let path: String

    /// Starts with an object.
    ///
    /// - Parameters:
    ///   - path: The name of the object, for errors.
    ///   - known: The names of its members.
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/invalidClient`` if it is no object or has another member.
    init(_ value: JSONValue, at path: String, known: [String]) throws(AccountsError) {
        try self.init(members: value, at: path)
        guard let unknown = object.keys.first(where: { !known.contains($0) }) else { return }
        throw AccountsError(
            .invalidClient,
            "'\(path)' has no member '\(unknown.excerpt())'; its members are \(known.joined(separator: ", "))."
        )
    }

    /// The members in their order, for an object whose members have names of the operator's.
    init(members value: JSONValue, at path: String) throws(AccountsError) {
        guard let object = value.objectValue else {
            throw AccountsError(.invalidClient, "'\(path)' must be an object, not \(value.typeName).")
        }
        (self.object, self.path) = (object, path)
    }

    /// The members.
    var members: [(key: String, value: JSONValue)] { Array(object) }

    /// Returns a setting: `nil` if it is missing, `.some(nil)` if it is `null`.
    ///
    /// - Parameters:
    ///   - expected: The form of the value, for the error.
    ///   - read: Reads it; `nil` for another form.
    /// - Throws: ``AccountsError`` with ``AccountsError/Code/invalidClient`` for a value of another form.
    func setting<Value>(
        _ name: String,
        _ expected: String,
        _ read: (JSONValue) -> Value?
    ) throws(AccountsError) -> Value?? {
        guard let value = object[name] else { return .none }
        if value.isNull { return .some(nil) }
        guard let read = read(value) else { throw fault(name, expected + ", or null") }
        return .some(read)
    }

    /// Returns a setting that cannot be lifted; `nil` if it is missing.
    func value<Value>(
        _ name: String,
        _ expected: String,
        _ read: (JSONValue) -> Value?
    ) throws(AccountsError) -> Value? {
        guard let value = object[name] else { return nil }
        guard let read = read(value) else { throw fault(name, expected) }
        return read
    }

    /// Makes the error for a member.
    func fault(_ name: String, _ expected: String) -> AccountsError {
        AccountsError(.invalidClient, "'\(path).\(name)' must be \(expected).")
    }
}
