import AgentWire
import HTTPTypes
import Hummingbird
import NIOCore
import StreamingJSON

extension Response {
    /// Returns a response with one JSON value.
    ///
    /// - Parameter endsLine: Whether to add a line break, for responses that people read in a terminal.
    static func json(
        _ value: JSONValue,
        status: HTTPResponse.Status = .ok,
        contentType: String = "application/json",
        headers: HTTPFields = [:],
        endsLine: Bool = false
    ) -> Response {
        var bytes: [UInt8] = []
        value.write(into: &bytes)
        if endsLine { bytes.append(UInt8(ascii: "\n")) }
        return json(text: bytes, status: status, contentType: contentType, headers: headers)
    }

    /// Returns a response with JSON text.
    static func json(
        text bytes: [UInt8],
        status: HTTPResponse.Status = .ok,
        contentType: String = "application/json",
        headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        headers[.contentType] = contentType
        // A response is specific to its caller and its time.
        headers[.cacheControl] = "no-store"
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}
