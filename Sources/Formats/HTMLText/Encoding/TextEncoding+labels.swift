extension TextEncoding {
    /// Makes the encoding that a label means on the web, such as `Shift_JIS` or `latin1`; `nil` for an unknown label.
    ///
    /// As in the Encoding Standard, `iso-8859-1` and `us-ascii` mean windows-1252.
    public init?(label: some StringProtocol) {
        let label = label.lowercased().filter { !$0.isWhitespace && $0 != "\"" && $0 != "'" }
        if let name = Self.names[label] {
            self.init(name: name)
        } else if let number = Self.number(in: label, after: "windows-") ?? Self.number(in: label, after: "cp"),
            (1250...1258).contains(number)
        {
            self.init(name: "CP\(number)")
        } else if let number = Self.number(in: label, after: "iso-8859-"), (2...16).contains(number), number != 12 {
            // Latin-5 is read as its superset, as in browsers.
            self.init(name: number == 9 ? "CP1254" : "ISO-8859-\(number)")
        } else {
            return nil
        }
    }

    private static func number(in label: String, after prefix: String) -> Int? {
        label.hasPrefix(prefix) ? Int(label.dropFirst(prefix.count)) : nil
    }

    private static let names: [String: String] = {
        let groups: [(name: String, labels: [String])] = [
            ("UTF-8", ["utf-8", "utf8", "unicode-1-1-utf-8", "x-unicode20utf8"]),
            ("CP1252", ["ascii", "us-ascii", "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "l1", "x-cp1252"]),
            (
                "CP932",
                ["shift_jis", "shift-jis", "sjis", "x-sjis", "ms_kanji", "ms932", "windows-31j", "csshiftjis", "cp932"]
            ),
            ("EUC-JP-MS", ["euc-jp", "eucjp", "x-euc-jp", "cseucpkdfmtjapanese"]),
            ("ISO-2022-JP", ["iso-2022-jp", "csiso2022jp"]),
            ("UHC", ["euc-kr", "ks_c_5601-1987", "korean", "windows-949", "ksc5601"]),
            ("GB18030", ["gb2312", "gbk", "gb18030", "x-gbk", "chinese", "gb_2312-80"]),
            ("BIG5-HKSCS", ["big5", "big5-hkscs", "cn-big5", "x-x-big5"]),
            ("KOI8-R", ["koi8-r", "koi8", "koi"]), ("KOI8-U", ["koi8-u"]), ("CP866", ["ibm866", "cp866"]),
            ("CP874", ["tis-620", "windows-874", "iso-8859-11"]),
            ("UTF-16LE", ["utf-16", "utf-16le", "unicode", "ucs-2"]), ("UTF-16BE", ["utf-16be"]),
        ]
        return Dictionary(uniqueKeysWithValues: groups.flatMap { group in group.labels.map { ($0, group.name) } })
    }()
}
