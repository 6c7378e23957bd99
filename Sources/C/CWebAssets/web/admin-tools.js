// The tools of files and of other servers: what is in use, what is faulty, and trial calls.
import { ApiError, api, el } from "./base.js";
import { locale, t } from "./i18n.js";
import { speak } from "./admin-words.js";
import { badge, facts, section } from "./admin-parts.js";
import { FormDialog, ask, askToEnd, checkField, choiceField, field, stays, textField } from "./form.js";
import { browserZone, count, duration, moment } from "./format.js";
import { DataTable, emptyState } from "./table.js";

speak({
  "tools.files": ["Files of declared tools", "宣言ツールのファイル"],
  "tools.no-folder": [
    "The server has no folder of tools. Set TORII_TOOLS_DIR and restart the server.",
    "ツールのフォルダーがありません。TORII_TOOLS_DIR を設定し、サーバーを再起動してください。",
  ],
  "tools.files.none": ["No file declares tools.", "ツールを宣言するファイルはありません。"],
  "tools.definitions": ["Tools of other servers (MCP)", "他のサーバーのツール（MCP）"],
  "tools.definitions.none": ["No tool of another server is known.", "他のサーバーのツールはありません。"],
  "file": ["File", "ファイル"],
  "file.upstream": ["Upstream", "サービス"],
  "file.tools": ["Tools", "ツール"],
  "file.good": ["in use", "使用中"],
  "file.faulty": ["faulty", "問題あり"],
  "file.older": ["The tools of its last valid text stay in use.", "最後に有効だった内容のツールを使い続けます。"],
  "file.try": ["Try…", "試す…"],
  "file.edit": ["Edit…", "編集…"],
  "file.remove": ["Remove…", "削除…"],
  "file.check": ["Check a file", "ファイルを確認"],
  "file.check.title": ["Check or store a file of tools", "ツールのファイルを確認・保存"],
  "file.check.intro": [
    "The text is checked beside the other files. Nothing changes until you store it; a faulty text is never stored.",
    "他のファイルとあわせて確認します。保存するまで何も変わらず、問題のある内容は保存されません。",
  ],
  "file.name": ["Name of the file", "ファイル名"],
  "file.text": ["Text", "内容"],
  "file.check.verb": ["Check", "確認"],
  "file.store": ["Store", "保存"],
  "file.checked": ["The text is valid. It declares:", "有効な内容です。宣言されるツール："],
  "file.stored": ["{file} is stored, and its tools are offered.", "{file} を保存しました。ツールが使えます。"],
  "file.changed": [
    "Somebody has changed this file since you opened it. To replace their text by yours, check and store yours again.",
    "開いてからほかの人がこのファイルを変更しました。自分の内容に置き換えるには、もう一度確認して保存してください。",
  ],
  "file.present": ["Its present text", "現在の内容"],
  "file.pick": ["Choose a file", "ファイルを選択"],
  "file.no-tools": ["no tools", "ツールなし"],
  "file.remove.title": ["Remove {file}?", "{file} を削除しますか"],
  "file.remove.text": ["Its tools are no longer offered, and calls under way end.", "ツールは使えなくなり、実行中の呼び出しは終了します。"],
  "file.remove.verb": ["Remove the file", "ファイルを削除"],
  "file.removed": ["{file} was removed.", "{file} を削除しました。"],
  "try.title": ["Try a tool", "ツールを試す"],
  "try.intro": ["The tool is called for real, with the keys of the vault.", "保管庫のキーを使って実際に呼び出します。"],
  "try.tool": ["Tool", "ツール"],
  "try.arguments": ["Arguments (JSON)", "引数（JSON）"],
  "try.confirm": ["The call may change or send something", "変更や送信を許可する"],
  "try.verb": ["Call it", "呼び出す"],
  "try.json": ["The arguments are not a JSON object.", "引数が JSON オブジェクトではありません。"],
  "try.completed": ["completed", "成功"],
  "try.failed": ["failed", "失敗"],
  "try.output": ["Output, as a model receives it", "モデルが受け取る出力"],
  "try.artifacts": ["Artifacts: {count}", "成果物 {count} 件"],
  "left-out": ["Tools that models are not offered", "モデルに渡されないツール"],
  "left-out.text": [
    "Since the server's start, requests to these models went without these tools.",
    "サーバーの起動以降、これらのモデルへの要求からこれらのツールが除かれました。",
  ],
  "left-out.model": ["Model", "モデル"],
  "left-out.reason": ["Reason", "理由"],
  "left-out.schema": ["its schema cannot be fitted", "スキーマを合わせられません"],
  "left-out.refused": ["refused by the provider", "サービスが拒否しました"],
  "left-out.too_many": ["too many tools", "ツールが多すぎます"],
  "offered": ["Tools and users", "ツールと利用者"],
  "offered.text": [
    "What the users of an app may call. Its clients may call all tools that their scopes cover.",
    "アプリの利用者が呼び出せるツールです。クライアント自体は、権限のあるツールをすべて呼び出せます。",
  ],
  "offered.none": ["The server offers no tools.", "ツールはありません。"],
  "offered.users": ["Users", "利用者"],
  "offered.data": ["Shows data of", "表示するデータ"],
  "offered.public": ["everybody", "全員に共通"],
  "offered.caller": ["the caller", "呼び出し元"],
  "offered.operator": ["the operator", "運用者"],
  "offered.yes": ["with tools:*", "tools:* で可"],
  "offered.no": ["only by name", "個別の指定が必要"],
  "offered.shared": ["only by name, if they share the inventory", "在庫を共有する場合は個別の指定が必要"],
  "definition.server": ["Server", "サーバー"],
  "definition.tool": ["Tool", "ツール"],
  "definition.accepted": ["accepted", "承認済み"],
  "definition.changed": ["changed: waits for you", "変更あり：承認待ち"],
  "definition.new": ["new: waits for you", "新規：承認待ち"],
  "definition.text": ["Description", "説明"],
  "definition.seen": ["Seen", "確認"],
  "definition.accept": ["Accept", "承認"],
  "definition.done": ["The definition of {tool} is accepted.", "{tool} の定義を承認しました。"],
});

/**
 * @param {import("./admin.js").Console} hub
 * @returns {Promise<import("./admin.js").View>}
 */
export async function open(hub) { return new Tools(hub); }

class Tools {
  /** @type {boolean|undefined} whether the server has a folder of tools, once that is known */ hasFolder;

  /** @param {import("./admin.js").Console} hub */
  constructor(hub) {
    this.hub = hub;
    this.title = t("view.tools");
    const mayChange = hub.can("admin:tools");
    const button = (/** @type {string} */ word, /** @type {string} */ name, /** @type {string} */ of, /** @type {() => any} */ action) => el(
      "button",
      { type: "button", class: `quiet ${name}`, "aria-label": `${t(word)} ${of}`, text: t(word), on: { click: action } }
    );
    this.files = new DataTable({
      id: "tool-files", label: t("tools.files"), key: file => file.file, sort: ["file", 1], filter: false,
      columns: [
        { id: "file", label: t("file"), isHeader: true, cell: file => el("code", { text: file.file }), sort: file => file.file },
        { id: "upstream", label: t("file.upstream"), cell: file => file.upstream ?? "–", sort: file => file.upstream ?? "" },
        {
          id: "tools", label: t("file.tools"),
          cell: file => file.tools.length > 0 ? el(
            "span", { class: "chips" },
            ...file.tools.map((/** @type {string} */ name) => el("code", { text: name }))
          ) : "–",
          text: file => file.tools.join(" ")
        },
        {
          id: "state", label: t("state"),
          cell: file => file.fault ? [
            badge("bad", t("file.faulty")),
            el("span", { class: "note fault", lang: "en", text: file.fault }),
            file.tools.length > 0 && el("span", { class: "note label", text: t("file.older") })
          ] : badge("good", t("file.good")),
          sort: file => file.fault ? 0 : 1
        },
        ...(
          mayChange ? [
            {
              id: "actions", label: "", class: "row-actions",
              cell: (/** @type {any} */ file) => [
                file.tools.length > 0 && button("file.try", "try", file.file, () => this.#try(file.tools)),
                button("file.edit", "edit", file.file, () => this.#edit(file.file)),
                button("file.remove", "remove", file.file, () => this.#remove(file))
              ]
            }
          ] : []
        ),
      ],
      empty: () => this.hasFolder === false ? emptyState(t("tools.no-folder"), false) : emptyState(
        t("tools.files.none"),
        mayChange && el("button", { type: "button", text: t("file.check"), on: { click: () => this.#check() } }),
        "torii tools check shop.yaml"
      ),
    });
    this.definitions = new DataTable({
      id: "tool-definitions", label: t("tools.definitions"), key: definition => `${definition.server}/${definition.tool}`, sort: ["server", 1],
      columns: [
        {
          id: "tool", label: t("definition.tool"), isHeader: true,
          cell: definition => el("code", { text: definition.tool }),
          sort: definition => definition.tool
        },
        { id: "server", label: t("definition.server"), cell: definition => definition.server, sort: definition => definition.server },
        {
          id: "state", label: t("state"),
          cell: definition => definition.accepted ? badge("good", t("definition.accepted")) : badge(
            "warn", t(definition.changed ? "definition.changed" : "definition.new")
          ),
          sort: definition => definition.accepted ? 1 : 0
        },
        {
          id: "text", label: t("definition.text"),
          cell: definition => el("span", { class: "description", text: definition.description }),
          text: definition => definition.description
        },
        { id: "seen", label: t("definition.seen"), cell: definition => moment(definition.seen_at), sort: definition => definition.seen_at },
        ...(
          hub.can("admin:keys") ? [
            {
              id: "actions", label: "", class: "row-actions",
              cell: (/** @type {any} */ definition) => definition.accepted ? "" : button(
                "definition.accept", "accept", definition.tool,
                () => this.#accept(definition)
              )
            }
          ] : []
        ),
      ],
      empty: () => emptyState(t("tools.definitions.none"), false),
    });
    this.offered = new DataTable({
      id: "offered-tools", label: t("offered"), key: tool => tool.tool, sort: ["tool", 1],
      columns: [
        { id: "tool", label: t("definition.tool"), isHeader: true, cell: tool => el("code", { text: tool.tool }), sort: tool => tool.tool },
        { id: "data", label: t("offered.data"), cell: tool => t(`offered.${tool.data}`), sort: tool => tool.data },
        {
          id: "users", label: t("offered.users"),
          cell: tool => tool.scope ? [
            badge("warn", t(tool.shared_inventory ? "offered.shared" : "offered.no")), el("code", { text: tool.scope })
          ] : badge("good", t("offered.yes")),
          text: tool => tool.scope ?? "", sort: tool => tool.scope ? 0 : 1
        },
      ],
      empty: () => emptyState(t("offered.none"), false),
    });
    this.leftOut = new DataTable({
      id: "left-out-tools", label: t("left-out"), key: tool => `${tool.tool} ${tool.model} ${tool.host} ${tool.reason}`, sort: ["tool", 1],
      columns: [
        { id: "tool", label: t("definition.tool"), isHeader: true, cell: tool => el("code", { text: tool.tool }), sort: tool => tool.tool },
        {
          id: "model", label: t("left-out.model"),
          cell: tool => [tool.model, el("span", { class: "note label", text: tool.host })],
          sort: tool => tool.model
        },
        {
          id: "reason", label: t("left-out.reason"),
          cell: tool => badge("warn", t(`left-out.${tool.reason}`)),
          sort: tool => tool.reason
        },
      ],
      empty: () => el("span"),
    });
    // Most servers have none, so that the section is there only for those that do.
    this.leftOutSection = section(t("left-out"), {}, el("p", { class: "label", text: t("left-out.text") }), this.leftOut.node);
    this.leftOutSection.hidden = true;
    this.node = el(
      "div", { class: "tools" }, section(t("tools.files"), {}, this.files.node),
      hub.can("admin:read") && section(t("tools.definitions"), {}, this.definitions.node),
      hub.can("admin:read") && section(
        t("offered"), {}, el("p", { class: "label", text: t("offered.text") }), this.offered.node
      ),
      this.leftOutSection
    );
    this.checkButton = el(
      "button", { type: "button", class: "primary check-file", disabled: true, text: t("file.check"), on: { click: () => this.#check() } }
    );
    this.actions = [mayChange && this.checkButton];
    this.read();
    this.timer = setInterval(() => { if (!hub.live.isQuiet) this.read(); }, 30_000);
  }

  close() { clearInterval(this.timer); }

  async read() {
    const show = async (
      /** @type {string} */ path, /** @type {string} */ name, /** @type {DataTable} */ table, /** @type {(answer: any) => void} */ look = () => {}
    ) => {
      table.loading();
      try {
        const answer = await api("GET", path);
        look(answer);
        table.set(answer[name]);
      } catch (error) { table.fail(this.hub.explain(error)); }
    };
    await Promise.all([
      show("/admin/tool-files", "files", this.files, answer => {
        this.hasFolder = answer.has_folder;
        this.checkButton.disabled = !this.hasFolder;
        this.checkButton.title = this.hasFolder ? "" : t("tools.no-folder");
      }),
      this.hub.can("admin:read") ? show("/admin/tools", "tools", this.definitions, answer => {
        this.offered.set(answer.offered ?? []);
        const tools = answer.left_out ?? [];
        this.leftOut.set(tools);
        this.leftOutSection.hidden = tools.length === 0;
      }) : null
    ]);
  }

  /** @param {string} name */
  async #edit(name) {
    try {
      await this.#check(await api("GET", `/admin/tool-files/${encodeURIComponent(name)}`));
    } catch (error) { this.hub.fail(error); }
  }

  /** @param {{ file: string, text: string, digest: string }} [stored] the file to edit */
  async #check(stored) {
    const file = textField(t("file.name"), { value: stored?.file ?? "", required: true, placeholder: "shop.yaml" });
    const area = el("textarea", { rows: 12, spellcheck: "false", autocomplete: "off", required: true });
    area.value = stored?.text ?? "";
    const text = field(t("file.text"), area, undefined, () => area.value);
    const picker = el("input", { type: "file", accept: ".yaml,.yml,.json", on: { change: async () => {
      const picked = picker.files?.[0];
      if (!picked || picked.size > 1_000_000) return;
      area.value = await picked.text();
      if (!file.input.value) file.input.value = picked.name;
    } } });
    const result = el("div", { class: "file-result", role: "status" });
    const dialog = new FormDialog(t("file.check.title"), { verb: t("file.check.verb"), class: "file-dialog wide", intro: [
      el("p", { class: "label", text: t("file.check.intro") })
    ], fields: [file, field(t("file.pick"), picker), text], perform: async () => {
      result.replaceChildren();
      const answer = await this.hub.change("POST", "/admin/tool-files/check", { body: { file: file.value(), text: text.value() } });
      const names = answer.file.tools;
      result.replaceChildren(badge("good", t("file.checked")), el(
        "p", { class: "chips" },
        ...(names.length > 0 ? names : [t("file.no-tools")]).map((/** @type {string} */ tool) => el("code", { text: tool }))
      ),
        ...answer.warnings.map((/** @type {string} */ warning) => el("p", { class: "warning", lang: "en", text: warning })));
      store.hidden = false;
      return stays;
    } });
    const store = el("button", { type: "button", class: "primary store", hidden: true, text: t("file.store"), on: { click: async () => {
      try {
        // The digest makes sure that no change of somebody else is lost.
        const digest = file.value() === stored?.file ? stored?.digest : undefined;
        await this.hub.change("PUT", `/admin/tool-files/${encodeURIComponent(file.value())}`, { body: { text: text.value(), digest } });
        dialog.close();
        this.hub.notice(t("file.stored", { file: file.value() }));
        this.read();
      } catch (error) {
        if (error instanceof ApiError && error.kind === "conflict" && stored) await changed(stored.file, error);
        else dialog.problem.textContent = this.hub.explain(error);
      }
    } } });
    const changed = async (/** @type {string} */ name, /** @type {ApiError} */ error) => {
      // What the person has written stays, and another check and store replace the other change.
      const present = await api("GET", `/admin/tool-files/${encodeURIComponent(name)}`).catch(() => null);
      if (!present) { dialog.problem.textContent = this.hub.explain(error); return; }
      stored = present;
      store.hidden = true;
      dialog.problem.textContent = t("file.changed");
      result.replaceChildren(el("details", { open: true }, el("summary", { text: t("file.present") }), el("pre", { tabindex: "0", text: present.text })));
    };
    // A changed text must be checked again before it is stored.
    for (const input of [file.input, area]) input.addEventListener("input", () => { store.hidden = true; result.replaceChildren(); });
    dialog.form.append(result);
    dialog.verb.className = "";
    dialog.actions.append(store);
    await dialog.ask();
  }

  /** @param {any} file */
  async #remove(file) {
    const isDone = await askToEnd(
      t("file.remove.title", { file: file.file }),
      {
        text: t("file.remove.text"), ends: file.tools, verb: t("file.remove.verb"),
        perform: () => this.hub.change("DELETE", `/admin/tool-files/${encodeURIComponent(file.file)}`)
      }
    );
    if (!isDone) return;
    this.hub.notice(t("file.removed", { file: file.file }));
    this.read();
  }

  /** @param {string[]} names */
  async #try(names) {
    const tool = choiceField(t("try.tool"), names.map(name => [name, name]));
    const area = el("textarea", { rows: 5, spellcheck: "false", autocomplete: "off" });
    area.value = "{}";
    const given = field(t("try.arguments"), area);
    const confirm = checkField(t("try.confirm"));
    const result = el("div", { class: "trial-result", role: "status" });
    const dialog = new FormDialog(t("try.title"), { verb: t("try.verb"), class: "try-dialog wide", intro: [
      el("p", { class: "label", text: t("try.intro") })
    ], fields: [tool, given, confirm], perform: async () => {
      result.replaceChildren();
      /** @type {any} */ let values = null;
      try { values = JSON.parse(area.value || "{}"); } catch { /* Said below. */ }
      if (values === null || typeof values !== "object" || Array.isArray(values)) { dialog.problem.textContent = t("try.json"); return stays; }
      const trial = await this.hub.change(
        "POST", `/admin/tool-trials/${encodeURIComponent(tool.value())}`,
        { body: { arguments: values, confirm: confirm.value(), locale: locale(), time_zone: browserZone() } }
      );
      result.replaceChildren(facts([
        [t("state"), badge(trial.status === "completed" ? "good" : "bad", t(`try.${trial.status}`))],
        [t("took"), duration(trial.duration_ms)]
      ]),
        el("h3", { text: t("try.output") }), el("pre", { class: "output", tabindex: "0", text: trial.output }), ...(
          trial.artifacts.length > 0 ? [
            el(
              "details", {},
              el("summary", { text: t("try.artifacts", { count: count(trial.artifacts.length) }) }),
              el("pre", { tabindex: "0", text: JSON.stringify(trial.artifacts, null, 2) })
            )
          ] : []
        ));
      return stays;
    } });
    dialog.form.append(result);
    dialog.cancel.textContent = t("close");
    await dialog.ask();
  }

  /** @param {any} definition */
  async #accept(definition) {
    const isDone = await ask(`${t("definition.accept")}: ${definition.tool}`, { verb: t("definition.accept"), class: "accept-dialog", intro: [
      el("p", { class: "description", text: definition.description }),
      el("p", { class: "label" }, el("code", { text: definition.digest.slice(0, 16) }))
    ],
      // The digest makes sure that it is the definition that is shown.
      perform: () => this.hub.change(
        "POST", `/admin/tools/${encodeURIComponent(definition.server)}/accept`,
        { body: { tool: definition.tool, digest: definition.digest } }
      ) });
    if (!isDone) return;
    this.hub.notice(t("definition.done", { tool: definition.tool }));
    this.read();
  }
}

