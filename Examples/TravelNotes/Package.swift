// swift-tools-version: 6.2

// A program that uses Torii's libraries like any other package. scripts/example builds and runs it; Documentation/UseTheLibraries.md
// explains it.

import PackageDescription

// scripts/example sets TORII_URL and a branch to build against a repository instead of the sources around this folder. Another program
// needs one line instead: .package(url: "https://…/torii.git", branch: "main").
let url = Context.environment["TORII_URL"]
let branch = Context.environment["TORII_BRANCH"] ?? "main"

// SwiftPM names a package by the last part of its URL.
let lastPart = url?.split(separator: "/").last.map(String.init) ?? "torii"
let torii = lastPart.hasSuffix(".git") ? String(lastPart.dropLast(4)) : lastPart

let package = Package(
    name: "travel-notes",
    dependencies: [
        url.map { .package(url: $0, branch: branch) } ?? .package(name: "torii", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "TravelNotes",
            dependencies: [
                .product(name: "LanguageModels", package: torii),
                .product(name: "LLMCodable", package: torii),
                .product(name: "ModelProviders", package: torii),
            ]
        )
    ],
    swiftLanguageModes: [.v6]
)
