import StreamingJSON

extension ResponsesRequest {
    /// Adds the fields that differ from the request of a waiting run, which this request's outputs resume, to ``ignored``.
    ///
    /// - Parameters:
    ///   - run: The request that started the run.
    ///   - model: The model of the run.
    public mutating func follow(_ run: TurnRequest, askedOf model: String) {
        ignored += turn.parameters(unlike: run, askedOf: model).map(field(of:))
        for name in ["instructions", "background"] where turn.echo[name] != run.echo[name] {
            ignored.append(name)
        }
    }

    /// Adds the developer's messages of an earlier response's input, which apply to the turns after it; its instructions do not.
    public mutating func inherit(from earlier: TurnRequest) {
        let inherited = earlier.input.dropFirst(earlier.echo["leading_items"]?.intValue ?? 0)
            .filter { if case .message(.developer, _) = $0 { true } else { false } }
        let carried = earlier.inherited + inherited
        guard !carried.isEmpty else { return }
        turn.input.insert(contentsOf: carried, at: 0)
        turn.inputPlaces.insert(contentsOf: carried.map { _ in "#/previous_response_id" }, at: 0)
        turn.echo["inherited_items"] = .integer(carried.count)
        turn.echo["leading_items"] = .integer((turn.echo["leading_items"]?.intValue ?? 0) + carried.count)
    }
}

extension TurnRequest {
    /// The developer's messages of earlier responses, at the start of the input.
    fileprivate var inherited: [InputItem] { Array(input.prefix(echo["inherited_items"]?.intValue ?? 0)) }
}
