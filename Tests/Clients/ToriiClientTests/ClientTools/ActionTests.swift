import Foundation
import StandIns
import Secrets
import StreamingJSON
import Synchronization
import Testing

@testable import ToriiClient

/// Tools of the app and approvals, over sockets.
@Suite(.timeLimit(.minutes(2))) struct ActionTests {
    private struct Failed: Error, CustomStringConvertible {
        var description: String { "The address book is locked." }
    }

    private struct Month: Decodable { var month: Int }

    /// A service whose deadlines pass when the gate is open.
    private static func service(_ standIn: ToriiStandIn, deadline: StandInGate = StandInGate()) -> ToriiService {
        var requester = Requester(
            base: standIn.baseURL,
            exchange: TransportExchange(),
            tokens: TokenCache { SecretString("token") },
            configuration: .init()
        )
        requester.pause = { _ in try Task.checkCancellation() }
        requester.deadline = { _ in
            await deadline.wait()
            try Task.checkCancellation()
        }
        return ToriiService(requester)
    }

    /// A turn that waits for these actions together.
    private static func script(
        _ actions: [(kind: String, call: String, name: String, JSONValue)]
    )
        -> @Sendable (String) -> [ToriiStandIn.Step]
    {
        { run in
            [ToriiStandIn.started(run)] + actions.map { ToriiStandIn.action($0.kind, $0.call, $0.name, $0.3) }
                + [.wait(actions.map(\.call)), .event("message.delta", ["text": "done"])]
                + ToriiStandIn.ending("done")
        }
    }

    private static func tool(
        _ name: String,
        _ perform: @escaping @Sendable (JSONValue) async throws -> JSONValue
    ) -> AppTool {
        AppTool(name, "for the test", parameters: ["type": "object"], perform: perform)
    }

    @Test func theCallsOfARoundRunAtTheSameTime() async throws {
        let calls = (1...5).map { ("client_tool", "call_\($0)", "wait", ["number": .integer($0)] as JSONValue) }
        try await ToriiStandIn.with(script: Self.script(calls)) { standIn in
            let gate = StandInGate()
            let running = Mutex(0)
            // No call ends before all have started.
            let tool = Self.tool("wait") { arguments in
                if running.withLock({
                    $0 += 1; return $0
                }) == 5 {
                    gate.open()
                }
                await gate.wait()
                return ["double": .integer((arguments["number"]?.intValue ?? 0) * 2)]
            }
            let reply = try await Self.service(standIn).chat("go", options: RunOptions(tools: [tool])).reply()
            #expect(reply.text == "done")
            let answers = standIn.runs.answers(of: "run_1")
            for number in 1...5 {
                #expect(answers["call_\(number)"]?["output"] == ["double": .integer(number * 2)])
            }
            // The request names the tool.
            let body = try JSONValue(parsing: standIn.requests[0].body)
            #expect(body["client_tools"]?[0]?["name"] == "wait")
        }
    }

    @Test func argumentsAndOutputsAreTypesOfTheApp() async throws {
        let call = ("client_tool", "call_1", "findPeople", ["month": 5] as JSONValue)
        try await ToriiStandIn.with(script: Self.script([call])) { standIn in
            let tool = AppTool("findPeople", "People born in a month", parameters: ["type": "object"]) {
                (arguments: Month) in ["Naomi": arguments.month]
            }
            _ = try await Self.service(standIn).chat("go", options: RunOptions(tools: [tool])).reply()
            #expect(standIn.runs.answers(of: "run_1")["call_1"]?["output"] == ["Naomi": 5])
        }
    }

    @Test func anErrorIsAnOutput() async throws {
        let calls = [
            ("client_tool", "call_1", "lookUp", [:] as JSONValue),
            ("client_tool", "call_2", "findPeople", ["month": "May"]),
        ]
        try await ToriiStandIn.with(script: Self.script(calls)) { standIn in
            let people = AppTool("findPeople", "People", parameters: ["type": "object"]) { (month: Month) in
                [month.month]
            }
            let tools = [Self.tool("lookUp") { _ in throw Failed() }, people]
            _ = try await Self.service(standIn).chat("go", options: RunOptions(tools: tools)).reply()
            let answers = standIn.runs.answers(of: "run_1")
            #expect(answers["call_1"]?["error"] == "The address book is locked.")
            #expect(answers["call_2"]?["error"]?.stringValue?.isEmpty == false)
        }
    }

    @Test func anAnswerIsDeliveredThroughRefusalsAndBrokenConnections() async throws {
        try await ToriiStandIn.with(script: Self.script([("client_tool", "call_1", "lookUp", [:])])) { standIn in
            let isAnswer: @Sendable (RecordedRequest) -> Bool = { $0.path.hasSuffix("/outputs") }
            standIn.server.misbehave(.resetBeforeHeader, matching: isAnswer)
            standIn.server.misbehave(.answer(ToriiStandIn.failure(503, retryAfter: 1)), matching: isAnswer)
            // The server has the answer, but its response is lost.
            standIn.server.misbehave(.truncate(afterBytes: 1), matching: isAnswer)
            let count = Mutex(0)
            let tool = Self.tool("lookUp") { _ in
                .integer(
                    count.withLock {
                        $0 += 1; return $0
                    }
                )
            }
            _ = try await Self.service(standIn).chat("go", options: RunOptions(tools: [tool])).reply()
            // The tool has run once, although its answer was sent several times.
            #expect(count.withLock { $0 } == 1)
            #expect(standIn.runs.answers(of: "run_1")["call_1"]?["output"] == 1)
        }
    }

    @Test func aLateCallIsCanceledAndNotAnswered() async throws {
        let (deadline, proceeding) = (StandInGate(), StandInGate())
        let script: @Sendable (String) -> [ToriiStandIn.Step] = { run in
            [ToriiStandIn.started(run), ToriiStandIn.action("client_tool", "call_1", "sleep"), .gate(proceeding)]
                + ToriiStandIn.ending("without it")
        }
        try await ToriiStandIn.with(script: script) { standIn in
            let started = StandInGate()
            let tool = Self.tool("sleep") { _ in
                started.open()
                // Waits until it is canceled.
                await StandInGate().wait()
                proceeding.open()
                throw Failed()
            }
            async let reply = Self.service(standIn, deadline: deadline).chat("go", options: RunOptions(tools: [tool]))
                .reply()
            await started.wait()
            deadline.open()
            let text = try await reply.text
            #expect(text == "without it")
            #expect(standIn.runs.answers(of: "run_1").isEmpty)
        }
    }

    @Test func anOutputOfTheWrongShapeIsExplainedToTheModel() async throws {
        try await ToriiStandIn.with(script: Self.script([("client_tool", "call_1", "lookUp", [:])])) { standIn in
            standIn.server.misbehave(.answer(ToriiStandIn.failure(400))) { $0.path.hasSuffix("/outputs") }
            let tool = Self.tool("lookUp") { _ in ["wrong": true] }
            _ = try await Self.service(standIn).chat("go", options: RunOptions(tools: [tool])).reply()
            #expect(
                standIn.runs.answers(of: "run_1")["call_1"]?["error"] == "The app's output was refused: for the test"
            )
        }
    }

    @Test func anAnswerThatCannotBeDeliveredIsANotice() async throws {
        let proceeding = StandInGate()
        let script: @Sendable (String) -> [ToriiStandIn.Step] = { run in
            [ToriiStandIn.started(run), ToriiStandIn.action("client_tool", "call_1", "lookUp"), .gate(proceeding)]
                + ToriiStandIn.ending("without it")
        }
        try await ToriiStandIn.with(script: script) { standIn in
            standIn.server.misbehave(.answer(ToriiStandIn.failure(404))) { $0.path.hasSuffix("/outputs") }
            let refused = Mutex<[String]>([])
            let options = RunOptions(
                tools: [Self.tool("lookUp") { _ in 1 }],
                onNotice: { notice in
                    guard case .answerRefused(let call, let error) = notice else { return }
                    refused.withLock { $0.append("\(call) \(error.status ?? 0)") }
                    proceeding.open()
                }
            )
            _ = try await Self.service(standIn).chat("go", options: options).reply()
            #expect(refused.withLock { $0 } == ["call_1 404"])
        }
    }

    private static let decisions: [(ApprovalDecision, JSONValue)] = [
        (.approve, ["call": "call_1", "decision": "approve"]),
        (.reject(reason: "Not today"), ["call": "call_1", "decision": "reject", "reason": "Not today"]),
        (.reject(), ["call": "call_1", "decision": "reject"]),
    ]

    @Test(arguments: decisions)
    func aPersonDecides(decision: ApprovalDecision, answer: JSONValue) async throws {
        let call = ("approval", "call_1", "deleteInventory", ["id": 1] as JSONValue)
        try await ToriiStandIn.with(script: Self.script([call])) { standIn in
            let options = RunOptions(approve: { action in
                #expect(action.text == "Allow deleteInventory?")
                #expect(action.arguments == ["id": 1])
                return decision
            })
            _ = try await Self.service(standIn).chat("go", options: options).reply()
            #expect(standIn.runs.answers(of: "run_1")["call_1"] == answer)
        }
    }

    @Test func aCallThatIsLeftOpenIsAnsweredByHand() async throws {
        try await ToriiStandIn.with(script: Self.script([("approval", "call_1", "delete", [:])])) { standIn in
            let service = Self.service(standIn)
            let options = RunOptions(approve: { _ in .leaveOpen })
            var types: [String] = []
            for try await event in service.chat("go", options: options) {
                types.append(event.type)
                guard case .actionRequired(let action) = event else { continue }
                try await service.answer("run_1", with: RunAnswers(decisions: [(action.call, .approval)]))
            }
            #expect(types == ["run.started", "action.required", "message.delta", "message.completed", "run.completed"])
        }
    }

    /// An app that was started again joins the run and does not repeat its earlier answers.
    @Test func onlyOpenCallsOfAJoinedRunAreAnswered() async throws {
        let script: @Sendable (String) -> [ToriiStandIn.Step] = { run in
            [
                ToriiStandIn.started(run), ToriiStandIn.action("client_tool", "call_1", "count"), .wait(["call_1"]),
                ToriiStandIn.action("client_tool", "call_2", "count"), .wait(["call_2"]),
            ] + ToriiStandIn.ending("done")
        }
        try await ToriiStandIn.with(script: script) { standIn in
            let service = Self.service(standIn)
            let count = Mutex(0)
            let tool = Self.tool("count") { _ in
                .integer(
                    count.withLock {
                        $0 += 1; return $0
                    }
                )
            }
            // The first process answers the first call and ends.
            let first = service.chat("go", options: RunOptions(tools: [tool], onStop: .detach))
            for try await event in first {
                guard case .actionRequired(let action) = event, action.call == "call_1" else { continue }
                _ = await standIn.server.event { event -> Void? in
                    if case .answered(let id, 202, _) = event, standIn.requests[id - 1].path.hasSuffix("/outputs") {
                        ()
                    } else {
                        nil
                    }
                }
                break
            }
            let reply = try await service.events(of: "run_1", options: RunOptions(tools: [tool])).reply()
            #expect(reply.text == "done")
            let answers = standIn.runs.answers(of: "run_1")
            #expect(answers["call_1"]?["output"] == 1)
            #expect(answers["call_2"]?["output"] == 2)
            #expect(count.withLock { $0 } == 2)
        }
    }

    @Test func theCallsOfACanceledTaskAreCanceled() async throws {
        try await ToriiStandIn.with(script: Self.script([("client_tool", "call_1", "sleep", [:])])) { standIn in
            let (started, ended) = (StandInGate(), StandInGate())
            let tool = Self.tool("sleep") { _ in
                started.open()
                await StandInGate().wait()
                ended.open()
                return 1
            }
            let reading = Task {
                try await Self.service(standIn).chat("go", options: RunOptions(tools: [tool])).reply()
            }
            await started.wait()
            reading.cancel()
            await #expect(throws: CancellationError.self) { try await reading.value }
            await ended.wait()
            #expect(standIn.runs.answers(of: "run_1").isEmpty)
            #expect(standIn.runs.canceled == ["run_1"])
        }
    }
}
