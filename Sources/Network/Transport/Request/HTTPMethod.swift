/// A request method.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
    /// The method as it is sent.
    public let rawValue: String

    /// A method by the name that is sent, such as `PROPFIND`; case matters.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Reads, and changes nothing.
    public static let get = HTTPMethod(rawValue: "GET")
    /// Reads the response header only.
    public static let head = HTTPMethod(rawValue: "HEAD")
    /// Submits data; doing it twice may have two effects.
    public static let post = HTTPMethod(rawValue: "POST")
    /// Replaces a complete resource.
    public static let put = HTTPMethod(rawValue: "PUT")
    /// Changes a part of a resource.
    public static let patch = HTTPMethod(rawValue: "PATCH")
    /// Removes a resource.
    public static let delete = HTTPMethod(rawValue: "DELETE")

    /// Whether doing it twice has the same effect as doing it once, by RFC 9110 §9.2.2.
    public var isIdempotent: Bool {
        switch self {
        case .get, .head, .put, .delete: true
        default: ["OPTIONS", "TRACE", "PROPFIND", "REPORT"].contains(rawValue)
        }
    }
}
