@_spi(Fuzzing) import AgentTools

/// The entry point that libFuzzer calls with each input: the bytes are an iCalendar object or a vCard.
///
/// Whatever they are, reading them ends in time and without a trap, no more events are kept than are allowed, and what is told of them
/// is short and has no letter that nobody sees. A difference ends the process, which libFuzzer reports with the input that caused it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCalendar(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    // An event alone is enough of an input: what belongs around it is put there.
    let framed =
        Array("BEGIN:VCALENDAR\nBEGIN:VEVENT\nATTENDEE;CN=A:x\n".utf8) + input
        + Array("\nEND:VEVENT\nEND:VCALENDAR\n".utf8)
    for bytes in [input, framed] {
        guard let reading = try? AccountReading(bytes) else { continue }
        require(reading.eventCount <= AccountReading.mostEvents, "\(reading.eventCount) events are kept")
        for text in reading.texts + reading.names {
            require(text.utf8.count <= 64 << 10, "A text has \(text.utf8.count) bytes")
            require(!text.unicodeScalars.contains(where: isUnseen), "A text has letters that nobody sees:\n\(text)")
            require(!text.contains("<|im_start|>"), "A text has the sign of a turn:\n\(text)")
        }
    }
    return 0
}

/// Whether a scalar is a tag, a mark that turns the direction of writing, or a control character.
private func isUnseen(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case 0x00...0x1F, 0x7F...0x9F, 0x200B, 0x202A...0x202E, 0x2066...0x2069, 0xE0000...0xE0FFF: true
    default: false
    }
}

/// Ends the process with a message when a property does not hold; an optimised `precondition` would not print it.
private func require(_ holds: Bool, _ message: @autoclosure () -> String) {
    if !holds { fatalError(message()) }
}
