import Hummingbird
import StreamSafeText

extension Request {
    /// A query parameter, decoded and in the Stream-Safe Text Format; `nil` when it is missing.
    func query(_ name: String) -> String? { uri.queryParameters[Substring(name)].map { String($0).streamSafe } }
}

extension ToriiRequestContext {
    /// A parameter of the route's path, as it is written there and in the Stream-Safe Text Format.
    ///
    /// - Throws: `HTTPError` when the route has none of this name.
    func pathParameter(_ name: String) throws -> String { try parameters.require(name).streamSafe }
}
