import APIDescription
import HTTPTypes
import Hummingbird
import NIOCore
import StreamingJSON
import ToolDeclarations

extension OpenAPIDocument {
    /// Returns the route of a listener's document, which is created once.
    static func route(for listener: Listener) -> Route {
        let document = OpenAPIDocument(endpoints: Endpoint.all.filter { listener.offers($0.side) }).json
        var bytes: [UInt8] = []
        document.write(into: &bytes)
        return route(.openAPI, bytes)
    }

    /// The route of the JSON Schema of files of declared tools.
    static var toolFileSchemaRoute: Route { route(.toolFileSchema, ToolFileSchema.bytes) }

    private static func route(_ endpoint: Endpoint, _ bytes: [UInt8]) -> Route {
        let buffer = ByteBuffer(bytes: bytes)
        return Route(endpoint) { _, _ in
            // The document changes only with the program.
            Response(
                status: .ok,
                headers: [.contentType: "application/json", .cacheControl: "public, max-age=300"],
                body: ResponseBody(byteBuffer: buffer)
            )
        }
    }
}
