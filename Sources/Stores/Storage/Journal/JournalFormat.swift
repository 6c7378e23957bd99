import FoundationEssentials
import ToolRecords

/// The encoding of journal entries: the length of the rest, a checksum of the rest, the entry.
///
/// A process that is killed while it writes leaves an incomplete entry at the end. No client was shown such an entry.
package enum JournalFormat {
    private enum Kind: UInt8 {
        case run = 1
        case events = 2
    }

    /// Appends an entry to the bytes of a file.
    package static func append(_ entry: JournalEntry, to bytes: inout [UInt8]) {
        let start = bytes.count
        bytes.append(contentsOf: repeatElement(0, count: 8))
        switch entry {
        case .run(let record): append(record, to: &bytes)
        case .events(let run, let chunk):
            bytes.append(Kind.events.rawValue)
            append(run, to: &bytes)
            append(UInt64(chunk.first), to: &bytes)
            append(UInt64(chunk.count), to: &bytes)
            bytes.append(contentsOf: chunk.lines)
        }
        let length = UInt32(bytes.count - start - 8)
        let sum = checksum(bytes[(start + 8)...])
        for offset in 0..<4 {
            bytes[start + offset] = UInt8(truncatingIfNeeded: length >> UInt32(8 * offset))
            bytes[start + 4 + offset] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * offset))
        }
    }

    /// Returns the entries of a file, up to the first that is incomplete or damaged.
    package static func entries(in bytes: [UInt8]) -> [JournalEntry] {
        var entries: [JournalEntry] = []
        var place = 0
        while bytes.count - place >= 8 {
            let length = Int(number(bytes[place..<place + 4]))
            let sum = UInt32(number(bytes[place + 4..<place + 8]))
            let start = place + 8
            guard bytes.count - start >= length, checksum(bytes[start..<start + length]) == sum else { break }
            var reader = Reader(bytes: bytes[start..<start + length])
            guard let entry = reader.entry() else { break }
            entries.append(entry)
            place = start + length
        }
        return entries
    }

    private static func append(_ record: RunRecord, to bytes: inout [UInt8]) {
        bytes.append(Kind.run.rawValue)
        for text in [
            record.id, record.owner.text, record.conversation, record.model, record.status.rawValue, record.request,
        ] {
            append(text, to: &bytes)
        }
        // The empty text means `nil`: a key, the calls and a tool are never empty.
        append(record.idempotencyKey ?? "", to: &bytes)
        append(record.pendingCalls ?? "", to: &bytes)
        append(UInt64(bitPattern: record.createdAt.milliseconds), to: &bytes)
        append(UInt64(bitPattern: record.updatedAt.milliseconds), to: &bytes)
        append(record.tool ?? "", to: &bytes)
        append(record.worker.node.description, to: &bytes)
        append(UInt64(bitPattern: record.worker.epoch), to: &bytes)
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        append(UInt64(text.utf8.count), to: &bytes)
        bytes.append(contentsOf: text.utf8)
    }

    private static func append(_ number: UInt64, to bytes: inout [UInt8]) {
        for shift in stride(from: UInt64(0), to: 64, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> shift))
        }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
        bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// FNV-1a: it must detect an incomplete entry, not a forged one.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.reduce(2_166_136_261) { ($0 ^ UInt32($1)) &* 16_777_619 }
    }

    /// A decoder of one entry.
    private struct Reader {
        var bytes: ArraySlice<UInt8>

        mutating func entry() -> JournalEntry? {
            switch bytes.popFirst().flatMap(Kind.init) {
            case .run: run().map(JournalEntry.run)
            case .events: events()
            case nil: nil
            }
        }

        private mutating func events() -> JournalEntry? {
            guard let run = text(), let first = number(), let count = number() else { return nil }
            return .events(run: run, RunEventChunk(first: Int(first), count: Int(count), lines: Array(bytes)))
        }

        private mutating func run() -> RunRecord? {
            guard let id = text(), let owner = text().map(Owner.init(stored:)), let conversation = text(),
                let model = text(),
                let status = text().flatMap(RunStatus.init), let request = text(), let key = text(),
                let calls = text(), let created = number(), let updated = number(),
                // Earlier versions wrote no tool.
                let tool = bytes.isEmpty ? "" : text(),
                // Nor a worker.
                let worker = bytes.isEmpty ? Worker() : self.worker()
            else {
                return nil
            }
            return RunRecord(
                id: id,
                owner: owner,
                worker: worker,
                conversation: conversation,
                model: model,
                tool: tool.isEmpty ? nil : tool,
                status: status,
                request: request,
                idempotencyKey: key.isEmpty ? nil : key,
                pendingCalls: calls.isEmpty ? nil : calls,
                createdAt: Date(milliseconds: Int64(bitPattern: created)),
                updatedAt: Date(milliseconds: Int64(bitPattern: updated))
            )
        }

        private mutating func worker() -> Worker? {
            guard let node = text(), let epoch = number() else { return nil }
            return Worker(node: NodeID(node), epoch: Int64(bitPattern: epoch))
        }

        private mutating func number() -> UInt64? {
            guard bytes.count >= 8 else { return nil }
            defer { bytes = bytes.dropFirst(8) }
            return JournalFormat.number(bytes.prefix(8))
        }

        private mutating func text() -> String? {
            guard let count = number(), count <= bytes.count else { return nil }
            defer { bytes = bytes.dropFirst(Int(count)) }
            return String(decoding: bytes.prefix(Int(count)), as: UTF8.self)
        }
    }
}
