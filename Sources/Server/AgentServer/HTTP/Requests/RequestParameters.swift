import Hummingbird
import StreamSafeText

extension Request {
    /// Returns a query parameter, decoded and in the Stream-Safe Text Format; `nil` if it is missing.
    func query(_ name: String) -> String? { uri.queryParameters[Substring(name)].map { String($0).streamSafe } }
}

extension ToriiRequestContext {
    /// Returns a parameter of the path, still encoded, in the Stream-Safe Text Format.
    ///
    /// - Throws: `HTTPError` if the route has no parameter of this name.
    func pathParameter(_ name: String) throws -> String { try parameters.require(name).streamSafe }
}
