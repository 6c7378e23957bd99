#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The body of `POST /admin/clients/{id}/tokens`.
public struct TokenRequest: WireRecord {
    /// The time from which the token is refused; `nil` for never.
    public var expiresAt: Date?

    /// Makes a request.
    public init(expiresAt: Date? = nil) {
        self.expiresAt = expiresAt
    }

    package static let fields: Fields<Self> = Fields(of: .request, Self.init, .maybe("expires_at", \.expiresAt))
}
