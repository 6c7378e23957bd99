package import StreamingJSON

/// A prompt that the operator has written into a file: texts of the user and the assistant, with slots for arguments.
///
/// ```text
/// ---
/// title: Report on a shelf
/// description: What arrived and left in a week
/// argument.shelf: The shelf to report on
/// argument.shelf.required: yes
/// argument.shelf.values: A1, A2, B1
/// ---
/// Report on shelf {{shelf}}: what arrived and left this week?
/// ```
package struct PromptFile: Sendable, Equatable {
    /// A value that a client sets.
    struct Argument: Sendable, Equatable {
        let name: String
        var description: String?
        var isRequired = false
        /// The values that are suggested; others are accepted too.
        var values: [String] = []
    }

    /// The sender of a message.
    enum Role: String, Sendable, CaseIterable {
        case user, assistant
    }

    /// A part of a message's text.
    enum Piece: Sendable, Equatable {
        /// Text as the operator wrote it.
        case text(String)
        /// The place of an argument's value.
        case slot(String)
    }

    /// A message.
    struct Message: Sendable, Equatable {
        let role: Role
        var pieces: [Piece]
    }

    /// The name for programs: the name of the file without its ending.
    let name: String
    var title: String?
    var description: String?
    /// The arguments, in the order of the file.
    var arguments: [Argument] = []
    var messages: [Message] = []
}

extension PromptFile {
    /// The definition in `prompts/list`.
    package var definition: JSONObject {
        var object: JSONObject = ["name": .string(name)]
        if let title { object["title"] = .string(title) }
        if let description { object["description"] = .string(description) }
        if !arguments.isEmpty { object["arguments"] = .array(arguments.map(\.definition)) }
        return object
    }

    /// Returns the suggested values of an argument for a text that a person has started to write: those that start with it, then those
    /// that contain it.
    func completions(of argument: String, for start: String) -> [String] {
        let values = arguments.first { $0.name == argument }?.values ?? []
        let wanted = start.lowercased()
        let starting = values.filter { $0.lowercased().hasPrefix(wanted) }
        return starting + values.filter { !starting.contains($0) && $0.lowercased().contains(wanted) }
    }
}

extension PromptFile.Argument {
    fileprivate var definition: JSONValue {
        var object: JSONObject = ["name": .string(name)]
        if let description { object["description"] = .string(description) }
        object["required"] = .bool(isRequired)
        return .object(object)
    }
}
