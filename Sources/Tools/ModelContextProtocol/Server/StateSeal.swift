import StreamingJSON

/// Authenticates the state that a client keeps for a server.
public protocol StateSeal: Sendable {
    /// Returns a code that only this server can make for these bytes, such as an HMAC.
    func code(for bytes: [UInt8]) -> [UInt8]
}

/// The state of a reply that asks for input, as a text that the client returns with its answers.
///
/// The text is readable but cannot be changed: its code covers the state, the time until which it counts, the caller, and the request
/// that it belongs to.
struct SealedState {
    let seal: any StateSeal
    let owner: String
    let request: RPCRequest

    /// Returns the text of a state.
    ///
    /// - Parameter expiry: The time until which it counts, in seconds since 1970.
    func text(of state: JSONValue, expiry: Int) -> String {
        let content = JSONValue.object(["e": .integer(expiry), "s": state]).serialized()
        return hexadecimal(code(for: content)) + "." + content
    }

    /// Returns the state of a text.
    ///
    /// - Throws: ``RPCError`` if the text is not of this server, belongs to another request or caller, or is too old.
    func state(of text: String, at now: Int) throws(RPCError) -> JSONValue {
        let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, isSame(Array(parts[0].utf8), Array(hexadecimal(code(for: String(parts[1]))).utf8)),
            let content = try? JSONValue(parsing: String(parts[1])), let expiry = content["e"]?.intValue,
            let state = content["s"]
        else {
            throw .invalid(
                "requestState does not belong to this request; send the request again without it"
            )
        }
        guard now <= expiry else { throw .invalid("requestState is too old; send the request again without it") }
        return state
    }

    private func code(for content: String) -> [UInt8] {
        var params = request.params
        for name in ["_meta", "inputResponses", "requestState"] { params[name] = nil }
        var bytes = Array(content.utf8)
        for part in [owner, request.method] {
            bytes.append(0)
            bytes += part.utf8
        }
        bytes.append(0)
        JSONValue.object(params).sortedByName.write(into: &bytes)
        return seal.code(for: bytes)
    }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef")
        return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
    }

    /// Compares in a time that does not depend on the place of the first difference.
    private func isSame(_ one: [UInt8], _ other: [UInt8]) -> Bool {
        guard one.count == other.count else { return false }
        return zip(one, other).reduce(0 as UInt8) { $0 | ($1.0 ^ $1.1) } == 0
    }
}

extension JSONValue {
    /// The value with the members of its objects in the order of their names, because a client may send them in another order again.
    fileprivate var sortedByName: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.sortedByName))
        case .object(let members):
            .object(
                JSONObject(
                    members.map { ($0.key, $0.value.sortedByName) }.sorted {
                        $0.0.utf8.lexicographicallyPrecedes($1.0.utf8)
                    }
                )
            )
        default: self
        }
    }
}
