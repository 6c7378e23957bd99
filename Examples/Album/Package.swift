// swift-tools-version: 6.2

// An app whose intents a Torii server calls; Documentation/DeclareAppIntents.md explains it. `make trial-album` runs it.

import PackageDescription

// Another program needs one line instead: .package(url: "https://…/torii.git", branch: "main").
let package = Package(
    name: "album",
    dependencies: [.package(name: "torii", path: "../..")],
    targets: [
        .executableTarget(
            name: "Album",
            dependencies: [
                .product(name: "AssistantIntents", package: "torii"),
                .product(name: "ToriiClient", package: "torii"),
                .product(name: "ToriiDevices", package: "torii"),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
