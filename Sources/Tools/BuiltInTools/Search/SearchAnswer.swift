import AgentTools
import LanguageModels
import StreamingJSON

/// The result of a search, as text and as data.
///
/// Text of pages is quoted between the fences of ``UntrustedText``, and each extract is on one line, so that it cannot imitate a line
/// of the answer.
struct SearchAnswer {
    private static let longestExtract = 500
    private static let longestTitle = 200
    private static let longestURL = 2000

    private struct Failing {
        let id: String
        let title: String
        let failure: UpstreamFailure
        /// The age of the cached results used instead; `nil` without any.
        let age: Duration?
    }

    private let query: SearchQuery
    private let pages: [RankFusion.Page]
    private let titles: [String: String]
    private let failures: [Failing]
    /// Whether any upstream answered, even without results, or has cached results.
    let isAnswered: Bool

    init(query: SearchQuery, upstreams: [any SearchUpstream], outcomes: [SearchRound.Outcome]) {
        self.query = query
        let answered = zip(upstreams, outcomes).compactMap {
            upstream,
            outcome -> (upstream: String, hits: [SearchHit])? in
            switch outcome {
            case .found(let hits), .stale(let hits, _, _): (upstream.id, hits)
            case .failed: nil
            }
        }
        isAnswered = !answered.isEmpty
        pages = Array(RankFusion.merge(answered).prefix(query.limit))
        titles = Dictionary(upstreams.map { ($0.id, $0.title) }) { first, _ in first }
        failures = zip(upstreams, outcomes).compactMap { upstream, outcome in
            switch outcome {
            case .found: nil
            // Without a key the upstream is not in use, which is no failure.
            case .failed(let failure) where failure.code == .notConfigured: nil
            case .failed(let failure): Failing(id: upstream.id, title: upstream.title, failure: failure, age: nil)
            case .stale(_, let age, let failure):
                Failing(id: upstream.id, title: upstream.title, failure: failure, age: age)
            }
        }
    }

    private var caller: Caller { query.caller }

    /// The results, numbered so that an answer can cite them as [1], followed by the upstreams that failed.
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
            lines.append("[\(index + 1)] \(page.hit.title.oneLine(cutTo: Self.longestTitle))")
            let extract = page.hit.content.oneLine(cutTo: Self.longestExtract)
            if !extract.isEmpty { lines.append("    \(extract)") }
            let sources = page.upstreams.compactMap { titles[$0] }.joined(separator: ", ")
            lines.append("    \(page.hit.url.oneLine(cutTo: Self.longestURL)) (\(sources))")
        }
        return lines.joined(separator: "\n")
    }

    /// The reasons why there is no answer.
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

    /// The results as data that a client can display.
    var artifact: ToolArtifact {
        let stale = Set(failures.filter { $0.age != nil }.map(\.id))
        let results = pages.enumerated().map { index, page -> JSONValue in
            [
                "number": .integer(index + 1),
                "title": .string(page.hit.title), "content": .string(page.hit.content), "url": .string(page.hit.url),
                "score": .number(page.score), "upstreams": .array(page.upstreams.map { .string($0) }),
                "stale": .bool(stale.isSuperset(of: page.upstreams)),
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
}
