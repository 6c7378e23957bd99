/// A media type, as in the fields `Content-Type` and `Accept` (RFC 9110 §8.3.1, §12.5.1).
public struct MediaType: Sendable, Hashable {
    /// The maximum length of the text, in bytes.
    public static let longest = 1024

    /// The type in lower case, such as `application`.
    public let type: String
    /// The subtype in lower case, such as `json` or `problem+json`.
    public let subtype: String
    /// The weight in thousandths; 1000 by default.
    public let weight: Int

    /// Reads one media type by its bytes; parameters other than the weight are ignored.
    ///
    /// `nil` if the text is not `type/subtype`, or is too long.
    public init?(_ value: String) {
        guard value.utf8.count <= Self.longest else { return nil }
        self.init(bytes: Array(value.utf8)[...])
    }

    init?(bytes: ArraySlice<UInt8>) {
        let parts = bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard let essence = parts.first?.trimmingOptionalSpace, let slash = essence.firstIndex(of: UInt8(ascii: "/"))
        else { return nil }
        let (type, subtype) = (essence[..<slash], essence[(slash + 1)...])
        guard type.isHeaderToken, subtype.isHeaderToken else { return nil }
        self.type = String(decoding: type.map(\.loweredASCII), as: UTF8.self)
        self.subtype = String(decoding: subtype.map(\.loweredASCII), as: UTF8.self)
        weight = parts.dropFirst().lazy.compactMap(Self.weight).first ?? 1000
    }

    /// Whether a body of this type is JSON: `application/json`, or a type with the suffix `+json` (RFC 6839 §3.1).
    public var isJSON: Bool { type == "application" && (subtype == "json" || subtype.hasSuffix("+json")) }

    /// Reads `q=0.5` (RFC 9110 §12.4.2); `nil` for other parameters.
    ///
    /// An invalid weight counts as 0.
    private static func weight(_ parameter: ArraySlice<UInt8>) -> Int? {
        let parameter = parameter.trimmingOptionalSpace
        guard parameter.count >= 2, parameter.prefix(2).isASCIIEqual(to: "q=") else { return nil }
        let digits = parameter.dropFirst(2)
        guard (1...5).contains(digits.count), let first = digits.first,
            first == UInt8(ascii: "0") || first == UInt8(ascii: "1")
        else { return 0 }
        var weight = Int(first - UInt8(ascii: "0")) * 1000
        var unit = 100
        for (index, byte) in digits.dropFirst().enumerated() {
            if index == 0 {
                guard byte == UInt8(ascii: ".") else { return 0 }
            } else {
                guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return 0 }
                weight += Int(byte - UInt8(ascii: "0")) * unit
                unit /= 10
            }
        }
        return min(weight, 1000)
    }
}
