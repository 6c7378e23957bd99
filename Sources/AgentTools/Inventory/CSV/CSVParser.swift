import StreamSafeText

/// A line of comma-separated values; it may reach over several lines of the file.
struct CSVRecord: Equatable {
    /// The line of the file where it begins, counted from 1.
    var line: Int
    var fields: [String]
}

/// What is wrong with a file of comma-separated values, and where.
struct CSVFault: Error, Equatable {
    /// The line of the file, counted from 1.
    var line: Int
    /// What is wrong there and how it should be, as a sentence.
    var message: String
}

/// Reads comma-separated values (RFC 4180) that come in pieces, cut anywhere.
///
/// It takes a byte order mark and every kind of line end, skips empty lines, and is strict about quotation marks: a file that is read
/// otherwise than it was meant does more harm than one that is refused.
struct CSVParser {
    private enum State {
        case fieldStart, plain, quoted
        /// After a quotation mark in a quoted field: its end, or the first half of a doubled one.
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
    /// How many bytes of a byte order mark have come; nil after the beginning.
    private var markLength: Int? = 0
    /// Whether the record has anything in it, be it an empty quoted field.
    private var hasContent = false

    /// Takes the next bytes and hands over each record that they end.
    mutating func feed(
        _ bytes: some Sequence<UInt8>,
        _ onRecord: (CSVRecord) throws -> Void
    ) throws {
        for byte in bytes {
            if let length = markLength {
                if byte == Self.byteOrderMark[length] {
                    markLength = length + 1 == Self.byteOrderMark.count ? nil : length + 1
                    continue
                }
                markLength = nil
                for held in Self.byteOrderMark.prefix(length) { try take(held, onRecord) }
            }
            try take(byte, onRecord)
        }
    }

    /// Ends the file and hands over its last record, if no line end came after it.
    mutating func finish(_ onRecord: (CSVRecord) throws -> Void) throws {
        if let length = markLength, length > 0 {
            markLength = nil
            for held in Self.byteOrderMark.prefix(length) { try take(held, onRecord) }
        }
        if case .quoted = state {
            throw CSVFault(line: recordLine, message: "A quotation mark is opened and never closed.")
        }
        try endRecord(onRecord)
    }

    private mutating func take(_ byte: UInt8, _ onRecord: (CSVRecord) throws -> Void) throws {
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
