import StreamingJSON

extension ResponseEncoder {
    /// Returns the index of an item that is not complete; `nil` if there is none.
    func openIndex(of item: Int) -> Int? {
        items.lastIndex { $0.number == item && $0.json == nil }
    }

    func write(_ item: ResponseOutputItem, _ status: ResponseStatus, into bytes: inout [UInt8]) {
        item.write(status, showsSummary: form.showsReasoning, showsSeals: form.showsSeals, into: &bytes)
    }

    /// Starts an item, unless its text decides whether it is sent.
    mutating func add(_ item: RunItem, into bytes: inout [UInt8]) {
        switch item.content {
        case .message: start(item.number, .message, "msg", into: &bytes)
        case .value: return
        case .reasoning: start(item.number, .reasoning, "rs", into: &bytes)
        case .toolCall(let call) where call.site == .server:
            guard form.showsOwnItems else { return }
            start(item.number, .serverCall(call), "tc", into: &bytes)
        case .toolCall(let call):
            let id = ClientCallID.of(call, item: item.number, in: run)
            start(item.number, .clientCall(name: call.name, call: id), "fc", into: &bytes)
            guard let whole = call.arguments else { return }
            encode(.arguments, item.number, Self.json(RunItem.ToolCall.text(whole)), into: &bytes)
            close(items.count - 1, .completed, into: &bytes)
        }
    }

    @discardableResult
    private mutating func start(
        _ number: Int,
        _ kind: ResponseOutputItem.Kind,
        _ prefix: String,
        id: String? = nil,
        into bytes: inout [UInt8]
    ) -> Int {
        let number = number == RunItem.unnumbered ? -2 - items.count : number
        let name = number < 0 ? "x\(skippedWaits)x\(items.count)" : String(number)
        let item = ResponseOutputItem(
            number: number,
            id: id ?? "\(prefix)_\(ClientCallID.withoutPrefix(run))_\(name)",
            kind: kind
        )
        let index = items.count
        items.append(item)
        itemFrame("response.output_item.added", index, .inProgress, into: &bytes)
        return index
    }

    private mutating func itemFrame(
        _ type: StaticString,
        _ index: Int,
        _ status: ResponseStatus,
        into bytes: inout [UInt8]
    ) {
        let (form, item) = (form, items[index])
        frame(type, into: &bytes) { bytes in
            bytes.append(",\"output_index\":")
            bytes.append(decimal: index)
            bytes.append(",\"item\":")
            item.write(status, showsSummary: form.showsReasoning, showsSeals: form.showsSeals, into: &bytes)
        }
    }

    /// Ends an item.
    mutating func end(_ item: Int, into bytes: inout [UInt8]) {
        guard !isEarlier, let index = openIndex(of: item) else { return }
        // The end of the round follows, and it may say that the message is incomplete.
        if case .message = items[index].kind { ending = index } else { close(index, .completed, into: &bytes) }
    }

    /// Ends the message that waits for its round's end.
    mutating func endMessage(before event: RunEvent?, into bytes: inout [UInt8]) {
        guard let index = ending else { return }
        ending = nil
        let reason: FinishReason? =
            switch event {
            case .roundEnded(let round): round.finishReason
            case .completed: finishReason
            default: nil
            }
        close(index, reason == .length || reason == .contentFilter ? .incomplete : .completed, into: &bytes)
    }

    /// Appends the last frames of an item.
    mutating func close(_ index: Int, _ status: ResponseStatus, into bytes: inout [UInt8]) {
        guard items[index].json == nil else { return }
        switch items[index].kind {
        case .message:
            if items[index].hasText { endText(index, into: &bytes) }
            if items[index].hasRefusal { endRefusal(index, into: &bytes) }
        case .reasoning:
            if items[index].hasText { endSummary(index, into: &bytes) }
        case .clientCall(let name, _):
            let item = items[index]
            frame("response.function_call_arguments.done", into: &bytes) { bytes in
                Self.place(of: item, at: index, into: &bytes)
                bytes.append(",\"name\":")
                JSONValue.string(name).write(into: &bytes)
                bytes.append(",\"arguments\":\"")
                bytes.append(contentsOf: item.text)
                bytes.append("\"")
            }
        case .serverCall, .approval: break
        }
        var json: [UInt8] = []
        write(items[index], status, into: &json)
        items[index].json = json
        (items[index].text, items[index].refusal) = ([], [])
        itemFrame("response.output_item.done", index, status, into: &bytes)
    }

    /// Appends the place of an item: its id and its index.
    static func place(of item: ResponseOutputItem, at index: Int, into bytes: inout [UInt8]) {
        bytes.append(",\"item_id\":")
        JSONValue.string(item.id).write(into: &bytes)
        bytes.append(",\"output_index\":")
        bytes.append(decimal: index)
    }
}

// MARK: - Calls of the server's tools, and decisions

extension ResponseEncoder {
    mutating func report(_ item: Int, _ fraction: Double?, _ note: String?, into bytes: inout [UInt8]) {
        guard !isEarlier, let index = openIndex(of: item) else { return }
        let place = items[index]
        frame("torii:tool_call.progress", into: &bytes) { bytes in
            Self.place(of: place, at: index, into: &bytes)
            Self.append(["fraction": fraction.map(JSONValue.number) ?? .null, "note": .text(note)], to: &bytes)
        }
    }

    mutating func finish(_ item: Int, _ call: WireToolCall, into bytes: inout [UInt8]) {
        guard !isEarlier, let index = openIndex(of: item), case .serverCall = items[index].kind else { return }
        items[index].output = call
        close(index, .completed, into: &bytes)
    }

    /// Sends an action that needs a person's decision; a client's call was already sent as an item.
    ///
    /// A message with the question follows, for clients that show messages only.
    mutating func ask(_ action: RequiredAction, into bytes: inout [UInt8]) {
        guard action.kind == .approval else { return }
        if form.showsOwnItems || form.asksByMCP {
            let id = ApprovalRequestID(run: run, call: action.call).description
            let kind = ResponseOutputItem.Kind.approval(action, isMCP: form.asksByMCP)
            let index = start(RunItem.unnumbered, kind, "mcpr", id: id, into: &bytes)
            close(index, .completed, into: &bytes)
        }
        let question = start(RunItem.unnumbered, .message, "msg", into: &bytes)
        text(Self.json(action.text), question, into: &bytes)
        close(question, .completed, into: &bytes)
    }
}

// MARK: - Texts

extension ResponseEncoder {
    mutating func encode(
        _ delta: RunEventLine.Delta,
        _ item: Int,
        _ json: ArraySlice<UInt8>,
        into bytes: inout [UInt8]
    ) {
        if ending != nil { endMessage(before: nil, into: &bytes) }
        guard !isEarlier else { return }
        switch delta {
        case .text:
            guard let index = messageIndex(of: item, into: &bytes) else { return }
            text(json, index, into: &bytes)
        case .value: encodeValue(item, json, into: &bytes)
        case .refusal:
            guard let index = messageIndex(of: item, into: &bytes) else { return }
            refusal(json, index, into: &bytes)
        case .reasoning:
            guard let index = openIndex(of: item) else { return }
            summary(json, index, into: &bytes)
        case .arguments:
            guard let index = openIndex(of: item) else { return }
            if items[index].deltaHead.isEmpty {
                items[index].deltaHead = deltaHead("response.function_call_arguments.delta", index, "")
            }
            items[index].text.append(contentsOf: json.dropFirst().dropLast())
            deltaFrame(items[index].deltaHead, json, into: &bytes)
        }
    }

    /// Returns the index of an open message; starts the message if a log of version 1 has not.
    private mutating func messageIndex(of item: Int, into bytes: inout [UInt8]) -> Int? {
        if let last = items.last, last.number == item, last.json == nil { return items.count - 1 }
        if let index = openIndex(of: item) { return index }
        guard item == RunItem.unnumbered else { return nil }
        if let last = items.last, case .message = last.kind, last.json == nil { return items.count - 1 }
        return start(item, .message, "msg", into: &bytes)
    }

    private mutating func text(_ json: ArraySlice<UInt8>, _ index: Int, into bytes: inout [UInt8]) {
        hasAnswer = true
        if !items[index].hasText {
            items[index].hasText = true
            items[index].textIndex = items[index].hasRefusal ? 1 : 0
            let place = ",\"content_index\":\(items[index].textIndex)"
            part("response.content_part.added", index, place, into: &bytes) { $0.writeText(into: &$1) }
            items[index].deltaHead = deltaHead("response.output_text.delta", index, place + ",\"logprobs\":[]")
        }
        items[index].text.append(contentsOf: json.dropFirst().dropLast())
        deltaFrame(items[index].deltaHead, json, into: &bytes)
    }

    private mutating func refusal(_ json: ArraySlice<UInt8>, _ index: Int, into bytes: inout [UInt8]) {
        hasAnswer = true
        if !items[index].hasRefusal {
            items[index].hasRefusal = true
            items[index].refusalIndex = items[index].hasText ? 1 : 0
            let place = ",\"content_index\":\(items[index].refusalIndex)"
            part("response.content_part.added", index, place, into: &bytes) { $0.writeRefusal(into: &$1) }
        }
        items[index].refusal.append(contentsOf: json.dropFirst().dropLast())
        let head = deltaHead("response.refusal.delta", index, ",\"content_index\":\(items[index].refusalIndex)")
        deltaFrame(head, json, into: &bytes)
    }

    private mutating func summary(_ json: ArraySlice<UInt8>, _ index: Int, into bytes: inout [UInt8]) {
        guard form.showsReasoning else {
            if form.showsSeals { items[index].text.append(contentsOf: json.dropFirst().dropLast()) }
            return
        }
        if !items[index].hasText {
            items[index].hasText = true
            part("response.reasoning_summary_part.added", index, Self.summaryPlace, into: &bytes) {
                $0.writeSummary(into: &$1)
            }
            items[index].deltaHead = deltaHead("response.reasoning_summary_text.delta", index, Self.summaryPlace)
        }
        items[index].text.append(contentsOf: json.dropFirst().dropLast())
        deltaFrame(items[index].deltaHead, json, into: &bytes)
    }

    /// Returns the bytes of a frame with a delta, up to its sequence number.
    private func deltaHead(_ type: String, _ index: Int, _ members: String) -> [UInt8] {
        var bytes = Array("event: \(type)\ndata: {\"type\":\"\(type)\"".utf8)
        Self.place(of: items[index], at: index, into: &bytes)
        bytes.append(contentsOf: "\(members),\"sequence_number\":".utf8)
        return bytes
    }

    /// Appends a frame with a part of an item, at its place among the parts.
    private mutating func part(
        _ type: StaticString,
        _ index: Int,
        _ place: String,
        into bytes: inout [UInt8],
        _ write: (ResponseOutputItem, inout [UInt8]) -> Void
    ) {
        let item = items[index]
        frame(type, into: &bytes) { bytes in
            Self.place(of: item, at: index, into: &bytes)
            bytes.append(contentsOf: place.utf8)
            bytes.append(",\"part\":")
            write(item, &bytes)
        }
    }

    /// Appends a frame with a whole text, which is JSON without its quotation marks.
    private mutating func whole(
        _ type: StaticString,
        _ index: Int,
        _ members: String,
        _ text: [UInt8],
        into bytes: inout [UInt8]
    ) {
        let item = items[index]
        frame(type, into: &bytes) { bytes in
            Self.place(of: item, at: index, into: &bytes)
            bytes.append(contentsOf: members.utf8)
            bytes.append(contentsOf: text)
            bytes.append("\"")
        }
    }

    private mutating func endText(_ index: Int, into bytes: inout [UInt8]) {
        let place = ",\"content_index\":\(items[index].textIndex)"
        let members = place + ",\"logprobs\":[],\"text\":\""
        whole("response.output_text.done", index, members, items[index].text, into: &bytes)
        part("response.content_part.done", index, place, into: &bytes) { $0.writeText(into: &$1) }
    }

    private mutating func endRefusal(_ index: Int, into bytes: inout [UInt8]) {
        let place = ",\"content_index\":\(items[index].refusalIndex)"
        whole("response.refusal.done", index, place + ",\"refusal\":\"", items[index].refusal, into: &bytes)
        part("response.content_part.done", index, place, into: &bytes) { $0.writeRefusal(into: &$1) }
    }

    private mutating func endSummary(_ index: Int, into bytes: inout [UInt8]) {
        let members = Self.summaryPlace + ",\"text\":\""
        whole("response.reasoning_summary_text.done", index, members, items[index].text, into: &bytes)
        part("response.reasoning_summary_part.done", index, Self.summaryPlace, into: &bytes) {
            $0.writeSummary(into: &$1)
        }
    }

    /// The place of the only part of a summary.
    private static let summaryPlace = ",\"summary_index\":0"
}

// MARK: - Whole texts and values

extension ResponseEncoder {
    /// Replaces the text of a message; readers may have the earlier text in deltas, but the whole text is the new one.
    mutating func replace(_ item: Int, _ text: String, into bytes: inout [UInt8]) {
        guard !isEarlier, let index = openIndex(of: item), case .message = items[index].kind else { return }
        guard items[index].hasText else {
            if !text.isEmpty { self.text(Self.json(text), index, into: &bytes) }
            return
        }
        items[index].text = Array(Self.json(text).dropFirst().dropLast())
    }

    /// Sends a value's JSON text, unless it starts like prose, which precedes a call and is not an answer.
    private mutating func encodeValue(_ item: Int, _ json: ArraySlice<UInt8>, into bytes: inout [UInt8]) {
        guard !form.holdsValue else { return }
        if value?.item != item {
            guard let first = ValueStart.firstByte(of: json) else { return }
            if value?.isSent == true { return failRestarted(into: &bytes) }
            value = (item, first == UInt8(ascii: "{") || first == UInt8(ascii: "["))
            if value?.isSent == true { start(item, .message, "msg", into: &bytes) }
        }
        guard value?.isSent == true, let index = openIndex(of: item) else { return }
        text(json, index, into: &bytes)
    }

    /// Sends a complete value, unless its text was sent.
    mutating func send(_ answer: StructuredAnswer, into bytes: inout [UInt8]) {
        guard !hasAnswer else { return }
        // The sent text preceded a tool call and is not this value.
        if value?.isSent == true { return failRestarted(into: &bytes) }
        sendWhole(answer.object.serialized(), into: &bytes)
    }

    /// Sends a message of one text.
    mutating func sendWhole(_ whole: String, into bytes: inout [UInt8]) {
        let index: Int
        if let last = items.indices.last, items[last].json == nil, case .message = items[last].kind {
            index = last
        } else {
            index = start(RunItem.unnumbered, .message, "msg", into: &bytes)
        }
        text(Self.json(whole), index, into: &bytes)
        ending = index
    }

    private mutating func failRestarted(into bytes: inout [UInt8]) { fail(.restartedValue, into: &bytes) }
}
