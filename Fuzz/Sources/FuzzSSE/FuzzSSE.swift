import EventStreams
import Fuzzing

/// The entry point that libFuzzer calls with each input: the bytes are a `text/event-stream`.
///
/// The decoder's result must not depend on how the bytes are cut, and must agree with a plain reading of the standard. A violation ends
/// the process, which libFuzzer reports with the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzServerSentEvents(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))

    let whole = Reading(of: input, cut: .whole, maximumEventBytes: 1 << 20)
    let expected = Reading(plainlyOf: input)
    require(whole == expected, "The decoder has\n\(whole)\nand the standard says\n\(expected)")
    for cutting in Cutting.all(for: input) {
        let cut = Reading(of: input, cut: cutting, maximumEventBytes: 1 << 20)
        require(cut == whole, "Cut \(cutting), the decoder has\n\(cut)\nand whole\n\(whole)")
        let lent = Reading.lentData(of: input, cut: cutting, maximumEventBytes: 1 << 20)
        require(isSame(lent, whole.dataToLend), "Cut \(cutting), the decoder lends\n\(lent ?? [])\nand has\n\(whole)")
    }

    // A limit must not depend on the cuts either. Only the earlier events may, because a feed that throws returns none.
    let limit = 1 + Int(Cutting.digest(of: input) % 64)
    let limited = Reading(of: input, cut: .whole, maximumEventBytes: limit)
    for cutting in Cutting.all(for: input) {
        let cut = Reading(of: input, cut: cutting, maximumEventBytes: limit)
        require(
            cut.exceedsLimit == limited.exceedsLimit && (cut.exceedsLimit || cut == limited),
            "Cut \(cutting) with a limit of \(limit) bytes, the decoder has\n\(cut)\nand whole\n\(limited)"
        )
    }
    return 0
}

/// Compares by bytes, because equal strings in Swift may differ in them.
private func isSame(_ left: [String]?, _ right: [String]?) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return left.count == right.count && zip(left, right).allSatisfy { $0.utf8.elementsEqual($1.utf8) }
}

/// Ends the process with a message if a property does not hold; an optimized `precondition` would not print it.
private func require(_ holds: Bool, _ message: @autoclosure () -> String) {
    if !holds { fatalError(message()) }
}
