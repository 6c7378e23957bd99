extension StringProtocol {
    /// Whether the text is a name for addresses and commands: letters and digits of ASCII, hyphens, dots and underscores.
    ///
    /// - Parameter longest: The most characters; a name has at least one.
    func isPlainName(upTo longest: Int) -> Bool {
        (1...longest).contains(utf8.count)
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
    }

    /// Whether the text is a plain name that starts with a letter or a digit, so that it is no option of a command and no step of a path.
    ///
    /// - Parameter longest: The most characters; a name has at least one.
    func isGivenName(upTo longest: Int) -> Bool {
        isPlainName(upTo: longest) && utf8.first.map { !"-._".utf8.contains($0) } ?? false
    }
}
