import AgentTools
public import ModelContextProtocol
import Transport

/// The error of a request to another server.
///
/// Only ``detail`` may contain words of the server, which are cut to one line and filtered.
public struct MCPFailure: Error, Sendable, Hashable {
    /// The kinds of failure.
    public enum Code: Sendable, Hashable {
        /// No connection could be made, or the command could not be started.
        case unreachable
        /// The server did not answer in time.
        case timedOut
        /// The connection or the process ended before the answer.
        case brokenOff
        /// The answer does not follow the protocol.
        case unreadable
        /// The answer exceeds a limit.
        case tooLarge
        /// The server answered with an error of JSON-RPC.
        case refused(RPCError.Code)
        /// The server answered with an HTTP status.
        case status(Int)
        /// The server does not accept the credentials, or there are none.
        case unauthorized
        /// The session is over, and the request was not performed.
        case sessionEnded
        /// The server speaks no revision that Torii knows.
        case noCommonRevision
        /// Requests are paused because the server has failed too often recently.
        case resting
    }

    /// The kind of failure.
    public var code: Code
    /// The server's name in the declaration, or its host.
    public var server: String
    /// The event, as a clause without a full stop.
    public var detail: String
    /// Whether the request had no effect, or had none that counts, so that it can be sent again.
    public var isRetrySafe: Bool

    /// Makes a failure.
    public init(_ code: Code, of server: String, _ detail: String, isRetrySafe: Bool = false) {
        (self.code, self.server, self.isRetrySafe) = (code, server, isRetrySafe)
        self.detail = TextLine(detail, limit: 300).text
    }

    /// Makes the failure for an error of the server.
    init(_ error: RPCError, of server: String) {
        self.init(
            .refused(error.code),
            of: server,
            "it answered with the error \(error.code.rawValue): \(error.message)"
        )
    }

    /// Makes the failure for an error of the transport.
    init(_ error: TransportError, of server: String) {
        let code: Code =
            switch error.code {
            case .resolve, .connect, .tls, .send, .invalidRequest, .policy, .timeout(.connect), .timeout(.queue):
                .unreachable
            case .body, .firstByte: .brokenOff
            case .limit: .tooLarge
            case .circuitOpen: .resting
            default: .timedOut
            }
        self.init(code, of: server, error.clause, isRetrySafe: error.isRetrySafe)
    }
}

extension MCPFailure: CustomStringConvertible {
    /// The text for the operator.
    public var description: String { "The MCP server \(server) failed: \(detail)." }

    /// Returns what happened for a model and its user, without the server's words.
    func text(for caller: Caller) -> String {
        switch code {
        case .unreachable:
            caller.text("The server \(server) cannot be reached.", "サーバー \(server) に接続できません。")
        case .timedOut:
            caller.text("The server \(server) did not answer in time.", "サーバー \(server) から時間内に応答がありませんでした。")
        case .brokenOff, .sessionEnded:
            caller.text(
                "The server \(server) ended the connection before it answered. The call may have had its effect.",
                "サーバー \(server) が応答の前に接続を閉じました。処理は実行された可能性があります。"
            )
        case .tooLarge:
            caller.text("The answer of the server \(server) is too long.", "サーバー \(server) の応答が長すぎます。")
        case .unauthorized:
            caller.text(
                "The server \(server) does not accept Torii's credentials. The operator must renew them.",
                "サーバー \(server) が認証情報を受け付けません。管理者が更新する必要があります。"
            )
        case .resting:
            caller.text(
                "The server \(server) has failed too often recently and is not called for a while.",
                "サーバー \(server) は続けて失敗したため、しばらく呼び出しません。"
            )
        case .refused(.invalidParameters):
            caller.text(
                "The server \(server) does not accept the arguments. Correct them and call again.",
                "サーバー \(server) が引数を受け付けません。修正してもう一度呼び出してください。"
            )
        case .refused, .status:
            caller.text("The server \(server) refused the call.", "サーバー \(server) が呼び出しを拒否しました。")
        case .unreadable, .noCommonRevision:
            caller.text("The answer of the server \(server) could not be read.", "サーバー \(server) の応答を読み取れませんでした。")
        }
    }
}
