import StreamingJSON

/// The text of a template while it is made, with a budget of steps and bytes.
struct AnswerTextRendering {
    /// A value in whose section the text is.
    private struct Frame {
        var value: JSONValue
        /// The place in the list, if the value is an item.
        var place: (index: Int, count: Int)?
    }

    /// The most bytes of a text.
    static let mostBytes = 4_000_000
    /// The most tags and values that are looked at.
    static let mostSteps = 1_000_000

    private(set) var text = ""
    /// Whether a limit or the end of the call ended the text.
    private(set) var isCut = false
    private(set) var steps = 0
    private var bytes = 0
    private var frames: [Frame]

    init(_ value: JSONValue) { frames = [Frame(value: value)] }

    mutating func append(_ parts: [AnswerText.Part]) {
        for part in parts {
            guard step() else { return }
            switch part {
            case .text(let text): append(text)
            case .value(let name): if let value = value(name) { append(Self.text(of: value)) }
            case .section(let name, let isInverted, let parts): section(name, isInverted, parts)
            }
        }
    }

    private mutating func section(_ name: AnswerText.Name, _ isInverted: Bool, _ parts: [AnswerText.Part]) {
        let value = value(name, isSection: true)
        switch value {
        case nil, .null, false, []: if isInverted { append(parts) }
        case _ where isInverted: return
        case .array(let elements)?:
            for (index, element) in elements.enumerated() {
                guard step() else { return }
                frames.append(Frame(value: element, place: (index, elements.count)))
                append(parts)
                frames.removeLast()
            }
        case let value?:
            frames.append(Frame(value: value))
            append(parts)
            frames.removeLast()
        }
    }

    /// Returns the value of a name: in the current value, or else in those around it.
    ///
    /// The list of a section is found only in the item in which the section is, so that no list is repeated for each of its own items.
    private func value(_ name: AnswerText.Name, isSection: Bool = false) -> JSONValue? {
        let place = frames.last { $0.place != nil }?.place
        switch name {
        case .first: return .bool(place?.index == 0)
        case .last: return place.map { .bool($0.index == $0.count - 1) } ?? false
        case .index: return place.map { .integer($0.index) }
        case .path(let names):
            guard let first = names.first else { return frames.last?.value }
            var isInside = true
            for frame in frames.reversed() {
                if let value = frame.value[first] {
                    let found = names.dropFirst().reduce(Optional(value)) { $0?[$1] }
                    if isSection, !isInside, case .array? = found { return nil }
                    return found
                }
                if frame.place != nil { isInside = false }
            }
            return nil
        }
    }

    private mutating func append(_ more: String) {
        bytes += more.utf8.count
        guard bytes <= Self.mostBytes else {
            isCut = true
            return
        }
        text += more
    }

    private mutating func step() -> Bool {
        steps += 1
        if steps > Self.mostSteps || steps % 1_024 == 0 && Task.isCancelled { isCut = true }
        return !isCut
    }

    private static func text(of value: JSONValue) -> String {
        switch value {
        case .null: ""
        case .string(let text): text
        default: value.serialized()
        }
    }
}
