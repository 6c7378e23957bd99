import StreamingJSON

extension ResponsesRequest {
    /// Adds the fields that differ from the request of a waiting run, which this request's outputs resume, to ``ignored``.
    ///
    /// - Parameters:
    ///   - run: The request that started the run.
    ///   - model: The model of the run.
    public mutating func follow(_ run: TurnRequest, askedOf model: String) {
        ignored += turn.parameters(unlike: run, askedOf: model).map(field(of:))
        // A request without an earlier response repeats the thread before the outputs.
        if previousResponse == nil, !turn.ownInput.starts(with: run.ownInput) { ignored.append("input") }
        for name in ["instructions", "background"] where turn.echo[name] != run.echo[name] {
            ignored.append(name)
        }
    }

    /// The place of an item beside the outputs that would be lost, because the run continues with the outputs only.
    ///
    /// A request without an earlier response may repeat the whole thread, which the run has already; a request with one sends new items.
    var strangeItem: String? {
        guard previousResponse != nil else { return nil }
        let leading = turn.echo["leading_items"]?.intValue ?? 0
        let index = turn.input.indices.dropFirst(leading).first { index in
            if case .toolOutput = turn.input[index] { false } else { true }
        }
        return index.map { turn.inputPlaces[$0] }
    }

    /// Adds the developer's messages of an earlier response's input, which apply to the turns after it; its instructions do not.
    public mutating func inherit(from earlier: TurnRequest) {
        let inherited = earlier.ownInput
            .filter { if case .message(.developer, _) = $0 { true } else { false } }
        var carried = earlier.inherited + inherited
        // So that the requests of a long thread do not grow without a limit; the latest messages count.
        var bytes = 0
        let kept = carried.reversed().prefix { item in
            if case .message(_, let parts) = item { bytes += parts.reduce(0) { $0 + ($1.text?.utf8.count ?? 0) } }
            return bytes <= Self.mostInheritedBytes
        }
        if kept.count < carried.count { ignored.append("previous_response_id.developer_messages") }
        carried = kept.reversed()
        guard !carried.isEmpty else { return }
        turn.input.insert(contentsOf: carried, at: 0)
        turn.inputPlaces.insert(contentsOf: carried.map { _ in "#/previous_response_id" }, at: 0)
        turn.echo["inherited_items"] = .integer(carried.count)
        turn.echo["leading_items"] = .integer((turn.echo["leading_items"]?.intValue ?? 0) + carried.count)
    }
}

extension ResponsesRequest {
    /// The maximum number of bytes of developer's messages that a turn has from earlier ones.
    private static let mostInheritedBytes = 64 << 10
}

extension TurnRequest {
    /// The items of the request's `input`, without those before them.
    fileprivate var ownInput: ArraySlice<InputItem> { input.dropFirst(echo["leading_items"]?.intValue ?? 0) }

    /// The developer's messages of earlier responses, at the start of the input.
    fileprivate var inherited: [InputItem] { Array(input.prefix(echo["inherited_items"]?.intValue ?? 0)) }
}
