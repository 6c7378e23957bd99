import AgentServer
import Configuration
import Foundation
import Secrets

/// The values of the settings as text, with functions that parse and check each one.
///
/// A faulty value is recorded and counts as not set, so that all faults are found at once.
struct SettingValues {
    private let reader: ConfigReader
    private let record = FaultRecord()

    init(reader: ConfigReader) { self.reader = reader }

    /// The faults that were found so far.
    var faults: [SettingsError] { record.faults }

    /// Records a fault.
    func report(_ fault: SettingsError) { record.faults.append(fault) }

    /// Returns the value of a reading; `nil` if it fails, and records its fault.
    func reading<Value>(_ read: () throws(SettingsError) -> Value?) -> Value? {
        do throws(SettingsError) { return try read() } catch {
            report(error)
            return nil
        }
    }

    /// Whether none of the settings has a fault so far.
    func areSound(_ names: SettingName...) -> Bool {
        !faults.contains { fault in names.contains { $0.rawValue == fault.name } }
    }

    /// Returns the text of a setting; `nil` if it is not set or empty.
    func string(_ name: SettingName) -> String? { text(name, isSecret: false) }

    /// Returns the secret in a setting; `nil` if it is not set or empty.
    func secret(_ name: SettingName) -> SecretString? { text(name, isSecret: true).map { SecretString($0) } }

    /// Whether a setting has a value that is not empty.
    func isSet(_ name: SettingName) -> Bool { text(name, isSecret: true) != nil }

    func converted<Value>(
        _ name: SettingName,
        expected: String,
        _ convert: (String) -> Value?
    ) -> Value? {
        guard let text = string(name) else { return nil }
        let value = convert(text)
        if value == nil { report(SettingsError(name: name.rawValue, message: "'\(text)' is not \(expected)")) }
        return value
    }

    func list<Value>(
        _ name: SettingName,
        expected: String,
        _ convert: (String) -> Value?
    ) -> [Value]? {
        converted(name, expected: expected) { text in
            let parts = text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            let values = parts.compactMap(convert)
            return values.count == parts.count && !parts.isEmpty ? values : nil
        }
    }

    /// Returns a port number.
    func port(_ name: SettingName) -> Int? {
        converted(name, expected: "a port number from 0 to 65535") { text in
            Int(text).flatMap { (0...65535).contains($0) ? $0 : nil }
        }
    }

    /// Returns a whole number.
    func number(_ name: SettingName, in range: ClosedRange<Int>) -> Int? {
        converted(name, expected: "a whole number from \(range.lowerBound) to \(range.upperBound)") { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// Returns a number of seconds, which may have a fraction.
    func seconds(_ name: SettingName, from least: Double) -> Duration? {
        converted(name, expected: "a number of seconds from \(Int(least)) to 1000000000") { text in
            Double(text).flatMap { (least...1e9).contains($0) ? .seconds($0) : nil }
        }
    }

    /// Returns a base URL without the slash at its end.
    func url(_ name: SettingName) -> String? {
        guard let text = string(name) else { return nil }
        // The message does not repeat the value, because it may contain a password.
        guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host() != nil,
            url.user() == nil, url.password() == nil, url.query() == nil, url.fragment() == nil
        else {
            report(
                SettingsError(
                    name: name.rawValue,
                    message: "it must be an http or https URL without a user name, a password, a query or a fragment"
                )
            )
            return nil
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }

    /// Returns the URL of a server's admin interface.
    ///
    /// It must be https unless it is on a loopback address, because the admin token is sent there.
    func adminURL() -> String? {
        guard let text = url(.adminURL) else { return nil }
        let host = URL(string: text)?.host()?.trimmingCharacters(in: ["[", "]"]) ?? ""
        guard URL(string: text)?.scheme == "https" || Listener.isLoopback(host) else {
            report(
                SettingsError(
                    name: SettingName.adminURL.rawValue,
                    message:
                        "plain http would expose the admin token to the network; use https, or a loopback address such as "
                        + "http://127.0.0.1:8080 at the end of an SSH tunnel"
                )
            )
            return nil
        }
        return text
    }

    /// Returns a mail address or a URL that is valid in a comment (round brackets) of a header field.
    func contact(_ name: SettingName) -> String? {
        let expected =
            "a mail address, or an http or https URL without a user name and a password; neither may contain spaces or round brackets"
        return converted(name, expected: expected) { text in
            let url = /https?:\/\/[!-\[\]-~&&[^()@]]+/
            let mailAddress = /[!-\[\]-~&&[^()@\/:]]+@[!-\[\]-~&&[^()@]]+/
            return text.wholeMatch(of: url) != nil || text.wholeMatch(of: mailAddress) != nil ? text : nil
        }
    }

    private func text(_ name: SettingName, isSecret: Bool) -> String? {
        // The library stores `OPENAI_API_KEY` under the key `openai.api.key`: it joins and capitalizes the parts itself.
        let key = ConfigKey(name.rawValue.lowercased().split(separator: "_").map(String.init))
        guard let text = reader.string(forKey: key, isSecret: isSecret), !text.isEmpty else { return nil }
        return text
    }
}

/// The faults that the readings of one set of values found; it stays within one function.
private final class FaultRecord {
    var faults: [SettingsError] = []
}
