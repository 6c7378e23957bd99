package import ModelContextProtocol
package import StreamingJSON

extension PromptFile {
    /// The maximum size of all messages with their values, in bytes.
    static let longestResult = 1 << 20

    /// Returns the result of `prompts/get`: the messages with the values of the arguments in their slots.
    ///
    /// A value is inserted once and as it is: slots in it remain text.
    ///
    /// - Throws: ``RPCError`` if a value is missing, belongs to no argument, or makes the messages too long.
    package func result(_ values: [String: String]) throws(RPCError) -> JSONObject {
        let known = Set(arguments.map(\.name))
        if let unknown = values.keys.sorted().first(where: { !known.contains($0) }) {
            let names = arguments.isEmpty ? "it has none" : "it has " + arguments.map(\.name).joined(separator: ", ")
            throw .invalid("the prompt \(name) has no argument '\(unknown.prefix(80))'; \(names)")
        }
        if let missing = arguments.first(where: { $0.isRequired && values[$0.name] == nil }) {
            throw .invalid("the prompt \(name) needs the argument '\(missing.name)'")
        }
        var rest = Self.longestResult
        var texts: [JSONValue] = []
        for message in messages {
            var text = ""
            for piece in message.pieces {
                let part =
                    switch piece {
                    case .text(let part): part
                    case .slot(let argument): values[argument] ?? ""
                    }
                rest -= part.utf8.count
                guard rest >= 0 else {
                    throw .invalid(
                        "the prompt \(name) would be longer than \(Self.longestResult) bytes; send shorter arguments"
                    )
                }
                text += part
            }
            texts.append([
                "role": .string(message.role.rawValue), "content": ["type": "text", "text": .string(text)],
            ])
        }
        var object: JSONObject = [:]
        if let description { object["description"] = .string(description) }
        object["messages"] = .array(texts)
        return object
    }
}
