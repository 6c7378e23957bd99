import AgentWire
import Testing

@Suite struct ForwardedForTests {
    @Test(
        arguments: [
            (["192.0.2.1"], ["192.0.2.1"]), (["192.0.2.1, 192.0.2.2"], ["192.0.2.2", "192.0.2.1"]),
            (["192.0.2.1", "192.0.2.2 ,\t192.0.2.3"], ["192.0.2.3", "192.0.2.2", "192.0.2.1"]),
            (["192.0.2.1,\t [2001:db8::1]:5"], ["2001:db8::1", "192.0.2.1"]), (["[2001:DB8::1]:80"], ["2001:DB8::1"]),
            (["2001:db8::1"], ["2001:db8::1"]),
            (["192.0.2.1:80"], ["192.0.2.1"]),
            (["unknown, _hidden, 192.0.2.1"], ["192.0.2.1", nil, nil]), ([""], [nil]), ([], []), (["[::1"], [nil]),
            (["1 2.3.4"], [nil]), ([String(repeating: "1", count: 65)], [nil]),
        ] as [([String], [String?])]
    )
    func hopsAreReadFromTheNearest(_ values: [String], hops: [String?]) { #expect(ForwardedFor(values).hops == hops) }

    @Test func aLongListIsCutAtItsFarEnd() {
        let long = (0..<100_000).map { "10.0.\($0 / 256 % 256).\($0 % 256)" }.joined(separator: ",")
        let hops = ForwardedFor([long, "192.0.2.1"]).hops
        #expect(hops.count == ForwardedFor.maximumHops)
        #expect(hops.first == "192.0.2.1" && hops.dropFirst().first == "10.0.134.159")
    }
}
