/// Why an upstream gave no usable answer: nothing in it is of the upstream's own wording.
public struct UpstreamFailure: Error, Sendable, Hashable {
    /// The kinds of failure.
    public struct Code: Sendable, Hashable, CustomStringConvertible {
        private enum Base: String {
            case unreachable, timedOut, brokenOff, keyRefused, outOfCredit, rateLimited, unavailable, refused,
                unreadable, misconfigured, resting, notConfigured
        }

        private let base: Base

        /// No connection came about.
        public static let unreachable = Code(base: .unreachable)
        /// It did not answer in time.
        public static let timedOut = Code(base: .timedOut)
        /// Its answer broke off.
        public static let brokenOff = Code(base: .brokenOff)
        /// It does not accept the key (401, 403), or needs one.
        public static let keyRefused = Code(base: .keyRefused)
        /// The credit behind the key is used up (402, and Tavily's 432 and 433).
        public static let outOfCredit = Code(base: .outOfCredit)
        /// It wants fewer requests (429).
        public static let rateLimited = Code(base: .rateLimited)
        /// It has a fault of its own (500 and above).
        public static let unavailable = Code(base: .unavailable)
        /// It does not accept the request.
        public static let refused = Code(base: .refused)
        /// Its answer is not what it should be, such as HTML in the place of JSON.
        public static let unreadable = Code(base: .unreadable)
        /// The request could not be made as it is configured: an address that is none, a key that cannot be opened.
        public static let misconfigured = Code(base: .misconfigured)
        /// It has failed so often of late that it is not asked for a while.
        public static let resting = Code(base: .resting)
        /// It is of no use without a key, and there is none.
        public static let notConfigured = Code(base: .notConfigured)

        /// The kind's name.
        public var description: String { base.rawValue }
    }

    /// What went wrong.
    public var code: Code
    /// The host that was asked.
    public var host: String
    /// After how many seconds it may be asked again, if it said so: no more than a day.
    public let retryAfter: Int?

    /// More than anybody waits; a number beyond it is a fault of the upstream's.
    private static let longestRetryAfter = 86_400

    /// Makes a failure; a wait that is negative counts as none, and a longer one than a day as a day.
    public init(_ code: Code, host: String, retryAfter: Int? = nil) {
        self.code = code
        self.host = host
        self.retryAfter = retryAfter.flatMap { $0 >= 0 ? min($0, Self.longestRetryAfter) : nil }
    }
}

extension UpstreamFailure: CustomStringConvertible {
    /// The failure in English.
    public var description: String { text(for: Caller()) }
}

extension UpstreamFailure {
    /// What happened, as a clause without an end mark, in the caller's language.
    public func text(for caller: Caller) -> String {
        switch code {
        case .unreachable:
            caller.text("\(host) could not be reached", "\(host) に接続できませんでした")
        case .timedOut:
            caller.text("\(host) did not answer in time", "\(host) から時間内に応答がありませんでした")
        case .brokenOff:
            caller.text("the answer of \(host) broke off", "\(host) の応答が途中で切れました")
        case .keyRefused:
            caller.text("\(host) does not accept the API key", "\(host) が API キーを受け付けませんでした")
        case .outOfCredit:
            caller.text("the credit at \(host) is used up", "\(host) の利用枠を使い切りました")
        case .rateLimited:
            caller.text("\(host) allows no more requests\(patience)", "\(host) の回数制限に達しました\(patienceInJapanese)")
        case .unavailable:
            caller.text("\(host) reports a fault of its own", "\(host) 側で障害が起きています")
        case .refused:
            caller.text("\(host) does not accept the request", "\(host) がリクエストを受け付けませんでした")
        case .unreadable:
            caller.text("the answer of \(host) could not be read", "\(host) の応答を読み取れませんでした")
        case .resting:
            caller.text(
                "\(host) has failed too often just now and is not asked for a while",
                "\(host) は続けて失敗したため、しばらく問い合わせを休んでいます"
            )
        case .notConfigured:
            caller.text("there is no API key for \(host)", "\(host) の API キーがありません")
        default:
            caller.text("the address or the key for \(host) is not usable", "\(host) のアドレスまたはキーの設定が使えません")
        }
    }

    private var patience: String { retryAfter.map { " for \($0) seconds" } ?? " at the moment" }
    private var patienceInJapanese: String { retryAfter.map { "（\($0) 秒後に再試行できます）" } ?? "" }
}
