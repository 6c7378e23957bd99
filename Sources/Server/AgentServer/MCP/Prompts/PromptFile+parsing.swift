extension PromptFile {
    /// The limits of a file.
    enum Limits {
        /// The maximum size of a file, in bytes.
        static let bytes = 256 << 10
        static let title = 200
        static let description = 2000
        static let arguments = 32
        /// The maximum number of suggested values of an argument.
        static let values = 100
        static let value = 200
        static let messages = 64
        /// The maximum length of a name.
        static let name = 64
    }

    /// Parses the text of a file.
    ///
    /// - Parameters:
    ///   - name: The name of the file without its ending.
    ///   - file: The name of the file in faults.
    /// - Throws: ``PromptFaults`` with every line that cannot be used.
    package init(parsing text: String, name: String, file: String) throws(PromptFaults) {
        var reader = PromptFileReader(PromptFile(name: name), file: file)
        reader.read(text)
        guard reader.faults.isEmpty else { throw PromptFaults(faults: reader.faults) }
        self = reader.prompt
    }

    /// Whether a text can name a prompt or an argument.
    static func isName(_ text: some StringProtocol) -> Bool {
        (1...Limits.name).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }
}

/// Reads the lines of a prompt's file: the front matter, then the messages.
struct PromptFileReader {
    private(set) var prompt: PromptFile
    private(set) var faults: [PromptFault] = []
    private let file: String
    private var header: PromptHeaderReader
    private var line = 0

    init(_ prompt: PromptFile, file: String) {
        (self.prompt, self.file) = (prompt, file)
        header = PromptHeaderReader(prompt)
    }

    mutating func read(_ text: String) {
        let text = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
        var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }[...]
        if lines.first.map(Self.isFence) == true { readHeader(&lines) }
        readMessages(lines)
    }

    /// Whether a line starts or ends the front matter.
    private static func isFence(_ line: Substring) -> Bool {
        line.hasPrefix("---") && line.dropFirst(3).allSatisfy(\.isWhitespace)
    }

    private mutating func fault(_ message: String, line: Int? = nil) {
        faults.append(PromptFault(file: file, line: line ?? self.line, message: message))
    }

    private mutating func readHeader(_ lines: inout ArraySlice<Substring>) {
        line = 1
        lines.removeFirst()
        while let text = lines.popFirst() {
            line += 1
            if Self.isFence(text) {
                prompt = header.prompt
                return
            }
            if let message = header.read(text) { fault(message) }
        }
        fault("the front matter has no end; add a line of three hyphens after its last line", line: 1)
        prompt = header.prompt
    }

    private mutating func readMessages(_ lines: ArraySlice<Substring>) {
        var used: Set<String> = []
        let known = Set(prompt.arguments.map(\.name))
        var message = PromptMessageReader(.user, line: line + 1)
        var isMarked = false
        for text in lines {
            line += 1
            if let role = PromptMessageReader.role(of: text) {
                end(message, isMarked: isMarked)
                message = PromptMessageReader(role, line: line)
                isMarked = true
            } else {
                switch message.append(text) {
                case .fault(let text): fault(text)
                case .slots(let names):
                    for name in names where used.insert(name).inserted && !known.contains(name) {
                        fault(
                            "{{\(name)}} is no argument; declare it with 'argument.\(name): <its meaning>' in the front matter"
                        )
                    }
                }
            }
        }
        end(message, isMarked: isMarked)
        if prompt.messages.isEmpty { fault("there is no text for a message; write it after the front matter") }
        if prompt.messages.count > PromptFile.Limits.messages {
            fault("there are more than \(PromptFile.Limits.messages) messages; divide the prompt into several files")
        }
        for argument in prompt.arguments where !used.contains(argument.name) {
            let line = header.lines[argument.name]
            fault(
                "no text uses the argument '\(argument.name)'; write {{\(argument.name)}} in it, or remove the argument",
                line: line
            )
        }
    }

    /// Adds a message.
    ///
    /// Blank lines before the first marked message are none.
    private mutating func end(_ message: PromptMessageReader, isMarked: Bool) {
        if let message = message.message {
            prompt.messages.append(message)
        } else if isMarked {
            fault(
                "the message of the \(message.role.rawValue) has no text; write it, or remove the line",
                line: message.line
            )
        }
    }
}
