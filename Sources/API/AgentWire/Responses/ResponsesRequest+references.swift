public import StreamingJSON

extension ResponsesRequest {
    /// A place of the input that names an item of an earlier response instead of repeating it.
    public struct Reference: Sendable, Equatable {
        /// The item's id.
        public var id: String
        /// The JSON pointer of the reference in the body.
        public var pointer: String
        /// The place in the input.
        var index: Int

        /// The id of the run that has the item; `nil` for an id that this server did not make.
        public var run: String? {
            let parts = id.split(separator: "_", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, id.utf8.count <= 128, !parts[1].isEmpty,
                parts[1].utf8.allSatisfy(ResponseID.isIDByte)
            else {
                return nil
            }
            return "run_\(parts[1])"
        }
    }

    /// Replaces the references by their items.
    ///
    /// - Parameter items: The items as JSON, by their ids.
    /// - Throws: ``WireError`` with every reference to an item that is not there.
    public mutating func resolve(_ items: [String: JSONValue]) throws(WireError) {
        guard !references.isEmpty else { return }
        var faults = FaultList()
        var (input, places): ([InputItem], [String]) = ([], [])
        var rest = references[...]
        for (index, item) in turn.input.enumerated() {
            guard let reference = rest.first, reference.index == index else {
                input.append(item)
                places.append(turn.inputPlaces[index])
                continue
            }
            rest.removeFirst()
            guard let value = items[reference.id] else {
                let detail = "there is no item '\(reference.id.excerpt())' of a stored response; send the item itself"
                faults.append(.init(pointer: "\(reference.pointer)/id", detail: detail, kind: .invalidValue))
                continue
            }
            var reader = ResponseItemReader()
            var fields = try RequestFields(open: value, at: reference.pointer)
            reader.read(&fields)
            try fields.check()
            input += reader.items
            places += reader.places
        }
        guard faults.isEmpty else { throw WireError(faults) }
        (turn.input, turn.inputPlaces, references) = (input, places, [])
    }
}

extension ResponseEncoder {
    /// The complete items of the response as JSON, by their ids.
    public var itemsByID: [String: JSONValue] {
        var found: [String: JSONValue] = [:]
        for item in items { if let json = item.json { found[item.id] = try? JSONValue(parsing: json) } }
        return found
    }
}
