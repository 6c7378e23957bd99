import Foundation

/// A load on a chat server, made by the program `ChatLoad`.
public struct ChatLoad: Sendable {
    /// The interface of the server, which decides the format of requests and answers.
    public enum Dialect: Sendable {
        /// Torii's native interface.
        case native
        /// OpenAI's chat completions: of Torii, or of the model through a proxy.
        case chatCompletions
        /// OpenAI's Responses.
        case responses
        /// Anthropic's Messages.
        case messages
        /// No turn: what the token may use.
        case session
    }

    /// The answer that the model is asked for: the number of tokens, and the milliseconds between them.
    public struct Answer: Sendable {
        var tokens: Int
        var interval: Int
        var holds: Bool
        var streams: Bool

        /// Makes an answer; one that holds has one token and no end.
        public init(tokens: Int, interval: Int = 0, holds: Bool = false, streams: Bool = true) {
            self.tokens = tokens
            self.interval = interval
            self.holds = holds
            self.streams = streams
        }

        fileprivate var words: String {
            "bench tokens=\(tokens) interval=\(interval)" + (holds ? " hold=1" : "")
        }
    }

    private let dialect: Dialect
    private let port: Int
    private let answer: Answer
    private let token: String
    private let user: String?

    /// Makes a load on a server of this machine.
    ///
    /// - Parameters:
    ///   - token: The token of the clients.
    ///   - user: The user that they name beside it.
    public init(
        _ dialect: Dialect,
        port: Int,
        _ answer: Answer,
        token: String = ToriiProcess.token,
        user: String? = nil
    ) {
        self.dialect = dialect
        self.port = port
        self.answer = answer
        self.token = token
        self.user = user
    }

    /// The distribution of the first turns' starts.
    public enum Start: Sendable {
        /// All within the time between two tokens, so that all later turns start and end together too.
        case together
        /// Spread over the time of a turn.
        case spread
    }

    /// Runs one turn after the other on a number of connections, for some time or for a number of turns in total.
    public func turns(
        connections: Int,
        seconds: Int = 0,
        turns: Int = 0,
        start: Start = .together,
        takingDelays: Bool = false
    ) throws -> Figures {
        // Evenly spread over an interval, so that the tokens of all connections are sent one by one.
        var stagger = answer.interval * 1000 / connections
        if case .spread = start { stagger += answer.tokens * answer.interval * 1000 / connections }
        return try figures(
            "turns",
            [
                "--connections", "\(connections)", "--seconds", "\(seconds)", "--turns", "\(turns)",
                "--stagger", "\(stagger)", "--delays", takingDelays ? "\(answer.tokens)" : "0",
            ]
        )
    }

    /// Starts turns at a rate, whether earlier ones have ended or not, on as many connections as necessary.
    public func arrivals(rate: Double, seconds: Int, connections: Int) throws -> Figures {
        try figures(
            "arrivals",
            ["--connections", "\(connections)", "--rate", "\(rate)", "--seconds", "\(seconds)"]
        )
    }

    /// Opens a stream on each of a number of connections and keeps it open.
    public func hold(connections: Int) throws -> HeldStreams {
        try HeldStreams(["hold", "--connections", "\(connections)"] + request)
    }

    /// Opens connections that read existing runs in rotation, and keeps them open.
    public func hold(connections: Int, reading runs: [String]) throws -> HeldStreams {
        try HeldStreams(
            ["hold", "--port", "\(port)", "--token", ToriiProcess.token, "--method", "GET"]
                + ["--connections", "\(connections)", "--runs"] + runs
        )
    }

    private func figures(_ mode: String, _ arguments: [String]) throws -> Figures {
        Figures(try ChildProcess.figures("ChatLoad", [mode] + request + whole + arguments))
    }

    private var request: [String] {
        let path: String
        let body: String
        switch dialect {
        case .native:
            path = "/v1/chat"
            body = #"{"message":"\#(answer.words)","stream":\#(answer.streams)}"#
        case .chatCompletions:
            path = "/v1/chat/completions"
            let messages = #"[{"role":"user","content":"\#(answer.words)"}]"#
            body = #"{"model":"\#(ToriiProcess.model)","stream":\#(answer.streams),"messages":\#(messages)}"#
        case .responses:
            path = "/v1/responses"
            let input = #""input":"\#(answer.words)""#
            body = #"{"model":"\#(ToriiProcess.model)","stream":\#(answer.streams),\#(input)}"#
        case .messages:
            path = "/v1/messages"
            let messages = #"[{"role":"user","content":"\#(answer.words)"}]"#
            body =
                #"{"model":"\#(ToriiProcess.model)","stream":\#(answer.streams),"max_tokens":4096,"messages":\#(messages)}"#
        case .session: return ["--method", "GET", "--path", "/v1/session"] + sender
        }
        return ["--path", path, "--body", body] + sender
    }

    private var sender: [String] {
        ["--port", "\(port)", "--token", token] + (user.map { ["--fields", "Torii-User: \($0)\r\n"] } ?? [])
    }

    /// The arguments that define a complete answer: its number of tokens, and the text at its end.
    private var whole: [String] {
        switch (dialect, answer.streams) {
        // Every token once, and all of them again in `message.completed`.
        case (.native, true): ["--tokens", "\(answer.tokens * 2)", "--ending", "event: run.completed"]
        case (.native, false): ["--tokens", "\(answer.tokens)", "--ending", "\"usage\""]
        case (.chatCompletions, true): ["--tokens", "\(answer.tokens)", "--ending", "data: [DONE]"]
        case (.chatCompletions, false), (.messages, false):
            ["--tokens", "\(answer.tokens)", "--ending", "\"usage\""]
        // The usage precedes the text there.
        case (.responses, false): ["--tokens", "\(answer.tokens)", "--ending", "\"metadata\""]
        // Every token once, and all of them again in the ends of the text, the part, the item and the response.
        case (.responses, true): ["--tokens", "\(answer.tokens * 5)", "--ending", "data: [DONE]"]
        case (.messages, true): ["--tokens", "\(answer.tokens)", "--ending", "event: message_stop"]
        case (.session, _): []
        }
    }
}

extension ChatLoad {
    /// The figures of a load, with the names of `Benchmarks/Sources/ChatLoad/tally.h`.
    public struct Figures: Sendable {
        private let values: [String: Int]

        fileprivate init(_ values: [String: Int]) { self.values = values }

        /// Returns a figure; 0 if there is none with this name.
        public subscript(name: String) -> Int { values[name] ?? 0 }

        /// The number of complete turns.
        public var turns: Int { self["turns"] }

        /// The number of turns that were not complete, for any reason.
        public var failures: Int {
            ["broken", "failed", "s429", "s503", "other", "unserved"].map { self[$0] }.reduce(0, +)
        }
    }
}
