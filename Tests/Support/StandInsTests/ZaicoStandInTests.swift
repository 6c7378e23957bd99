import FoundationEssentials
import StandIns
import StreamingJSON
import Testing

@Suite(.timeLimit(.minutes(1)))
struct ZaicoStandInTests {
    private static let token = ["Authorization: Bearer t"]
    private static let path = "/api/v1/inventories"

    @Sendable private static func now() -> Date { Date(timeIntervalSince1970: 1_795_222_800) }  // 2026-11-21 01:00 UTC

    @Test func storesItems() async throws {
        try await ZaicoStandIn.with(items: [], now: Self.now) { standIn in
            let client = RawClient(standIn)
            let created = try await client.send(
                "POST",
                Self.path,
                headers: Self.token,
                body: #"{"title":"検査用ゲージ","quantity":"3","category":"工具,箱"}"#
            )
            #expect(created.status == 200)
            #expect(
                created.body
                    == #"{"code":200,"status":"success","message":"Data was successfully created.","data_id":101}"#
            )
            let updated = try await client.send(
                "PUT",
                Self.path + "/101",
                headers: Self.token,
                body: #"{"place":"第二倉庫"}"#
            )
            #expect(updated.body == #"{"code":200,"status":"success","message":"Data was successfully updated."}"#)
            let item = try #require(try await client.send("GET", Self.path + "/101", headers: Self.token).json)
            #expect(item["quantity"] == "3.0" && item["place"] == "第二倉庫" && item["categories"] == ["工具", "箱"])
            #expect(item["updated_at"] == "2026-11-21T10:00:00+09:00")
            let deleted = try await client.send("DELETE", Self.path + "/101", headers: Self.token)
            #expect(deleted.body == #"{"code":200,"status":"success","message":"Data was successfully deleted."}"#)
            #expect(try await client.send("GET", Self.path, headers: Self.token).json == [])
        }
    }

    @Test func listsInTheDocumentedShape() async throws {
        try await ZaicoStandIn.with { standIn in
            let answer = try await RawClient(standIn).send("GET", Self.path, headers: Self.token)
            #expect(answer.header("Total-Count") == "3")
            #expect(
                answer.json?[0]?.objectValue?.keys == [
                    "id", "title", "quantity", "logical_quantity", "unit", "category", "categories", "state", "place",
                    "etc",
                    "group_tag", "code", "item_image", "optional_attributes", "created_at", "updated_at", "update_date",
                    "create_user_name", "update_user_name", "user_group", "is_quantity_auto_conversion_by_unit",
                    "quantity_auto_conversion_by_unit_name", "quantity_auto_conversion_by_unit_factor", "attachments",
                ]
            )
            #expect(answer.json?[2]?["quantity"] == .null)
        }
    }

    @Test func pagesAndFilters() async throws {
        try await ZaicoStandIn.with(pageSize: 1) { standIn in
            let client = RawClient(standIn)
            let second = try await client.send("GET", Self.path + "?page=2", headers: Self.token)
            #expect(second.json?.arrayValue?.map { $0["title"] } == ["単三乾電池"])
            let link = try #require(second.header("Link"))
            #expect(link.contains("page=1>; rel=\"prev\"") && link.contains("page=3>; rel=\"next\""))
            let first = try #require(try await client.send("GET", Self.path, headers: Self.token).header("Link"))
            #expect(!first.contains("prev") && first.contains("page=3>; rel=\"last\""))
            let filtered = try await client.send(
                "GET",
                Self.path + "/?title=%E5%8D%98%E4%B8%89%E4%B9%BE%E9%9B%BB%E6%B1%A0",
                headers: Self.token
            )
            #expect(filtered.header("Total-Count") == "1" && filtered.json?[0]?["id"] == 102)
        }
    }

    @Test func refusesInvalidRequests() async throws {
        try await ZaicoStandIn.with(tokens: ["t"]) { standIn in
            let client = RawClient(standIn)
            #expect(try await client.send("GET", Self.path).status == 401)
            #expect(try await client.send("GET", Self.path, headers: ["Authorization: Bearer no"]).status == 401)
            #expect(try await client.send("POST", Self.path, headers: Self.token, body: "{}").status == 400)
            #expect(try await client.send("POST", Self.path, headers: Self.token, body: "no").status == 400)
            for method in ["GET", "PUT", "DELETE"] {
                let missing = try await client.send(
                    method,
                    Self.path + "/9",
                    headers: Self.token,
                    body: #"{"title":"x"}"#
                )
                #expect(missing.body == #"{"code":404,"status":"error","message":"Inventory not found"}"#)
            }
            #expect(standIn.items.count == 3)
        }
    }
}
