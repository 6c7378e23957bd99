import APIDescription
import AgentWire
import HTTPTypes
import Hummingbird
import NIOCore
import StreamingJSON

/// The files of the chat page and the operator's console.
struct WebRoutes {
    let pages: WebPages

    /// The routes.
    var routes: [Route] {
        [
            Route(.chatPage) { request, context in try shell("chat.html", request, context) },
            Route(.consolePage) { request, context in try console(request, context) },
            Route(.webFile) { request, context in try file(request, context) },
            Route(.webManifest) { request, context in try shell("manifest.webmanifest", request, context) },
            Route(.serviceWorker) { request, context in try shell("sw.js", request, context) },
            Route(.icon) { request, context in try shell("favicon.svg", request, context) },
        ]
    }

    /// The policy of the shells: only files of this server, and no text that becomes a script or HTML.
    static let contentSecurityPolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; manifest-src 'self'; "
        + "worker-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'; "
        + "require-trusted-types-for 'script'; trusted-types torii"

    /// The powers of browsers that the pages do not use.
    private static let permissions =
        "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), "
        + "payment=(), publickey-credentials-get=(), screen-wake-lock=(), usb=(), clipboard-write=(self)"

    private static let protection: HTTPFields = [
        .contentSecurityPolicy: contentSecurityPolicy, .xContentTypeOptions: "nosniff",
        .referrerPolicy: "no-referrer", .crossOriginOpenerPolicy: "same-origin",
        .crossOriginResourcePolicy: "same-origin", .permissionsPolicy: permissions,
    ]

    /// Returns the shell of the console, or the redirection to it.
    ///
    /// The router ignores a slash at the end of a path, so both are one route.
    private func console(_ request: Request, _ context: ToriiRequestContext) throws -> Response {
        guard request.uri.path == Endpoint.consolePath else {
            var headers = Self.protection
            headers[.location] = Endpoint.consolePath
            return Response(status: .permanentRedirect, headers: headers)
        }
        return try shell("admin.html", request, context)
    }

    /// Returns a file that browsers ask for each time.
    private func shell(_ name: String, _ request: Request, _ context: ToriiRequestContext) throws -> Response {
        let pages = pages.current
        guard let file = pages.file(name) else { throw Self.missing(name) }
        let compressed = Self.compressed(file, of: pages, request)
        // A tag belongs to the bytes, so the compressed form has another one.
        let tag = "\"\(pages.version)\(compressed == nil ? "" : "-gzip")\""
        var headers = Self.protection
        headers[.vary] = "Accept-Encoding"
        headers[.cacheControl] = pages.isInDevelopment ? "no-store" : "no-cache"
        headers[.eTag] = tag
        if !pages.isInDevelopment, request.headers[values: .ifNoneMatch].contains(where: { $0.contains(tag) }) {
            return Response(status: .notModified, headers: headers)
        }
        return Self.response(file, compressed, headers)
    }

    /// Returns a file whose path changes with its content.
    private func file(_ request: Request, _ context: ToriiRequestContext) throws -> Response {
        let name = try context.pathParameter("file")
        let pages = pages.current
        // A shell of another version may still be open; its files are gone, and a newer one must not take their place for good.
        guard try context.pathParameter("version") == pages.version, let file = pages.file(name),
            !file.mediaType.hasPrefix("text/html")
        else { throw Self.missing(name) }
        var headers = Self.protection
        headers[.vary] = "Accept-Encoding"
        headers[.cacheControl] = pages.isInDevelopment ? "no-store" : "public, max-age=31536000, immutable"
        return Self.response(file, Self.compressed(file, of: pages, request), headers)
    }

    /// Returns the compressed form of a file for a caller that reads it.
    ///
    /// Files of a folder would be compressed at each request.
    private static func compressed(_ file: WebPages.File, of pages: WebPages, _ request: Request) -> [UInt8]? {
        !pages.isInDevelopment && Gzip.isAccepted(request.headers) ? file.gzipped : nil
    }

    private static func response(_ file: WebPages.File, _ compressed: [UInt8]?, _ fields: HTTPFields) -> Response {
        var headers = fields
        headers[.contentType] = file.mediaType
        if compressed != nil { headers[.contentEncoding] = "gzip" }
        return Response(
            status: .ok,
            headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: compressed ?? file.bytes))
        )
    }

    private static func missing(_ name: String) -> Problem {
        Problem(.notFound, detail: "there is no file '\(name.excerpt())' of this version; load the page again")
    }
}
