import Hummingbird
import Logging
import StreamingJSON
import ToolRecords
import Transport

/// A count of requests, and a log line for each: method, route, path, status, time until the header, client and address; never a query, a
/// header or a body.
///
/// If another log line includes the request in a total, its own line has the level `debug`.
struct AccessLogMiddleware: RouterMiddleware {
    typealias Context = ToriiRequestContext

    let metrics: RequestMetrics
    let proxies: TrustedProxies

    @concurrent func handle(
        _ request: Request,
        context: Context,
        next: @concurrent (Request, Context) async throws -> Response
    ) async throws -> Response {
        let clock = ContinuousClock()
        let start = clock.now
        var context = context
        context.peer = context.channel.remoteAddress.flatMap(IPAddress.init)
        context.address = context.peer.map { peer in
            proxies.client(peer: peer, forwardedFor: request.headers[values: .forwardedFor])
        }
        let response = try await next(request, context)
        let milliseconds = (clock.now - start) / .milliseconds(1)
        metrics.record(request.method.rawValue, route: context.endpointPath, status: response.status.code)
        context.logger.log(
            level: context.identified.isLoggedInTotal ? .debug : .info,
            "Answered",
            metadata: Self.line(request, response, context, milliseconds)
        )
        return response
    }

    private static func line(
        _ request: Request,
        _ response: Response,
        _ context: Context,
        _ milliseconds: Double
    ) -> Logger.Metadata {
        var line: Logger.Metadata = [
            "method": "\(request.method.rawValue.excerpt())", "path": "\(request.shownPath)",
            "status": .stringConvertible(response.status.code), "ms": .stringConvertible(Int(milliseconds.rounded())),
        ]
        if let route = context.endpointPath { line["route"] = "\(route)" }
        if let address = context.address { line["address"] = "\(address)" }
        // Behind a proxy the peer is the proxy.
        if let peer = context.peer, peer != context.address { line["peer"] = "\(peer)" }
        if let owner = context.identified.owner {
            line["client"] = "\(owner.client)"
            if let user = owner.user { line["user"] = "\(user)" }
        }
        return line
    }
}
