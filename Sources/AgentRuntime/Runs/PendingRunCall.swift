import StreamingJSON

/// A call that a waiting run waits for.
public struct PendingRunCall: Sendable, Equatable {
    /// What has to be done about it.
    public enum Kind: String, Sendable {
        /// A person has to approve it; the server then makes the call.
        case approval
        /// The client has to make the call.
        case clientTool = "client_tool"
    }

    /// The call's id.
    public var call: String
    /// What has to be done.
    public var kind: Kind

    /// Makes a pending call.
    public init(call: String, kind: Kind) {
        self.call = call
        self.kind = kind
    }

    /// Calls as the store keeps them; `nil` for none.
    static func text(of calls: [PendingRunCall]) -> String? {
        guard !calls.isEmpty else { return nil }
        let values = calls.map { ["call": .string($0.call), "kind": .string($0.kind.rawValue)] as JSONValue }
        return JSONValue.array(values).serialized()
    }

    /// Reads calls as the store keeps them.
    static func calls(in text: String?) -> [PendingRunCall] {
        guard let text, let value = try? JSONValue(parsing: text) else { return [] }
        return (value.arrayValue ?? []).compactMap { value in
            guard let call = value["call"]?.stringValue, let kind = value["kind"]?.stringValue.flatMap(Kind.init) else {
                return nil
            }
            return PendingRunCall(call: call, kind: kind)
        }
    }
}
