/// The environment variables that Kubernetes sets in every container for each Service of the namespace.
///
/// A Service named `torii` or `torii-admin` injects names such as `TORII_SERVICE_HOST`, `TORII_PORT_8080_TCP` and `TORII_PORT`, which
/// start like Torii's settings. They are the addresses of the Service and not Torii's settings, so they are ignored.
enum KubernetesVariables {
    /// Whether Kubernetes sets a variable with this name and value.
    ///
    /// `TORII_PORT` and `TORII_ADMIN_PORT` are also settings. They are included only with a value such as `tcp://10.0.0.1:8080`.
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
