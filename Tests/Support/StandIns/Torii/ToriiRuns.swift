public import StreamingJSON
import Synchronization

/// The runs of a stand-in for Torii.
public final class ToriiRuns: Sendable {
    private struct Run {
        var steps: [ToriiStandIn.Step]
        /// The answers by call.
        var answers: [String: JSONValue] = [:]
        /// The gates of the waits that are open, by the calls for which they wait.
        var waits: [(calls: [String], gate: StandInGate)] = []
        var isCanceled = false
    }

    private let runs = Mutex<(byID: [String: Run], byKey: [String: String])>(([:], [:]))

    /// Makes an empty set.
    public init() {}

    /// The ids of the runs that were canceled.
    public var canceled: [String] { runs.withLock { $0.byID.filter(\.value.isCanceled).map(\.key) } }

    /// The number of runs.
    public var count: Int { runs.withLock { $0.byID.count } }

    /// Returns the answers to the calls of a run.
    public func answers(of run: String) -> [String: JSONValue] { runs.withLock { $0.byID[run]?.answers ?? [:] } }

    func knows(_ run: String) -> Bool { runs.withLock { $0.byID[run] != nil } }

    func start(key: String?, _ script: (String) -> [ToriiStandIn.Step]) -> String {
        runs.withLock { runs in
            if let known = key.flatMap({ runs.byKey[$0] }) { return known }
            let id = "run_\(runs.byID.count + 1)"
            runs.byID[id] = Run(steps: script(id))
            if let key { runs.byKey[key] = id }
            return id
        }
    }

    func cancel(_ run: String) { runs.withLock { $0.byID[run]?.isCanceled = true } }

    /// Records the answers of a request; returns false if the run waits for none of them.
    func answer(_ id: String, _ body: JSONValue) -> Bool {
        runs.withLock { runs in
            guard var run = runs.byID[id] else { return false }
            for list in ["outputs", "decisions"] {
                for answer in body[list]?.arrayValue ?? [] {
                    guard let call = answer["call"]?.stringValue else { return false }
                    if let known = run.answers[call], known != answer { return false }
                    run.answers[call] = answer
                }
            }
            for wait in run.waits where wait.calls.allSatisfy({ run.answers[$0] != nil }) { wait.gate.open() }
            runs.byID[id] = run
            return true
        }
    }

    /// The frames of a run after an event, with the waits between them; none after its end.
    func pieces(of id: String, after: Int?) -> [StandInReply.Piece] {
        runs.withLock { runs in
            guard var run = runs.byID[id] else { return [] }
            defer { runs.byID[id] = run }
            var pieces: [StandInReply.Piece] = []
            var number = 0
            for step in run.steps {
                switch step {
                case .event(let type, let data):
                    defer { number += 1 }
                    guard number > after ?? -1 else { continue }
                    pieces.append(.init("id: \(id):\(number)\nevent: \(type)\ndata: \(data.serialized())\n\n"))
                case .wait(let calls) where !calls.allSatisfy({ run.answers[$0] != nil }):
                    let gate = StandInGate()
                    run.waits.append((calls, gate))
                    pieces.append(.init("", after: .gate(gate)))
                case .wait: continue
                case .gate(let gate): pieces.append(.init("", after: .gate(gate)))
                }
            }
            return pieces.contains { !$0.bytes.isEmpty } ? pieces : []
        }
    }

    /// The run in the form of `GET /v1/runs/{id}`.
    func description(of id: String) -> JSONValue {
        runs.withLock { runs in
            guard let run = runs.byID[id] else { return .null }
            let actions = run.steps.compactMap { step in
                if case .event("action.required", let data) = step { data } else { JSONValue?.none }
            }
            let open = actions.filter { run.answers[$0["call"]?.stringValue ?? ""] == nil }
            var object: JSONObject = [
                "run": .string(id), "conversation": "conv_1", "status": open.isEmpty ? "running" : "waiting",
                "model": "stand-in", "created_at": "2026-11-21T00:00:00Z", "updated_at": "2026-11-21T00:00:00Z",
                "event_count": .integer(run.steps.count), "tool_calls": [],
            ]
            if !open.isEmpty { object["actions"] = .array(open) }
            if case .event("run.completed", let data)? = run.steps.last, open.isEmpty {
                object["status"] = "completed"
                object["usage"] = data["usage"]
            }
            return .object(object)
        }
    }
}
