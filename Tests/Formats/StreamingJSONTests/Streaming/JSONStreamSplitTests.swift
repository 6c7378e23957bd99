import StreamingJSON
import Testing

/// The outcome does not depend on how a text is cut, and the content that snapshots show only grows.
@Suite struct JSONStreamSplitTests {
    private static let policies: [JSONParseOptions] = [
        JSONParseOptions(), JSONParseOptions(repeatedNames: .keepFirst, wideIntegers: .digits),
        JSONParseOptions(repeatedNames: .refuse), JSONParseOptions(maximumDepth: 3, wideIntegers: .refuse),
        JSONParseOptions(maximumByteCount: 20),
    ]

    @Test(arguments: JSONCorpus.whole.map { Array($0.utf8) } + JSONCorpus.malformed, policies)
    func everyCutHasTheSameOutcome(text: [UInt8], options: JSONParseOptions) {
        let whole = Outcome(whole: text, options: options)
        // A text that is too long is refused as a whole without being read; in a stream, a fault before the limit is
        // reported first.
        let atOnce = Outcome(pieces: [text], options: options)
        #expect(atOnce == whole || whole.error?.code == .tooLong && atOnce.error != nil)
        #expect(Outcome(pieces: text.map { [$0] }, options: options) == atOnce)
        for cut in 0...text.count where Outcome(pieces: [text[..<cut], text[cut...]], options: options) != atOnce {
            Issue.record("cut at byte \(cut): \(Outcome(pieces: [text[..<cut], text[cut...]], options: options))")
        }
        for seed in 0..<20 as Range<UInt64> {
            let pieces = text.cutAtRandom(longest: 1 + text.count / 3, seed: seed)
            #expect(Outcome(pieces: pieces, options: options) == atOnce, "cut with seed \(seed)")
        }
    }

    @Test(arguments: JSONCorpus.whole)
    func everyPrefixIsReadTheSameAtOnceAndInPieces(text: String) throws {
        let bytes = Array(text.utf8)
        var parser = JSONStreamParser()
        for length in 0...bytes.count {
            if length > 0 { try parser.feed([bytes[length - 1]]) }
            var atOnce = JSONStreamParser()
            try atOnce.feed(bytes[..<length])
            #expect(atOnce.snapshot == parser.snapshot, "after \(length) bytes")
        }
    }

    @Test(arguments: JSONCorpus.whole, [JSONParseOptions.RepeatedNames.keepFirst, .keepLast])
    func snapshotsOnlyGrow(text: String, repeatedNames: JSONParseOptions.RepeatedNames) throws {
        var parser = JSONStreamParser(options: JSONParseOptions(repeatedNames: repeatedNames))
        var shown: [(snapshot: JSONSnapshot, value: JSONValue)] = []
        for byte in text.utf8 {
            try parser.feed(CollectionOfOne(byte))
            guard let snapshot = parser.snapshot else {
                #expect(shown.isEmpty, "what was shown is gone")
                continue
            }
            #expect(snapshot.rebuilt == snapshot.value)
            if let before = shown.last?.snapshot {
                let allowsReplacing = repeatedNames == .keepLast
                #expect(
                    before.growsTo(snapshot, allowsReplacing: allowsReplacing),
                    "\(before.value) to \(snapshot.value)"
                )
            }
            shown.append((snapshot, snapshot.value))
        }
        let value = try parser.finish()
        #expect(value == Outcome(whole: Array(text.utf8), options: parser.options).value)
        #expect(parser.snapshot == JSONSnapshot(value))
        // No later piece has changed an earlier snapshot.
        for (snapshot, value) in shown { #expect(snapshot.value == value) }
    }

    @Test(arguments: JSONCorpus.whole)
    func completePartsAreReportedOnce(text: String) throws {
        var parser = JSONStreamParser(options: JSONParseOptions(repeatedNames: .keepFirst), eventDepth: .max)
        var events: [JSONStreamEvent] = []
        for piece in Array(text.utf8).cutAtRandom(longest: 5, seed: 1) {
            try parser.feed(piece)
            for event in parser.drainEvents() {
                events.append(event)
                #expect(event.offset <= parser.offset)
                // Every reported part is in the snapshot, complete, and does not change.
                var node = parser.snapshot
                for step in event.path.steps {
                    switch step {
                    case .name(let name): node = node?[name]
                    case .index(let index): node = node?[index]
                    }
                }
                #expect(node == JSONSnapshot(event.value))
            }
        }
        let value = try parser.finish()
        #expect(events.map(\.path) == value.pathsInnermostFirst())
        #expect(Set(events.map(\.path)).count == events.count)
    }
}

extension JSONSnapshot {
    /// The value, assembled from its parts through the snapshot's other accessors.
    fileprivate var rebuilt: JSONValue {
        switch typeName {
        case "object":
            .object(JSONObject((members ?? []).map { ($0, $1 == self[$0] ? $1.rebuilt : "another") }))
        case "array":
            .array((0..<count).map { self[$0]?.rebuilt ?? "missing" })
        case "string":
            .string(stringValue ?? "missing")
        default:
            value
        }
    }

    /// Returns whether `later` can be a later state of this value.
    fileprivate func growsTo(_ later: JSONSnapshot, allowsReplacing: Bool) -> Bool {
        if isComplete { return later.isComplete && (later.value == value || allowsReplacing) }
        guard typeName == later.typeName else { return false }
        switch typeName {
        case "string":
            return (later.stringValue ?? "").utf8.starts(with: (stringValue ?? "").utf8)
        case "array":
            guard let old = elements, let new = later.elements, old.count == count, new.count >= old.count else {
                return false
            }
            return zip(old, new).allSatisfy { $0.growsTo($1, allowsReplacing: allowsReplacing) }
        default:
            guard later.keys.starts(with: keys), keys.count == count else { return false }
            return keys.allSatisfy { key in
                guard let old = self[key], let new = later[key] else { return false }
                return old.growsTo(new, allowsReplacing: allowsReplacing)
            }
        }
    }
}

extension JSONValue {
    /// Returns the paths of all parts, each before the part that contains it.
    fileprivate func pathsInnermostFirst(under steps: [JSONPath.Step] = []) -> [JSONPath] {
        switch self {
        case .array(let elements):
            elements.enumerated().flatMap { index, element in
                let path = steps + [.index(index)]
                return element.pathsInnermostFirst(under: path) + [JSONPath(path)]
            }
        case .object(let members):
            members.flatMap { name, value in
                let path = steps + [.name(name)]
                return value.pathsInnermostFirst(under: path) + [JSONPath(path)]
            }
        default: []
        }
    }
}
