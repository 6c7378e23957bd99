public import StreamingJSON

extension NativeEvent {
    /// Reads an event from its type and data; `nil` for a type that this version does not know, or data of another form.
    public init?(type: String, data: JSONValue) {
        switch type {
        case "run.started":
            guard let run = data["run"]?.stringValue else { return nil }
            self = .started(
                run: run,
                conversation: data["conversation"]?.stringValue ?? "",
                model: data["model"]?.stringValue ?? ""
            )
        case "message.delta":
            guard let text = data["text"]?.stringValue else { return nil }
            self = .messageDelta(text: text)
        case "message.completed":
            guard let text = data["text"]?.stringValue else { return nil }
            self = .messageCompleted(
                text: text,
                artifacts: [WireArtifact](jsonValue: data["artifacts"]),
                model: data["model"]?.stringValue,
                isRefusal: data["refused"]?.boolValue ?? false
            )
        case "action.required":
            guard let action = try? RequiredAction(jsonValue: data) else { return nil }
            self = .actionRequired(action)
        case "reasoning.delta":
            guard let item = data["item"]?.intValue, let text = data["text"]?.stringValue else { return nil }
            self = .reasoningDelta(item: item, text: text)
        case "object.delta", "object.element", "object.completed": self.init(objectType: type, data: data)
        case "tool.started", "tool.progress", "tool.finished": self.init(toolType: type, data: data)
        default: self.init(endType: type, data: data)
        }
    }

    private init?(objectType type: String, data: JSONValue) {
        switch type {
        case "object.delta":
            guard let object = data["object"] else { return nil }
            self = .objectDelta(object, isRestart: data["restarted"]?.boolValue ?? false)
        case "object.element":
            guard let path = data["path"]?.stringValue, let index = data["index"]?.intValue, let value = data["value"]
            else { return nil }
            self = .objectElement(path: path, index: index, value: value)
        default:
            guard let answer = try? StructuredAnswer(jsonValue: data) else { return nil }
            self = .objectCompleted(answer)
        }
    }

    private init?(toolType type: String, data: JSONValue) {
        guard let call = data["call"]?.stringValue else { return nil }
        switch type {
        case "tool.started":
            guard let name = data["name"]?.stringValue else { return nil }
            self = .toolStarted(call: call, name: name, arguments: data["arguments"] ?? .null)
        case "tool.progress":
            self = .toolProgress(call: call, fraction: data["fraction"]?.doubleValue, note: data["note"]?.stringValue)
        default:
            guard let finished = try? WireToolCall(jsonValue: data) else { return nil }
            self = .toolFinished(finished)
        }
    }

    private init?(endType type: String, data: JSONValue) {
        let usage = try? WireUsage(jsonValue: data["usage"] ?? .null)
        let problem = Problem(jsonValue: data["problem"] ?? .null)
        switch (type, usage, problem) {
        case ("run.completed", let usage?, _): self = .completed(usage: usage)
        case ("run.cancelled", let usage?, _):
            guard let reason = data["reason"]?.stringValue.flatMap(RunEvent.CancelReason.init) else { return nil }
            self = .cancelled(reason, usage: usage)
        case ("run.failed", _, let problem?): self = .failed(problem)
        case ("run.interrupted", _, let problem?): self = .interrupted(problem)
        default: return nil
        }
    }
}

extension Problem {
    /// Reads a problem document of Torii; `nil` for any other document.
    public init?(jsonValue: JSONValue) {
        let prefix = "urn:torii:problem:"
        guard let type = jsonValue["type"]?.stringValue, type.hasPrefix(prefix),
            let kind = Kind(rawValue: String(type.dropFirst(prefix.count))),
            let detail = jsonValue["detail"]?.stringValue
        else {
            return nil
        }
        let faults = (jsonValue["errors"]?.arrayValue ?? []).compactMap { fault -> WireError.Fault? in
            guard let pointer = fault["pointer"]?.stringValue, let detail = fault["detail"]?.stringValue else {
                return nil
            }
            return .init(pointer: pointer, detail: detail)
        }
        self.init(kind, title: jsonValue["title"]?.stringValue, detail: detail, faults: FaultList(faults))
        run = jsonValue["run"]?.stringValue
        conversation = jsonValue["conversation"]?.stringValue
        isPermanent = jsonValue["permanent"]?.boolValue ?? false
        violatedPolicies = (jsonValue["violated-policies"]?.arrayValue ?? []).compactMap(\.stringValue)
        for (name, value) in jsonValue.objectValue ?? [:] where !Self.standardMembers.contains(name) {
            extensions[name] = value
        }
    }

    /// The members of a document that are no extensions.
    private static let standardMembers: Set<String> = [
        "type", "title", "status", "detail", "errors", "errors_omitted", "violated-policies", "run", "conversation",
        "request_id", "permanent",
    ]
}
