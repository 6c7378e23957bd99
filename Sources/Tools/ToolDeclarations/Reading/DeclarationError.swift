/// The error of a declaration file: its place, what is wrong, and what to do.
package struct DeclarationError: Error, Hashable, CustomStringConvertible {
    /// The file's path.
    package let file: String
    /// The line, from 1; 0 if the whole file is meant.
    package let line: Int
    /// The column, from 1.
    package let column: Int
    /// The fault and the remedy.
    package let message: String
    /// The file's other faults, in the order of their places.
    package private(set) var further: [DeclarationError] = []
    /// Whether the fault only follows from others that were found, so that it is not said.
    var isSecondary = false

    package init(_ file: String, _ line: Int, _ column: Int, _ message: String) {
        (self.file, self.line, self.column, self.message) = (file, line, column, message)
    }

    /// Makes the error of a whole file.
    package init(_ file: String, _ message: String) { self.init(file, 0, 0, message) }

    /// Makes one error of several faults, the first by its place; `nil` without any.
    ///
    /// - Parameter omitted: The number of further faults.
    package init?(_ faults: [DeclarationError], omitted: Int = 0) {
        let sorted = faults.flatMap(\.all).sorted { ($0.line, $0.column) < ($1.line, $1.column) }
        guard var first = sorted.first else { return nil }
        (first.further, first.omitted) = (Array(sorted.dropFirst()), omitted)
        self = first
    }

    /// The number of further faults that were only counted.
    private var omitted = 0

    /// The fault and the further ones, each alone; at the end, an error with the number of those that are left out.
    package var all: [DeclarationError] { all(atMost: .max) }

    /// Returns the first faults, each alone; at the end, an error with the number of those that are left out.
    package func all(atMost most: Int) -> [DeclarationError] {
        var first = self
        (first.further, first.omitted) = ([], 0)
        let listed = [first] + further
        let rest = max(0, listed.count - most) + omitted
        return listed.prefix(most) + (rest > 0 ? [DeclarationError(file, "and \(rest) more faults")] : [])
    }

    /// The place and the message of the first fault.
    package var description: String { line > 0 ? "\(file):\(line):\(column): \(message)" : "\(file): \(message)" }
}

/// The faults that were found in a file so far.
final class DeclarationFaults {
    private(set) var list: [DeclarationError] = []
    /// The number of faults that were only counted.
    private(set) var omitted = 0
    private static let most = 100

    /// Whether further faults are only counted, so that a file costs the same however many it has.
    var isFull: Bool { list.count >= Self.most }

    /// Notes a fault, unless it follows from another one.
    func note(_ fault: DeclarationError) {
        guard !fault.isSecondary else { return }
        guard !isFull else { return omit(1) }
        if !list.contains(fault) { list.append(fault) }
    }

    /// Counts faults beyond those that are listed.
    func omit(_ count: Int) { omitted += count }

    /// Returns what can be read, or notes the fault.
    @discardableResult
    func attempt<Value>(_ read: () throws(DeclarationError) -> Value) -> Value? {
        do throws(DeclarationError) {
            return try read()
        } catch {
            note(error)
            return nil
        }
    }
}
