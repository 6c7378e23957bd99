// The keys of the upstreams: their pools, their health, and what can be done with them.
import { el } from "./base.js";
import { t } from "./i18n.js";
import { speak } from "./admin-words.js";
import { checkBadge, expiry, keyBadge, keyName, keyState, moreActions, section, tail } from "./admin-parts.js";
import { HealthTimelines } from "./admin-health.js";
import { Stepper, openRotations, rotate, rotationTable, suspicion } from "./admin-rotation.js";
import { ask, askToEnd, changedMembers, choiceField, numberField, secretField, textField, timeField } from "./form.js";
import { count, moment, relative } from "./format.js";
import { DataTable, emptyState } from "./table.js";

speak({
  "key": ["Key", "キー"],
  "key.fingerprint": ["Fingerprint", "指紋"],
  "key.weight": ["Weight", "重み"],
  "key.weight.hint": ["The key's share of the calls, 0 to 1000. 0 makes it a spare.", "呼び出しの配分。0〜1000、0 は予備。"],
  "key.check": ["Last check", "最終確認"],
  "key.leases": ["In use", "使用中"],
  "key.secret": ["Key", "キー"],
  "key.models": ["Only for these models", "使用するモデルの限定"],
  "key.tools": ["Only for these tools", "使用するツールの限定"],
  "key.names.hint": ["Names separated by commas; empty for all.", "カンマ区切り。空欄はすべて。"],
  "key.restrict": ["Restrict it to models or tools", "モデルやツールを限定"],
  "key.spare": ["spare", "予備"],
  "key.add": ["Add a key", "キーを追加"],
  "key.add.intro": ["The key is checked with its upstream first; one that is refused is not stored.", "先にサービスで確認します。拒否されたキーは保存されません。"],
  "key.add.verb": ["Add", "追加"],
  "key.added": ["The key was added: {check}.", "キーを追加しました：{check}。"],
  "key.added.unknown": ["The key was added, but could not be checked: {reason}", "キーを追加しましたが、確認できませんでした：{reason}"],
  "key.add.to": ["Add a key to {pool}", "{pool} にキーを追加"],
  "key.do.check": ["Check", "確認"],
  "key.do.restore": ["Restore", "復帰"],
  "key.do.edit": ["Change…", "変更…"],
  "key.do.remove": ["Remove…", "削除…"],
  "key.checked": ["{key}: {check}.", "{key}：{check}。"],
  "key.restored": ["{key} is used again.", "{key} を再び使用します。"],
  "key.edit": ["Change {key}", "{key} の変更"],
  "key.remove.title": ["Remove the key {key}?", "キー {key} を削除しますか"],
  "key.remove.text": ["It is erased from the vault and cannot be brought back.", "保管庫から消去され、元に戻せません。"],
  "key.remove.leases": ["calls that use it now and may fail: {count}", "使用中の呼び出し {count} 件が失敗することがあります"],
  "key.remove.last": ["It is the last key of {pool}: its models or tools cannot be called without one", "{pool} の最後のキーです。キーがないとモデルやツールを呼び出せません"],
  "key.remove.verb": ["Remove the key", "キーを削除"],
  "key.removed": ["The key was removed.", "キーを削除しました。"],
  "key.remove.type": ["Type the name of the pool, {name}", "プール名 {name} を入力"],
  "key.until": ["used again {time}", "{time}に再開"],
  "key.next-check": ["next check {time}", "次の確認 {time}"],
  "key.since": ["since {time}", "{time}から"],
  "key.no-check": ["not checked yet", "未確認"],
  "key.table": ["Keys of {pool}", "{pool} のキー"],
  "key.none": ["{pool} has no key.", "{pool} にはキーがありません。"],
  "keys.none": ["No upstream has a key. The built-in model works without one.", "キーがまだありません。内蔵モデルはキーなしで動きます。"],
  "keys.without": ["Upstreams without a key", "キーのないサービス"],
  "keys.unknown": ["There is no upstream {pool} that takes keys.", "キーを使うサービス {pool} はありません。"],
  "key.erased": ["kept for a roll-back", "元に戻すために保存中"],
  "key.exposed": ["exposed {time}: an answer of {pool} had it. Rotate it.", "{time}に {pool} の応答に含まれました。ローテーションしてください。"],
  "key.unconfirmed": ["not sent to {places} until you permit it", "許可するまで {places} には送信しません"],
  "key.do.permit": ["Permit…", "許可…"],
  "key.permit.title": ["Send the key {key} to another place?", "キー {key} を別の送信先に送りますか"],
  "key.permit.text": ["The file of {pool} names a place that the key was not stored for:", "{pool} のファイルの送信先は、キーの保存時と異なります："],
  "key.permit.verb": ["Permit", "許可"],
  "key.permitted": ["{key} may be sent to {places}.", "{key} を {places} に送信できます。"],
});

const path = (/** @type {any} */ key) => `/admin/upstreams/${encodeURIComponent(key.upstream)}/keys/${key.id}`;

/**
 * @param {import("./admin.js").Console} hub
 * @param {string[]} address
 * @returns {Promise<import("./admin.js").View>}
 */
export async function open(hub, address) {
  if (address[0] === "rotations") return openRotations(hub, address.slice(1));
  const pool = address[0];
  const view = new Keys(hub, pool);
  const mayChange = hub.can("admin:keys");
  return { title: pool ?? t("view.keys"), up: pool ? ["#/keys", t("view.keys")] : undefined, node: view.node, close: () => view.close(), actions: [
    pool ? false : el("a", { class: "button", href: "#/rotations", text: t("rotations") }), mayChange && el(
      "button",
      { type: "button", class: "primary add-key", text: t("key.add"), on: { click: () => addKey(hub, pool) } }
    )] };
}

/** All pools, or one with its rotations. */
class Keys {
  /** @type {Map<string, Pool>} */ pools = new Map();

  /**
   * @param {import("./admin.js").Console} hub
   * @param {string|undefined} only
   */
  constructor(hub, only) {
    this.hub = hub;
    this.only = only;
    this.list = el("div", { class: "pool-list" });
    this.rest = el("div", { class: "pool-rest" });
    this.node = el("div", { class: "keys" }, this.list, this.rest);
    this.ends = [hub.live.on("keys", () => this.#draw()), hub.live.on("rotations", () => this.#draw())];
    if (only) {
      const rotations = rotationTable(hub, rotation => rotation.upstream === only);
      this.ends.push(rotations.end);
      this.node.append(section(t("rotations"), {}, rotations.node));
    }
    hub.live.ready.then(() => this.#draw());
    this.timer = setInterval(() => { if (!hub.live.isQuiet) for (const pool of this.pools.values()) pool.health.read(); }, 60_000);
  }

  close() {
    clearInterval(this.timer);
    for (const end of this.ends) end();
  }

  #draw() {
    const { live } = this.hub;
    const keysOf = (/** @type {string} */ name) => [...live.keys.values()].filter(key => key.upstream === name);
    const names = [...live.upstreams.keys()].sort();
    const shown = this.only ? [this.only] : names.filter(name => keysOf(name).length > 0);
    for (const [name, pool] of this.pools) if (!shown.includes(name)) { pool.node.remove(); this.pools.delete(name); }
    for (const name of shown) {
      let pool = this.pools.get(name);
      if (!pool) {
        pool = new Pool(this.hub, name, this.only === undefined);
        this.pools.set(name, pool);
        const after = [...this.pools.keys()].sort().find(known => known > name && this.pools.get(known)?.node.isConnected);
        this.list.insertBefore(pool.node, after ? this.pools.get(after)?.node ?? null : null);
      }
      pool.set(keysOf(name));
    }
    const empty = names.filter(name => keysOf(name).length === 0);
    const mayChange = this.hub.can("admin:keys");
    if (this.only) {
      if (!names.includes(this.only)) this.list.replaceChildren(el("p", { class: "problem", text: t("keys.unknown", { pool: this.only }) }));
      return;
    }
    const state = empty.join() + shown.length;
    if (this.rest.dataset.state === state) return;
    this.rest.dataset.state = state;
    this.rest.replaceChildren();
    if (shown.length === 0) {
      const add = mayChange && el("button", { type: "button", text: t("key.add"), on: { click: () => addKey(this.hub) } });
      this.rest.append(emptyState(t("keys.none"), add, "torii keys add openai --label first < key.txt"));
    }
    if (empty.length > 0) this.rest.append(section(t("keys.without"), {}, el("ul", { class: "chips" }, ...empty.map(name => el("li", {}, this.#chip(name))))));
  }

  /**
   * The name of an upstream without a key; with the scope, a button that adds one.
   * @param {string} name
   */
  #chip(name) {
    if (!this.hub.can("admin:keys")) return el("span", { class: "chip", text: name });
    const label = t("key.add.to", { pool: name });
    return el("button", { type: "button", class: "chip", "aria-label": label, text: `+ ${name}`, on: { click: () => addKey(this.hub, name) } });
  }
}

/** A pool: its keys, its rotation while one is under way, and its health over time. */
class Pool {
  /** @type {string|undefined} */ states;

  /**
   * @param {import("./admin.js").Console} hub
   * @param {string} name
   * @param {boolean} isOneOfMany
   */
  constructor(hub, name, isOneOfMany) {
    this.hub = hub;
    this.name = name;
    const mayChange = hub.can("admin:keys");
    const add = () => mayChange && el("button", { type: "button", text: t("key.add"), on: { click: () => addKey(hub, name) } });
    this.table = new DataTable({
      id: `keys-${name}`, label: t("key.table", { pool: name }), key: key => key.id, sort: ["label", 1], filter: false,
      columns: this.#columns(mayChange),
      rowClass: key => key.state === "retired" ? "retired" : "",
      empty: () => emptyState(t("key.none", { pool: name }), add(), `torii keys add ${name} < key.txt`),
    });
    this.stepper = new Stepper(hub, true);
    this.rotation = el("div", { class: "panel pool-rotation", hidden: true });
    this.rotationLink = el("a", { text: t("rotation") });
    this.rotation.append(el("h3", {}, this.rotationLink), this.stepper.node);
    this.health = new HealthTimelines(name, id => keyState(hub.live.keys.get(id) ?? {}) === "unchecked");
    const actions = [
      isOneOfMany && el(
        "a",
        { class: "button quiet", href: `#/keys/${encodeURIComponent(name)}`, "aria-label": `${t("details")}: ${name}`, text: t("details") }
      ),
      mayChange && el(
        "button",
        { type: "button", class: "rotate", "aria-label": `${t("rotate")} ${name}`, text: t("rotate"), on: { click: () => rotate(hub, name) } }
      )
    ];
    this.rotateButton = actions[1];
    this.node = section(name, { class: "pool", id: `pool-${name}`, actions }, this.table.node, this.rotation, this.health.node);
    this.health.read();
  }

  /** @param {any[]} keys */
  set(keys) {
    const states = keys.map(key => key.id + keyState(key)).join();
    // A change of state is a new part of a strip: one that has a length only after a moment.
    if (this.states !== undefined && this.states !== states) setTimeout(() => this.health.read(), 1500);
    this.states = states;
    this.table.set(keys);
    if (this.rotateButton) this.rotateButton.disabled = !keys.some(key => key.state === "active");
    this.health.node.hidden = keys.length === 0;
    const rotations = [...this.hub.live.rotations.values()].filter(rotation => rotation.upstream === this.name).sort(
      (first, second) => second.created_at.localeCompare(first.created_at)
    );
    const shown = rotations.find(
      rotation => ["requested", "verifying", "active", "draining"].includes(rotation.state)
    ) ?? rotations.find(rotation => rotation.reversible);
    this.rotation.hidden = !shown;
    if (!shown) return;
    this.rotationLink.href = `#/rotations/${shown.id}`;
    this.stepper.set(shown);
  }

  /** @param {boolean} mayChange */
  #columns(mayChange) {
    /** @type {import("./table.js").Column[]} */
    const columns = [
      { id: "label", label: t("key"), isHeader: true, cell: key => [el(
        "span", { class: "key-label", text: key.label || t("unlabelled") }
      ), " ", tail(key.last_four),
        el(
          "span", { class: "note label" }, `${t("key.fingerprint")} `,
          el("code", { class: "fingerprint", title: key.fingerprint, text: key.fingerprint.slice(0, 8) })
        ), ...this.#restrictions(key)], sort: key => key.label, text: key => `${key.label} ${key.last_four} ${key.fingerprint}` },
      { id: "state", label: t("state"), cell: key => this.#state(key), sort: key => t(`state.${keyState(key)}`) },
      {
        id: "weight", label: t("key.weight"), isNumeric: true,
        cell: key => key.weight === 0 ? `0 (${t("key.spare")})` : String(key.weight),
        sort: key => key.weight
      },
      { id: "check", label: t("key.check"), cell: key => this.#check(key), sort: key => key.last_check?.at ?? "" },
      { id: "leases", label: t("key.leases"), isNumeric: true, cell: key => count(key.leases_out), sort: key => key.leases_out },
      { id: "expires", label: t("expires"), cell: key => expiry(key.expires_at), sort: key => key.expires_at ?? "" },
    ];
    if (mayChange) columns.push({ id: "actions", label: "", class: "row-actions", cell: key => this.#actions(key) });
    return columns;
  }

  /** @param {any} key */
  #restrictions(key) {
    const names = [...key.models, ...key.tools];
    return names.length === 0 ? [] : [el("span", { class: "restriction label", text: names.join(", ") })];
  }

  /** @param {any} key */
  #state(key) {
    const health = key.health ?? {};
    const notes = [];
    if (key.state === "retired") notes.push(t("key.erased"));
    if (health.state && health.state !== "healthy") {
      if (health.since) notes.push(t("key.since", { time: relative(health.since) }));
      if (health.until) notes.push(t("key.until", { time: relative(health.until) }));
      if (health.next_check) notes.push(t("key.next-check", { time: relative(health.next_check) }));
    }
    const warnings = [
      key.exposed_at && t("key.exposed", { pool: key.upstream, time: relative(key.exposed_at) }),
      key.unconfirmed && t("key.unconfirmed", { places: key.unconfirmed.join(", ") })
    ];
    return [
      keyBadge(keyState(key)),
      health.advice && el("span", { class: "note cause", lang: "en", text: health.advice }),
      ...warnings.map(text => text && el("span", { class: "note cause", text })),
      notes.length > 0 && el("span", { class: "note label", text: notes.join(" · ") })
    ];
  }

  /** @param {any} key */
  #check(key) {
    const check = key.last_check;
    if (!check) return el("span", { class: "missing", text: t("key.no-check") });
    return [
      checkBadge(check),
      " ",
      check.at && el("span", { class: "note label" }, moment(check.at)),
      check.result === "unknown" && check.reason && el("span", { class: "note cause", lang: "en", text: check.reason })
    ];
  }

  /** @param {any} key */
  #actions(key) {
    const { hub } = this;
    const isActive = key.state === "active";
    const button = (/** @type {string} */ word, /** @type {string} */ name, /** @type {() => any} */ action) => el(
      "button",
      { type: "button", class: `quiet ${name}`, "aria-label": `${t(word)} ${keyName(key)}`, text: t(word), on: { click: action } }
    );
    /** @type {[string, string, () => any][]} */
    const more = [["danger remove", t("key.do.remove"), () => removeKey(hub, key)]];
    if (!isActive) return moreActions(keyName(key), more);
    const canRestore = ["dead", "in_doubt", "out_of_credit"].includes(keyState(key));
    return [
      key.unconfirmed && button("key.do.permit", "permit", () => permit(hub, key)),
      button("key.do.check", "check", () => check(hub, key)),
      canRestore && button("key.do.restore", "restore", () => restore(hub, key)),
      button("rotate", "rotate", () => rotate(hub, key.upstream, key.id)),
      moreActions(keyName(key), [["edit", t("key.do.edit"), () => editKey(hub, key)], ...more]),
    ];
  }
}

/**
 * @param {import("./admin.js").Console} hub
 * @param {any} key
 */
async function check(hub, key) {
  const button = /** @type {any} */ (document.activeElement);
  button?.setAttribute("aria-busy", "true");
  try {
    const answer = await hub.change("POST", `${path(key)}/check`);
    if (answer.key) hub.live.put("keys", key.id, answer.key);
    hub.notice(t("key.checked", { key: keyName(key), check: t(`check.${answer.check.result}`) }) + (
      answer.check.reason ? ` ${answer.check.reason}` : ""
    ));
  } catch (error) { hub.fail(error); } finally { button?.removeAttribute("aria-busy"); }
}

/**
 * @param {import("./admin.js").Console} hub
 * @param {any} key
 */
async function restore(hub, key) {
  try {
    const answer = await hub.change("POST", `${path(key)}/restore`);
    hub.live.put("keys", key.id, answer.key);
    hub.notice(t("key.restored", { key: keyName(key) }));
  } catch (error) { hub.fail(error); }
}

/**
 * Permits that a key is sent to where the file of its service sends keys now.
 * @param {import("./admin.js").Console} hub
 * @param {any} key
 */
async function permit(hub, key) {
  const places = key.unconfirmed;
  const answer = await ask(t("key.permit.title", { key: keyName(key) }), { verb: t("key.permit.verb"), class: "permit-dialog", intro: [
    el("p", { text: t("key.permit.text", { pool: key.upstream }) }),
    el("ul", {}, ...places.map((/** @type {string} */ place) => el("li", { text: place })))
  ], perform: () => hub.change("POST", `${path(key)}/confirm`, { body: { destinations: places } }) });
  if (!answer) return;
  hub.live.put("keys", key.id, answer.key);
  hub.notice(t("key.permitted", { key: keyName(key), places: places.join(", ") }));
}

const names = (/** @type {string} */ text) => text.split(",").map(part => part.trim()).filter(Boolean);

/**
 * The fields that a new key and a changed one have in common.
 * @param {any} [key]
 */
function settings(key) {
  const label = textField(t("label"), { value: key?.label, maxlength: 100 });
  const weight = numberField(t("key.weight"), { value: key?.weight ?? 1, min: 0, max: 1000, required: true, hint: t("key.weight.hint") });
  const expires = timeField(t("expires"), key?.expires_at);
  const models = textField(t("key.models"), { value: key?.models.join(", "), hint: t("key.names.hint"), maxlength: 2000 });
  const tools = textField(t("key.tools"), { value: key?.tools.join(", "), hint: t("key.names.hint"), maxlength: 2000 });
  const restrictions = el(
    "details", { class: "advanced", open: Boolean(key?.models.length || key?.tools.length) },
    el("summary", { text: t("key.restrict") }),
    models.node, tools.node
  );
  return { fields: [label, weight, expires, { node: restrictions, input: null, value: () => null }],
    read: () => ({
      label: label.value(), weight: weight.value(), models: names(models.value()), tools: names(tools.value()),
      expires_at: expires.value()
    }) };
}

/**
 * @param {import("./admin.js").Console} hub
 * @param {string} [pool]
 */
async function addKey(hub, pool) {
  const upstreams = [...hub.live.upstreams.keys()].sort();
  const choice = choiceField(t("key.pool"), upstreams.map(name => [name, name]), pool ?? upstreams.find(name => name === "openai"));
  const secret = secretField(t("key.secret"), { warn: text => suspicion(choice.value(), text) });
  choice.input.addEventListener("change", () => secret.input.dispatchEvent(new Event("input")));
  const rest = settings();
  const answer = await ask(t("key.add"), { verb: t("key.add.verb"), class: "add-key-dialog", intro: [
    el("p", { class: "label", text: t("key.add.intro") })
  ], fields: [choice, secret, ...rest.fields], perform: () =>
    hub.change(
      "POST", `/admin/upstreams/${encodeURIComponent(choice.value())}/keys`,
      {
        body: Object.fromEntries(Object.entries({ secret: secret.value(), ...rest.read() }).filter(
          ([, value]) => value !== null && value !== "" && !(Array.isArray(value) && value.length === 0)
        ))
      }
    ) });
  if (!answer) return;
  hub.live.put("keys", answer.key.id, answer.key);
  const { result, reason } = answer.check;
  hub.notice(result === "unknown" && reason ? t("key.added.unknown", { reason }) : t("key.added", { check: t(`check.${result}`) }));
}

/**
 * @param {import("./admin.js").Console} hub
 * @param {any} key
 */
async function editKey(hub, key) {
  const rest = settings(key);
  const before = rest.read();
  const perform = async () => {
    const body = changedMembers(before, rest.read());
    return Object.keys(body).length > 0 ? hub.change("PATCH", path(key), { body }) : null;
  };
  const answer = await ask(t("key.edit", { key: keyName(key) }), { verb: t("save"), class: "edit-key-dialog", fields: rest.fields, perform });
  if (answer) hub.live.put("keys", key.id, answer.key);
}

/**
 * @param {import("./admin.js").Console} hub
 * @param {any} key
 */
async function removeKey(hub, key) {
  const others = [...hub.live.keys.values()].filter(other => other.upstream === key.upstream && other.state === "active" && other.id !== key.id);
  const isLast = key.state === "active" && others.length === 0;
  const ends = [
    key.leases_out > 0 && t("key.remove.leases", { count: count(key.leases_out) }),
    isLast && t("key.remove.last", { pool: key.upstream })
  ];
  const isDone = await askToEnd(t(
    "key.remove.title", { key: keyName(key) }
  ), { text: t("key.remove.text"), ends: /** @type {string[]} */ (ends.filter(Boolean)), verb: t("key.remove.verb"),
    typed: isLast ? key.upstream : undefined, typedLabel: t(
      "key.remove.type", { name: key.upstream }
    ), perform: () => hub.change("DELETE", path(key)) });
  if (!isDone) return;
  hub.live.put("keys", key.id, null);
  hub.notice(t("key.removed"));
}
