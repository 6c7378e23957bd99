/// The counts of a dump of callgrind.
public struct CallgrindCounts: Sendable {
    /// The number of instructions.
    public let instructions: Int
    private var calls: [String: Int] = [:]

    /// Reads a dump; `nil` if it has no total.
    ///
    /// A function has a number, and its name where the number is first used: `cfn=(12) malloc`. The calls of a callee follow it:
    /// `calls=3 0`.
    init?(_ text: String) {
        var names: [String: String] = [:]
        var callee = ""
        var total: Int?
        for line in text.utf8.split(separator: UInt8(ascii: "\n")) {
            if line.starts(with: "calls=".utf8) {
                calls[callee, default: 0] += Self.number(line)
            } else if line.starts(with: "totals:".utf8) {
                total = Self.number(line)
            } else if line.starts(with: "cfn=(".utf8) || line.starts(with: "fn=(".utf8) {
                guard let end = line.firstIndex(of: UInt8(ascii: ")")) else { continue }
                let id = String(decoding: line[..<end].drop { $0 != UInt8(ascii: "(") }, as: UTF8.self)
                // A recursive call has its depth behind the name.
                let name = line[end...].dropFirst(2).prefix { $0 != UInt8(ascii: "'") }
                if !name.isEmpty { names[id] = String(decoding: name, as: UTF8.self) }
                if line.first == UInt8(ascii: "c") { callee = names[id] ?? "" }
            }
        }
        guard let total else { return nil }
        instructions = total
    }

    /// The number of allocations.
    public var allocations: Int {
        // `aligned_alloc` has three names in glibc.
        ["malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc", "memalign", "__libc_memalign"]
            .map { calls[$0] ?? 0 }.reduce(0, +)
    }

    /// The number of steps of SQL statements, of which each one has at least one.
    public var statementSteps: Int { calls["sqlite3_step"] ?? 0 }

    /// Returns the first number of a line.
    private static func number(_ line: Substring.UTF8View) -> Int {
        let isDigit = { (byte: UInt8) in (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }
        return Int(String(decoding: line.drop { !isDigit($0) }.prefix(while: isDigit), as: UTF8.self)) ?? 0
    }
}
