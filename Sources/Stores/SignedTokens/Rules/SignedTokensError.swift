/// A setting or a key that cannot be used, in words for the operator.
public struct SignedTokensError: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of fault, from a closed set.
    public struct Code: Hashable, Sendable {
        private enum Base { case unbound, overlapping, setting, key, privateKey, keySet }
        private let base: Base

        /// A row accepts every token of its issuer, whatever app it is for.
        public static var unbound: Self { .init(base: .unbound) }
        /// Two rows of one issuer would accept the same token.
        public static var overlapping: Self { .init(base: .overlapping) }
        /// A value of a row is out of its range.
        public static var setting: Self { .init(base: .setting) }
        /// A text that is not a usable public key or secret.
        public static var key: Self { .init(base: .key) }
        /// A private key or a secret where a public key belongs.
        public static var privateKey: Self { .init(base: .privateKey) }
        /// A published key set that cannot be read.
        public static var keySet: Self { .init(base: .keySet) }
    }

    /// The kind of fault.
    public let code: Code
    /// The fault, its cause and the remedy, in full sentences.
    public let description: String

    init(_ code: Code, _ description: String) { (self.code, self.description) = (code, description) }
}
