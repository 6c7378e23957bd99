import StreamingJSON
import ToriiClient

#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// Performs one turn, or reads a run, with ToriiClient, for `make trial-client`.
///
///     client-trial chat MESSAGE     performs a turn whose model may call the tool `step` of this program
///     client-trial follow RUN       reads a run from its first event on
///
/// The address and the token are in `TORII_URL` and `TORII_TOKEN`. Standard output has a line of JSON for each event (its id, its type and
/// its data), each call of the tool, each notice about the connection, and the end. A call waits for a line on standard input; with `STEP=1`
/// each event does too.
@main
enum ClientTrialCommand {
    static func main() async {
        guard CommandLine.arguments.count == 3, let url = environment("TORII_URL"),
            let token = environment("TORII_TOKEN")
        else {
            print("usage: TORII_URL=… TORII_TOKEN=… client-trial chat MESSAGE | follow RUN")
            exit(2)
        }
        let torii = ToriiService(
            url: url,
            token: token,
            configuration: .init(
                reconnect: ReconnectPolicy(firstDelay: .milliseconds(20), maximumDelay: .milliseconds(200))
            )
        )
        let options = RunOptions(tools: [step], onStop: .detach, onNotice: note)
        let events =
            CommandLine.arguments[1] == "chat"
            ? torii.chat(ChatRequest(message: CommandLine.arguments[2], onDisconnect: .finish), options: options)
            : torii.events(of: CommandLine.arguments[2], options: options)
        do {
            try await show(events, stepwise: environment("STEP") == "1")
            write(["end": "completed"])
        } catch let error as ToriiError {
            write([
                "end": .string("\(error.code)"), "problem": error.problem.map { .string($0.kind.rawValue) } ?? .null,
            ])
        } catch {
            write(["end": .string("\(error)")])
        }
    }

    private static func show(_ events: RunEvents, stepwise: Bool) async throws {
        var iterator = events.makeAsyncIterator()
        while let event = try await iterator.next() {
            let id = await iterator.lastEventID
            write(["id": id.map(JSONValue.string) ?? .null, "type": .string(event.type), "data": event.data])
            if stepwise { _ = readLine() }
        }
    }

    /// A tool that waits for the trial.
    private static let step = AppTool(
        "step",
        "Waits for the trial",
        parameters: ["type": "object", "properties": ["number": ["type": "integer"]], "required": ["number"]]
    ) { arguments in
        let number = arguments["number"] ?? .null
        write(["call": number])
        _ = readLine()
        return ["done": number]
    }

    @Sendable private static func note(_ notice: RunNotice) {
        switch notice {
        case .connected: write(["notice": "connected"])
        case .lost(let error, let attempt, _):
            write(["notice": "lost", "attempt": .integer(attempt), "why": .string(error.message)])
        case .answerRefused(let call, let error):
            write(["notice": "refused", "call": .string(call), "why": .string(error.message)])
        }
    }

    @Sendable private static func write(_ line: JSONValue) {
        print(line.serialized())
        // Without this a line waits in the buffer of the pipe.
        fflush(nil)
    }

    private static func environment(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
