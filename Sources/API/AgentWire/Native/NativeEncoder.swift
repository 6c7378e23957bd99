import StreamingJSON

/// The encoder of the native dialect's server-sent events (HTML Living Standard §9.2).
///
/// It writes line feeds only, one line of data, and whole frames; a frame's id is the run and the frame's number.
public struct NativeEncoder: RunEncoder {
    /// The comment line that keeps an idle connection open.
    ///
    /// No blank line follows it, because widely used client libraries read a blank line there as an empty event.
    public static let heartbeat = Array(": hb\n".utf8)

    private let head: [UInt8]
    private let skipped: Int
    private var sequence: Int
    private var showsReasoning: Bool

    /// Makes an encoder.
    ///
    /// - Parameters:
    ///   - run: The run's id.
    ///   - first: The number of the first frame.
    ///   - skipped: The number of the first frame to write; the reader has the earlier ones.
    ///   - showsReasoning: Whether the model's reasoning has frames; the start of the run decides if it is among the lines.
    public init(run: String, first: Int = 0, skipping skipped: Int = 0, showsReasoning: Bool = false) {
        self.showsReasoning = showsReasoning
        head = Array("id: \(run):".utf8)
        sequence = first
        self.skipped = skipped
    }

    /// Always false, because a reader stays connected while the run waits.
    public var isOver: Bool { false }
    /// Always true.
    public var hasCursor: Bool { true }

    /// Appends the frames of a log's lines, of either version.
    public mutating func encode(_ lines: [UInt8], into bytes: inout [UInt8]) {
        bytes.reserveCapacity(bytes.count + lines.count * 4)
        RunEventLine.forEach(in: lines) { line in
            switch RunEventLine.content(of: line) {
            case .delta(.text, _, let json), .delta(.refusal, _, let json): frame(textDelta: json, into: &bytes)
            case .delta(.reasoning, let item, let json) where showsReasoning:
                frame("reasoning.delta".utf8, into: &bytes) { bytes in
                    bytes.append("{\"item\":")
                    bytes.append(decimal: item)
                    bytes.append(",\"text\":")
                    bytes.append(contentsOf: json)
                    bytes.append("}")
                }
            case .event(let event):
                if case .started(let start) = event { showsReasoning = start.showsReasoning }
                guard let native = NativeEvent(event) else { return }
                frame(native.type.utf8, into: &bytes) { native.data.write(into: &$0) }
            case .native(let type, let data): frame(type, into: &bytes) { $0.append(contentsOf: data) }
            case .delta, .unknown: return
            }
        }
    }

    /// A faster form of ``frame(_:into:_:)`` for the most frequent frames.
    private mutating func frame(textDelta json: ArraySlice<UInt8>, into bytes: inout [UInt8]) {
        defer { sequence += 1 }
        guard sequence >= skipped else { return }
        bytes.append(contentsOf: head)
        bytes.append(decimal: sequence)
        bytes.append("\nevent: message.delta\ndata: {\"text\":")
        bytes.append(contentsOf: json)
        bytes.append("}\n\n")
    }

    private mutating func frame(
        _ type: some Sequence<UInt8>,
        into bytes: inout [UInt8],
        _ data: (inout [UInt8]) -> Void
    ) {
        defer { sequence += 1 }
        guard sequence >= skipped else { return }
        bytes.append(contentsOf: head)
        bytes.append(decimal: sequence)
        bytes.append(contentsOf: "\nevent: ".utf8)
        bytes.append(contentsOf: type)
        bytes.append(contentsOf: "\ndata: ".utf8)
        data(&bytes)
        bytes.append(contentsOf: "\n\n".utf8)
    }
}
