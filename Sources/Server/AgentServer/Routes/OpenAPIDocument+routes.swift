import APIDescription
import HTTPTypes
import Hummingbird
import NIOCore
import StreamingJSON
import ToolDeclarations

extension OpenAPIDocument {
    /// Returns the route of a listener's document, which is created for the first request.
    static func route(for listener: Listener) -> Route {
        switch listener {
        case .shared: route(.openAPI) { sharedDocument }
        case .clients: route(.openAPI) { clientsDocument }
        case .administrators: route(.openAPI) { administratorsDocument }
        }
    }

    private static let sharedDocument = document(of: .shared)
    private static let clientsDocument = document(of: .clients)
    private static let administratorsDocument = document(of: .administrators)

    private static func document(of listener: Listener) -> ByteBuffer {
        var bytes: [UInt8] = []
        OpenAPIDocument(endpoints: Endpoint.all.filter { listener.offers($0.side) }).json.write(into: &bytes)
        return ByteBuffer(bytes: bytes)
    }

    /// The route of the JSON Schema of files of declared tools.
    static var toolFileSchemaRoute: Route { route(.toolFileSchema) { toolFileSchema } }

    private static let toolFileSchema = ByteBuffer(bytes: ToolFileSchema.bytes)

    private static func route(_ endpoint: Endpoint, _ document: @escaping @Sendable () -> ByteBuffer) -> Route {
        Route(endpoint) { _, _ in
            // The document changes only with the program.
            Response(
                status: .ok,
                headers: [.contentType: "application/json", .cacheControl: "public, max-age=300"],
                body: ResponseBody(byteBuffer: document())
            )
        }
    }
}
