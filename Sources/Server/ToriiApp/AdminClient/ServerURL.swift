import AgentServer
import Foundation
import Transport

/// The check of a server's URL before a token is sent there.
public enum ServerURL {
    /// Checks a URL.
    ///
    /// - Throws: ``SettingsError`` if the URL is not one, or if it would expose the token to the network.
    public static func check(_ base: String, hasToken: Bool) throws(SettingsError) {
        guard let parsed = URL(string: base), let scheme = parsed.scheme, ["http", "https"].contains(scheme),
            let host = parsed.host(), parsed.user() == nil, parsed.password() == nil, parsed.query() == nil,
            parsed.fragment() == nil
        else {
            throw SettingsError(
                name: "TORII_URL",
                message: "it must be an http or https URL without a user name, a password, a query or a fragment"
            )
        }
        let name = host.trimmingCharacters(in: ["[", "]"])
        guard scheme == "https" || !hasToken || Listener.isLoopback(name) || IPAddress(name)?.isOwn == true else {
            throw SettingsError(
                name: "TORII_URL",
                message: "plain http would expose the token to the network; use https, or a loopback address such as "
                    + "http://127.0.0.1:8080 at the end of an SSH tunnel"
            )
        }
    }
}
