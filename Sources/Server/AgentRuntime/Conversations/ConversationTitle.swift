import AgentWire

/// Makes the title of a conversation from its first message.
enum ConversationTitle {
    /// The most Unicode scalars of a title.
    private static let limit = 80

    /// Returns the start of a message on one line.
    static func of(_ message: String) -> String {
        var title = String.UnicodeScalarView()
        var count = 0
        var isAfterSpace = false
        for scalar in message.unicodeScalars {
            if isBlank(scalar) {
                isAfterSpace = count > 0
                continue
            }
            count += isAfterSpace ? 2 : 1
            guard count <= limit else {
                title.append("…")
                break
            }
            if isAfterSpace { title.append(" ") }
            title.append(scalar)
            isAfterSpace = false
        }
        return String(title)
    }

    private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
        // Property look-ups are slow, and most messages are ASCII.
        if scalar.isASCII { return scalar.value <= 0x20 || scalar.value == 0x7F }
        return scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
    }

    /// Returns the title of the conversation that a request starts; `nil` when it starts none.
    static func of(_ request: RunRequest) -> String? {
        guard case .turn(let request) = request, request.conversation == .new else { return nil }
        return of(request.message)
    }
}
