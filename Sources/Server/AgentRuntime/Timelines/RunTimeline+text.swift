import AgentWire
import Storage
import StreamingJSON

/// The stored form: two JSON texts, one with the counts for lists of runs and one with the spans.
extension RunTimeline {
    /// The most bytes of the name of a model or a tool.
    private static let mostNameBytes = 100

    /// The counts as JSON text.
    var countsText: String {
        var text = JSONWriter()
        text.open("{")
        text.append(key: "q", counts.queueTime)
        text.append(key: "d", counts.duration)
        text.append(key: "r", counts.rounds)
        text.append(key: "t", counts.toolCalls)
        text.append(key: "i", counts.usage.input)
        text.append(key: "c", counts.usage.cached)
        text.append(key: "o", counts.usage.output)
        if let problem = counts.problem { text.append(key: "p", problem.rawValue) }
        text.close("}")
        return text.text
    }

    /// The spans as JSON text: a list of lists, each with the kind's letter, the start, the duration and what the kind has.
    var spansText: String {
        var text = JSONWriter()
        text.open("[")
        text.append(omittedCount)
        for span in spans {
            text.open("[")
            text.append(span.kind.letter)
            text.append(span.start)
            text.append(span.duration)
            switch span.kind {
            case .queue: break
            case .round(let round):
                text.append(round.number)
                text.append(round.model.shortened(to: Self.mostNameBytes))
                text.append(round.firstContent)
                text.append(round.usage.input)
                text.append(round.usage.cached)
                text.append(round.usage.output)
                text.append(round.end?.word)
            case .tool(let call):
                text.append(call.round)
                text.append(call.tool.shortened(to: Self.mostNameBytes))
                text.append(call.state.rawValue)
            case .wait(let wait):
                text.append(wait.round)
                text.append(wait.tool.shortened(to: Self.mostNameBytes))
                text.append(wait.kind.rawValue)
            }
            text.close("]")
        }
        text.close("]")
        return text.text
    }
}

extension RunTimeline.Counts {
    /// Reads the counts; those of a text of another form are zero.
    init(text: String?) {
        self.init()
        guard let text, let value = try? JSONValue(parsing: text) else { return }
        queueTime = value["q"]?.intValue
        duration = value["d"]?.intValue
        rounds = value["r"]?.intValue ?? 0
        toolCalls = value["t"]?.intValue ?? 0
        usage.input = value["i"]?.intValue ?? 0
        usage.cached = value["c"]?.intValue ?? 0
        usage.output = value["o"]?.intValue ?? 0
        problem = value["p"]?.stringValue.flatMap(Problem.Kind.init(rawValue:))
    }
}

extension RunTimeline {
    /// Reads the spans of a text, and the number of those that were omitted; none of a text of another form.
    static func spans(in text: String?) -> (spans: [Span], omittedCount: Int) {
        guard let text, let parts = (try? JSONValue(parsing: text))?.arrayValue, let first = parts.first else {
            return ([], 0)
        }
        return (parts.dropFirst().prefix(mostSpans).compactMap(Span.init(value:)), first.intValue ?? 0)
    }
}

extension RunTimeline {
    /// Makes the timeline of a run that an earlier process left waiting for its client.
    init(start: ContinuousClock.Instant, _ record: RunTimelineRecord?, waitingFor calls: [String]) {
        let (spans, omittedCount) = Self.spans(in: record?.spans)
        self.init(
            start: start,
            spans: spans,
            omittedCount: omittedCount,
            counts: Counts(text: record?.counts),
            waitingFor: calls
        )
    }

    /// The stored form.
    var record: RunTimelineRecord { RunTimelineRecord(counts: countsText, spans: spansText) }
}

extension RunTimeline.Span {
    fileprivate init?(value: JSONValue) {
        guard let parts = value.arrayValue, parts.count >= 3, let letter = parts[0].stringValue,
            let start = parts[1].intValue
        else { return nil }
        guard let kind = Kind(letter, Array(parts.dropFirst(3))) else { return nil }
        self.init(start: start, duration: parts[2].intValue, kind: kind)
    }
}

extension RunTimeline.Span.Kind {
    fileprivate var letter: String {
        switch self {
        case .queue: "q"
        case .round: "r"
        case .tool: "t"
        case .wait: "w"
        }
    }

    fileprivate init?(_ letter: String, _ parts: [JSONValue]) {
        if letter == "q" {
            self = .queue
            return
        }
        guard parts.count >= 3, let number = parts[0].intValue, let name = parts[1].stringValue else { return nil }
        switch letter {
        case "r" where parts.count >= 7:
            var round = RunTimeline.Round(number: number, model: name)
            round.firstContent = parts[2].intValue
            round.usage.input = parts[3].intValue ?? 0
            round.usage.cached = parts[4].intValue ?? 0
            round.usage.output = parts[5].intValue ?? 0
            round.end = parts[6].stringValue.flatMap(RunTimeline.Round.End.init(word:))
            self = .round(round)
        case "t":
            guard let state = parts[2].stringValue.flatMap(RunTimeline.ToolCall.State.init(rawValue:)) else {
                return nil
            }
            self = .tool(RunTimeline.ToolCall(round: number, tool: name, state: state))
        case "w":
            guard let kind = parts[2].stringValue.flatMap(RunTimeline.WaitKind.init(rawValue:)) else { return nil }
            self = .wait(RunTimeline.Wait(round: number, tool: name, kind: kind))
        default: return nil
        }
    }
}

extension RunTimeline.Round.End {
    /// The word for the end.
    var word: String {
        switch self {
        case .finished(let reason): reason.rawValue
        case .failed: "failed"
        case .stopped: "stopped"
        }
    }

    fileprivate init?(word: String) {
        switch word {
        case "failed": self = .failed
        case "stopped": self = .stopped
        default:
            guard let reason = FinishReason(rawValue: word) else { return nil }
            self = .finished(reason)
        }
    }
}

/// Writes JSON text without a tree of values, because each run writes its timeline at its end.
private struct JSONWriter {
    private var bytes: [UInt8] = []
    private var needsComma = false

    var text: String { String(decoding: bytes, as: UTF8.self) }

    init() { bytes.reserveCapacity(256) }

    mutating func open(_ bracket: Character) {
        separate()
        bytes += bracket.utf8
        needsComma = false
    }

    mutating func close(_ bracket: Character) {
        bytes += bracket.utf8
        needsComma = true
    }

    mutating func append(key: String, _ number: Int?) {
        guard let number else { return }
        separate()
        bytes += "\"\(key)\":\(number)".utf8
    }

    mutating func append(key: String, _ word: String) {
        separate()
        bytes += "\"\(key)\":".utf8
        JSONValue.string(word).write(into: &bytes)
    }

    mutating func append(_ number: Int?) {
        separate()
        bytes += (number.map { String($0) } ?? "null").utf8
    }

    mutating func append(_ text: String?) {
        separate()
        (text.map(JSONValue.string) ?? .null).write(into: &bytes)
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}
