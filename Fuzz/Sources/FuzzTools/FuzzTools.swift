import AgentTools
import Dispatch
import LanguageModels
import StreamingJSON
import Synchronization

/// The entry point that libFuzzer calls with each input: the first byte selects a tool, the others are its arguments.
///
/// They are JSON, or else they are drawn from the tool's schema. For every input, the call must end without a trap and with an output of
/// limited length. There is no network, so a tool with an upstream answers that it failed.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzTools(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let first = input.first else { return 0 }
    let registry = ToolBench.registry()
    let tool = registry.tools[Int(first) % registry.tools.count]
    let rest = Array(input.dropFirst())
    var source = ArgumentSource(rest)
    let arguments = (try? JSONValue(parsing: rest)) ?? source.arguments(for: tool.parameters.jsonValue)
    let metadata = [
        "locale": GeneratedContent(first & 0x80 == 0 ? "en" : "ja"), "time_zone": GeneratedContent("Asia/Tokyo"),
        "client": GeneratedContent("fuzz"), "now": GeneratedContent("2026-11-24T01:00:00Z"),
    ]
    let texts = Mutex<[String]>([])
    let done = DispatchSemaphore(value: 0)
    // libFuzzer calls on its own thread, which waits here.
    Task {
        let outcome = try? await registry.call(tool.name, arguments: arguments, metadata: metadata)
        texts.withLock { texts in
            for case .text(let text) in outcome?.output.segments ?? [] { texts.append(text.content) }
        }
        done.signal()
    }
    done.wait()
    for text in texts.withLock({ $0 }) where text.utf8.count > 100_000 {
        fatalError("\(tool.name) gives \(text.utf8.count) bytes")
    }
    return 0
}
