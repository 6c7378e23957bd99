package import KeyLeasing
package import LanguageModels
package import Secrets
import StreamSafeText
package import StreamingJSON
import ToolDeclarations
package import Transport

extension SecretEcho {
    /// Makes the search for a lent key with its parts, for the other keys of its pool, and for what was made of the key.
    package convenience init(of lease: KeyLease, and others: [SecretString] = []) {
        self.init(lease.forms, and: lease.secret.secretMembers + others, onEcho: lease.reportEcho)
    }

    /// Returns a value without the secrets in its texts and names.
    package func removing(from value: JSONValue) -> JSONValue { value.mapTexts { removing(fromDecoded: $0) } }

    /// Returns a JSON text without the secrets; a text that is not JSON is searched as it is.
    package func removing(fromJSON text: String) -> String {
        let text = removing(from: text)
        // A character that is invisible, or of several bytes, is written as itself or as an escape.
        guard text.utf8.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "\\") }),
            let value = try? JSONValue(parsing: text)
        else { return text }
        let clean = removing(from: value)
        return clean == value ? text : clean.serialized()
    }

    /// Returns a text of a reader without the secrets, also if invisible characters are within them.
    package func removing(fromDecoded text: String) -> String {
        let text = removing(from: text)
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        let visible = text.visible
        let clean = removing(from: visible)
        return clean == visible ? text : clean
    }
}

extension EchoedSecrets {
    /// Returns an artifact without the secrets in its texts and names.
    package func removing(from artifact: ToolArtifact) -> ToolArtifact {
        guard !isEmpty else { return artifact }
        let content = artifact.content.jsonValue.mapTexts { removing(from: $0) }
        return ToolArtifact(type: artifact.type, content: GeneratedContent(jsonValue: content))
    }
}

extension JSONValue {
    /// Returns the value with other texts and names.
    fileprivate func mapTexts(_ change: (String) -> String) -> JSONValue {
        switch self {
        case .string(let text): .string(change(text))
        case .array(let elements): .array(elements.map { $0.mapTexts(change) })
        case .object(let members): .object(JSONObject(members.map { (change($0.key), $0.value.mapTexts(change)) }))
        default: self
        }
    }
}
