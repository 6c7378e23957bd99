#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The checks of a caller's locale and time zone, for all requests.
public enum CallerFields {
    /// The maximum length in bytes; time zones and language tags in use are shorter.
    private static let longest = 100

    /// Whether the process knows any zone but GMT; FoundationEssentials alone does not.
    private static let knowsZones = TimeZone(identifier: "Asia/Tokyo") != nil

    /// Returns the fault of a time zone; `nil` for a known IANA name.
    ///
    /// A program that links only FoundationEssentials knows no zones, so there every name of a fitting length passes.
    public static func fault(inTimeZone name: String) -> String? {
        name.utf8.count > longest || (knowsZones && TimeZone(identifier: name) == nil)
            ? "not an IANA time zone; an example is Asia/Tokyo" : nil
    }

    /// Returns the fault of a locale; `nil` for a text with the form of a BCP 47 language tag.
    public static func fault(inLocale tag: String) -> String? {
        guard tag.utf8.count <= longest else { return "longer than \(longest) bytes; examples are ja and en-US" }
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        let isTag =
            parts.allSatisfy { part in
                (1...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            } && parts.first.map { $0.count >= 2 && $0.allSatisfy(\.isLetter) } == true
        return isTag ? nil : "not a BCP 47 language tag; examples are ja and en-US"
    }
}
