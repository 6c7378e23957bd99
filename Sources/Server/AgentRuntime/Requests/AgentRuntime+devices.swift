import AgentWire
import AssistantSchemas
import Foundation
public import Storage
public import StreamingJSON

extension AgentRuntime {
    /// Records a step of a device.
    ///
    /// - Throws: ``Problem`` as for ``reportEnd(of:on:client:attempt:body:)``.
    public func report(
        _ step: DeviceStep,
        of call: String,
        attempt: Int,
        on device: String,
        owner: Owner
    ) async throws -> DeviceReply {
        try await change(call, on: device, owner: owner) { call, time throws(DeviceCall.Refusal) in
            switch step {
            case .claim: try call.claim(attempt: attempt, at: time)
            case .start: try call.start(attempt: attempt, at: time)
            case .progress: try call.progress(attempt: attempt, at: time)
            }
        }
    }

    /// Accepts the end of a call from its device; the run resumes when all its calls are over.
    ///
    /// The end is stored when this function returns. A repeated report changes nothing.
    ///
    /// - Returns: 202 for a new end, 200 for a repeated one.
    /// - Throws: ``Problem``: `notFound` if the device has no such call, `conflict` if another attempt or another end counts, `callOver`
    ///   if the call is over without an end from a device (the report is kept), `outputInvalid` if the output does not fit its schema;
    ///   `StoreError`.
    public func reportEnd(
        of call: String,
        on device: String,
        owner: Owner,
        attempt: Int?,
        body: JSONValue
    ) async throws -> DeviceReply {
        let found = try await find(call, on: device, owner: owner)
        devices?.recordLife(of: device, app: found.call.place.app, owner: owner)
        var report: DeviceReport
        do { report = try DeviceReport(body, to: found.call) } catch {
            throw Problem(
                .invalidRequest,
                detail: "the body is no end of a call: \(error)",
                faults: [.init(pointer: "#" + error.path, detail: error.message)]
            )
        }
        let app = devices?.toolbox(of: owner)?.app(at: found.call.place)
        report = DeviceOutputCheck(app: app).checked(report, of: found.call)
        let faults = report.faults
        if !faults.isEmpty { report = .invalid(found.call) }
        guard let live = found.live else { return try await reportLate(report, on: found, faults) }
        var isNew = false
        do {
            try await change(live, call) { [report] call, _ throws(DeviceCall.Refusal) in
                isNew = try call.end(report.state, report.outcome, attempt: attempt)
            }
        } catch let refusal as DeviceCall.Refusal {
            return try await refuse(refusal, report, live.actions.deviceCall(call) ?? found.call, found)
        }
        if !faults.isEmpty { throw Self.invalidOutput(faults, of: found.call) }
        let reply = live.actions.deviceCall(call)?.reply ?? found.call.reply
        return DeviceReply(status: isNew ? 202 : 200, body: .object(reply))
    }

    /// Returns the events that offer a device its open calls.
    ///
    /// - Parameter app: The app; `nil` for all.
    func offers(to device: String, app: String?, owner: Owner) -> [DeviceEvent] {
        guard let devices else { return [] }
        return devices.runsWithCalls(of: owner).compactMap { runs.liveRun($0) }.flatMap { run in
            run.actions.deviceCalls.filter { call in
                call.isOffered && call.place.device == device && (app == nil || call.place.app == app)
            }.map { $0.offer(of: run.identity) }
        }
    }
}

// MARK: - The steps

extension AgentRuntime {
    private struct Found {
        var live: LiveRun?
        var call: DeviceCall
        var owner: Owner
        var conversation: String
    }

    /// Returns a call of a device, of a run that waits or of one that has ended.
    private func find(_ id: String, on device: String, owner: Owner) async throws -> Found {
        let unknown = Problem(.notFound, detail: "the device '\(device.excerpt())' has no call '\(id.excerpt())'")
        guard id.utf8.count <= 200, let dot = id.lastIndex(of: "."), dot > id.startIndex else { throw unknown }
        try await devices?.read(owner)
        let run = String(id[..<dot])
        let found: Found
        switch try await directory.find(run, of: owner) {
        case nil: throw unknown
        case .elsewhere: throw Problem.elsewhere(run)
        case .live(let live):
            guard let call = live.actions.deviceCall(id) else { throw unknown }
            found = Found(live: live, call: call, owner: owner, conversation: live.identity.conversation)
        case .stored(let record):
            guard let call = RunActions(text: record.pendingCalls)?.deviceCall(id) else { throw unknown }
            found = Found(call: call, owner: owner, conversation: record.conversation)
        }
        guard found.call.place.device == device else { throw unknown }
        return found
    }

    private func change(
        _ id: String,
        on device: String,
        owner: Owner,
        _ change: (inout DeviceCall, Date) throws(DeviceCall.Refusal) -> Void
    ) async throws -> DeviceReply {
        let found = try await find(id, on: device, owner: owner)
        devices?.recordLife(of: device, app: found.call.place.app, owner: owner)
        guard let live = found.live else { throw Self.over(found.call) }
        do {
            try await self.change(live, id, change)
        } catch let refusal as DeviceCall.Refusal {
            let call = live.actions.deviceCall(id) ?? found.call
            switch refusal {
            case .over: throw Self.over(call)
            case .conflict, .otherOutput: throw Self.conflict(call)
            }
        }
        return DeviceReply(status: 200, body: .object((live.actions.deviceCall(id) ?? found.call).reply))
    }

    /// Changes a call of a live run, stores the change, and resumes the run if all its calls are over.
    private func change(
        _ live: LiveRun,
        _ id: String,
        _ change: (inout DeviceCall, Date) throws(DeviceCall.Refusal) -> Void
    ) async throws {
        let before = live.actions.deviceCalls
        let isComplete = try live.changeDeviceCall(id, at: now(), change)
        defer { live.finishAnswering() }
        do {
            try await runs.store(live)
        } catch {
            throw Problem(
                .overloaded,
                detail:
                    "the change could not be stored yet, and would be lost if the server restarted; send it again later",
                retryAfterSeconds: 5
            )
        }
        devices?.publish(before, live.actions.deviceCalls, of: live.identity)
        if isComplete { await runs.resume(live) }
    }

    private func refuse(
        _ refusal: DeviceCall.Refusal,
        _ report: DeviceReport,
        _ call: DeviceCall,
        _ found: Found
    ) async throws -> DeviceReply {
        switch refusal {
        case .conflict: throw Self.conflict(call)
        case .otherOutput:
            var problem = Problem(.conflict, detail: "the call has another end already, and the first one counts")
            problem.extensions = ["state": .string(call.state.rawValue), "stored": call.outcome ?? .null]
            throw problem
        case .over: throw try await keepLate(report, found, call)
        }
    }

    /// Handles the report on a call whose run has ended.
    private func reportLate(
        _ report: DeviceReport,
        on found: Found,
        _ faults: [WireError.Fault]
    ) async throws -> DeviceReply {
        if found.call.outcome == report.outcome {
            if !faults.isEmpty { throw Self.invalidOutput(faults, of: found.call) }
            return DeviceReply(status: 200, body: .object(found.call.reply))
        }
        return try await refuse(found.call.outcome == nil ? .over : .otherOutput, report, found.call, found)
    }

    /// Keeps the state of a late report for the next turn of the conversation.
    private func keepLate(_ report: DeviceReport, _ found: Found, _ call: DeviceCall) async throws -> Problem {
        if found.conversation.isEmpty { return Self.over(call) }
        try await devices?.store.addLateOutput(
            LateOutputRecord(
                call: call.id,
                owner: found.owner,
                conversation: found.conversation,
                schema: call.schema,
                status: report.state.rawValue,
                receivedAt: now()
            )
        )
        return Self.over(call)
    }

    private static func conflict(_ call: DeviceCall) -> Problem {
        var problem = Problem(
            .conflict,
            detail: "the call is \(call.state.rawValue) in attempt \(call.attempt), so the request changes nothing"
        )
        problem.extensions = ["state": .string(call.state.rawValue), "attempt": .integer(call.attempt)]
        return problem
    }

    private static func over(_ call: DeviceCall) -> Problem {
        var problem = Problem(
            .callOver,
            detail: "the call is \(call.state.rawValue), and its run no longer waits for it; do not run it"
        )
        problem.extensions = ["state": .string(call.state.rawValue)]
        return problem
    }

    private static func invalidOutput(_ faults: [WireError.Fault], of call: DeviceCall) -> Problem {
        let member = call.kind == .intent ? "output" : "entities"
        return Problem(
            .outputInvalid,
            detail:
                "the output does not fit the schema of \(call.schema), so the call has failed; nothing of it is kept",
            faults: FaultList(faults.map { .init(pointer: "#/\(member)" + $0.pointer, detail: $0.detail) })
        )
    }
}
