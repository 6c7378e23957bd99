/// Reads the lines of a prompt's front matter, each `key: value`.
///
/// The lines are YAML too, but nothing else of YAML is read: no lists, no nesting, no texts over several lines.
struct PromptHeaderReader {
    private(set) var prompt: PromptFile
    /// The line of each argument's first key.
    private(set) var lines: [String: Int] = [:]
    private var keys: Set<String> = []
    private var line = 1

    init(_ prompt: PromptFile) { self.prompt = prompt }

    private static let known =
        "title, description, argument.<name>, argument.<name>.required and argument.<name>.values"

    /// Reads a line; returns its fault, or `nil`.
    mutating func read(_ text: Substring) -> String? {
        line += 1
        guard let first = text.first(where: { !$0.isWhitespace }), first != "#" else { return nil }
        guard text.first?.isWhitespace == false, first != "-", let colon = text.firstIndex(of: ":") else {
            return "this is no line 'key: value'; lists and nested values are not supported, the keys are \(Self.known)"
        }
        let key = text[..<colon].trimmingSpaces
        let rest = text[text.index(after: colon)...]
        guard rest.isEmpty || rest.first?.isWhitespace == true else {
            return "write a space after the colon of '\(key.prefix(80)):'"
        }
        guard keys.insert(String(key)).inserted else {
            return "'\(key.prefix(80))' occurs twice; remove one of the lines"
        }
        switch Self.value(rest.trimmingSpaces) {
        case .failure(let fault): return fault.message
        case .success(let value): return set(key, to: value)
        }
    }

    private struct Fault: Error { let message: String }

    /// Returns a value without the quotation marks around it.
    private static func value(_ text: Substring) -> Result<String, Fault> {
        guard let first = text.first else { return .success("") }
        if first == "\"" || first == "'" {
            guard text.count >= 2, text.last == first else {
                return .failure(
                    Fault(message: "the value starts with \(first) and does not end with it; add or remove the mark")
                )
            }
            return .success(String(text.dropFirst().dropLast()))
        }
        guard !"[{|>&*!%@`".contains(first) else {
            return .failure(
                Fault(
                    message:
                        "a value that starts with \(first) is not supported; write the text on this line, in quotation marks"
                )
            )
        }
        return .success(String(text))
    }

    private mutating func set(_ key: Substring, to value: String) -> String? {
        typealias Limits = PromptFile.Limits
        let parts = key.split(separator: ".", omittingEmptySubsequences: false)
        switch (parts.first, parts.count) {
        case ("title", 1):
            guard (1...Limits.title).contains(value.count) else { return "a title has 1 to \(Limits.title) characters" }
            prompt.title = value
        case ("description", 1):
            guard (1...Limits.description).contains(value.count) else {
                return "a description has 1 to \(Limits.description) characters"
            }
            prompt.description = value
        case ("argument", 2...3):
            guard PromptFile.isName(parts[1]) else {
                return "the name of an argument has 1 to \(Limits.name) letters, digits, hyphens and underscores"
            }
            return setArgument(String(parts[1]), parts.count == 3 ? parts[2] : nil, to: value)
        default:
            return "there is no key '\(key.prefix(80))'; the keys are \(Self.known)"
        }
        return nil
    }

    private mutating func setArgument(_ name: String, _ property: Substring?, to value: String) -> String? {
        typealias Limits = PromptFile.Limits
        let index: Int
        if let known = prompt.arguments.firstIndex(where: { $0.name == name }) {
            index = known
        } else {
            guard prompt.arguments.count < Limits.arguments else {
                return "there are more than \(Limits.arguments) arguments; remove some"
            }
            index = prompt.arguments.count
            prompt.arguments.append(.init(name: name))
            lines[name] = line
        }
        switch property {
        case nil:
            guard value.count <= Limits.description else {
                return "a description has 1 to \(Limits.description) characters"
            }
            prompt.arguments[index].description = value.isEmpty ? nil : value
        case "required":
            guard let isRequired = ["yes": true, "true": true, "no": false, "false": false][value.lowercased()] else {
                return "'\(value.prefix(80))' is neither yes nor no"
            }
            prompt.arguments[index].isRequired = isRequired
        case "values":
            let values = value.split(separator: ",").map { String($0.trimmingSpaces) }.filter { !$0.isEmpty }
            guard (1...Limits.values).contains(values.count), values.allSatisfy({ $0.count <= Limits.value }) else {
                return "write 1 to \(Limits.values) values of at most \(Limits.value) characters, separated by commas"
            }
            prompt.arguments[index].values = values
        default:
            return "an argument has no '\(property?.prefix(80) ?? "")'; it may have required and values"
        }
        return nil
    }
}

extension Substring {
    /// The text without white space at its start and end.
    fileprivate var trimmingSpaces: Substring {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else {
            return ""
        }
        return self[first...last]
    }
}
