import Secrets
import StreamingJSON
import Testing
import ToolDeclarations

/// Signatures beside those of botocore 1.44.5 for the same requests, key and time.
@Suite struct SigV4Tests {
    struct Vector: Sendable {
        var request: DeclaredRequest
        var service: String
        var session: String?
        var signed: String
        var signature: String

        init(
            _ method: String,
            _ url: String,
            _ headers: KeyValuePairs<String, String>,
            body: String?,
            service: String,
            session: String?,
            signed: String,
            signature: String
        ) {
            request = DeclaredRequest(
                method: method,
                url: url,
                headers: headers.map { .init($0.key, $0.value) },
                body: body.map { Array($0.utf8) }
            )
            (self.service, self.session, self.signed, self.signature) = (service, session, signed, signature)
        }
    }

    static let vectors = [
        Vector(
            "GET",
            "https://dynamodb.eu-central-1.amazonaws.com/",
            [:],
            body: nil,
            service: "dynamodb",
            session: nil,
            signed: "host;x-amz-date",
            signature: "50973cc91618342a08e479d47937d4773feb05062a99aa2c559fa4d4cdf3e325"
        ),
        Vector(
            "GET",
            "https://api.test/v1/items?b=2&a=1",
            [:],
            body: nil,
            service: "execute-api",
            session: nil,
            signed: "host;x-amz-date",
            signature: "a1ad78506dbe278fcf9f629d59f4c30c198e3c62a54539d944aba86ba1009e3f"
        ),
        Vector(
            "GET",
            "https://api.test/v1/items?k=2&k=1&k=10",
            [:],
            body: nil,
            service: "execute-api",
            session: nil,
            signed: "host;x-amz-date",
            signature: "f092d3efee1f8b6ae0d7d35c7124466a43185bd69231dc611377bb438c03aea3"
        ),
        Vector(
            "GET",
            "https://api.test/v1/a%20b/%E4%BA%AC%E9%83%BD%3A%3D%2A?q=a%20b%2Bc",
            [:],
            body: nil,
            service: "execute-api",
            session: nil,
            signed: "host;x-amz-date",
            signature: "8d7286025dcce700019b2dc9a68abe70476e689a9692c9165ac81ded8c00b4c6"
        ),
        Vector(
            "GET",
            "https://api.test/v1/items?acl=",
            [:],
            body: nil,
            service: "execute-api",
            session: nil,
            signed: "host;x-amz-date",
            signature: "a9c6863904afaf54ae86336c5d49841c079920974602a8fc79c85ca7fcedd02c"
        ),
        Vector(
            "POST",
            "https://api.test/v1/items",
            ["Content-Type": "application/json"],
            body: #"{"a":1}"#,
            service: "execute-api",
            session: "SESSION/token==",
            signed: "content-type;host;x-amz-date;x-amz-security-token",
            signature: "e2774bd072001f919437b17c9fee71582b9af676ff84dc1e412000a2f9d7f570"
        ),
        Vector(
            "POST",
            "https://api.test:8443/v1/items",
            ["Content-Type": "application/x-www-form-urlencoded", "X-Note": "a   b  c"],
            body: "a=1&b=2",
            service: "sqs",
            session: nil,
            signed: "content-type;host;x-amz-date;x-note",
            signature: "517ff07e421d3d294fc0ebbcae2982f9a94ddb140107ed0baeb9861b40f55e89"
        ),
        Vector(
            "PUT",
            "https://bucket.s3.eu-central-1.amazonaws.com/a%20b/c%2Bd",
            ["Content-Type": "text/plain"],
            body: "hello",
            service: "s3",
            session: nil,
            signed: "content-type;host;x-amz-content-sha256;x-amz-date",
            signature: "6f40365b9cd5a1f2505e4df6eb320b0f5ad4ad366881563d669cba50312fa898"
        ),
        Vector(
            "GET",
            "https://bucket.s3.eu-central-1.amazonaws.com/?list-type=2&prefix=a%2Fb",
            [:],
            body: nil,
            service: "s3",
            session: "SESSION",
            signed: "host;x-amz-content-sha256;x-amz-date;x-amz-security-token",
            signature: "a90143570116e152f9d41f2b16d8f42c947075659cd93ddb9d0a208faab7e40a"
        ),
    ]

    @Test(arguments: vectors) func aRequestIsSigned(vector: Vector) throws {
        var key: JSONObject = ["id": "AKIDEXAMPLE", "secret": "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"]
        if let session = vector.session { key["session"] = .string(session) }
        let placement = KeyPlacement(parts: [.sigV4(region: "eu-central-1", service: vector.service)])
        let secret = SecretString(JSONValue.object(key).serialized())
        let credentials = try placement.credentials(secret, for: vector.request, at: 1_763_967_420)
        let fields = Dictionary(uniqueKeysWithValues: credentials.headers.map { ($0.name, text($0.value)) })
        #expect(
            fields["Authorization"]
                == "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20251124/eu-central-1/\(vector.service)/aws4_request, "
                + "SignedHeaders=\(vector.signed), Signature=\(vector.signature)"
        )
        #expect(fields["X-Amz-Date"] == "20251124T065700Z")
        #expect(fields["X-Amz-Security-Token"] == vector.session)
    }

    @Test func aKeyWithoutItsPartsIsRefused() {
        let placement = KeyPlacement(parts: [.sigV4(region: "eu-central-1", service: "s3")])
        for key in ["", "word", "{", "[]", "{\"id\":\"a\"}", "{\"id\":1,\"secret\":\"b\"}"] {
            let fault = #expect(throws: KeyFormFault.self) {
                try placement.credentials(
                    SecretString(key),
                    for: DeclaredRequest(method: "GET", url: "https://a.test/"),
                    at: 0
                )
            }
            #expect(fault?.message.contains("store it as a JSON object") == true)
        }
    }
}

/// Returns a secret's text.
func text(_ secret: SecretString) -> String { secret.withBytes { String(decoding: $0, as: UTF8.self) } }
