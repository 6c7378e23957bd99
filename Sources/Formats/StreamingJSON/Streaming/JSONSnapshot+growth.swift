extension JSONSnapshot {
    /// The number of complete children of an open array or object; 0 for any other node.
    package var finishedCount: Int { width / 2 }

    /// The progress of an open array or object: it grows with each child that appears and with each that is completed,
    /// and with nothing else; 0 for any other node.
    package var width: Int {
        guard case .open(let spine, let level) = content, level < spine.levelCount else { return 0 }
        return 2 * spine.frames[level].values.count + (level + 1 < spine.depth ? 1 : 0)
    }

    /// The number of UTF-8 bytes that an open string has so far; `nil` for any other node.
    package var openStringByteCount: Int? {
        guard case .open(let spine, let level) = content, level == spine.levelCount else { return nil }
        return spine.text?.count
    }

    /// Returns the part of an open string from an offset on, which must be its end in an earlier snapshot.
    ///
    /// The cost depends on the new part, not on the whole string.
    package func openString(fromByte start: Int) -> String? {
        guard case .open(let spine, let level) = content, level == spine.levelCount, let text = spine.text else {
            return nil
        }
        if start == 0 { return spine.string }
        return text.withTail(from: start) { String(decoding: $0, as: UTF8.self) }
            ?? String(decoding: (start..<max(start, text.count)).lazy.map { text[$0] }, as: UTF8.self)
    }
}

/// A measure of how much of a text its snapshots show: two snapshots of one text with the same extent have the same
/// content.
///
/// Until the next value is completed, containers only open and strings only grow.
package struct JSONVisibleExtent: Sendable, Equatable {
    fileprivate var completedCount = 0
    fileprivate var levelCount = 0
    fileprivate var textCount = -1

    /// The extent before the first byte of a text.
    package init() {}
}

extension JSONStreamParser {
    /// The extent of the current snapshot.
    package var visibleExtent: JSONVisibleExtent {
        var extent = JSONVisibleExtent()
        extent.completedCount = completedCount
        extent.levelCount = hiddenLevel ?? frames.count
        if state == .string || state == .escape, !isName, hiddenLevel == nil { extent.textCount = text.count }
        return extent
    }

    /// Whether the member being read repeats an earlier name, so that its end may change a complete value.
    package var isInRepeatedMember: Bool { frames.contains { $0.repeated != nil } }
}
