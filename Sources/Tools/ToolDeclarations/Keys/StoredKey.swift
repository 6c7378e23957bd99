package import Secrets
import StreamingJSON

extension SecretString {
    /// The members that name no one, if the key is a JSON object whose members are parts of it.
    package var secretMembers: [SecretString] {
        let names: Set = ["id", "key_id", "client_id", "user", "username", "name", "email", "account", "region"]
        return StoredKey(self).texts.filter { !names.contains($0.key.lowercased()) }.map { SecretString($0.value) }
    }
}

/// A stored key, whole or as a JSON object whose members are parts of it.
struct StoredKey {
    private let secret: SecretString
    private let members: JSONObject?

    init(_ secret: SecretString) {
        self.secret = secret
        members = secret.withBytes { bytes in
            guard bytes.first == UInt8(ascii: "{"), bytes.count <= 64 << 10 else { return nil }
            return (try? JSONValue(parsing: Array(bytes)))?.objectValue
        }
    }

    /// Returns a member's text.
    ///
    /// - Throws: ``KeyFormFault`` if the key has no such member.
    func member(_ name: String) throws(KeyFormFault) -> [UInt8] {
        guard let text = members?[name]?.stringValue, !text.isEmpty else {
            throw KeyFormFault(
                "the stored key has no text \"\(name)\"; store it as a JSON object, such as {\"\(name)\": \"…\"}"
            )
        }
        return Array(text.utf8)
    }

    /// Returns a member's text; `nil` if the key has none.
    func optionalMember(_ name: String) -> [UInt8]? { (members?[name]?.stringValue).map { Array($0.utf8) } }

    /// The members that are texts.
    fileprivate var texts: [(key: String, value: String)] {
        (members ?? [:]).compactMap { member in member.value.stringValue.map { (member.key, $0) } }
    }

    /// The whole key.
    var whole: [UInt8] { secret.withBytes { Array($0) } }

    /// Returns a template with the key.
    ///
    /// - Throws: ``KeyFormFault``.
    func text(_ template: KeyTemplate) throws(KeyFormFault) -> [UInt8] {
        var bytes: [UInt8] = []
        for piece in template.pieces {
            switch piece {
            case .text(let text): bytes += Array(text.utf8)
            case .key: bytes += whole
            case .member(let name): bytes += try member(name)
            }
        }
        return bytes
    }
}
