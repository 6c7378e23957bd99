import Foundation
public import Storage

/// An inventory as a file of comma-separated values, to import.
///
/// The first line names the columns. A row with the id of an item changes it: what is empty becomes empty, columns that are not there
/// stay as they are. All other rows are new items.
public struct InventoryCSVFile: InventoryImportSource {
    private static let pieceLength = 1 << 16
    private static let mostFaults = 20

    private let path: String
    private let ignoresUnknownColumns: Bool

    /// Takes a file.
    /// - Parameters:
    ///   - path: Where it is.
    ///   - ignoresUnknownColumns: Whether columns that an inventory does not have are left out, instead of being a fault.
    public init(path: String, ignoresUnknownColumns: Bool = false) {
        self.path = path
        self.ignoresUnknownColumns = ignoresUnknownColumns
    }

    /// Reads the file a piece at a time and hands over its rows.
    /// - Throws: ``InventoryCSVError`` with the lines that cannot be taken, once as many as a person would mend at a time are found.
    public func forEachRow(_ body: (InventoryImportRow) throws -> InventoryImportRow.Outcome) throws {
        let file: FileHandle
        do {
            file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        } catch {
            throw InventoryCSVError("The file \(path) cannot be read. Check its name and who may read it.")
        }
        defer { try? file.close() }
        var reader: InventoryCSVReader?
        var faults: [CSVFault] = []
        let take = { (record: CSVRecord) in
            do {
                guard reader != nil else {
                    reader = try InventoryCSVReader(
                        header: record,
                        ignoringUnknownColumns: ignoresUnknownColumns
                    )
                    return
                }
                if let row = try reader?.row(record), try body(row) == .titleMissing {
                    throw CSVFault(
                        line: record.line,
                        message: "There is no item \(row.id ?? 0), and a new one needs a title."
                    )
                }
            } catch let fault as CSVFault {
                faults.append(fault)
                // Without a header nothing can be said about the rest.
                if reader == nil || faults.count == Self.mostFaults { throw InventoryCSVError(faults, path: path) }
            }
        }
        do {
            var parser = CSVParser()
            while let piece = try file.read(upToCount: Self.pieceLength), !piece.isEmpty {
                try Task.checkCancellation()
                try parser.feed(piece, take)
            }
            try parser.finish(take)
        } catch let fault as CSVFault {
            throw InventoryCSVError(faults + [fault], path: path)
        }
        guard faults.isEmpty else { throw InventoryCSVError(faults, path: path) }
        guard reader != nil else { throw InventoryCSVError("The file \(path) is empty.") }
    }
}

/// Why a file was not imported: every line that must be mended, as far as it was read.
public struct InventoryCSVError: Error, Sendable, CustomStringConvertible {
    /// What is wrong, a line for each fault.
    public let description: String

    init(_ description: String) { self.description = description }

    init(_ faults: [CSVFault], path: String) {
        let lines = faults.map { "\(path):\($0.line): \($0.message)" }
        description = (lines + ["Nothing was imported."]).joined(separator: "\n")
    }
}
