import AgentWire
import FoundationEssentials
import StreamingJSON

@testable import TerminalChat

/// A chat that is played without a terminal and a server.
struct Stage {
    var machine: ChatMachine
    var now = Duration.seconds(1)
    var drawing = Drawing(columns: 60, now: FormatTests.now)
    private(set) var printed: [String] = []
    private(set) var live: [String] = []
    private(set) var cursor: Frame.Cursor?

    init(isPlain: Bool = false, history: [String] = []) {
        machine = ChatMachine(.init(server: "test", isPlain: isPlain, history: MessageHistory(history)))
    }

    /// Applies an input after a second, and draws.
    @discardableResult mutating func play(_ input: ChatInput, after time: Duration = .seconds(1)) -> [ChatAction] {
        now += time
        let actions = machine.handle(input, drawing, at: now)
        draw()
        return actions
    }

    mutating func draw() {
        let frame = machine.frame(drawing, rows: 24, at: now)
        printed += frame.printed.map(\.text)
        live = frame.live.map(\.text)
        cursor = frame.cursor
    }

    @discardableResult mutating func type(_ text: String, enter: Bool = true) -> [ChatAction] {
        let actions = play(.key(.text(text)))
        return enter ? play(.key(.enter)) : actions
    }

    /// Returns the last printed lines that are not empty.
    func lastLines(_ count: Int) -> [String] { Array(printed.filter { !$0.isEmpty }.suffix(count)) }

    /// Sends a message and starts its run.
    mutating func ask(_ text: String, run: String = "run_1") {
        type(text)
        play(.event(.started(run: run, conversation: "conv_1", model: "phrasebook")))
    }

    /// Ends the run with an answer.
    @discardableResult mutating func answer(_ text: String) -> [ChatAction] {
        play(.event(.messageDelta(text: text)))
        play(.event(.messageCompleted(text: text, artifacts: [])))
        play(.event(.completed(usage: WireUsage(inputTokens: 1, outputTokens: 2))))
        return play(.runEnded(nil))
    }

    mutating func waitForApproval(_ call: String = "call_1") {
        play(
            .event(
                .actionRequired(
                    RequiredAction(
                        kind: .approval,
                        call: call,
                        name: "deleteInventory",
                        arguments: ["id": 1],
                        deadline: FormatTests.now.addingTimeInterval(300),
                        text: "Delete it?"
                    )
                )
            )
        )
    }
}
