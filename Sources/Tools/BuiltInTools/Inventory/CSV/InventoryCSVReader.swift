import AgentTools
import Foundation
import ToolRecords
import StreamingJSON

/// Converts the records of an inventory file into rows of an import: first the header, then each record.
struct InventoryCSVReader {
    /// The column of each field; nil for an ignored one.
    private let columns: [InventoryColumn?]

    /// The line of each id seen so far.
    private var lines: [Int: Int] = [:]

    /// Reads the header.
    init(header: CSVRecord, ignoringUnknownColumns ignoresUnknown: Bool) throws(CSVFault) {
        columns = header.fields.map(InventoryColumn.init(header:))
        if !ignoresUnknown, let index = columns.firstIndex(of: nil) {
            let known = InventoryColumn.allCases.map(\.rawValue).joined(separator: ", ")
            throw CSVFault(
                line: header.line,
                message:
                    "The first line names the columns, and there is no column “\(header.fields[index].excerpt(upTo: 120))”. "
                    + "Known: \(known), or their Japanese names."
            )
        }
        let known = columns.compactMap(\.self)
        if let twice = known.first(where: { column in known.filter { $0 == column }.count > 1 }) {
            throw CSVFault(line: header.line, message: "The column \(twice.rawValue) appears twice.")
        }
        guard known.contains(.title) || known.contains(.id) else {
            throw CSVFault(line: header.line, message: "The first line must name a column title (タイトル), or id (ID).")
        }
    }

    /// Converts a record.
    mutating func row(_ record: CSVRecord) throws(CSVFault) -> InventoryImportRow {
        guard record.fields.count == columns.count else {
            throw CSVFault(
                line: record.line,
                message: "There are \(record.fields.count) fields where the first line has \(columns.count)."
            )
        }
        var row = InventoryImportRow(fields: InventoryItemChange())
        for (column, text) in zip(columns, record.fields) {
            guard let column else { continue }
            let text = column.isText ? CSVWriter.unguarded(text) : text
            try Self.read(text.storable.nonBlank, column, into: &row, record.line)
        }
        if let id = row.id {
            if let line = lines.updateValue(record.line, forKey: id) {
                throw CSVFault(line: record.line, message: "The id \(id) is also in line \(line).")
            }
        } else if row.fields.title == nil {
            throw CSVFault(line: record.line, message: "The title is missing.")
        }
        return row
    }

    private static func read(
        _ text: String?,
        _ column: InventoryColumn,
        into row: inout InventoryImportRow,
        _ line: Int
    ) throws(CSVFault) {
        switch column {
        case .id: row.id = try read(text, line, "id is not a whole number from 1 on", number)
        case .title:
            guard let text else { throw CSVFault(line: line, message: "The title is empty.") }
            row.fields.title = try checked(text, InventoryLimits.title, column, line)
        case .quantity: row.fields.quantity = try read(text, line, "quantity is not a number", quantity).change
        case .unit: row.fields.unit = try change(text, column, line)
        case .category: row.fields.category = try change(text, column, line)
        case .place: row.fields.place = try change(text, column, line)
        case .state: row.fields.state = try change(text, column, line)
        case .code: row.fields.code = try change(text, column, line)
        case .note:
            row.fields.note = try text.map { text throws(CSVFault) in
                try checked(text, InventoryLimits.note, column, line)
            }.change
        case .createdAt: row.createdAt = try read(text, line, "created_at is not a time \(example)", moment)
        case .updatedAt: row.updatedAt = try read(text, line, "updated_at is not a time \(example)", moment)
        }
    }

    private static let example = "with an offset, such as 2026-11-21T09:30:00+09:00"

    private static func read<Value>(
        _ text: String?,
        _ line: Int,
        _ fault: String,
        _ parse: (String) -> Value?
    ) throws(CSVFault) -> Value? {
        guard let text else { return nil }
        guard let value = parse(text) else {
            throw CSVFault(line: line, message: "The \(fault): “\(text.excerpt(upTo: 120))”.")
        }
        return value
    }

    private static func change(
        _ text: String?,
        _ column: InventoryColumn,
        _ line: Int
    ) throws(CSVFault) -> FieldChange<String> {
        guard let text else { return .clear }
        return .set(try checked(text, InventoryLimits.field, column, line))
    }

    private static func checked(
        _ text: String,
        _ limits: InventoryLimits,
        _ column: InventoryColumn,
        _ line: Int
    ) throws(CSVFault) -> String {
        guard limits.allows(text) else {
            throw CSVFault(
                line: line,
                message:
                    "The \(column.rawValue) is longer than \(limits.characters) characters or \(limits.bytes) bytes."
            )
        }
        return text
    }

    private static func number(_ text: String) -> Int? {
        Int(text.precomposedStringWithCompatibilityMapping).flatMap { $0 > 0 ? $0 : nil }
    }

    /// Reads a number, also with full-width digits or with commas between thousands.
    private static func quantity(_ text: String) -> Double? {
        var text = text.precomposedStringWithCompatibilityMapping
        if text.wholeMatch(of: #/-?\d{1,3}(,\d{3})+(\.\d+)?/#) != nil { text.removeAll { $0 == "," } }
        guard text.wholeMatch(of: #/[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d+)?/#) != nil else { return nil }
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    /// Reads a time within the years that the inventory supports.
    private static func moment(_ text: String) -> Date? {
        ItemVersion.moment(text).flatMap { abs($0.timeIntervalSince1970) < 1e11 ? $0 : nil }
    }
}

extension Optional where Wrapped: Sendable & Equatable {
    /// The change for a field of a file: an empty field clears the item's field.
    fileprivate var change: FieldChange<Wrapped> { map(FieldChange.set) ?? .clear }
}
