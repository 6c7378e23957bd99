#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An identifier with a form as text.
public protocol EntityIdentifierConvertible: Hashable, Sendable {
    /// The text, which does not change for as long as the thing exists.
    var entityIdentifierString: String { get }

    /// Returns the identifier for a text; `nil` if there is none.
    static func entityIdentifier(for entityIdentifierString: String) -> Self?
}

extension String: EntityIdentifierConvertible {
    /// The text itself.
    public var entityIdentifierString: String { self }

    /// Returns the text.
    public static func entityIdentifier(for entityIdentifierString: String) -> String? { entityIdentifierString }
}

extension Int: EntityIdentifierConvertible {
    /// The decimal digits.
    public var entityIdentifierString: String { String(self) }

    /// Returns the number with these decimal digits.
    public static func entityIdentifier(for entityIdentifierString: String) -> Int? { Int(entityIdentifierString) }
}

extension UUID: EntityIdentifierConvertible {
    /// The text as of RFC 9562.
    public var entityIdentifierString: String { uuidString }

    /// Returns the identifier with this text.
    public static func entityIdentifier(for entityIdentifierString: String) -> UUID? {
        UUID(uuidString: entityIdentifierString)
    }
}
