import CCurl
import Glibc

/// What all transfers of a loop have in common: the configuration, the lists made from it that libcurl reads, and the way to
/// the readers.
///
/// It lives on the loop's thread and outlives every transfer.
final class CurlEnvironment {
    let configuration: HTTPClient.Configuration
    /// The file with the trusted authorities; `nil` when libcurl knows of none.
    let certificateAuthorityFile: String?
    /// Names with fixed addresses, as libcurl writes them.
    let nameOverrides: UnsafeMutablePointer<curl_slist>?
    /// How long a slow reader may hold up others.
    let holdUpLimit: HoldUpLimit
    /// Where pieces wait for the end of the turn.
    let deliveries = Deliveries()

    init(_ configuration: HTTPClient.Configuration) {
        self.configuration = configuration
        holdUpLimit = HoldUpLimit(configuration.maximumHoldUp)
        certificateAuthorityFile =
            configuration.certificateAuthorityFile ?? ccurl_default_authorities().map { String(cString: $0) }
        var overrides: UnsafeMutablePointer<curl_slist>?
        for override in configuration.nameOverrides {
            let addresses = override.addresses.map { $0.contains(":") ? "[\($0)]" : $0 }.joined(separator: ",")
            overrides = curl_slist_append(overrides, "\(override.host):\(override.port):\(addresses)")
        }
        nameOverrides = overrides
    }

    deinit { curl_slist_free_all(nameOverrides) }
}
