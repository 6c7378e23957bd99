import StreamSafeText

/// A record of comma-separated values, which may span several lines of the file.
package struct CSVRecord: Equatable {
    /// The line of the file where the record starts, counted from 1.
    package var line: Int
    package var fields: [String]
}

/// A fault in a file of comma-separated values.
package struct CSVFault: Error, Equatable {
    /// The line of the file, counted from 1.
    package var line: Int
    /// A sentence with what is wrong and how to correct it.
    package var message: String

    /// Makes a fault.
    package init(line: Int, message: String) { (self.line, self.message) = (line, message) }
}

/// An incremental parser for comma-separated values (RFC 4180), fed with pieces of any size.
///
/// It accepts a byte order mark and every kind of line end, skips empty lines, and is strict about quotation marks, because a
/// misread file does more harm than a refused one.
package struct CSVParser {
    private enum State {
        case fieldStart, plain, quoted
        /// After a quotation mark in a quoted field: the field's end, or the first of two quotation marks.
        case quote
    }

    private static let longestField = 1 << 20
    private static let mostFields = 1000
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    private var state = State.fieldStart
    private var field: [UInt8] = []
    private var fields: [String] = []
    private var line = 1
    private var recordLine = 1
    private var isAfterReturn = false
    /// The number of bytes of a byte order mark seen so far; nil after the start of the file.
    private var markLength: Int? = 0
    /// Whether the record has content, if only an empty quoted field.
    private var hasContent = false

    /// Makes a parser at the start of a file.
    package init() {}

    /// Parses the next bytes and passes on each complete record.
    package mutating func feed(
        _ bytes: [UInt8],
        _ onRecord: (CSVRecord) throws -> Void
    ) throws {
        for byte in bytes {
            if let length = markLength {
                if byte == Self.byteOrderMark[length] {
                    markLength = length + 1 == Self.byteOrderMark.count ? nil : length + 1
                    continue
                }
                markLength = nil
                for held in Self.byteOrderMark.prefix(length) { try process(held, onRecord) }
            }
            try process(byte, onRecord)
        }
    }

    /// Ends the file and passes on its last record, if no line end followed it.
    package mutating func finish(_ onRecord: (CSVRecord) throws -> Void) throws {
        if let length = markLength, length > 0 {
            markLength = nil
            for held in Self.byteOrderMark.prefix(length) { try process(held, onRecord) }
        }
        if case .quoted = state {
            throw CSVFault(line: recordLine, message: "A quotation mark is opened but never closed.")
        }
        try endRecord(onRecord)
    }

    private mutating func process(_ byte: UInt8, _ onRecord: (CSVRecord) throws -> Void) throws {
        let isSecondHalf = isAfterReturn && byte == UInt8(ascii: "\n")
        isAfterReturn = byte == UInt8(ascii: "\r")
        let isLineEnd = byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n")
        if case .quoted = state {
            if isLineEnd, !isSecondHalf { line += 1 }
            if byte == UInt8(ascii: "\"") { state = .quote } else { try append(byte) }
            return
        }
        if isLineEnd {
            if isSecondHalf { return }
            try endRecord(onRecord)
            line += 1
            recordLine = line
            return
        }
        switch (state, byte) {
        case (_, UInt8(ascii: ",")):
            try endField()
            hasContent = true
        case (.quote, UInt8(ascii: "\"")):
            state = .quoted
            try append(byte)
        case (.quote, _):
            throw CSVFault(line: line, message: "There is text after a closing quotation mark; a comma was expected.")
        case (.fieldStart, UInt8(ascii: "\"")):
            state = .quoted
            hasContent = true
        case (_, UInt8(ascii: "\"")):
            throw CSVFault(
                line: line,
                message:
                    "There is a quotation mark inside a field. Put the whole field in quotation marks and double those in it."
            )
        default:
            state = .plain
            hasContent = true
            try append(byte)
        }
    }

    private mutating func append(_ byte: UInt8) throws {
        guard field.count < Self.longestField else {
            throw CSVFault(line: recordLine, message: "A field is longer than a megabyte; is a quotation mark missing?")
        }
        field.append(byte)
    }

    private mutating func endField() throws {
        guard let text = String(validating: field, as: UTF8.self) else {
            throw CSVFault(line: recordLine, message: "The text is not UTF-8. Save the file as “CSV UTF-8”.")
        }
        guard fields.count < Self.mostFields else {
            throw CSVFault(line: recordLine, message: "There are more than \(Self.mostFields) fields.")
        }
        fields.append(text.streamSafe)
        field.removeAll(keepingCapacity: true)
        state = .fieldStart
    }

    private mutating func endRecord(_ onRecord: (CSVRecord) throws -> Void) throws {
        guard hasContent else { return }
        try endField()
        hasContent = false
        let record = CSVRecord(line: recordLine, fields: fields)
        fields.removeAll(keepingCapacity: true)
        try onRecord(record)
    }
}
