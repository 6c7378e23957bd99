import StreamingJSON

extension RoundAssembler {
    /// The report of the round so far.
    var report: RoundReport {
        var report = RoundReport()
        report.usage = usage
        report.byteCount = byteCount
        report.firstContentAt = firstContentAt
        if let part = responses.last, !part.metadata.isEmpty {
            report.metadata = part.metadata
        } else {
            report.metadata = calls.first?.metadata ?? [:]
        }
        return report
    }

    /// Returns the entries that the round adds to the transcript; an empty answer if there is no content at all.
    ///
    /// Arguments that are not JSON are kept as a string, so that the call can be answered with the error.
    func entries(responseFormat: Transcript.ResponseFormat?) -> [Transcript.Entry] {
        var entries: [Transcript.Entry] = []
        var hasAnswer = false
        for part in parts {
            switch part {
            case .reasoning(let index):
                let part = thoughts[index]
                guard !part.text.isEmpty || part.signature != nil else { continue }
                entries.append(
                    .reasoning(
                        .init(
                            id: part.entryID ?? UniqueID.text(),
                            metadata: part.metadata,
                            segments: part.text.segments,
                            signature: part.signature
                        )
                    )
                )
            case .response(let index):
                let part = responses[index]
                guard !part.isEmpty else { continue }
                hasAnswer = true
                entries.append(response(part, format: responseFormat))
            }
        }
        if !calls.isEmpty {
            entries.append(.toolCalls(.init(id: callsID ?? UniqueID.text(), calls.map(Self.call))))
        } else if !hasAnswer {
            let metadata = responses.last?.metadata ?? [:]
            entries.append(.response(.init(metadata: metadata, segments: [.text(.init(content: ""))])))
        }
        return entries
    }

    private func response(_ part: ResponsePart, format: Transcript.ResponseFormat?) -> Transcript.Entry {
        var segments = part.segments
        if let format, let content = try? GeneratedContent(json: part.text.joined), content.isComplete {
            segments = [.structure(.init(schemaName: format.name, content: content))]
            segments += part.attachments.map { .attachment($0.segment) }
        }
        return .response(
            .init(id: part.entryID ?? UniqueID.text(), metadata: part.metadata, segments: segments)
        )
    }

    private static func call(_ call: Call) -> Transcript.ToolCall {
        let text = call.arguments.isEmpty ? "{}" : call.arguments
        let content = try? GeneratedContent(json: text)
        let arguments =
            content.flatMap { $0.isComplete ? $0 : nil } ?? GeneratedContent(jsonValue: .string(call.arguments))
        return Transcript.ToolCall(
            id: call.id,
            metadata: call.metadata,
            toolName: call.name,
            arguments: arguments
        )
    }
}
