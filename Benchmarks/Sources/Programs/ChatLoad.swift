import Foundation

/// A load on a chat server, carried out by the program `ChatLoad`.
public struct ChatLoad: Sendable {
    /// Who is asked, which says how a request and a whole answer look.
    public enum Dialect: Sendable {
        /// Torii's own interface.
        case native
        /// OpenAI's chat completions: Torii's, or the model's through a proxy.
        case chatCompletions
    }

    /// What the model is asked for: how many tokens, and how many milliseconds lie between them.
    public struct Answer: Sendable {
        var tokens: Int
        var interval: Int
        var holds: Bool
        var streams: Bool

        /// An answer; one that holds has one token and no end.
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

    /// A load on a server of this machine.
    public init(_ dialect: Dialect, port: Int, _ answer: Answer) {
        self.dialect = dialect
        self.port = port
        self.answer = answer
    }

    /// When the first turns of a load begin.
    public enum Start: Sendable {
        /// All within the time between two tokens, so that turns end and begin together ever after.
        case together
        /// Spread over the time that a turn takes.
        case spread
    }

    /// So many connections take one turn after the other, for some time or so many turns in all.
    public func turns(
        connections: Int,
        seconds: Int = 0,
        turns: Int = 0,
        start: Start = .together,
        takingDelays: Bool = false
    ) throws -> Figures {
        // Evenly spread over an interval, so that the tokens of all come one by one.
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

    /// Turns begin at a rate, whether those before them have ended or not, on as many connections as it takes.
    public func arrivals(rate: Double, seconds: Int, connections: Int) throws -> Figures {
        try figures(
            "arrivals",
            ["--connections", "\(connections)", "--rate", "\(rate)", "--seconds", "\(seconds)"]
        )
    }

    /// So many connections open a stream and stay.
    public func hold(connections: Int) throws -> HeldStreams {
        try HeldStreams(["hold", "--connections", "\(connections)"] + request)
    }

    /// So many connections read the runs that others have started, by turns, and stay.
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
        }
        return ["--port", "\(port)", "--path", path, "--token", ToriiProcess.token, "--body", body]
    }

    /// What tells that an answer is whole: so many tokens, and what stands at its end.
    private var whole: [String] {
        switch (dialect, answer.streams) {
        // The tokens one by one, and all once more in `message.completed`.
        case (.native, true): ["--tokens", "\(answer.tokens * 2)", "--ending", "event: run.completed"]
        case (.native, false): ["--tokens", "\(answer.tokens)", "--ending", "\"usage\""]
        case (.chatCompletions, true): ["--tokens", "\(answer.tokens)", "--ending", "data: [DONE]"]
        case (.chatCompletions, false): ["--tokens", "\(answer.tokens)", "--ending", "\"usage\""]
        }
    }
}

extension ChatLoad {
    /// What a load has seen, by the names in `Benchmarks/Sources/ChatLoad/tally.h`.
    public struct Figures: Sendable {
        private let values: [String: Int]

        fileprivate init(_ values: [String: Int]) { self.values = values }

        /// A figure; 0 when there is none by this name.
        public subscript(name: String) -> Int { values[name] ?? 0 }

        /// The turns that were answered in whole.
        public var turns: Int { self["turns"] }

        /// The turns that were not answered in whole, for whatever reason.
        public var failures: Int {
            ["broken", "failed", "s429", "s503", "other", "unserved"].map { self[$0] }.reduce(0, +)
        }
    }
}
