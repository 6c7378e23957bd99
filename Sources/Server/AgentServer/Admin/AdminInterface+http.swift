import APIDescription
import Accounts
import AgentWire
import AsyncAlgorithms
import Foundation
import HTTPTypes
import Hummingbird
import KeyVault
import LongWork
import NIOCore
import StreamingJSON
import StreamSafeText

extension AdminInterface {
    /// Returns the routes for HTTP.
    ///
    /// - Parameter changed: Called after each operation that may have changed something.
    func httpRoutes(changed: @escaping @Sendable () -> Void) -> [Route] {
        routes.map { route in
            Route(route.endpoint) { request, context in
                defer { if route.endpoint.method != .get { changed() } }
                return try await Self.answer(request, context, by: route)
            }
        }
    }

    private static func answer(
        _ request: Request,
        _ context: ToriiRequestContext,
        by route: AdminRoute
    ) async throws -> Response {
        var request = request
        let client = try context.requireClient()
        var call = AdminCall(actor: AuditActor(client, requestID: context.id), scopes: client.scopes)
        call.parameters = Dictionary(
            context.parameters.map { key, value in
                (String(key), (String(value).removingPercentEncoding ?? String(value)).streamSafe)
            },
            uniquingKeysWith: { $1 }
        )
        call.query = Dictionary(
            request.uri.queryParameters.map { (String($0.key), String($0.value).streamSafe) },
            uniquingKeysWith: { $1 }
        )
        if [.post, .patch, .put].contains(request.method) { call.body = try await request.jsonIfAny() }
        if let session = context.session, route.endpoint.danger.applies(to: call.body) {
            try session.requireConfirmation(at: Date())
        }
        call.session = context.session
        call.idempotencyKey = try IdempotencyKey.read(request.headers)
        let accepted = AcceptedMediaTypes(request.headers[values: .accept])
        call.wantsLines = accepted.names("application", "jsonl")
        call.wantsTable = accepted.names("text", "csv")
        return response(to: try await route.perform(call), for: context.permit)
    }

    /// The media type of JSON lines, in requests and responses.
    package static let linesType = "application/jsonl"

    private static func response(to reply: AdminReply, for permit: ReadingPermit?) -> Response {
        switch reply {
        case .json(let value): .json(value, endsLine: true)
        case .created(let value, let path):
            .json(
                value,
                status: .created,
                headers: path.map { [.location: "/admin/\($0)"] } ?? [:],
                endsLine: true
            )
        case .nothing: Response(status: .noContent)
        case .table(let table):
            Response(
                status: .ok,
                headers: [.contentType: "text/csv; charset=utf-8", .cacheControl: "no-store"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: table.bytes))
            )
        case .lines(let write):
            Response(
                status: .ok,
                headers: [.contentType: linesType, .cacheControl: "no-store", .accelBuffering: "no"],
                body: ResponseBody { writer in
                    try await Self.relay(write, to: &writer, for: permit)
                    try await writer.finish(nil)
                }
            )
        }
    }

    /// Writes lines as they are produced: one task produces them, this one writes them, and the channel between them has no buffer.
    ///
    /// The connection closes without the end of the response when the administrator may no longer read, or is slower than a pace.
    static func relay(
        _ lines: @escaping @Sendable (AdminReply.LineWriter) async throws -> Void,
        to writer: inout any ResponseBodyWriter,
        for permit: ReadingPermit?,
        _ pace: ExportPace? = nil
    ) async throws {
        var pace = pace
        let channel = AsyncThrowingChannel<Data, any Error>()
        try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            // Conversations may be large, and other connections need the event loop.
            group.addTask(executorPreference: LongWork.executor) {
                do {
                    try await lines { await channel.send($0) }
                    channel.finish()
                } catch {
                    // The connection closes without the end of the response, so the client does not mistake it for a complete one.
                    channel.fail(error)
                }
            }
            for try await line in channel {
                var rest = ByteBuffer(bytes: line)
                while let slice = rest.readSlice(length: min(rest.readableBytes, ExportPace.sliceBytes)),
                    slice.readableBytes > 0
                {
                    guard permit?.loss == nil else { throw NotPermitted() }
                    try await writer.write(slice)
                    pace?.recordAccepted(slice.readableBytes)
                    if pace?.isTooSlow(at: .now()) == true { throw ExportPace.TooSlow() }
                }
            }
        }
    }
}

extension BrowserSession {
    /// Checks that the sign-in is recent enough for a dangerous operation.
    ///
    /// - Throws: ``Problem`` with the way to confirm it.
    fileprivate func requireConfirmation(at time: Date) throws(Problem) {
        guard !isConfirmed(at: time) else { return }
        let minutes = Int(Self.confirmationSeconds / 60)
        var problem = Problem(
            .confirmationRequired,
            detail: "this operation needs a sign-in of the last \(minutes) minutes; send the admin token again to "
                + "POST \(Endpoint.adminSessionConfirmation.path), then repeat the request"
        )
        problem.extensions = [
            "confirm_at": .string(Endpoint.adminSessionConfirmation.path),
            "max_age_seconds": .integer(Int(Self.confirmationSeconds)),
        ]
        throw problem
    }
}
