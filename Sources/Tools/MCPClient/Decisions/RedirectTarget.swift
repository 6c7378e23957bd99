import Foundation

/// The address to which a server redirects, if it is on the same server.
///
/// Credentials are sent along, so another server is never followed.
struct RedirectTarget: Sendable, Equatable {
    let url: String

    /// Reads a `Location`; `nil` if it is missing, or leads to another scheme, host or port.
    init?(_ location: String?, from base: String) {
        guard let location, location.utf8.count <= 4096, let origin = URL(string: base),
            let target = URL(string: location, relativeTo: origin)?.absoluteURL,
            target.scheme?.lowercased() == origin.scheme?.lowercased(),
            target.host()?.lowercased() == origin.host()?.lowercased(), target.port == origin.port, target.user == nil
        else { return nil }
        url = target.absoluteString
    }
}
