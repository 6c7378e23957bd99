import HTMLText
import StreamSafeText

/// The entry point that libFuzzer calls with each input: the bytes are a web page.
///
/// For every page, the text must be bounded by the bytes read and in the Stream-Safe Text Format, limits must be kept, and reading the
/// page again must have the same result. A violation ends the process, which libFuzzer reports with the input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzHTML(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    let narrow = HTMLLimits(bytes: 256, nodes: 40, depth: 4, parserDepth: 16, attributeBytes: 16)
    for limits in [HTMLLimits(), narrow] {
        for encoding in [nil, "utf-8", "shift_jis", "euc-jp", "iso-8859-1", "no such encoding"] {
            let page = HTMLPage(input, declaredEncoding: encoding, limits: limits)
            check(page, of: input, limits)
            require(HTMLPage(input, declaredEncoding: encoding, limits: limits) == page, "It reads otherwise again")
        }
    }
    let text = HTMLPage.plainText(ofFragment: String(decoding: input, as: UTF8.self))
    require(text.isStreamSafe, "The plain text has a long run of marks")
    require(!text.utf8.contains(0x0A), "The plain text has more than one line")
    return 0
}

private func check(_ page: HTMLPage, of input: [UInt8], _ limits: HTMLLimits) {
    require(page.text.isStreamSafe && page.title.isStreamSafe, "The text has a long run of marks")
    require(
        page.links.allSatisfy { $0.text.isStreamSafe && $0.target.isStreamSafe } && page.base?.isStreamSafe ?? true,
        "A link has a long run of marks"
    )
    // A byte becomes at most three; line, cell and joiner marks are added.
    let most = 16 * min(input.count, limits.bytes) + 64
    require(page.text.utf8.count <= most, "\(input.count) bytes have become \(page.text.utf8.count)")
    require(page.links.count <= limits.nodes, "There are \(page.links.count) links")
    require(
        page.links.allSatisfy { $0.target.utf8.count <= 4 * limits.attributeBytes },
        "A link leads further than an attribute is long"
    )
    require(page.isCut || input.count <= limits.bytes, "The page was cut but not marked as cut")
}

/// Ends the process with a message if a property does not hold; unlike `precondition`, it prints it in a release build too.
private func require(_ holds: Bool, _ message: @autoclosure () -> String) {
    if !holds { fatalError(message()) }
}
