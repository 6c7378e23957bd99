import CCurl
import Glibc

/// The parts that all transfers of a loop share: the configuration, the lists that libcurl reads from it, and the deliveries to the
/// readers.
///
/// It is used on the loop's thread only, and outlives every transfer.
final class CurlEnvironment {
    let configuration: HTTPClient.Configuration
    /// The file of the trusted authorities; `nil` when libcurl has no default.
    let certificateAuthorityFile: String?
    /// Names with fixed addresses, in libcurl's notation.
    let nameOverrides: UnsafeMutablePointer<curl_slist>?
    /// The limit on the time for which a slow reader may block other transfers.
    let holdUpLimit: HoldUpLimit
    /// The pieces that the loop delivers at the end of its step.
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
