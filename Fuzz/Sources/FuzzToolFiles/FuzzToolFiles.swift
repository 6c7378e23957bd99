@_spi(Fuzzing) import DeclaredTools
import Phrasebook

/// The entry point that libFuzzer calls with each input: the bytes are a file of declared tools.
///
/// For every input, reading must end in time and without a trap, and a file has tools or faults, never neither and never too many. The
/// faults have a place and nothing of the words of the libraries for Swift's types.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzToolFiles(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    // An input may be one tool: the surrounding lines are added here.
    let framed =
        Array("torii: 1\nupstream: x\nbase: https://h.example\ntools:\n  - name: a\n    description: b\n    ".utf8)
        + input.flatMap { $0 == UInt8(ascii: "\n") ? [$0] + Array("    ".utf8) : [$0] } + Array("\n".utf8)
    for bytes in [input, framed] {
        let reading = ToolFileReading(bytes, phrases: PhrasebookReader())
        if reading.toolCount == 0, reading.faults.isEmpty { fatalError("A file has neither tools nor faults") }
        if reading.faults.count > ToolFileReading.mostFaults { fatalError("There are \(reading.faults.count) faults") }
        for fault in reading.faults where !fault.hasPrefix("f:") || fault.utf8.contains(0) {
            fatalError("A fault has no place: \(fault)")
        }
    }
    return 0
}
