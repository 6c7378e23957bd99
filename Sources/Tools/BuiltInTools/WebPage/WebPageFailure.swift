import AgentTools
import Transport

/// The reason why a page could not be read, without any of the server's text.
enum WebPageFailure: Error, Sendable, Equatable {
    /// The address, or one that it redirects to, must not be read.
    case notAllowed(host: String)
    case upstream(UpstreamFailure)
    case status(Int, host: String)
    case notText(type: String, host: String)

    init(_ error: TransportError, host: String) {
        self =
            switch error.code {
            case .policy: .notAllowed(host: host)
            case .invalidRequest: .upstream(UpstreamFailure(.refused, host: host))
            case .resolve, .connect, .tls, .send, .firstByte, .timeout(.connect):
                .upstream(UpstreamFailure(.unreachable, host: host))
            case .body: .upstream(UpstreamFailure(.brokenOff, host: host))
            case .limit: .upstream(UpstreamFailure(.unreadable, host: host))
            default: .upstream(UpstreamFailure(.timedOut, host: host))
            }
    }

    /// Returns what happened and what may help, in the caller's language.
    func text(for caller: Caller) -> String {
        switch self {
        case .notAllowed(let host):
            caller.text(
                "The page at \(host) was not read: it is at, or leads to, an address that is not on the public web or that this server's operator does not allow.",
                "\(host) のページは読み取りません。公開されたウェブではないか、このサーバーの運用者が許可していないアドレスにあるか、そこへ転送されます。"
            )
        case .upstream(let failure):
            caller.text(
                "The page could not be read: \(failure.text(for: caller)).",
                "ページを読み取れませんでした（\(failure.text(for: caller))）。"
            )
        case .status(let status, let host):
            caller.text(
                "The page could not be read: \(host) answered with status \(status)\(Self.words[status].map { " (\($0.0))" } ?? "").",
                "ページを読み取れませんでした（\(host) の応答は \(status)\(Self.words[status].map { "、\($0.1)" } ?? "")）。"
            )
        case .notText(let type, let host):
            caller.text(
                "\(host) did not send readable text\(type.isEmpty ? "" : ", but \(type)").",
                "\(host) から届いたものは、ここで読めるテキストではありません\(type.isEmpty ? "" : "（\(type)）")。"
            )
        }
    }

    private static let words: [Int: (String, String)] = [
        401: ("a login is required", "ログインが必要です"), 403: ("access is forbidden", "閲覧できません"),
        404: ("the page does not exist", "ページがありません"), 410: ("the page is gone", "ページは削除されました"),
        429: ("too many requests", "回数制限です"), 503: ("out of service at the moment", "一時的に利用できません"),
    ]
}
