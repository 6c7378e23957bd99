package import Secrets

/// The parts of a request that prove the key.
package struct RequestCredentials: Sendable {
    /// A header field or a parameter of the query.
    package struct Field: Sendable {
        package var name: String
        /// The whole value of a header field; the percent-encoded value of a parameter.
        package var value: SecretString

        package init(_ name: String, _ value: SecretString) { (self.name, self.value) = (name, value) }
    }

    /// The header fields.
    package var headers: [Field]
    /// The parameters of the query.
    package var query: [Field]

    package init(headers: [Field] = [], query: [Field] = []) { (self.headers, self.query) = (headers, query) }
}

/// A stored key that does not fit its declaration, such as a text where a JSON object is expected.
package struct KeyFormFault: Error, Hashable {
    /// The fault and the remedy, without a part of the key.
    package var message: String

    package init(_ message: String) { self.message = message }
}
