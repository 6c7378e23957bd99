public import StreamingJSON

extension JSONPath {
    /// The path as a normalized path of RFC 9535 §2.7, such as `$['items'][0]`.
    public var normalized: String {
        var result = "$"
        for step in steps {
            switch step {
            case .index(let index): result += "[\(index)]"
            case .name(let name):
                result += "['"
                for scalar in name.unicodeScalars { result.unicodeScalars.append(contentsOf: Self.escaped(scalar)) }
                result += "']"
            }
        }
        return result
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String.UnicodeScalarView {
        switch scalar {
        case "'": #"\'"#.unicodeScalars
        case "\\": #"\\"#.unicodeScalars
        case "\u{8}": #"\b"#.unicodeScalars
        case "\t": #"\t"#.unicodeScalars
        case "\n": #"\n"#.unicodeScalars
        case "\u{C}": #"\f"#.unicodeScalars
        case "\r": #"\r"#.unicodeScalars
        case "\0"..<" ":
            (scalar.value < 16 ? #"\u000"# : #"\u00"#).unicodeScalars + String(scalar.value, radix: 16).unicodeScalars
        default: String(scalar).unicodeScalars
        }
    }
}
