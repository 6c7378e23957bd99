import StreamingJSON

/// A change of a request's body after which a provider may accept it.
enum BodyEdit: Sendable, Hashable {
    /// Removes an optional member.
    case remove([String])
    /// Replaces the value of a member, if the body has it.
    case replace([String], JSONValue)
    /// Renames a member, if the body has it.
    case rename(String, to: String)
    /// Lowers the limit of output tokens.
    case limit(Int)
    /// Adds the signature that Gemini accepts in place of a missing one.
    case signCalls

    /// The paths of the limits of output tokens.
    static let limits = [
        ["max_tokens"], ["max_completion_tokens"], ["max_output_tokens"], ["generationConfig", "maxOutputTokens"],
    ]

    /// Applies the edit; returns whether it changed the body.
    @discardableResult
    func apply(to body: inout JSONObject) -> Bool {
        switch self {
        case .remove(let path): return body.edit(path) { _ in nil }
        case .replace(let path, let value): return body.edit(path) { _ in value }
        case .rename(let name, let new):
            guard let value = body[name], body[new] == nil else { return false }
            body[name] = nil
            body[new] = value
            return true
        case .limit(let limit):
            var isLower = false
            for path in Self.limits {
                _ = body.edit(path) { value in
                    guard let old = value.intValue, old > limit else { return value }
                    isLower = true
                    return .integer(limit)
                }
            }
            // At Anthropic the limit includes the budget for thoughts, which must be smaller.
            if isLower {
                _ = body.edit(["thinking", "budget_tokens"]) { value in
                    value.intValue.map { $0 < limit ? value : .integer(limit / 2) } ?? value
                }
            }
            return isLower
        case .signCalls: return Self.signCalls(of: &body)
        }
    }

    private static func signCalls(of body: inout JSONObject) -> Bool {
        guard let contents = body["contents"]?.arrayValue else { return false }
        var isChanged = false
        body["contents"] = .array(
            contents.map { content in
                guard case .object(var side) = content, side["role"] == "model", var parts = side["parts"]?.arrayValue,
                    let first = parts.firstIndex(where: { $0["functionCall"] != nil }),
                    case .object(var call) = parts[first], call["thoughtSignature"] == nil
                else { return content }
                call["thoughtSignature"] = .string(GeminiSignature.ofOthers)
                parts[first] = .object(call)
                side["parts"] = .array(parts)
                isChanged = true
                return .object(side)
            }
        )
        return isChanged
    }
}

extension JSONObject {
    /// Replaces the value at a path; `nil` removes the member, and its parent if that is then empty.
    ///
    /// - Returns: Whether the path exists and its value changed.
    fileprivate mutating func edit(_ path: [String], _ change: (JSONValue) -> JSONValue?) -> Bool {
        guard let name = path.first, let value = self[name] else { return false }
        guard path.count > 1 else {
            self[name] = change(value)
            return self[name] != value
        }
        guard case .object(var inner) = value, inner.edit(Array(path.dropFirst()), change) else { return false }
        self[name] = inner.isEmpty ? nil : .object(inner)
        return true
    }

    /// Returns the value at a path.
    func value(at path: [String]) -> JSONValue? {
        path.dropFirst().reduce(path.first.flatMap { self[$0] }) { $0?[$1] }
    }
}
