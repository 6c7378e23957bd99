import AgentTools
import AgentWire
import AssistantSchemas
import Foundation
import Testing

@testable import AgentRuntime

/// The choice of the app and device, by tables.
@Suite struct DeviceChoiceTests {
    private static func app(_ device: String, _ app: String, name: String? = nil) -> RegisteredApp {
        RegisteredApp(
            place: DevicePlace(device: device, app: app, name: name ?? device),
            registration: ToolboxRegistration(app: .init(id: app, version: "1")),
            version: 1,
            registeredAt: Date(timeIntervalSince1970: 0)
        )
    }

    private static let phone = app("phone", "com.example.album", name: "Naomi's phone")
    private static let pics = app("phone", "org.other.pics", name: "Naomi's phone")
    private static let pad = app("pad", "com.example.album")

    private func decide(
        _ message: String = "Open Summer",
        apps: [RegisteredApp] = [phone, pad],
        live: [String: Double] = ["phone": 1, "pad": 2],
        sender: SendingDevice? = nil,
        defaults: [String: String] = [:],
        owners: [(device: String?, app: String)] = []
    ) -> String {
        let choice = DeviceChoice(
            candidates: apps,
            lastSeen: { live[$0.device].map(Date.init(timeIntervalSince1970:)) },
            defaultApps: defaults,
            sender: sender,
            message: message,
            caller: Caller()
        )
        switch choice.decide(for: .intent("photos.openAlbum"), owners: owners) {
        case .app(let app): return "\(app.place.device) \(app.place.app)"
        case .none(let reason): return reason
        }
    }

    @Test func theDeviceIsChosenInTheOrderOfTheRules() {
        // The one that was seen last, the one that sends the turn, the owner, the one that the person names.
        #expect(decide() == "pad com.example.album")
        #expect(decide(sender: SendingDevice(id: "phone")) == "phone com.example.album")
        #expect(
            decide(sender: SendingDevice(id: "phone"), owners: [("pad", "com.example.album")])
                == "pad com.example.album"
        )
        #expect(decide("Open Summer on the pad", sender: SendingDevice(id: "phone")) == "pad com.example.album")
        #expect(decide("Open Summer on Naomi's phone") == "phone com.example.album")
        #expect(decide("pad で夏を開いて", sender: SendingDevice(id: "phone")) == "pad com.example.album")
        // Ids that are the same on all devices leave the choice open.
        #expect(decide(owners: [(nil, "com.example.album")]) == "pad com.example.album")
    }

    @Test func anUnreachableDeviceIsNamed() {
        #expect(decide(apps: []).contains("no device of the person has an app for photos.openAlbum"))
        #expect(decide(live: [:]).contains("Naomi's phone, pad is not connected"))
        #expect(decide("Open it on the pad", live: ["phone": 1]).contains("pad is not connected"))
        #expect(decide(live: ["phone": 1]) == "phone com.example.album")
        #expect(decide("on the pad", owners: [("phone", "com.example.album")]).contains("this is not on pad"))
        #expect(decide(owners: [("phone", "a"), ("pad", "b")]).contains("different apps or devices"))
    }

    @Test func ofTwoAppsOnADeviceOneIsPreferredOrThePersonIsAsked() {
        let apps = [Self.phone, Self.pics]
        let question = decide(apps: apps)
        #expect(question.contains("com.example.album, org.other.pics") && question.contains("Ask the person"))
        #expect(decide(apps: apps, defaults: ["phone": "org.other.pics"]) == "phone org.other.pics")
        #expect(
            decide(apps: apps, sender: SendingDevice(id: "phone", app: "com.example.album"))
                == "phone com.example.album"
        )
        #expect(decide("Open Summer in Pics", apps: apps) == "phone org.other.pics")
        #expect(decide("Pics", apps: apps) == "phone org.other.pics")
        #expect(decide("picsで夏を開いて", apps: apps) == "phone org.other.pics")
        // A word of the request is no name of an app.
        #expect(decide("Open the album Summer", apps: apps).contains("Ask the person"))
        #expect(decide(apps: apps, owners: [("phone", "org.other.pics")]) == "phone org.other.pics")
    }
}
