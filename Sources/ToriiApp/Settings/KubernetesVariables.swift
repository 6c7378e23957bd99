/// The environment variables that Kubernetes sets in every container for each Service of the namespace.
///
/// A Service named `torii` or `torii-admin` injects names such as `TORII_SERVICE_HOST`, `TORII_PORT_8080_TCP` and `TORII_PORT`, which
/// begin like Torii's settings. They say where the Service is, not how Torii is set up, so they are passed over.
enum KubernetesVariables {
    /// Whether a variable has a name and a value that Kubernetes sets.
    ///
    /// `TORII_PORT` and `TORII_ADMIN_PORT` are settings as well: these two count only with a value such as `tcp://10.0.0.1:8080`.
    static func contains(_ name: String, value: String) -> Bool {
        guard name.hasPrefix("TORII_") else { return false }
        if name.hasSuffix("_PORT"), isAddress(value) { return true }
        guard SettingName(rawValue: name) == nil else { return false }
        return name.wholeMatch(of: /TORII_([A-Z0-9_]+_)?SERVICE_(HOST|PORT|PORT_[A-Z0-9_]+)/) != nil
            || name.wholeMatch(of: /TORII_([A-Z0-9_]+_)?PORT_[0-9]+_(TCP|UDP|SCTP)(_PROTO|_PORT|_ADDR)?/) != nil
    }

    private static func isAddress(_ value: String) -> Bool {
        ["tcp://", "udp://", "sctp://"].contains { value.hasPrefix($0) }
    }
}
