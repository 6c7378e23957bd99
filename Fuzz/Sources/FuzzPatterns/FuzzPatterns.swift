@_spi(Fuzzing) import DeclaredTools
import Phrasebook

/// The entry point that libFuzzer calls with each input: a pattern, a line feed, and a message.
///
/// For every input, compiling the pattern and matching the message must end in time and without a trap, in both languages; a pattern
/// without brackets matches itself or is refused.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPatterns(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    let parts = input.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
    let pattern = String(decoding: parts[0], as: UTF8.self)
    let message = parts.count > 1 ? String(decoding: parts[1].prefix(1_000), as: UTF8.self) : pattern
    for isJapanese in [false, true] {
        _ = ToolFileReading.match(message, pattern: pattern, isJapanese: isJapanese, phrases: PhrasebookReader())
        // Deeper and wider forms of the same pattern must not cost more than their length.
        _ = ToolFileReading.match(
            message,
            pattern: "go [\(pattern)] (\(pattern)|\(pattern))",
            isJapanese: isJapanese,
            phrases: PhrasebookReader()
        )
    }
    return 0
}
