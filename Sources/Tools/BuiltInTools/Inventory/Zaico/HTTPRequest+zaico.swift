import Secrets
import StreamingJSON
import Transport

extension HTTPRequest {
    /// Makes a request to ZAICO's inventory API.
    static func zaico(
        _ method: HTTPMethod,
        _ baseURL: String,
        item id: Int? = nil,
        query: [(String, String)] = [],
        body: JSONObject? = nil,
        secret: SecretString
    ) -> HTTPRequest {
        let path = "/api/v1/inventories" + (id.map { "/\($0)" } ?? "")
        return HTTPRequest(
            method,
            url(baseURL, path, query: query),
            headers: [
                "Authorization": .secret(secret, prefix: "Bearer "),
                "Content-Type": "application/json",
                "Accept": "application/json",
            ],
            body: body.map { Array(JSONValue.object($0).serialized().utf8) },
            timeouts: HTTPTimeouts(connect: .seconds(5), firstByte: .seconds(15), idle: .seconds(10)),
            isTrusted: true
        )
    }
}
