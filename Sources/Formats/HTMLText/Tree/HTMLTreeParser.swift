import CHTMLText

/// Parses a page with libxml2 and builds a tree from its callbacks.
enum HTMLTreeParser {
    private static let isReady: Void = chtml_prepare()

    /// Receives libxml2's calls; it lives as long as one parse, on one thread.
    private final class Sink {
        var builder: HTMLTreeBuilder
        var reading: chtml_reading_t?

        init(_ limits: HTMLLimits) { builder = HTMLTreeBuilder(limits: limits) }

        func stopIfFull() {
            if builder.isFull { chtml_stop(reading) }
        }
    }

    /// Parses a page in UTF-8 until a limit is reached.
    static func tree(of html: [UInt8], limits: HTMLLimits, isCut: Bool = false) -> HTMLTree {
        _ = isReady
        let sink = Sink(limits)
        var markup = HTMLMarkup(attributeBytes: limits.attributeBytes)
        let prepared = markup.prepare(html)
        // libxml2 refuses input of length zero.
        let isRead =
            prepared.isEmpty
            || withExtendedLifetime(sink) {
                prepared.withUnsafeBytes { bytes in
                    guard let start = bytes.bindMemory(to: CChar.self).baseAddress,
                        let count = Int32(exactly: bytes.count)
                    else { return false }
                    return chtml_read(start, count, Unmanaged.passUnretained(sink).toOpaque(), calls) == 1
                }
            }
        return sink.builder.finish(isCut: isCut || !isRead || sink.builder.isFull)
    }

    private static var calls: chtml_calls {
        chtml_calls(
            begin: { HTMLTreeParser.sink($0)?.reading = $1 },
            start: { HTMLTreeParser.start($0, $1, $2) },
            end: { context, _ in HTMLTreeParser.sink(context)?.builder.end() },
            text: { HTMLTreeParser.text($0, $1, $2) }
        )
    }

    private static func sink(_ context: UnsafeMutableRawPointer?) -> Sink? {
        context.map { Unmanaged<Sink>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func start(
        _ context: UnsafeMutableRawPointer?,
        _ name: UnsafePointer<UInt8>?,
        _ list: UnsafeMutablePointer<UnsafePointer<UInt8>?>?
    ) {
        guard let sink = sink(context), let name else { return }
        var found: [String: String] = [:]
        // Names and values alternate, ended by nil; a value may be missing.
        var pair = list
        while let name = pair?[0] {
            found[String(cString: name)] = pair?[1].map { String(cString: $0) } ?? ""
            pair = pair?.advanced(by: 2)
        }
        sink.builder.start(String(cString: name), attributes: found)
        sink.stopIfFull()
    }

    private static func text(_ context: UnsafeMutableRawPointer?, _ text: UnsafePointer<UInt8>?, _ length: Int32) {
        guard let sink = sink(context), let text, length > 0 else { return }
        sink.builder.text(String(decoding: UnsafeBufferPointer(start: text, count: Int(length)), as: UTF8.self))
        sink.stopIfFull()
    }
}
