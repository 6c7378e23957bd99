import Glibc
import Secrets

extension HTTPClient.Proxy {
    /// Returns the user name and the password in the form of HTTP's basic scheme.
    func token(for user: String) -> SecretString {
        let name = Array((user + ":").utf8)
        return password.withBytes { password in
            var token: [UInt8] = []
            token.reserveCapacity((name.count + password.count + 2) / 3 * 4)
            defer { token.withUnsafeMutableBytes { if let start = $0.baseAddress { explicit_bzero(start, $0.count) } } }
            let total = name.count + password.count
            func byte(_ index: Int) -> UInt32 {
                index < name.count ? UInt32(name[index]) : index < total ? UInt32(password[index - name.count]) : 0
            }
            let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
            for start in stride(from: 0, to: total, by: 3) {
                let bits = byte(start) << 16 | byte(start + 1) << 8 | byte(start + 2)
                for digit in 0..<4 {
                    // Three bytes make four digits; the missing ones at the end are padded.
                    let isThere = start + digit - 1 < total || digit == 0
                    let value = Int(bits >> UInt32(18 - 6 * digit) & 63)
                    token.append(isThere ? digits[value] : UInt8(ascii: "="))
                }
            }
            return SecretString(utf8: token)
        }
    }
}
