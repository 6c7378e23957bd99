import StreamingJSON

/// An estimator of token counts that corrects itself by models' reports.
///
/// Before the first report it counts by script: about one token for each Japanese, Chinese or Korean character, and
/// about one token for four Latin letters. It has no vocabulary, so its error is about a fifth at first and less after
/// the first answer.
public struct TokenEstimator: Sendable, Equatable, Codable {
    /// The factor from the estimate by script to the model's tokens.
    public private(set) var scale: Double
    /// Whether a model has reported any count.
    private(set) var hasReports: Bool

    /// The number of tokens for roles, separators and similar in each entry.
    private static let entryOverhead = 4.0
    /// The weight of a new report relative to the earlier ones.
    private static let weightOfReport = 0.4
    /// The range of plausible factors; a report outside it does not count the same text.
    private static let plausibleScales = 0.2...5.0

    /// Makes an estimator.
    public init(scale: Double = 1) {
        self.scale = scale
        hasReports = false
    }

    /// Returns the estimated number of tokens in a text.
    public func tokenCount(of text: String) -> Int { scaled(Self.weight(of: text)) }

    /// Returns the estimated number of tokens in a prompt or in instructions, including images.
    func tokenCount(of content: PromptContent) -> Int { scaled(Self.weight(of: content.segments)) }

    /// Returns the estimated number of tokens in entries of a transcript, without the tools, which a request has
    /// beside it.
    public func tokenCount(of entries: some Sequence<Transcript.Entry>) -> Int { scaled(Self.weight(of: entries)) }

    /// Returns the estimated number of tokens in the definitions of tools.
    public func tokenCount(of tools: [Transcript.ToolDefinition]) -> Int { scaled(Self.weight(of: tools)) }

    /// Returns the estimated number of tokens in the definitions of a set, which is weighed once.
    package func tokenCount(of set: ToolSet) -> Int { scaled(set.form { SetWeight(value: Self.weight(of: $0)) }.value) }

    /// The weight of a set's definitions.
    private struct SetWeight: Sendable { let value: Double }

    func scaled(_ weight: Double) -> Int { Int((weight * scale).rounded(.up)) }

    /// Returns the longest prefix of a text that fits this number of tokens.
    func prefix(of text: String, tokenCount limit: Int) -> String {
        guard tokenCount(of: text) > limit else { return text }
        var weight = 0.0
        let most = Double(limit) / scale
        let end = text.indices.first { index in
            weight += text[index].unicodeScalars.reduce(0) { $0 + Self.weight(of: $1) }
            return weight > most
        }
        return String(text[..<(end ?? text.endIndex)])
    }
}

// MARK: - Learning

extension TokenEstimator {
    /// Corrects the factor by a model's report of the tokens in a request of this weight.
    mutating func observe(weight: Double, reported: Int) {
        guard weight > 0, reported > 0 else { return }
        let ratio = Double(reported) / weight
        guard Self.plausibleScales.contains(ratio) else { return }
        scale = hasReports ? scale + (ratio - scale) * Self.weightOfReport : ratio
        hasReports = true
    }

    /// Corrects the factor after a model refused a request that was estimated to fit.
    mutating func observe(weight: Double, exceeding size: Int) {
        guard weight > 0 else { return }
        let ratio = min(max(Double(size) * 1.1 / weight, scale * 1.1), Self.plausibleScales.upperBound)
        scale = max(scale, ratio)
        hasReports = true
    }
}

// MARK: - Weights

extension TokenEstimator {
    static func weight(of text: String) -> Double {
        text.unicodeScalars.reduce(0) { $0 + weight(of: $1) }
    }

    private static func weight(of scalar: Unicode.Scalar) -> Double {
        switch scalar.value {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x20: 0.25
        case 0..<0x80: 0.4
        case 0x80..<0x0590: 0.5
        case 0x0590..<0x1100: 0.7
        case 0x2000..<0x2070: 0.5
        case 0x1F000...0x1FAFF: 2
        default: 1
        }
    }

    static func weight(of segments: [Transcript.Segment]) -> Double {
        segments.reduce(weight(of: segments.text)) { $0 + ($1.attachment.map { weight(of: $0.content.image) } ?? 0) }
    }

    /// Returns the weight of an image by its pixels, not by its bytes: a token for 750 pixels, at least 85 and at most
    /// 1600.
    ///
    /// Providers scale larger images down. An image of unknown size, such as one known only by its URL, has the maximum weight.
    private static func weight(of image: Transcript.ImageAttachment) -> Double {
        guard let count = image.pixelCount else { return largestImage }
        return min(max(Double(count) / pixelsPerToken, smallestImage), largestImage)
    }

    private static let pixelsPerToken = 750.0
    private static let smallestImage = 85.0
    private static let largestImage = 1600.0

    static func weight(of entries: some Sequence<Transcript.Entry>) -> Double {
        entries.reduce(0) { $0 + weight(of: $1) }
    }

    private static func weight(of entry: Transcript.Entry) -> Double {
        let content =
            switch entry {
            case .instructions(let entry): weight(of: entry.segments)
            case .prompt(let entry): weight(of: entry.segments)
            case .response(let entry): weight(of: entry.segments)
            case .reasoning(let entry): weight(of: entry.segments)
            case .toolOutput(let entry): weight(of: entry.segments) + entryOverhead
            case .toolCalls(let calls):
                calls.reduce(0) {
                    $0 + weight(of: $1.toolName) + weight(of: $1.arguments.jsonString) + 2 * entryOverhead
                }
            }
        return content + entryOverhead
    }

    static func weight(of tools: [Transcript.ToolDefinition]) -> Double {
        tools.reduce(0) {
            $0 + weight(of: $1.name) + weight(of: $1.description) + weight(of: $1.parameters) + entryOverhead
        }
    }

    static func weight(of schema: GenerationSchema) -> Double { weight(of: schema.jsonValue.serialized()) }
}
