import Fuzzing
import StreamingJSON

/// The entry point that libFuzzer calls with each input: the bytes are a JSON text.
///
/// The parser of whole texts must agree with a plain reading of RFC 8259. The stream parser, fed with pieces cut anywhere, must have
/// the same value, or the same fault at the same byte, and the same reported parts; its snapshots may only grow. A violation ends the
/// process, which libFuzzer reports with the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzJSON(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    let usual = Reading(of: input, options: JSONParseOptions())

    var plain = PlainReader(input)
    let expected = plain.text()
    // Compared as text too, because equal strings in Swift may differ in their bytes.
    let isSame = usual.value == expected && usual.value?.serialized() == expected?.serialized()
    require(isSame, "Read plainly it is \(String(describing: expected)), not \(usual)")

    // The serialized value must be JSON, and unchanged when it is parsed and serialized again.
    if let text = usual.value?.serialized() {
        let again = Reading(of: Array(text.utf8), options: JSONParseOptions())
        require(again.value?.serialized() == text, "\(text) is read as \(again)")
    }

    let digest = Cutting.digest(of: input)
    for options in [JSONParseOptions(), options(drawnFrom: digest)] {
        let whole = Reading(of: input, options: options)
        let atOnce = Streaming(of: input, cut: .whole, options: options)
        // A whole text that is too long is refused unread; a stream reports a fault before the limit first.
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

/// Returns options that are drawn by a number.
private func options(drawnFrom digest: UInt64) -> JSONParseOptions {
    JSONParseOptions(
        maximumDepth: [0, 1, 3, 256, 5000][Int(digest % 5)],
        maximumByteCount: digest >> 8 & 7 == 0 ? Int(digest >> 16 & 63) : 1 << 20,
        repeatedNames: [.keepLast, .keepFirst, .refuse][Int((digest >> 24) % 3)],
        wideIntegers: [.nearestDouble, .digits, .refuse][Int((digest >> 32) % 3)]
    )
}
