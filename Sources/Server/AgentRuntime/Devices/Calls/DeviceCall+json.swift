import Foundation
import StreamingJSON

extension DeviceCall {
    /// The call in its stored form.
    var jsonValue: JSONValue {
        var object: JSONObject = [
            "id": .string(id), "kind": .string(kind.rawValue), "schema": .string(schema), "input": .object(input),
            "hash": .string(inputHash), "mode": .string(mode), "device": .string(place.device),
            "app": .string(place.app), "name": .string(place.name), "attempt": .integer(attempt),
            "state": .string(state.rawValue),
            "deadline": .number(deadline.timeIntervalSince1970), "timing": timing.jsonValue,
        ]
        if let intentID { object["intent"] = .string(intentID) }
        if let authentication { object["authentication"] = .string(authentication) }
        if isIdempotent { object["idempotent"] = true }
        if isMovable { object["movable"] = true }
        if let fallback { object["fallback"] = fallback }
        if isApproved { object["approved"] = true }
        if let startedAt { object["started"] = .number(startedAt.timeIntervalSince1970) }
        if hasStarted { object["hasStarted"] = true }
        if let outcome { object["outcome"] = outcome }
        if let rejection { object["rejection"] = rejection }
        return .object(object)
    }

    /// Reads a stored call; `nil` if the JSON is not one.
    init?(jsonValue: JSONValue) {
        guard let id = jsonValue["id"]?.stringValue,
            let kind = jsonValue["kind"]?.stringValue.flatMap(Kind.init(rawValue:)),
            let schema = jsonValue["schema"]?.stringValue, let input = jsonValue["input"]?.objectValue,
            let hash = jsonValue["hash"]?.stringValue, let device = jsonValue["device"]?.stringValue,
            let app = jsonValue["app"]?.stringValue, let attempt = jsonValue["attempt"]?.intValue,
            let state = jsonValue["state"]?.stringValue.flatMap(State.init(rawValue:)),
            let deadline = jsonValue["deadline"]?.doubleValue,
            let timing = jsonValue["timing"].flatMap(Timing.init(jsonValue:))
        else { return nil }
        self.init(
            id: id,
            kind: kind,
            schema: schema,
            intentID: jsonValue["intent"]?.stringValue,
            input: input,
            inputHash: hash,
            mode: jsonValue["mode"]?.stringValue ?? "background",
            authentication: jsonValue["authentication"]?.stringValue,
            isIdempotent: jsonValue["idempotent"]?.boolValue ?? false,
            isMovable: jsonValue["movable"]?.boolValue ?? false,
            fallback: jsonValue["fallback"],
            timing: timing,
            place: DevicePlace(device: device, app: app, name: jsonValue["name"]?.stringValue ?? device),
            attempt: attempt,
            state: state,
            isApproved: jsonValue["approved"]?.boolValue ?? false,
            deadline: Date(timeIntervalSince1970: deadline),
            startedAt: jsonValue["started"]?.doubleValue.map(Date.init(timeIntervalSince1970:)),
            hasStarted: jsonValue["hasStarted"]?.boolValue ?? false,
            outcome: jsonValue["outcome"],
            rejection: jsonValue["rejection"]
        )
    }
}

extension DeviceCall.Timing {
    fileprivate var jsonValue: JSONValue {
        [
            "claim": .number(claim), "lease": .number(lease), "run": .number(run), "longest": .number(longestRun),
            "attempts": .integer(attempts),
        ]
    }

    fileprivate init?(jsonValue: JSONValue) {
        guard let claim = jsonValue["claim"]?.doubleValue, let lease = jsonValue["lease"]?.doubleValue,
            let run = jsonValue["run"]?.doubleValue, let longest = jsonValue["longest"]?.doubleValue,
            let attempts = jsonValue["attempts"]?.intValue
        else { return nil }
        self.init(claim: claim, lease: lease, run: run, longestRun: longest, attempts: attempts)
    }
}
