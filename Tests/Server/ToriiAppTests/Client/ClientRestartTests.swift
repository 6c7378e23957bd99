import Foundation
import Secrets
import StandIns
import StreamingJSON
import Testing
import ToriiClient

@testable import AgentServer
@testable import ToriiApp

/// ToriiClient and a server that stops and starts again with the same folder.
@Suite(.timeLimit(.minutes(2))) struct ClientRestartTests {
    /// A model that calls the app's tool in each of several rounds.
    private static func script(rounds: Int) -> OpenAIStandIn.Script {
        { request in
            let count = request.toolOutputs.count
            guard count < rounds else { return .text(request.toolOutputs.map(\.text).joined(separator: " ")) }
            return .toolCalls([ScriptedToolCall("step", arguments: #"{"number":\#(count)}"#, id: "call\(count)")])
        }
    }

    /// The server stops while each of the calls of one turn is made.
    @Test func aTurnOutlivesItsServer() async throws {
        let rounds = 3
        let folder = NSTemporaryDirectory() + "torii-client-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await OpenAIStandIn.with(script: Self.script(rounds: rounds)) { standIn in
            // Each call signals that the server may stop, and waits until it has.
            let (calls, called) = AsyncStream<Int>.makeStream()
            let stops = (0..<rounds).map { _ in StandInGate() }
            let made = Recorder<Int>()
            let step = AppTool("step", "for the test", parameters: ["type": "object"]) { arguments in
                let number = arguments["number"]?.intValue ?? 0
                made.append(number)
                called.yield(number)
                await stops[number].wait()
                return .integer(number * 10)
            }
            let events = Recorder<NativeEvent>()
            let exchange = MovingExchange()
            let torii = ToriiService(url: MovingExchange.url, exchange: exchange) {
                SecretString(TestServer.clientToken)
            }
            // It continues while the servers change.
            let reading = Task {
                for try await event in torii.chat("go", options: RunOptions(tools: [step])) { events.append(event) }
            }
            defer {
                reading.cancel()
                for stop in stops { stop.open() }
            }
            var next = calls.makeAsyncIterator()
            for number in 0..<rounds {
                try await ClientServer.with(standIn, dataDirectory: folder) { client in
                    exchange.move(to: client.server.baseURL)
                    let started = await next.next(isolation: #isolation)
                    #expect(started == number)
                    exchange.move(to: nil)
                }
                stops[number].open()
            }
            try await ClientServer.with(standIn, dataDirectory: folder) { client in
                exchange.move(to: client.server.baseURL)
                try await reading.value
                let started = events.elements.first
                guard case .started(let run, _, _)? = started else {
                    Issue.record("\(String(describing: started))")
                    return
                }
                // The client has seen all events of the server.
                var replay: [NativeEvent] = []
                for try await event in torii.events(of: run, options: RunOptions(onStop: .detach)) {
                    replay.append(event)
                }
                #expect(events.elements == replay)
            }
            #expect(made.elements == [0, 1, 2])
            let texts = events.elements.compactMap {
                if case .messageCompleted(let text, _, _, _) = $0 { text } else { nil }
            }
            #expect(texts == ["0 10 20"])
        }
    }
}
