import ArgumentParser
import Foundation
import Glibc
import TerminalChat
import ToriiApp

/// `torii chat`: a chat in a terminal, or one question of a script.
struct ChatCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "chat",
        abstract: "Chat in the terminal, or ask one question.",
        discussion: """
            With a URL it is a client of that server, with the token in TORII_TOKEN or in a file, or typed. Without a URL it uses the \
            data folder: the server that runs on it, or else one within this command. With -p, or with a question piped in, it writes \
            the answer to the standard output and ends; what is piped in beside -p is added to the question. Exit status: 0 for an \
            answer, 1 for a failure, 2 for invalid arguments, 3 if a person must approve a call. Documentation/ChatInATerminal.md has \
            the commands and keys.
            """
    )

    @Option(name: [.customShort("p"), .long], help: ArgumentHelp("The one question to ask.", valueName: "question"))
    var prompt: String?

    @Flag(help: "Print each event as a line of JSON; needs a question.")
    var json = false

    @Option(help: ArgumentHelp("The id of the conversation to continue.", valueName: "id"))
    var conversation: String?

    @Flag(name: .customLong("continue"), help: "Continue the latest conversation.")
    var continuesLatest = false

    @Option(help: ArgumentHelp("The model to use. Default: the server chooses.", valueName: "name"))
    var model: String?

    @Option(
        help: ArgumentHelp(
            "A tool whose calls are approved without a person, with a question; repeatable. Default: none.",
            valueName: "tool"
        )
    )
    var approve: [String] = []

    @Flag(help: "Keep no history of typed messages, and show none.")
    var noHistory = false

    @Option(help: "The server to chat with (TORII_URL). Default: the data folder.")
    var url: String?

    @OptionGroup var selection: ServerSelection

    func validate() throws {
        try selection.check(beside: url)
        if conversation != nil, continuesLatest {
            throw ValidationError("--conversation and --continue are for two conversations; use one of them.")
        }
        if let prompt, prompt.allSatisfy(\.isWhitespace) {
            throw ValidationError("The question of -p is empty.")
        }
    }

    func run() async throws {
        CoreDumps.disable()
        let environment = ProcessInfo.processInfo.environment
        let question = try question()
        if question == nil {
            guard !json, approve.isEmpty else {
                throw UsageFailure("--json and --approve need a question: use -p, or pipe the question in.")
            }
        }
        try await selection.withServer(url, environment, canAsk: question == nil || isatty(STDIN_FILENO) == 1) {
            server in
            let start = ConversationStart(id: conversation, continuesLatest: continuesLatest, model: model)
            if let question {
                let answer = QuestionCommand(server: server, start: start, approved: Set(approve), isJSON: json)
                let status = try await answer.run(question, environment)
                if status != .answered { throw ExitCode(status.rawValue) }
            } else {
                let history = noHistory ? nil : HistoryFile(environment)
                try await InteractiveChat(server: server, start: start, history: history).run(environment)
            }
        }
    }

    /// Returns the question of `-p` and of the standard input; `nil` if the person types at the terminal.
    private func question() throws -> String? {
        guard isatty(STDIN_FILENO) == 0 else { return prompt }
        let piped = try PipedText.read(STDIN_FILENO)
        if let prompt { return piped.isEmpty ? prompt : prompt + "\n\n" + piped }
        guard !piped.allSatisfy(\.isWhitespace) else {
            throw UsageFailure("The standard input is no terminal and has no question. Use -p \"your question\".")
        }
        return piped
    }
}

/// The conversation and the model that a chat starts with.
struct ConversationStart: Sendable {
    /// The conversation's id; `nil` for a new one or the latest.
    let id: String?
    /// Whether the latest conversation is continued.
    let continuesLatest: Bool
    /// The model; `nil` lets the server choose.
    let model: String?
}

/// Invalid arguments, as a sentence; the exit status is 2.
struct UsageFailure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// The text that another program pipes in.
enum PipedText {
    /// The maximum number of bytes, about the most that a server accepts.
    private static let longest = 1 << 20

    /// Reads to the end.
    static func read(_ descriptor: Int32) throws -> String {
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Glibc.read(descriptor, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += block[..<count]
            guard bytes.count <= longest else {
                throw UsageFailure("The standard input is longer than \(longest >> 20) MiB. Pipe in a part of it.")
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
