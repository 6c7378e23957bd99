import AgentWire
import StreamingJSON
import Testing

/// The requests and answers of the admin endpoint: each reads the bytes that it writes.
@Suite struct AdminRoundTripTests {
    private static let check = #"{"result":"invalid","reason":"revoked","at":"2026-11-22T10:00:00Z"}"#
    private static let key =
        #"{"id":"k1","upstream":"openai","label":"first","last_four":"cdef","fingerprint":"0011","state":"active","weight":1,"#
        + #""models":["gpt-5*"],"tools":[],"expires_at":null,"health":{"state":"dead","next_check":"2026-11-22T10:00:00Z","#
        + #""since":"2026-11-21T10:00:00Z"},"last_check":"# + check
        + #","destinations":["https://api.openai.com header authorization"],"unconfirmed":[],"exposed_at":"2026-11-22T10:00:00Z","#
        + #""leases_out":2,"created_at":"2026-11-20T10:00:00Z"}"#
    private static let retiredKey =
        #"{"id":"k2","upstream":"openai","label":"","last_four":null,"fingerprint":"0011","state":"retired","weight":0,"#
        + #""models":[],"tools":["searchWeb"],"expires_at":"2027-01-01T00:00:00Z","health":null,"last_check":null,"#
        + #""destinations":[],"unconfirmed":null,"exposed_at":null,"leases_out":0,"created_at":"2026-11-20T10:00:00Z"}"#
    private static let rotation =
        #"{"id":"r1","upstream":"openai","state":"rolled_back","old_key":"k1","new_key":"k2","last_four":null,"#
        + #""fingerprint":"0011","check":{"result":"verified"},"reason":null,"forced":false,"requested_by":"command-line","#
        + #""leases_out":0,"reversible":true,"created_at":"2026-11-20T10:00:00Z","changed_at":"2026-11-20T10:00:01Z","#
        + #""activated_at":"2026-11-20T10:00:01Z","drains_until":null,"kept_until":null,"erased_at":null}"#
    private static let limits =
        #"{"tokens_per_day":1000,"money_per_month":"2.50","time_zone":"Asia/Tokyo","models":["openai:*"],"effort":"low"}"#
    private static let client =
        #"{"id":"c1","name":"phone","scopes":["chat","tools:*"],"limits":"# + limits
        + #","expires_at":null,"revoked_at":null,"created_at":"2026-11-20T10:00:00Z","changed_at":"2026-11-20T10:00:00Z","#
        + #""tokens":[{"id":"t1","last_four":"abcd","created_at":"2026-11-20T10:00:00Z","expires_at":null}]}"#
    private static let auditRow =
        #"{"action":"client.create","actor":"command-line","hash":"ab","id":3,"object":"clients/c1","outcome":"done","#
        + #""previous_hash":"cd","request_id":"q1","time":"2026-11-20T10:00:00.123Z"}"#
    private static let usage =
        #"{"client":"c1","day":"2026-11-20","model":"openai:gpt-5-mini","turns":2,"unsettled_turns":1,"input_tokens":30,"#
        + #""cached_input_tokens":10,"cache_write_tokens":5,"output_tokens":4,"money":"0.01","unpriced":false}"#
    private static let pool =
        #"{"name":"openai","active_keys":2,"health":{"healthy":1,"resting":0,"out_of_credit":0,"dead":1},"leases_out":0,"#
        + #""rotation":{"id":"r1","state":"draining"}}"#
    private static let definition =
        #"{"server":"shop","tool":"find","accepted":true,"changed":false,"description":"Finds","digest":"0a","#
        + #""seen_at":"2026-11-22T10:00:00Z","accepted_at":null}"#
    private static let stopped =
        #"{"state":"stopped","problem":{"type":"urn:torii:problem:conflict","title":"\#(Problem.Kind.conflict.title)","#
        + #""status":409,"detail":"another re-wrap runs","request_id":"q1"}}"#

    private static let user =
        #""id":"usr_1","kind":"identified","plan":"pro","organization":null,"limits":{"tokens_per_day":null},"blocked_at":null,"#
        + #""valid_from":"2026-11-20T10:00:00Z","created_at":"2026-11-20T10:00:00Z","seen_at":"2026-11-21T10:00:00Z""#

    private static let userAnswers: [WireSample] = [
        WireSample(
            WireEndUserPage.self,
            #"{"users":[{\#(user),"money":"0.01","tokens":7,"currency":"USD","unpriced":true}],"next":"7.0.usr_1"}"#
        ),
        WireSample(WireEndUserPage.self, #"{"users":[],"next":null}"#),
        WireSample(
            WireEndUserReply.self,
            #"{"user":{\#(user)},"identities":[{"issuer":"backend","subject":"anna","linked_at":"2026-11-20T10:00:00Z"}],"#
                + #""applied_limits":{"tokens_per_day":9,"money_per_day":"2.50","storage_mb":9,"models":["a:*"],"model":"a:b","#
                + #""effort":"low","time_zone":"Asia/Tokyo"}}"#
        ),
        WireSample(
            WireEndUserReply.self,
            #"{"user":{\#(user)},"identities":[],"applied_limits":{"storage_mb":9},"stored_bytes":7,"limits":[{"name":"tokens-per-day","quota":9,"#
                + #""used":3,"reserved":0,"share":0.25,"resets_at":null}],"warnings":["small"]}"#
        ),
        WireSample(WireUserSettings.self, #"{"users":null,"revision":0}"#),
        WireSample(WireUserSettings.self, #"{"users":{"scopes":["chat"]},"revision":3,"warnings":["no ceiling"]}"#),
        WireSample(
            WireOwnUser.self,
            #"{"user":{"id":"usr_1","kind":"anonymous","plan":"anonymous","organization":null,"created_at":"2026-11-20T10:00:00Z","#
                + #""identities":[{"issuer":"https://id.example","linked_at":"2026-11-20T10:00:00Z"}]},"limits":[],"#
                + #""applied_limits":{"storage_mb":20,"inventory_items":9,"retention_days":7,"models":["a:*"],"model":"a:b"}}"#
        ),
    ]

    private static let answers: [WireSample] = [
        WireSample(WireList<WireKey>.self, #"{"keys":["# + key + "," + retiredKey + "]}"),
        WireSample(WireList<WireKey>.self, #"{"keys":[]}"#),
        WireSample(WireKeyReply.self, #"{"key":"# + key + #","check":{"result":"unknown","reason":"no network"}}"#),
        WireSample(WireKeyReply.self, #"{"key":null,"check":{"result":"verified"}}"#),
        WireSample(WireKeyReply.self, #"{"key":"# + retiredKey + "}"),
        WireSample(WireKeyHealth.self, #"{"state":"healthy","since":"2026-11-21T10:00:00Z"}"#),
        WireSample(
            WireKeyHealth.self,
            #"{"state":"unchecked","since":"2026-11-21T10:00:00Z","advice":"Check it."}"#
        ),
        WireSample(
            WireKeyHealth.self,
            #"{"state":"out_of_credit","until":"2026-11-21T11:00:00Z","since":"2026-11-21T10:00:00Z"}"#
        ),
        WireSample(WireList<WirePool>.self, #"{"upstreams":["# + pool + "]}"),
        WireSample(WireList<WireRotation>.self, #"{"rotations":["# + rotation + "]}"),
        WireSample(WireRotation.self, rotation),
        WireSample(WireList<WireClient>.self, #"{"clients":["# + client + "]}"),
        WireSample(WireClientReply.self, #"{"client":"# + client + "}"),
        WireSample(
            WireClientReply.self,
            #"{"client":"# + client + #","token":{"id":"t1","secret":"torii_0123"},"warnings":["no prices"]}"#
        ),
        WireSample(
            WireClientConversations.self,
            #"{"client":"c1","conversations":[{"id":"v1","created_at":"2026-11-20T10:00:00Z","updated_at":"2026-11-20T10:00:01Z"}]}"#
        ),
        WireSample(WireConversationDeletion.self, #"{"deleted":2,"busy":["v1"]}"#),
        WireSample(WireList<WireUsageRow>.self, #"{"usage":["# + usage + "]}"),
        WireSample(
            WireList<WireMasterKey>.self,
            #"{"master_keys":[{"id":"0011","current":true,"given":false,"records":7}]}"#
        ),
        WireSample(WireToolDefinitions.self, #"{"tools":["# + definition + "]}"),
        WireSample(
            WireIssuer.self,
            #"{"id":"i","name":"login","kind":"openid","settings":{"preset":"auth0"},"issuer":"https://a/","#
                + #""audiences":["b"],"keys":[{"kid":"k","algorithms":["ES256"]}],"keys_age_seconds":5,"warnings":["w"],"#
                + #""created_at":"2026-11-20T10:00:00Z","changed_at":"2026-11-20T10:00:00Z","revision":1}"#
        ),
        WireSample(WireIssuerTrial.self, #"{"accepted":false,"issuer":null,"steps":["1 shape: ok"],"result":["r"]}"#),
        WireSample(
            WireToolDefinitions.self,
            #"{"tools":[],"left_out":[{"tool":"find","model":"m","host":"127.0.0.1:80","reason":"too_many"}]}"#
        ),
        WireSample(WireRewrapStep.self, #"{"state":"running","master_key":"0011","done":1,"total":2,"damaged":[]}"#),
        WireSample(WireRewrapStep.self, #"{"state":"done","master_key":"0011","done":2,"total":2,"damaged":["k1"]}"#),
        WireSample(WireRewrapStep.self, stopped),
        WireSample(WireAuditPage.self, #"{"rows":["# + auditRow + #"],"next":3}"#),
        WireSample(WireAuditPage.self, #"{"rows":[],"next":null}"#),
        WireSample(WireAuditVerdict.self, #"{"whole":true,"rows":3,"head":"3:ab","fault":null}"#),
        WireSample(
            WireAuditVerdict.self,
            #"{"whole":false,"rows":3,"head":null,"fault":{"row":4,"reason":"changed","detail":"Row 4 was changed."}}"#
        ),
    ]

    private static let moreAnswers: [WireSample] = [
        WireSample(WireKeyHealth.self, #"{"state":"in_doubt","until":null,"since":null}"#),
        WireSample(
            WireClient.self,
            #"{"id":"c1","name":"phone","scopes":[],"limits":{},"expires_at":"2027-01-01T00:00:00Z","revoked_at":null,"#
                + #""created_at":"2026-11-20T10:00:00Z","changed_at":"2026-11-20T10:00:00Z","tokens":[],"currency":"EUR","#
                + #""instructions":"none"}"#
        ),
        WireSample(WireUsageRow.self, String(usage.dropLast()) + #","currency":"EUR"}"#),
        WireSample(WireUsageRow.self, String(usage.dropLast()) + #","user":"usr_1"}"#),
        WireSample(
            WireUsageSummary.self,
            #"{"time_zone":"UTC","buckets":[{"start":"2026-11-20T10:00:00Z","groups":[]}],"groups":[{"key":"c1","turns":2,"#
                + #""unsettled_turns":0,"input_tokens":30,"cached_input_tokens":10,"cache_write_tokens":5,"output_tokens":4,"#
                + #""money":"0.01","currency":"EUR","unpriced":true}],"totals":{"turns":0,"unsettled_turns":0,"input_tokens":0,"#
                + #""cached_input_tokens":0,"cache_write_tokens":0,"output_tokens":0,"money":"0","unpriced":false},"currency":"EUR"}"#
        ),
        WireSample(
            WirePool.Health.self,
            #"{"healthy":1,"resting":2,"out_of_credit":3,"dead":4,"in_doubt":5}"#
        ),
        WireSample(
            WireLimitUse.self,
            #"{"name":"money-per-day","quota":"5.00","used":"1","reserved":"0","share":0.25,"resets_at":null,"currency":"EUR"}"#
        ),
        WireSample(
            WireOfferedModel.self,
            #"{"name":"m","ready":false,"default":true,"ends":"2026-01-01","days_left":-5,"replacement":"b","replaced_by":"c"}"#
        ),
        WireSample(
            WireSignIn.self,
            #"{"id":"s1","page":"console","client":"c1","name":null,"agent":"x","created_at":"2026-11-20T10:00:00Z","#
                + #""used_at":"2026-11-20T10:00:00Z","expires_at":"2026-11-20T10:00:00Z"}"#
        ),
        WireSample(
            WireSignInCode.self,
            #"{"code":"a","page":"chat","name":"phone","expires_at":"2026-11-20T10:00:00Z"}"#
        ),
        WireSample(WireToolAuthorization.self, #"{"server":"a","url":"b","state":"c"}"#),
        WireSample(
            WireToolFiles.self,
            #"{"files":[{"file":"a","upstream":null,"tools":["t"],"fault":"f"}],"has_folder":false}"#
        ),
        WireSample(WireToolFileText.self, #"{"file":"a","text":"","digest":"d"}"#),
        WireSample(
            WireToolTrial.self,
            #"{"tool":"a","status":"failed","output":"o","artifacts":[{"type":"t","content":5}],"duration_ms":3}"#
        ),
        WireSample(
            WireToolDefinitions.self,
            #"{"tools":[],"unreachable":[{"name":"shop","fault":"no connection"}]}"#
        ),
        WireSample(
            WireToolDefinitions.self,
            #"{"tools":[],"offered":[{"tool":"searchWeb","data":"public"},{"tool":"find","data":"operator","scope":"tools:find"},"#
                + #"{"tool":"getInventory","data":"operator","scope":"tools:getInventory","shared_inventory":true}]}"#
        ),
    ]

    private static let allAnswers = userAnswers + answers + moreAnswers

    private static let requests: [WireSample] = [
        WireSample(EndUserChangeRequest.self, #"{"plan":null,"limits":{"tokens_per_day":9},"blocked":true}"#),
        WireSample(EndUserChangeRequest.self, "{}"),
        WireSample(UserSettingsRequest.self, #"{"users":{"scopes":["chat"]},"revision":3}"#),
        WireSample(KeyConfirmation.self, #"{"destinations":["a"]}"#),
        WireSample(SignInCodeRequest.self, #"{"page":"console","client":"c1"}"#),
        WireSample(ToolAcceptanceRequest.self, #"{"tool":"a","digest":null}"#),
        WireSample(ToolAuthorizationRequest.self, #"{"redirect_uri":"http://127.0.0.1:1/"}"#),
        WireSample(ToolRedirectRequest.self, #"{"redirect":"http://127.0.0.1:1/?code=1"}"#),
        WireSample(ToolFileRequest.self, #"{"text":"t","file":"f","digest":"d"}"#),
        WireSample(ToolTrialRequest.self, #"{"arguments":{"a":1},"confirm":true,"locale":"ja","time_zone":"UTC"}"#),
        WireSample(IssuerRequest.self, #"{"name":"login","kind":"key","settings":{"public_keys":["a"]}}"#),
        WireSample(IssuerChangeRequest.self, #"{"name":"login","settings":{},"revision":2}"#),
        WireSample(IssuerChangeRequest.self, "{}"),
        WireSample(IssuerTrialRequest.self, #"{"token":"a.b.c"}"#),
        WireSample(
            ClientRequest.self,
            #"{"name":"phone","limits":{},"instructions":"none","scopes":["chat"],"expires_at":"2027-01-01T00:00:00Z"}"#
        ),
        WireSample(
            KeyRequest.self,
            #"{"secret":"sk-1","label":"first","weight":2,"models":["a"],"tools":["b"],"expires_at":"2027-01-01T00:00:00Z"}"#
        ),
        WireSample(KeyRequest.self, #"{"secret":"sk-1"}"#),
        WireSample(KeyChangeRequest.self, #"{"label":"first","weight":2,"models":[],"tools":["b"],"expires_at":null}"#),
        WireSample(KeyChangeRequest.self, "{}"),
        WireSample(
            RotationRequest.self,
            #"{"secret":"sk-1","force":true,"replaces":"k1","drain_seconds":1,"keep_seconds":2,"expires_at":"2027-01-01T00:00:00Z"}"#
        ),
        WireSample(RotationRequest.self, #"{"secret":"sk-1","force":false}"#),
        WireSample(RollbackRequest.self, #"{"force":true}"#),
        WireSample(
            ClientRequest.self,
            #"{"name":"phone","limits":"# + limits + #","scopes":["chat"],"expires_at":"2027-01-01T00:00:00Z"}"#
        ),
        WireSample(ClientRequest.self, #"{"name":"phone"}"#),
        WireSample(
            ClientChangeRequest.self,
            #"{"name":"phone","scopes":["chat"],"limits":{"requests_per_minute":1,"concurrent_runs":2,"tokens_per_minute":3,"#
                + #""tokens_per_month":4,"money_per_day":"1"},"expires_at":null}"#
        ),
        WireSample(ClientChangeRequest.self, "{}"),
        WireSample(TokenRequest.self, #"{"expires_at":"2027-01-01T00:00:00Z"}"#),
        WireSample(TokenRotationRequest.self, #"{"overlap_seconds":60,"token":"t1"}"#),
        WireSample(TokenRotationRequest.self, "{}"),
    ]

    @Test(arguments: allAnswers + requests) func bytesReadAndWrittenAreTheSame(sample: WireSample) throws {
        #expect(try sample.rewritten() == sample.json)
    }

    @Test(arguments: allAnswers + requests) func aValueThatIsNoObjectIsRefused(sample: WireSample) {
        #expect(sample.faults(in: "text") == ["#"])
    }

    @Test(arguments: allAnswers) func anAnswerMayHaveFieldsOfALaterVersion(sample: WireSample) throws {
        var object = try #require(JSONValue(parsing: sample.json).objectValue)
        object["later"] = 1
        #expect(sample.faults(in: .object(object)) == nil)
    }

    @Test(arguments: requests) func aRequestMayNot(sample: WireSample) throws {
        var object = try #require(JSONValue(parsing: sample.json).objectValue)
        object["later"] = 1
        #expect(sample.faults(in: .object(object)) == ["#/later"])
    }

    @Test(
        arguments: [
            (WireSample(WireList<WireKey>.self, #"{"keys":[{"id":1},7]}"#), "#/keys/0/id", 11),
            (WireSample(WireList<WireKey>.self, "{}"), "#/keys", 1),
            (WireSample(WireList<WireRotation>.self, #"{"rotations":{}}"#), "#/rotations", 1),
            (
                WireSample(
                    WireToolDefinitions.self,
                    #"{"tools":[],"left_out":[{"tool":"a","model":"b","host":"c","reason":"other"}]}"#
                ), "#/left_out/0/reason", 1
            ),
            (WireSample(WireKeyReply.self, #"{"key":5}"#), "#/key", 1),
            (WireSample(WireKeyCheck.self, #"{"result":"perhaps"}"#), "#/result", 1),
            (WireSample(WireClientReply.self, "{}"), "#/client", 1),
            (WireSample(WireClientLimits.self, #"{"tokens_per_week":1}"#), "#/tokens_per_week", 1),
            (WireSample(WireClientLimits.self, #"{"effort":"most"}"#), "#/effort", 1),
            (WireSample(WireRewrapStep.self, #"{"state":"stopped","problem":{"type":"about:blank"}}"#), "#/problem", 1),
            (
                WireSample(ClientRequest.self, #"{"name":"a","limits":{"money_per_day":"2,50"}}"#),
                "#/limits/money_per_day", 1
            ),
            (
                WireSample(ClientRequest.self, #"{"name":"a","limits":{"money_per_day":"1.0000001"}}"#),
                "#/limits/money_per_day", 1
            ),
            (WireSample(ClientRequest.self, #"{"name":"a","limits":5}"#), "#/limits", 1),
            (WireSample(TokenRotationRequest.self, #"{"overlap_seconds":-1}"#), "#/overlap_seconds", 1),
        ]
    )
    func faultsHaveTheirPlaces(sample: WireSample, first: String, count: Int) throws {
        let faults = sample.faults(in: try JSONValue(parsing: sample.json))
        #expect(faults?.first == first)
        #expect(faults?.count == count, "\(faults ?? [])")
    }
}
