import LanguageModels
import StreamingJSON

/// What a search gives back, as text and as data.
///
/// What pages say is quoted: each extract is one line, so that nothing in it can pose as a line of the answer's own, and all of
/// it stands between the fences of ``UntrustedText``.
struct SearchAnswer {
    private static let longestExtract = 500
    private static let longestTitle = 200
    private static let longestURL = 2000

    private struct Failing {
        let id: String
        let title: String
        let failure: UpstreamFailure
        /// How old the results are that stand in for an answer.
        let age: Duration?
    }

    private let query: SearchQuery
    private let pages: [RankFusion.Page]
    private let titles: [String: String]
    private let failures: [Failing]
    /// Whether any upstream answered, were it that there is nothing, or had answered once.
    let hasArrived: Bool

    init(query: SearchQuery, upstreams: [any SearchUpstream], outcomes: [SearchRound.Outcome]) {
        self.query = query
        let answered = zip(upstreams, outcomes).compactMap {
            upstream,
            outcome -> (upstream: String, hits: [SearchHit])? in
            switch outcome {
            case .found(let hits), .remembered(let hits, _, _): (upstream.id, hits)
            case .failed: nil
            }
        }
        hasArrived = !answered.isEmpty
        pages = Array(RankFusion.merge(answered).prefix(query.limit))
        titles = Dictionary(upstreams.map { ($0.id, $0.title) }) { first, _ in first }
        failures = zip(upstreams, outcomes).compactMap { upstream, outcome in
            switch outcome {
            case .found: nil
            // Without a key it is not in use, which is nothing to tell.
            case .failed(let failure) where failure.code == .notConfigured: nil
            case .failed(let failure): Failing(id: upstream.id, title: upstream.title, failure: failure, age: nil)
            case .remembered(_, let age, let failure):
                Failing(id: upstream.id, title: upstream.title, failure: failure, age: age)
            }
        }
    }

    private var caller: Caller { query.caller }

    /// The results, numbered so that an answer can cite them as [1], and which upstreams failed.
    var text: String {
        let heading =
            pages.isEmpty
            ? caller.text("Nothing was found for \"\(query.text)\".", "「\(query.text)」の検索結果はありませんでした。")
            : caller.text("Search results for \"\(query.text)\":", "「\(query.text)」の検索結果：")
        let quotation = pages.isEmpty ? [] : [UntrustedText.quoted(listing, from: "extracts from web pages")]
        return ([heading] + quotation + failureLines).joined(separator: "\n")
    }

    private var listing: String {
        var lines: [String] = []
        for (index, page) in pages.enumerated() {
            lines.append("[\(index + 1)] \(Self.oneLine(page.hit.title, Self.longestTitle))")
            let extract = Self.oneLine(page.hit.content, Self.longestExtract)
            if !extract.isEmpty { lines.append("    \(extract)") }
            let sources = page.upstreams.compactMap { titles[$0] }.joined(separator: ", ")
            lines.append("    \(Self.oneLine(page.hit.url, Self.longestURL)) (\(sources))")
        }
        return lines.joined(separator: "\n")
    }

    /// Why there is no answer at all.
    var failureText: String {
        guard !failures.isEmpty else {
            return caller.text("No search service is configured.", "検索サービスが設定されていません。")
        }
        return caller.text("The web could not be searched.", "ウェブを検索できませんでした。")
            + caller.text(" ", "") + failureLines.joined(separator: caller.text(" ", ""))
    }

    private var failureLines: [String] {
        failures.map { failing in
            let reason = "\(failing.title): \(failing.failure.text(for: caller))"
            guard let age = failing.age.map(words(for:)) else { return reason + caller.text(".", "。") }
            return reason
                + caller.text("; its results here are \(age) old.", "。ここにある結果は\(age)前のものです。")
        }
    }

    private func words(for age: Duration) -> String {
        let minutes = Int(age.components.seconds / 60)
        if minutes < 60 { return caller.text("\(max(1, minutes)) min", "\(max(1, minutes))分") }
        return caller.text("\(minutes / 60) h", "\(minutes / 60)時間")
    }

    /// The results for a client to draw.
    var artifact: ToolArtifact {
        let remembered = Set(failures.filter { $0.age != nil }.map(\.id))
        let results = pages.enumerated().map { index, page -> JSONValue in
            [
                "number": .integer(index + 1),
                "title": .string(page.hit.title), "content": .string(page.hit.content), "url": .string(page.hit.url),
                "score": .number(page.score), "upstreams": .array(page.upstreams.map { .string($0) }),
                "stale": .bool(remembered.isSuperset(of: page.upstreams)),
            ]
        }
        let failed = failures.map { failing -> JSONValue in
            var members: JSONObject = ["upstream": .string(failing.id), "reason": .string("\(failing.failure.code)")]
            if let age = failing.age { members["results_age_seconds"] = .integer(Int(age.components.seconds)) }
            return .object(members)
        }
        return ToolArtifact(
            type: "search.results",
            content: GeneratedContent(
                jsonValue: ["query": .string(query.text), "results": .array(results), "failed": .array(failed)]
            )
        )
    }

    /// A text on one line, its white space made single and no more than so many characters long.
    static func oneLine(_ text: String, _ longest: Int) -> String {
        text.split { $0.isWhitespace || $0.isNewline || $0.unicodeScalars.allSatisfy { $0.value < 0x20 } }
            .joined(separator: " ").cut(to: longest)
    }
}
