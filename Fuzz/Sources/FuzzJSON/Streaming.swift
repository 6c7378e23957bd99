import Fuzzing
import StreamingJSON

/// The result of feeding a text in pieces, with the parts that were reported meanwhile.
struct Streaming {
    private(set) var reading = Reading()
    private(set) var events: [JSONStreamEvent] = []

    init(of input: [UInt8], cut: Cutting, options: JSONParseOptions) {
        var parser = JSONStreamParser(options: options, eventDepth: .max)
        var before: JSONSnapshot?
        // The time to check every snapshot is quadratic.
        let checksAll = input.count <= 128
        do throws(JSONParseError) {
            for (number, piece) in cut.pieces(of: input).enumerated() {
                try parser.feed(piece)
                events += parser.drainEvents()
                guard checksAll || number.isMultiple(of: 31) else { continue }
                let snapshot = parser.snapshot
                require(
                    before.grows(to: snapshot, mayReplace: mayReplace(parser)),
                    "Shown was \(text(before)), now it is \(text(snapshot))"
                )
                before = snapshot
            }
            let value = try parser.finish()
            require(parser.snapshot == JSONSnapshot(value), "The last snapshot is not the value")
            require(
                before.grows(to: parser.snapshot, mayReplace: mayReplace(parser)),
                "Shown was \(text(before)), in the end it is \(value)"
            )
            (reading.value, reading.repeatedNames) = (value, parser.repeatedNames)
        } catch {
            reading.error = error
            // Parts that were complete before the fault, but in the same piece.
            events += parser.drainEvents()
        }
    }

    /// Whether a later value may have replaced an earlier one.
    private func mayReplace(_ parser: JSONStreamParser) -> Bool {
        parser.options.repeatedNames == .keepLast && !parser.repeatedNames.isEmpty
    }

    private func text(_ snapshot: JSONSnapshot?) -> String { snapshot?.value.serialized() ?? "nothing" }
}

extension JSONSnapshot? {
    /// Whether a later snapshot still contains everything in this one.
    fileprivate func grows(to later: JSONSnapshot?, mayReplace: Bool) -> Bool {
        guard let self else { return true }
        return later.map { self.grows(to: $0, mayReplace: mayReplace) } ?? false
    }
}

extension JSONSnapshot {
    fileprivate func grows(to later: JSONSnapshot, mayReplace: Bool) -> Bool {
        // A part may have been replaced by anything, more than once, between two snapshots.
        if mayReplace { return true }
        if isComplete { return later.isComplete && later.value == value }
        guard typeName == later.typeName else { return false }
        switch typeName {
        case "string":
            return (later.stringValue ?? "").utf8.starts(with: (stringValue ?? "").utf8)
        case "array":
            guard let old = elements, let new = later.elements, old.count <= new.count else { return false }
            return zip(old, new).allSatisfy { $0.grows(to: $1, mayReplace: mayReplace) }
        default:
            let names = keys
            guard later.keys.count >= names.count else { return false }
            // Compared by bytes, because equal strings in Swift may differ in them.
            guard zip(names, later.keys).allSatisfy({ $0.utf8.elementsEqual($1.utf8) }) else { return false }
            return names.allSatisfy { name in
                guard let old = self[name], let new = later[name] else { return false }
                return old.grows(to: new, mayReplace: mayReplace)
            }
        }
    }
}
