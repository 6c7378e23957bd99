extension JSONSnapshot {
    /// How many children of an open array or object are complete; 0 for anything else.
    package var finishedCount: Int { width / 2 }

    /// How far an open array or object has come: the width grows with each child that begins to be shown and with each that is
    /// complete, and with nothing else; 0 for anything else.
    package var width: Int {
        guard case .open(let spine, let level) = content, level < spine.levelCount else { return 0 }
        return 2 * spine.frames[level].values.count + (level + 1 < spine.depth ? 1 : 0)
    }

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
        return text.withTail(from: start) { String(decoding: $0, as: UTF8.self) }
            ?? String(decoding: (start..<max(start, text.count)).lazy.map { text[$0] }, as: UTF8.self)
    }
}

/// How much of a text can be seen in its snapshots: of two snapshots of one text with the same extent the content is the same.
///
/// As long as no value is completed containers only open and strings only grow.
package struct JSONVisibleExtent: Sendable, Equatable {
    fileprivate var completedCount = 0
    fileprivate var levelCount = 0
    fileprivate var textCount = -1

    /// The extent of a text that has not begun.
    package init() {}
}

extension JSONStreamParser {
    /// What can be seen now.
    package var visibleExtent: JSONVisibleExtent {
        var extent = JSONVisibleExtent()
        extent.completedCount = completedCount
        extent.levelCount = hiddenLevel ?? frames.count
        if state == .string || state == .escape, !isName, hiddenLevel == nil { extent.textCount = text.count }
        return extent
    }

    /// Whether a member is being read whose name an earlier one has, and whose end may change what was complete.
    package var isInRepeatedMember: Bool { frames.contains { $0.repeated != nil } }
}
