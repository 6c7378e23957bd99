@_spi(Fuzzing) import DeclaredTools

/// The entry point that libFuzzer calls with each input: a template, a byte 0, and a value in JSON.
///
/// For every input, reading and rendering must end in time and without a trap, the text is bounded, and text outside of tags stays as
/// it is.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTemplates(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    let parts = input.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let template = String(decoding: parts[0], as: UTF8.self)
    let value = parts.count > 1 ? Array(parts[1]) : []
    for template in [
        template, "{{#items}}\(template){{/items}}", "{{#items}}{{#items}}\(template){{/items}}{{/items}}",
    ] {
        guard let text = ToolFileReading.text(template: template, value: value) else { continue }
        if text.utf8.count > 4_100_000 { fatalError("A text has \(text.utf8.count) bytes") }
    }
    if !template.contains("{{"), template.utf8.count <= 8_192,
        ToolFileReading.text(template: template, value: value) != template
    {
        fatalError("A template without tags changes: \(template)")
    }
    return 0
}
