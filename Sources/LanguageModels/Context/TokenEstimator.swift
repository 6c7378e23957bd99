import StreamingJSON

/// Estimates how many tokens a text takes, and corrects itself by what models report.
///
/// Before any report it goes by the script: Japanese, Chinese and Korean take about a token a character, Latin letters about a
/// token in four characters. It knows no vocabulary, so it is good to a fifth or so at first, and better after the first answer.
public struct TokenEstimator: Sendable, Equatable, Codable {
    /// Tokens of a model for each token estimated by the script alone.
    public private(set) var scale: Double
    /// Whether a model has reported anything yet.
    private(set) var hasReports: Bool

    /// What roles, separators and the like take for each entry.
    private static let entryOverhead = 4.0
    /// How much a report counts against those before it.
    private static let weightOfReport = 0.4
    /// No vocabulary is further off than this; a report beyond it is of something else than the text.
    private static let plausibleScales = 0.2...5.0

    /// Makes an estimator.
    public init(scale: Double = 1) {
        self.scale = scale
        hasReports = false
    }

    /// How many tokens a text takes.
    public func tokenCount(of text: String) -> Int { scaled(Self.weight(of: text)) }

    /// Estimates the tokens of a prompt or of instructions, with their images.
    func tokenCount(of content: PromptContent) -> Int { scaled(Self.weight(of: content.segments)) }

    /// How many tokens entries of a transcript take; tools are not counted, a request has them beside the transcript.
    public func tokenCount(of entries: some Sequence<Transcript.Entry>) -> Int { scaled(Self.weight(of: entries)) }

    /// How many tokens the definitions of tools take.
    public func tokenCount(of tools: [Transcript.ToolDefinition]) -> Int { scaled(Self.weight(of: tools)) }

    func scaled(_ weight: Double) -> Int { Int((weight * scale).rounded(.up)) }

    /// As much of the beginning of a text as so many tokens hold.
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
    /// Takes in how many tokens a model says it read of what weighs so much.
    mutating func observe(weight: Double, reported: Int) {
        guard weight > 0, reported > 0 else { return }
        let ratio = Double(reported) / weight
        guard Self.plausibleScales.contains(ratio) else { return }
        scale = hasReports ? scale + (ratio - scale) * Self.weightOfReport : ratio
        hasReports = true
    }

    /// Takes in that a model found too long what was thought to take so many tokens or fewer.
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

    /// An image is counted by its pixels and not by its bytes: a token for 750 of them, at least 85 and at most 1600.
    ///
    /// Providers scale larger images down. An image whose size is not known, such as one that is a URL, counts the most.
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
