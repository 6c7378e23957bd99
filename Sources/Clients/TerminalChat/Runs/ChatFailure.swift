package import AgentWire

/// A failure as the person at the terminal sees it.
package struct ChatFailure: Error, Sendable, Equatable {
    /// The kind of the server's problem; `nil` for a failure without one.
    package var kind: Problem.Kind?
    /// The explanation, as a sentence in English.
    package var message: String
    /// The seconds to wait before the next attempt; `nil` if they are not known.
    package var retryAfterSeconds: Int?

    /// Makes a failure.
    package init(kind: Problem.Kind? = nil, message: String, retryAfterSeconds: Int? = nil) {
        self.kind = kind
        self.message = message
        self.retryAfterSeconds = retryAfterSeconds
    }

    /// Makes a failure from a problem.
    package init(_ problem: Problem) {
        self.init(kind: problem.kind, message: problem.detail, retryAfterSeconds: problem.retryAfterSeconds)
    }

    /// Returns the lines for the person: a sentence in the language of the texts, and the server's explanation.
    package func lines(_ drawing: Drawing) -> [StyledText] {
        let mark = StyledText(harmless: drawing.hasUnicode ? "✗ " : "x ", .failure)
        var text = StyledText()
        if let sentence = kind.flatMap({ Self.sentence(for: $0, drawing) }) {
            text.append(sentence, .failure)
            if !message.isEmpty, kind?.isExplained != true { text.append(" \(Self.sentence(message))", .dim) }
        } else {
            text.append(Self.sentence(message), .failure)
        }
        if let seconds = retryAfterSeconds, seconds > 0 {
            text.append(drawing.words(" Try again in \(seconds) s.", " \(seconds) 秒後にもう一度お試しください。"))
        }
        return drawing.wrapped(text, first: mark)
    }

    /// Returns a detail as a sentence: with a capital letter and a full stop.
    private static func sentence(_ detail: String) -> String {
        let text = String(detail.prefix(1000)).harmlessLine.trimmed
        guard let first = text.first, let last = text.last else { return "" }
        let start =
            first.isLowercase && text.dropFirst().first?.isUppercase != true ? first.uppercased() : String(first)
        return start + text.dropFirst() + (last.isPunctuation ? "" : ".")
    }

    private static func sentence(for kind: Problem.Kind, _ drawing: Drawing) -> String? {
        switch kind {
        case .unauthorized: drawing.words("This token is not valid.", "このトークンは無効です。")
        case .rateLimited: drawing.words("Too many requests.", "リクエストが多すぎます。")
        case .budgetExceeded: drawing.words("The budget of this client is used up.", "利用枠を使い切りました。")
        case .overloaded: drawing.words("The server is busy.", "サーバーが混み合っています。")
        case .upstreamFailed: drawing.words("The model's service failed.", "モデルのサービスでエラーが発生しました。")
        case .upstreamBusy: drawing.words("The model's service is busy.", "モデルのサービスが混み合っています。")
        case .upstreamTimeout:
            drawing.words("The model's service did not answer in time.", "モデルのサービスが時間内に応答しませんでした。")
        case .upstreamUnauthorized:
            drawing.words("The model's service refused the server's key.", "モデルのサービスがサーバーのキーを拒否しました。")
        case .runInterrupted:
            drawing.words(
                "The server stopped before the answer was complete. /retry asks again.",
                "回答の途中でサーバーが停止しました。/retry でもう一度試せます。"
            )
        case .deadlineExceeded: drawing.words("The answer took too long.", "時間内に回答できませんでした。")
        case .conversationFull:
            drawing.words("This conversation is full. Start a new one: /new", "この会話は上限に達しました。/new で始めてください。")
        case .conversationTooLong:
            drawing.words(
                "This conversation is too long for the model. Start a new one: /new",
                "この会話はモデルには長すぎます。/new で始めてください。"
            )
        case .storageFull: drawing.words("The storage of this client is full.", "保存容量の上限に達しました。")
        case .refused: drawing.words("The model declined to answer.", "モデルは回答を控えました。")
        case .notFound: drawing.words("It does not exist, or not for this client.", "見つかりません。")
        case .conversationBusy: drawing.words("The conversation is already being answered.", "この会話は回答中です。")
        case .runElsewhere:
            drawing.words(
                "Another node of the server is answering. /retry asks again.",
                "サーバーの別のノードが回答中です。/retry でもう一度試せます。"
            )
        default: nil
        }
    }
}

extension Problem.Kind {
    /// Whether the sentence for the kind says everything; the server's explanation is for developers.
    fileprivate var isExplained: Bool {
        switch self {
        case .runInterrupted, .conversationFull, .conversationTooLong, .refused: true
        default: false
        }
    }
}
