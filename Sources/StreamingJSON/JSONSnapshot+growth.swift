extension JSONSnapshot {
    /// How many bytes of UTF-8 an open string has so far; `nil` for anything else.
    package var openStringByteCount: Int? {
        guard case .open(let spine, let level) = content, level == spine.levelCount else { return nil }
        return spine.text?.count
    }

    /// What an open string has from a place on, which must be one where it ended in an earlier snapshot.
    ///
    /// The cost is that of what is new, not of the string.
    package func openString(fromByte start: Int) -> String? {
        guard case .open(let spine, let level) = content, level == spine.levelCount, let text = spine.text else {
            return nil
        }
        if start == 0 { return spine.string }
        return String(decoding: (start..<max(start, text.count)).lazy.map { text[$0] }, as: UTF8.self)
    }
}

extension JSONStreamParser {
    /// Whether a member is being read whose name an earlier one has, and whose end may change what was complete.
    package var isInRepeatedMember: Bool { frames.contains { $0.repeated != nil } }
}
