import SeededRandom
import Testing

@testable import SignedTokens

@Suite(.timeLimit(.minutes(5))) struct TokenAttackTests {
    @Test func everyTokenOfTheFileHasItsVerdict() throws {
        let attacks = try TokenAttacks()
        var faults: [String] = []
        for attack in attacks.cases {
            let verdict = attacks.verdict(on: attack.token)
            let refusal = verdict.refusal
            if attack.isAccepted {
                if verdict.token?.user != "alice" { faults.append("\(attack.name): \(verdict)") }
                continue
            }
            if refusal?.step.rawValue != attack.step || refusal?.reason != TokenAttacks.reasons[attack.name] {
                faults.append("\(attack.name), step \(attack.step ?? 0): \(verdict)")
            }
            // Without a genuine signature the caller learns nothing.
            let isNeutral = refusal?.callerText == "the server does not know this token"
            if isNeutral != (attack.step ?? 0 <= 6) { faults.append("\(attack.name): \(refusal?.callerText ?? "")") }
        }
        print("\(attacks.cases.count) cases, \(attacks.cases.count - faults.count) as expected")
        #expect(faults == [])
        #expect(attacks.cases.count == 94)
    }

    @Test func aTokenCannotChangeTheAlgorithmOfAKey() throws {
        let attacks = try TokenAttacks()
        let genuine = try attacks.token("RS256, key without alg")
        for name in ["PS256 with the key without alg", "RS512 with the key without alg"] {
            #expect(attacks.verdict(on: try attacks.token(name)).refusal?.step == .key)
            #expect(attacks.verdict(on: genuine).token != nil)
        }
        // The row decides: with PS256 among its algorithms the same key verifies the same token.
        var settings = attacks.rules.settings
        settings.algorithms = [.ps256]
        let rules = try ClaimRules(settings)
        let keys = try TokenMaker.keys(attacks.jwks, algorithms: [.ps256])
        let verdicts = try ["PS256 with the key without alg", "RS256, key without alg"].map { name in
            ClaimRules.verdict(on: try attacks.token(name), rules: [rules], at: attacks.now) { _ in keys }
        }
        #expect(verdicts[0].token != nil)
        #expect(verdicts[1].refusal?.reason == .keyUnfit)
    }

    @Test(arguments: ["ES256", "RS256, key without alg", "EdDSA"])
    func aChangedOrCutTokenIsRefused(name: String) throws {
        let attacks = try TokenAttacks()
        let token = Array(try attacks.token(name).utf8)
        var generator = SeededGenerator(seed: 1)
        var accepted: [String] = []
        func check(_ bytes: [UInt8]) {
            let text = String(decoding: bytes, as: UTF8.self)
            if attacks.verdict(on: text).token != nil { accepted.append(text) }
        }
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        for index in token.indices {
            check(Array(token[..<index]))
            check(Array(token[index...].dropFirst()))
            check(Array(token[..<index] + token[(index + 1)...]))
            let byte = token[index]
            var others: Set<UInt8> = [
                byte ^ 1, byte &+ 1, byte ^ 0x20, 0, 0x0A, UInt8(ascii: "."), UInt8(ascii: "="), 0xFF,
            ]
            for _ in 0..<3 { others.insert(alphabet.randomElement(using: &generator) ?? 0) }
            for other in others where other != byte { check(token[..<index] + [other] + token[(index + 1)...]) }
        }
        #expect(accepted == [])
    }

    /// The unused bits of base64url would make several texts of one token.
    @Test func eachTokenHasOneText() throws {
        let attacks = try TokenAttacks()
        let token = try attacks.token("ES256")
        let alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
        let verdicts = alphabet.map { attacks.verdict(on: token.dropLast() + String($0)) }
        #expect(verdicts.count { $0.token != nil } == 1)
        // 64 bytes leave four bits, so one character in 16 has none set.
        #expect(verdicts.count { $0.refusal?.step == .shape } == 60)
        #expect(verdicts.count { $0.refusal?.step == .signature } == 3)
    }

    @Test func randomBytesAreRefused() throws {
        let attacks = try TokenAttacks()
        var generator = SeededGenerator(seed: 7)
        var accepted = 0
        for _ in 0..<RandomRounds.count {
            let bytes = (0..<Int.random(in: 0...200, using: &generator)).map { _ in
                UInt8.random(in: 0x2D...0x7A, using: &generator)
            }
            if attacks.verdict(on: String(decoding: bytes, as: UTF8.self)).token != nil { accepted += 1 }
        }
        #expect(accepted == 0)
    }
}
