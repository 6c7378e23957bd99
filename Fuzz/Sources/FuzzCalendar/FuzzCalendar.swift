@_spi(Fuzzing) import BuiltInTools

/// The entry point that libFuzzer calls with each input: the bytes are an iCalendar object or a vCard.
///
/// For every input, reading must end in time and without a trap, the number of events must be within the limit, and the answers must be
/// short and without invisible characters. A violation ends the process, which libFuzzer reports with the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCalendar(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    // An input may be a single event: the surrounding lines are added here.
    let framed =
        Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nATTENDEE;CN=A:x\n".utf8) + input
        + Array("\nEND:VEVENT\nEND:VCALENDAR\n".utf8)
    for bytes in [input, framed] {
        guard let reading = try? AccountReading(bytes) else { continue }
        require(reading.eventCount <= AccountReading.mostEvents, "\(reading.eventCount) events are kept")
        for text in reading.texts + reading.names {
            require(text.utf8.count <= 64 << 10, "A text has \(text.utf8.count) bytes")
            require(!hasUnseen(text), "A text has invisible letters:\n\(text)")
            for sign in ["<|im_start|>", "[TOOL_CALLS]", "[/INST]"] {
                require(!text.contains(sign), "A text has the sign of a turn:\n\(text)")
            }
        }
    }
    return 0
}

/// Whether a text has an invisible scalar, by Unicode's properties and not by the list that the tools use.
///
/// Those that scripts and emoji need are allowed after a letter or an emoji, so only one at a time, and never in plain ASCII.
private func hasUnseen(_ text: String) -> Bool {
    var last: Unicode.Scalar = " "
    for scalar in text.unicodeScalars {
        defer { last = scalar }
        let isBlank = blanks.contains(scalar.value)
        guard scalar != "\n", !visibleFormats.contains(scalar.value) else { continue }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: break
        default: if !isBlank, !scalar.properties.isDefaultIgnorableCodePoint { continue }
        }
        let afterPicture = last.properties.isEmoji
        let allowed =
            switch scalar.value {
            // The scalar that bounds runs of marks.
            case 0x34F: last.value >= 0x300
            case 0x200C: last.value >= 0x600
            case 0x200D: last.value >= 0x600 && (last.value != 0x200D)
            case 0xFE0E, 0xFE0F: afterPicture
            case 0x180B...0x180F: (0x180B...0x18AA).contains(last.value)
            default: false
            }
        if !allowed || (last.properties.isDefaultIgnorableCodePoint && !mayPrecede.contains(last.value)) { return true }
    }
    return false
}

/// Letters without a visible glyph.
private let blanks: Set<UInt32> = [0x115F, 0x1160, 0x17B4, 0x17B5, 0x180E, 0x2800, 0x3164, 0xFFA0, 0x16FE4, 0x1D159]

/// Visible characters of the category Format: the signs around numbers, and the joiners of hieroglyphs.
private let visibleFormats = Set<UInt32>(
    Array(0x600...0x605) + [0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD] + Array(0x13430...0x1345F)
)

/// The scalars that may precede a joiner or the vowel separator.
private let mayPrecede: Set<UInt32> = [0xFE0E, 0xFE0F, 0x180B, 0x180C, 0x180D, 0x180F]

/// Ends the process with a message if a property does not hold; an optimized `precondition` would not print it.
private func require(_ holds: Bool, _ message: @autoclosure () -> String) {
    if !holds { fatalError(message()) }
}
