package import Transport

/// The reason why an upstream sent no usable answer, without any of the upstream's text.
public struct UpstreamFailure: Error, Sendable, Hashable {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Base: String {
            case unreachable, timedOut, brokenOff, keyRefused, outOfCredit, rateLimited, unavailable, refused,
                unreadable, misconfigured, resting, notConfigured, unconfirmed
        }

        private let base: Base

        /// No connection could be made.
        public static let unreachable = Code(base: .unreachable)
        /// The upstream did not answer in time.
        public static let timedOut = Code(base: .timedOut)
        /// The answer was cut off.
        public static let brokenOff = Code(base: .brokenOff)
        /// The upstream does not accept the key (401, 403), or requires one.
        public static let keyRefused = Code(base: .keyRefused)
        /// The credit behind the key is used up (402, and Tavily's 432 and 433).
        public static let outOfCredit = Code(base: .outOfCredit)
        /// The upstream's rate limit was exceeded (429).
        public static let rateLimited = Code(base: .rateLimited)
        /// The upstream reported an internal error (500 and above).
        public static let unavailable = Code(base: .unavailable)
        /// The upstream does not accept the request.
        public static let refused = Code(base: .refused)
        /// The answer has an unexpected format, such as HTML instead of JSON.
        public static let unreadable = Code(base: .unreadable)
        /// The request cannot be made as configured: the address is invalid, or the key cannot be opened.
        public static let misconfigured = Code(base: .misconfigured)
        /// Calls are paused because the upstream has failed too often recently.
        public static let resting = Code(base: .resting)
        /// The upstream requires a key, and there is none.
        public static let notConfigured = Code(base: .notConfigured)

        /// The stored keys may not be sent to this address until an administrator confirms it.
        public static let unconfirmed = Code(base: .unconfirmed)

        /// The kind's name.
        public var description: String { base.rawValue }
    }

    /// The kind of failure.
    public var code: Code
    /// The upstream's host.
    public var host: String
    /// The seconds after which the upstream accepts calls again, if it stated a time; at most a day.
    public let retryAfter: Int?

    /// One day: a larger number is an error of the upstream.
    private static let longestRetryAfter = 86_400

    /// Makes a failure; a negative wait is ignored, and a wait over one day is shortened to a day.
    public init(_ code: Code, host: String, retryAfter: Int? = nil) {
        self.code = code
        self.host = host
        self.retryAfter = retryAfter.flatMap { $0 >= 0 ? min($0, Self.longestRetryAfter) : nil }
    }
}

extension UpstreamFailure: CustomStringConvertible {
    /// The English text for the operator.
    public var description: String { text(for: Caller(), naming: host) }
}

extension UpstreamFailure {
    /// Returns what happened in the caller's language, as a clause without a full stop.
    ///
    /// A host of a private network is not named, because its address concerns only the operator.
    public func text(for caller: Caller) -> String {
        text(for: caller, naming: isPublic ? host : caller.text("the service", "サービス"))
    }

    /// Whether the host has the form of a public name.
    private var isPublic: Bool {
        let labels = host.prefix { $0 != ":" }.lowercased().split(separator: ".")
        guard let last = labels.last, labels.count > 1, !host.hasPrefix("[") else { return false }
        return !last.allSatisfy(\.isNumber) && !Self.innerDomains.contains(last)
    }

    /// The top-level domains that exist only in private networks.
    private static let innerDomains: Set<Substring> = [
        "arpa", "corp", "home", "internal", "intranet", "lan", "local", "localdomain", "localhost", "private",
    ]

    private func text(for caller: Caller, naming host: String) -> String {
        switch code {
        case .unreachable:
            caller.text("\(host) could not be reached", "\(host) に接続できませんでした")
        case .timedOut:
            caller.text("\(host) did not answer in time", "\(host) から時間内に応答がありませんでした")
        case .brokenOff:
            caller.text("the answer of \(host) was cut off", "\(host) の応答が途中で切れました")
        case .keyRefused:
            caller.text("\(host) does not accept the API key", "\(host) が API キーを受け付けませんでした")
        case .outOfCredit:
            caller.text("the credit at \(host) is used up", "\(host) の利用枠を使い切りました")
        case .rateLimited:
            caller.text("\(host) allows no more requests\(wait)", "\(host) の回数制限に達しました\(waitInJapanese)")
        case .unavailable:
            caller.text("\(host) reports an internal error", "\(host) 側で障害が起きています")
        case .refused:
            caller.text("\(host) does not accept the request", "\(host) がリクエストを受け付けませんでした")
        case .unreadable:
            caller.text("the answer of \(host) could not be read", "\(host) の応答を読み取れませんでした")
        case .resting:
            caller.text(
                "\(host) has failed too often recently and is not called for a while",
                "\(host) は続けて失敗したため、しばらく問い合わせを休んでいます"
            )
        case .notConfigured:
            caller.text("there is no API key for \(host)", "\(host) の API キーがありません")
        case .unconfirmed:
            caller.text(
                "an administrator of the keys has to confirm that the stored API key may be sent to \(host)",
                "保存済みの API キーを \(host) に送ってよいか、キーの管理者の確認が必要です"
            )
        default:
            caller.text("the address or the key for \(host) is not usable", "\(host) のアドレスまたはキーの設定が使えません")
        }
    }

    private var wait: String { retryAfter.map { " for \($0) seconds" } ?? " at the moment" }
    private var waitInJapanese: String { retryAfter.map { "（\($0) 秒後に再試行できます）" } ?? "" }
}

extension UpstreamFailure.Code {
    /// Makes the kind of failure for an error of the transport.
    package init(_ error: TransportError) {
        switch error.code {
        case .invalidRequest, .policy: self = .misconfigured
        case .resolve, .connect, .tls, .send, .firstByte, .timeout(.connect): self = .unreachable
        case .body: self = .brokenOff
        case .limit: self = .unreadable
        case .circuitOpen: self = .resting
        default: self = .timedOut
        }
    }
}
