import AgentWire
import HTTPTypes
import Hummingbird
import NIOCore
import StreamingJSON

extension Response {
    /// An answer of one JSON value.
    ///
    /// - Parameter endsLine: Whether a line feed follows it, for answers that people read in a terminal.
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
        var headers = headers
        headers[.contentType] = contentType
        // Answers are made for one caller at one time.
        headers[.cacheControl] = "no-store"
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// A problem document (RFC 9457).
    static func problem(_ problem: Problem, requestID: String?) -> Response {
        var headers = HTTPFields()
        if let seconds = problem.retryAfterSeconds { headers[.retryAfter] = String(seconds) }
        if problem.kind == .unauthorized { headers[.wwwAuthenticate] = "Bearer" }
        return json(
            problem.jsonValue(requestID: requestID),
            status: .init(code: problem.status),
            contentType: "application/problem+json",
            headers: headers
        )
    }
}
