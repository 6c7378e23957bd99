extension [ModelStreamEvent] {
    /// Joins neighbors that add to the same text, so that all text of one read of the socket costs as one event.
    mutating func joinNeighbours() {
        guard count > 1 else { return }
        var joined = 0
        var start = 0
        while start < count {
            var end = start + 1
            while end < count, self[start].addsToSameText(as: self[end]) { end += 1 }
            if end - start > 1 {
                self[joined] = self[start].with(text: text(of: start..<end))
            } else if joined != start {
                self[joined] = self[start]
            }
            joined += 1
            start = end
        }
        removeLast(count - joined)
    }

    private func text(of range: Range<Int>) -> String {
        var byteCount = 0
        for index in range { byteCount += self[index].text.utf8.count }
        var text = ""
        text.reserveCapacity(byteCount)
        for index in range { text += self[index].text }
        return text
    }
}

extension ModelStreamEvent {
    /// The text that the event adds; empty for one that adds none.
    var text: String {
        switch self {
        case .text(let text), .refusal(let text), .reasoning(let text, _, _), .toolCall(_, _, let text): text
        default: ""
        }
    }

    /// Whether both events add to the same text.
    func addsToSameText(as other: ModelStreamEvent) -> Bool {
        switch (self, other) {
        case (.text, .text), (.refusal, .refusal): true
        case (.reasoning(_, let entryID, let segmentID), .reasoning(_, let otherEntry, let otherSegment)):
            entryID == otherEntry && segmentID == otherSegment
        case (.toolCall(let id, let name, _), .toolCall(let otherID, let otherName, _)):
            id == otherID && name == otherName
        default: false
        }
    }

    /// Returns the event with another text.
    func with(text: String) -> ModelStreamEvent {
        switch self {
        case .text: .text(text)
        case .refusal: .refusal(text)
        case .reasoning(_, let entryID, let segmentID): .reasoning(text, entryID: entryID, segmentID: segmentID)
        case .toolCall(let id, let name, _): .toolCall(id: id, name: name, arguments: text)
        default: self
        }
    }
}
