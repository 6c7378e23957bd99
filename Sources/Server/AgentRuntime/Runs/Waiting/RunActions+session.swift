import AgentTools
import AgentWire
import LanguageModels
import StreamingJSON

extension RunActions {
    /// Returns the answers in a session's form, including those to calls without an answer in time.
    ///
    /// A call that a person has approved and that a device now makes has none yet.
    func resolutions(with answers: ClientToolAnswers) -> [ToolResolution] {
        open.compactMap { call in
            guard let answer = call.answer, !call.isApprovedForDevice else { return nil }
            let action = call.action
            if answer == .expired, action.kind == .clientTool,
                let worded = answers.worded(nil, to: action.name, action.arguments)
            {
                return call.resolution(.answered(worded), for: answers.caller)
            }
            let resolution = call.resolution(answer, for: answers.caller)
            // A session expects an output of a tool that it does not have, such as one whose scope was removed before a restart.
            guard case .refusal(let id, let message) = resolution, answers.tools.tool(named: action.name) == nil else {
                return resolution
            }
            return .failure(id: id, message: message)
        }
    }

    /// The turn of a run that ends here: each call has an output, if only one that explains why there is none.
    ///
    /// Empty when no tool was called and answered.
    var settledEntries: [Transcript.Entry] {
        var transcript = Transcript(
            entries: (suspended?.entries ?? []).compactMap { try? Transcript.Entry(jsonValue: $0) }
        )
        for call in open {
            guard !call.isApprovedForDevice, let answer = call.answer?.callAnswer(for: Caller()) else { continue }
            switch answer {
            case .output:
                if case .output(let output) = call.resolution(.answered(answer), for: Caller()) {
                    transcript.append(.toolOutput(output))
                }
            case .failure(let message): transcript.append(call.output(message))
            case .rejection(let reason):
                transcript.append(call.output("\(ToolFault.declined(tool: call.action.name, reason: reason))"))
            // It is unknown whether the approved call was made.
            case .approval: continue
            }
        }
        guard transcript.contains(where: { if case .toolOutput = $0 { true } else { false } }) else { return [] }
        transcript.settle { _ in Self.unsettledText }
        return Array(transcript)
    }

    /// The output that a model gets for a call without one because its turn was stopped.
    static let unsettledText =
        "The turn was stopped before there was an output. Whether the call was made is not known; check before you repeat it."
}

extension RunActions.Answer {
    /// Returns the answer in the model's form; `nil` where there is none.
    func callAnswer(for caller: Caller) -> CallAnswer? {
        switch self {
        case .answered(let answer), .worded(let answer, _, _): answer
        case .device(let call): call.answer(for: caller)
        case .expired: nil
        }
    }
}

extension RunActions {
    /// The calls that a person has approved and that devices make next, by the model's ids.
    var approvedForDevices: [String: Open] {
        Dictionary(open.filter(\.isApprovedForDevice).map { ($0.modelCall, $0) }) { first, _ in first }
    }
}

extension RunActions.Open {
    /// Whether a person has approved the call and a device has to make it.
    var isApprovedForDevice: Bool { device != nil && answer == .answered(.approval) }

    fileprivate func output(_ text: String) -> Transcript.Entry {
        .toolOutput(.init(id: modelCall, toolName: action.name, segments: [.text(.init(content: text))]))
    }

    /// Returns the answer in a session's form.
    fileprivate func resolution(_ answer: RunActions.Answer, for caller: Caller) -> ToolResolution {
        switch answer {
        case .worded(let answer, _, _): return resolution(.answered(answer), for: caller)
        case .device(let call):
            let answer = call.answer(for: caller)
            // A session expects an output of a device's tool, also if a person has declined the call.
            if case .failure(let message) = answer { return .failure(id: modelCall, message: message) }
            return resolution(.answered(answer), for: caller)
        case .answered(.output(let output)):
            let segment: Transcript.Segment =
                if let text = output.stringValue {
                    .text(.init(content: text))
                } else {
                    .structure(.init(schemaName: action.name, content: GeneratedContent(jsonValue: output)))
                }
            return .output(.init(id: modelCall, toolName: action.name, segments: [segment]))
        // The server has refused a call that waited for a person.
        case .answered(.failure(let message)) where action.kind == .approval:
            return .refusal(id: modelCall, message: message)
        case .answered(.failure(let message)): return .failure(id: modelCall, message: message)
        case .answered(.approval): return .approval(id: modelCall)
        case .answered(.rejection(let reason)): return .rejection(id: modelCall, reason: reason)
        case .expired where action.kind == .approval:
            let reason = caller.text(
                "nobody decided in time, so it was not made",
                "時間内に承認されなかったため、実行していません"
            )
            // The model reads the same as after a rejection, but no person has declined the call.
            let fault = ToolFault.declined(tool: action.name, reason: reason)
            return .refusal(id: modelCall, message: fault.text(for: caller))
        case .expired:
            let message = caller.text(
                "The app did not answer in time. The action may have been carried out. Do not repeat it; check or ask.",
                "アプリが時間内に応答しませんでした。実行された可能性があります。繰り返さずに、確認するか尋ねてください。"
            )
            return .failure(id: modelCall, message: message)
        }
    }
}

extension Transcript {
    /// Adds an output that explains the reason to each call of the last round that has none.
    mutating func settle(_ text: (ToolCall) -> String) {
        for call in unansweredCalls {
            append(
                .toolOutput(
                    .init(id: call.id, toolName: call.toolName, segments: [.text(.init(content: text(call)))])
                )
            )
        }
    }
}
