/// The non-starters of a scalar, counted in its compatibility decomposition (NFKD).
///
/// A non-starter is a code point with a canonical combining class other than 0. Normalization sorts each run of them, and the
/// standard library does so in quadratic time, even for `==`.
struct NonStarters: Equatable {
    /// The number of non-starters at the start of the decomposition.
    let leading: Int
    /// The number of non-starters at its end: all of them if it has no starter.
    let trailing: Int

    /// Whether the decomposition has no starter.
    var isWhole: Bool { leading > 0 }

    @inline(__always)
    init(of scalar: Unicode.Scalar) {
        let value = scalar.value
        if value < 0xC0 {
            self.init(leading: 0, trailing: value == 0xA8 || value == 0xAF || value == 0xB4 || value == 0xB8 ? 1 : 0)
        } else if let count = Self.whole(scalar) {
            self.init(leading: count, trailing: count)
        } else {
            self.init(leading: 0, trailing: Self.trailing(value))
        }
    }

    private init(leading: Int, trailing: Int) {
        self.leading = leading
        self.trailing = trailing
    }

    /// Returns the number of non-starters the scalar decomposes to, or `nil` if one of them is a starter.
    ///
    /// The scalars of class 0 that decompose to non-starters are the exceptions that UAX #15 lists, and the half-width
    /// voicing marks.
    static func whole(_ scalar: Unicode.Scalar) -> Int? {
        switch scalar.value {
        case ..<0x300: nil
        case 0x344, 0xF73, 0xF75, 0xF81: 2
        case 0xFF9E, 0xFF9F: 1
        // Ideographs and Hangul syllables, which make up most of some texts.
        case 0x3400...0x9FFF, 0xAC00...0xD7A3: nil
        default: scalar.properties.canonicalCombiningClass == .notReordered ? nil : 1
        }
    }

    private static func trailing(_ value: UInt32) -> Int {
        if (0x3400...0xFAFF).contains(value) { return 0 }
        let wanted = value << 11 | 0x7FF
        var (low, high) = (0, startersWithMarks.count)
        while low < high {
            let middle = (low + high) / 2
            if startersWithMarks[middle] <= wanted { low = middle + 1 } else { high = middle }
        }
        guard low > 0 else { return 0 }
        let entry = startersWithMarks[low - 1]
        return value - entry >> 11 <= entry >> 2 & 0x1FF ? Int(entry & 3) : 0
    }

    /// The starters whose decomposition ends with non-starters, as ranges in order.
    ///
    /// An entry holds the first code point (21 bits), how many follow it (9 bits) and the number of non-starters (2 bits). Derived
    /// from UnicodeData.txt; a test compares it with Foundation's normalization.
    private static let startersWithMarks: [UInt32] = [
        0x0005_4001, 0x0005_7801, 0x0005_A001, 0x0005_C001, 0x0006_0015, 0x0006_3821, 0x0006_8815, 0x0006_C811,
        0x0007_0015,
        0x0007_3821, 0x0007_8815, 0x0007_C811, 0x0007_F841, 0x0008_904D, 0x0009_4021, 0x0009_A00D, 0x0009_C815,
        0x000A_1815,
        0x000A_6015, 0x000A_A045, 0x000B_4059, 0x000D_0005, 0x000D_7805, 0x000E_2009, 0x000E_681D, 0x000E_A81E,
        0x000E_F00E,
        0x000F_1005, 0x000F_3015, 0x000F_6006, 0x000F_7009, 0x000F_A005, 0x000F_C005, 0x000F_D006, 0x000F_E07D,
        0x0010_F005,
        0x0011_300D, 0x0011_500E, 0x0011_7005, 0x0011_8006, 0x0011_9005, 0x0016_C015, 0x001B_D001, 0x001C_2001,
        0x001C_2802,
        0x001C_3001, 0x001C_4009, 0x001C_6001, 0x001C_7005, 0x001C_8002, 0x001D_5015, 0x001D_8002, 0x001E_5011,
        0x001E_9805,
        0x0020_0005, 0x0020_1801, 0x0020_3801, 0x0020_6009, 0x0020_C801, 0x0021_C801, 0x0022_8005, 0x0022_9801,
        0x0022_B801,
        0x0022_E009, 0x0023_B005, 0x0026_0805, 0x0026_800D, 0x0026_B005, 0x0026_D015, 0x0027_1015, 0x0027_502D,
        0x0027_C005,
        0x0031_1011, 0x0036_0001, 0x0036_1001, 0x0036_9801, 0x0049_4801, 0x0049_8801, 0x0049_A001, 0x004A_C01D,
        0x004E_E005,
        0x004E_F801, 0x0051_9801, 0x0051_B001, 0x0052_C809, 0x0052_F001, 0x005A_E005, 0x0062_4001, 0x006E_D001,
        0x006E_E801,
        0x007B_B001, 0x007B_B802, 0x007B_C001, 0x007B_C802, 0x00F0_001D, 0x00F0_4006, 0x00F0_5025, 0x00F0_A00E,
        0x00F0_C00D,
        0x00F0_E006, 0x00F0_F03D, 0x00F1_7006, 0x00F1_801D, 0x00F1_C006, 0x00F1_D045, 0x00F2_601E, 0x00F2_A01D,
        0x00F2_E006,
        0x00F2_F015, 0x00F3_2016, 0x00F3_5035, 0x00F3_C00E, 0x00F3_E075, 0x00F4_D801, 0x00F5_000D, 0x00F5_204E,
        0x00F5_C015,
        0x00F5_F026, 0x00F6_401D, 0x00F6_804E, 0x00F7_200D, 0x00F7_4026, 0x00F7_901D, 0x00F8_0005, 0x00F8_1016,
        0x00F8_4005,
        0x00F8_5016, 0x00F8_8005, 0x00F8_900E, 0x00F8_C005, 0x00F8_D00E, 0x00F9_0005, 0x00F9_1016, 0x00F9_4005,
        0x00F9_5016,
        0x00F9_8005, 0x00F9_9016, 0x00F9_C005, 0x00F9_D016, 0x00FA_0005, 0x00FA_100E, 0x00FA_4005, 0x00FA_500E,
        0x00FA_8005,
        0x00FA_9016, 0x00FA_C801, 0x00FA_D802, 0x00FA_E802, 0x00FA_F802, 0x00FB_0005, 0x00FB_1016, 0x00FB_4005,
        0x00FB_5016,
        0x00FB_8035, 0x00FC_0006, 0x00FC_1017, 0x00FC_4006, 0x00FC_5017, 0x00FC_8006, 0x00FC_9017, 0x00FC_C006,
        0x00FC_D017,
        0x00FD_0006, 0x00FD_1017, 0x00FD_4006, 0x00FD_5017, 0x00FD_8005, 0x00FD_9002, 0x00FD_9801, 0x00FD_A002,
        0x00FD_B001,
        0x00FD_B802, 0x00FD_C015, 0x00FD_F805, 0x00FE_0806, 0x00FE_1801, 0x00FE_2002, 0x00FE_3001, 0x00FE_3802,
        0x00FE_4011,
        0x00FE_680A, 0x00FE_8005, 0x00FE_9006, 0x00FE_B001, 0x00FE_B802, 0x00FE_C00D, 0x00FE_E80A, 0x00FF_0005,
        0x00FF_1006,
        0x00FF_2009, 0x00FF_3802, 0x00FF_4011, 0x00FF_6806, 0x00FF_9002, 0x00FF_9801, 0x00FF_A002, 0x00FF_B001,
        0x00FF_B802,
        0x00FF_C019, 0x0100_B801, 0x0101_F001, 0x0109_5801, 0x010C_D005, 0x010D_7001, 0x010E_6809, 0x0110_2001,
        0x0110_4801,
        0x0110_6001, 0x0111_2001, 0x0111_3001, 0x0112_0801, 0x0112_2001, 0x0112_3801, 0x0112_4801, 0x0113_0001,
        0x0113_1001,
        0x0113_6811, 0x0113_A005, 0x0113_C005, 0x0114_0005, 0x0114_2005, 0x0114_4005, 0x0115_600D, 0x0117_000D,
        0x0117_500D,
        0x0156_E001, 0x0182_6001, 0x0182_7001, 0x0182_8001, 0x0182_9001, 0x0182_A001, 0x0182_B001, 0x0182_C001,
        0x0182_D001,
        0x0182_E001, 0x0182_F001, 0x0183_0001, 0x0183_1001, 0x0183_2801, 0x0183_3801, 0x0183_4801, 0x0183_8005,
        0x0183_9805,
        0x0183_B005, 0x0183_C805, 0x0183_E005, 0x0184_A001, 0x0184_D805, 0x0184_F001, 0x0185_6001, 0x0185_7001,
        0x0185_8001,
        0x0185_9001, 0x0185_A001, 0x0185_B001, 0x0185_C001, 0x0185_D001, 0x0185_E001, 0x0185_F001, 0x0186_0001,
        0x0186_1001,
        0x0186_2801, 0x0186_3801, 0x0186_4801, 0x0186_8005, 0x0186_9805, 0x0186_B005, 0x0186_C805, 0x0186_E005,
        0x0187_A001,
        0x0187_B80D, 0x0187_F001, 0x0198_2001, 0x0198_3801, 0x0198_8001, 0x0198_F001, 0x0199_0801, 0x0199_9001,
        0x0199_D801,
        0x019A_0001, 0x019A_5801, 0x019A_7001, 0x07D8_E801, 0x07D8_F801, 0x07D9_5005, 0x07D9_6006, 0x07D9_7021,
        0x07D9_C011,
        0x07D9_F001, 0x07DA_0005, 0x07DA_1805, 0x07DA_3021, 0x07DD_2005, 0x07DD_8005, 0x07E2_D809, 0x07E2_F016,
        0x07E4_8001,
        0x07E6_C801, 0x07E7_900A, 0x07E9_E005, 0x07F2_480D, 0x07F3_8009, 0x07F3_A001, 0x07F3_B025, 0x07F4_082D,
        0x07F7_A815,
        0x07FF_1801, 0x082E_4801, 0x082F_2001, 0x0884_D001, 0x0884_E001, 0x0885_5801, 0x0E8A_F005, 0x0E8B_0012,
        0x0E8D_D805,
        0x0E8D_E80E, 0x0F90_9801,
    ]
}
