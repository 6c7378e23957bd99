import Fuzzing
import StreamingJSON

/// What libFuzzer calls with each input: the bytes are meant to be a JSON text.
///
/// The parser of whole texts must give what RFC 8259, read plainly, says. Fed in pieces, however they are cut, the stream parser
/// must come to the same value or to the same fault at the same byte, report the same parts, and on the way only ever show
/// more. A difference ends the process, which libFuzzer reports with the input that caused it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    let usual = Reading(of: input, options: JSONParseOptions())

    var plain = PlainReader(input)
    let expected = plain.text()
    // Also as text, for Swift calls two strings equal that differ in their bytes.
    let isSame = usual.value == expected && usual.value?.serialized() == expected?.serialized()
    require(isSame, "Read plainly it is \(String(describing: expected)), not \(usual)")

    // What is written is JSON again, and the same when it is read and written once more.
    if let text = usual.value?.serialized() {
        let again = Reading(of: Array(text.utf8), options: JSONParseOptions())
        require(again.value?.serialized() == text, "\(text) is read as \(again)")
    }

    let digest = Cutting.digest(of: input)
    for options in [JSONParseOptions(), options(drawnFrom: digest)] {
        let whole = Reading(of: input, options: options)
        let atOnce = Streaming(of: input, cut: .whole, options: options)
        // A whole text that is too long is refused unread; in a stream a fault before the limit comes first.
        require(
            atOnce.reading == whole || whole.error?.code == .tooLong && atOnce.reading.error != nil,
            "In one piece it is \(atOnce.reading), as a whole \(whole) with \(options)"
        )
        for cutting in Cutting.all(for: input) {
            let cut = Streaming(of: input, cut: cutting, options: options)
            require(
                cut.reading == atOnce.reading,
                "Cut \(cutting) it is \(cut.reading), not \(atOnce.reading), with \(options)"
            )
            require(
                cut.events == atOnce.events,
                "Cut \(cutting) the parts are \(cut.events), not \(atOnce.events)"
            )
        }
    }
    return 0
}

/// Some options out of all, fixed by a number.
private func options(drawnFrom digest: UInt64) -> JSONParseOptions {
    JSONParseOptions(
        maximumDepth: [0, 1, 3, 256, 5000][Int(digest % 5)],
        maximumByteCount: digest >> 8 & 7 == 0 ? Int(digest >> 16 & 63) : 1 << 20,
        repeatedNames: [.keepLast, .keepFirst, .refuse][Int((digest >> 24) % 3)],
        wideIntegers: [.nearestDouble, .digits, .refuse][Int((digest >> 32) % 3)]
    )
}
