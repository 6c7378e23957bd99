import AgentWire
import AssistantSchemas
import Foundation
import StreamingJSON

extension DeviceCall {
    /// The place of the call for the client of the chat.
    var action: DeviceAction { DeviceAction(call: id, device: place.device, app: place.app, schema: schema) }

    /// The event that offers the call to its device.
    ///
    /// - Parameter run: The run that waits for it.
    func offer(of run: LiveRun.Identity) -> DeviceEvent {
        var data: JSONObject
        switch kind {
        case .intent:
            data =
                IntentCall(
                    callID: id,
                    schema: schema,
                    intentID: intentID,
                    input: input,
                    inputHash: inputHash,
                    attempt: attempt
                ).json
            data["mode"] = .string(mode)
            data["authentication"] = authentication.map(JSONValue.string) ?? .null
            data["approved"] = .bool(isApproved)
        case .query:
            data = ["queryId": .string(id), "schema": .string(schema)]
            for (name, value) in input { data[name] = value }
            data["attempt"] = .integer(attempt)
        }
        data["runId"] = .string(run.id)
        if !run.conversation.isEmpty { data["conversationId"] = .string(run.conversation) }
        data["deviceId"] = .string(place.device)
        data["appId"] = .string(place.app)
        data["state"] = .string(state.rawValue)
        data["deadline"] = .time(deadline)
        return DeviceEvent(
            type: kind == .intent ? "intent.requested" : "entity.requested",
            data: data,
            app: place.app
        )
    }

    /// The event with which a device learns that the call is over for it.
    ///
    /// - Parameters:
    ///   - former: The app and device that it was offered to.
    ///   - isStarted: Whether it was running there.
    func ending(for former: DevicePlace, isStarted: Bool) -> DeviceEvent {
        DeviceEvent(
            type: "call.ended",
            data: [
                "callId": .string(id), "state": .string(isOver ? state.rawValue : "moved"),
                "stop": .bool(isStarted && outcome == nil),
            ],
            app: former.app
        )
    }

    /// The state of the call after a device's request.
    var reply: JSONObject {
        var object: JSONObject = [
            "callId": .string(id), "attempt": .integer(attempt), "state": .string(state.rawValue),
        ]
        if !isOver { object[state == .claimed ? "leaseUntil" : "deadline"] = .time(deadline) }
        return object
    }
}
