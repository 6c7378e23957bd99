// Rotations: the dialog that starts one, its steps as they happen, and the way back.
import { ApiError, Dialog, el, randomKey } from "./base.js";
import { locale, t } from "./i18n.js";
import { speak } from "./admin-words.js";
import { actorNode, badge, clientOfActor, facts, keyBadge, keyName, keyState, rotationBadge, tail } from "./admin-parts.js";
import { choiceField, describe, numberField, askToEnd, secretField, timeField } from "./form.js";
import { moment } from "./format.js";
import { DataTable, emptyState } from "./table.js";

speak({
  "rotate": ["Rotate…", "ローテーション…"],
  "rotate.verb": ["Rotate", "ローテーションする"],
  "rotate.title": ["Rotate a key of {pool}", "{pool} のキーをローテーション"],
  "rotate.intro": [
    "The new key is checked first. If its upstream refuses it, nothing changes; otherwise the next call uses it, and no call fails.",
    "新しいキーを先に確認します。拒否された場合は何も変わりません。有効なら次の呼び出しから使われ、失敗する呼び出しはありません。",
  ],
  "rotate.replaces": ["Key to replace", "置き換えるキー"],
  "rotate.secret": ["New key", "新しいキー"],
  "rotate.drain": ["Wait for running calls (seconds)", "実行中の呼び出しを待つ時間（秒）"],
  "rotate.keep": ["Keep the old key (seconds)", "古いキーを残す時間（秒）"],
  "rotate.expires": ["The new key expires", "新しいキーの有効期限"],
  "rotate.more": ["Times", "時間の設定"],
  "rotate.lost": [
    "The reply of the server was lost. The same request can be sent again: a rotation that was started is not started twice.",
    "サーバーの応答が失われました。同じ要求を再送できます。開始済みのローテーションが二重に始まることはありません。",
  ],
  "rotate.again": ["Send the same request again", "同じ要求を再送"],
  "rotate.another": ["Try another key", "別のキーを試す"],
  "rotate.unknown": ["The new key could not be checked, so the old key stays in use.", "新しいキーを確認できなかったため、古いキーを使い続けます。"],
  "rotate.refused": ["The upstream refused the new key. The old key stays in use.", "新しいキーが拒否されました。古いキーを使い続けます。"],
  "rotate.rejected": ["Nothing was changed.", "何も変更されていません。"],
  "rotate.force": ["Use it unchecked…", "確認せずに使う…"],
  "rotate.force.title": ["Use a key that was not checked?", "未確認のキーを使いますか"],
  "rotate.force.text": [
    "If the upstream refuses the new key, calls fail until it is rolled back. The old key is kept for a roll-back.",
    "新しいキーが拒否されると、元に戻すまで呼び出しが失敗します。古いキーは元に戻すために残ります。",
  ],
  "rotate.force.verb": ["Use it unchecked", "確認せずに使う"],
  "rotate.force.type": ["Type the name of the pool, {name}", "プール名 {name} を入力"],
  "rotate.done": ["The new key is in use.", "新しいキーを使用中です。"],
  "rotate.sending": ["The request is on its way…", "要求を送信中…"],
  "key.pool": ["Pool", "プール"],
  "rotation": ["Rotation", "ローテーション"],
  "rotations": ["Rotations", "ローテーション履歴"],
  "rotations.none": ["No key was rotated yet.", "まだローテーションはありません。"],
  "rotation.of": ["Rotation of {pool}", "{pool} のローテーション"],
  "rotation.steps": ["Steps of the rotation", "ローテーションの段階"],
  "rotation.check": ["Check of the new key", "新しいキーの確認"],
  "rotation.new": ["New key", "新しいキー"],
  "rotation.old": ["Old key", "古いキー"],
  "rotation.reason": ["Reason", "理由"],
  "rotation.leases": ["Calls on the old key", "古いキーを使う呼び出し"],
  "rotation.drains": ["Waits for them until", "待機の期限"],
  "rotation.kept": ["Old key kept until", "古いキーの保存期限"],
  "rotation.erased": ["Old key erased", "古いキーの消去"],
  "rotation.by": ["Requested by", "要求者"],
  "rotation.forced": ["forced: the new key was not checked", "強制：新しいキーは未確認"],
  "rotation.changed": ["Changed", "変更"],
  "rotation.missing": ["This rotation is no longer stored.", "このローテーションは保存されていません。"],
  "rollback": ["Roll back…", "元に戻す…"],
  "rollback.title": ["Roll this rotation back?", "ローテーションを元に戻しますか"],
  "rollback.text": ["The old key is checked and used again. The new key is erased.", "古いキーを確認してから再び使います。新しいキーは消去されます。"],
  "rollback.ends": ["the key ····{four} of {pool}", "{pool} のキー ····{four}"],
  "rollback.leases": ["calls that use it now and may fail: {count}", "使用中の呼び出し {count} 件が失敗することがあります"],
  "rollback.verb": ["Roll back", "元に戻す"],
  "rollback.done": ["The old key is in use again.", "古いキーを再び使用中です。"],
  "rollback.force.title": ["Put the old key back unchecked?", "未確認のまま古いキーに戻しますか"],
  "rollback.force.text": [
    "The old key was refused or could not be checked. If its upstream refuses it, calls fail.",
    "古いキーは拒否されたか確認できませんでした。拒否されると呼び出しが失敗します。",
  ],
  "rollback.force.verb": ["Put it back", "元に戻す"],
  "warn.anthropic": ["This looks like a key of Anthropic.", "Anthropic のキーのようです。"],
  "warn.gemini": ["This looks like a key of Google.", "Google のキーのようです。"],
  "warn.openrouter": ["This looks like a key of OpenRouter.", "OpenRouter のキーのようです。"],
  "warn.openai": ["This looks like a key of OpenAI.", "OpenAI のキーのようです。"],
  "warn.torii": ["This is a token of Torii, not a key of an upstream.", "Torii のトークンです。サービスのキーではありません。"],
  "warn.space": ["There is white space inside the key.", "キーの途中に空白があります。"],
});

const path = (/** @type {string} */ name) => `/admin/upstreams/${encodeURIComponent(name)}`;

/** The starts of keys that tell whose they are. */
const starts = [["sk-ant", "anthropic"], ["sk-or-", "openrouter"], ["AIza", "gemini"], ["torii_", "torii"], ["sk-proj-", "openai"]];

/**
 * What is suspicious about a key for a pool.
 * @param {string} pool
 * @param {string} text
 */
export function suspicion(pool, text) {
  if (/\s/.test(text)) return t("warn.space");
  const owner = starts.find(([start]) => text.startsWith(start))?.[1];
  return owner && owner !== pool && ["openai", "anthropic", "gemini", "openrouter"].includes(pool) || owner === "torii" ? t(`warn.${owner}`) : "";
}

const order = ["requested", "verifying", "active", "draining", "retired"];

/** The steps of a rotation, and what is known about it. */
export class Stepper {
  /**
   * @param {import("./admin.js").Console} hub
   * @param {boolean} [isShort] whether an ended rotation shows only what its roll-back needs
   */
  constructor(hub, isShort = false) {
    this.hub = hub;
    this.isShort = isShort;
    this.steps = el("ol", { class: "steps", "aria-label": t("rotation.steps") });
    this.body = el("div", { class: "step-facts" });
    this.actions = el("div", { class: "step-actions" });
    this.node = el("div", { class: "stepper" }, this.steps, this.body, this.actions);
    this.said = "";
  }

  /** @param {any} rotation `null` while it is not known */
  set(rotation) {
    const state = rotation?.state ?? "requested";
    const isOver = state === "rejected" || state === "rolled_back";
    const reached = isOver ? (rotation.activated_at ? 2 : rotation.check ? 1 : 0) : order.indexOf(state);
    const shown = isOver ? [...order.slice(0, reached + 1), state] : order;
    this.node.dataset.state = state;
    this.steps.replaceChildren(...shown.map((step, index) => {
      const isCurrent = step === state;
      const isFailed = isCurrent ? isOver : step === "verifying" && state === "rejected" && rotation.check?.result !== "verified";
      const kind = isFailed ? "failed" : isCurrent ? (step === "retired" ? "done" : "current") : index <= reached ? "done" : "todo";
      return el(
        "li", { class: kind, "data-step": step, "aria-current": isCurrent ? "step" : null },
        el("span", { class: "step-sign", "aria-hidden": "true", text: kind === "done" ? "✓" : kind === "failed" ? "✕" : String(index + 1) }),
        el("span", { class: "step-word", text: t(`rotation.${step}`) })
      );
    }));
    if (this.said !== state) { if (this.said) this.hub.announcer.say(t(`rotation.${state}`)); this.said = state; }
    if (!rotation) { this.body.replaceChildren(el("p", { class: "label", text: t("rotate.sending") })); this.actions.replaceChildren(); return; }
    const { live } = this.hub;
    const [old, fresh] = [live.keys.get(rotation.old_key), live.keys.get(rotation.new_key)];
    const { check } = rotation;
    const isShort = this.isShort && state === "retired";
    const isChecked = state === "rejected" && check?.reason;
    this.body.replaceChildren(facts([
      [
        t("rotation.new"),
        [
          fresh?.label ? `${fresh.label}, ${new Date(rotation.created_at).toLocaleDateString(locale(), { month: "short", day: "numeric" })} ` : "",
          tail(rotation.last_four), " ",
          el("code", { class: "fingerprint", text: rotation.fingerprint.slice(0, 8) }),
          rotation.forced ? el("span", { class: "note warning", text: t("rotation.forced") }) : ""
        ]
      ],
      [t("rotation.old"), old ? [old.label, " ", tail(old.last_four)] : el("code", { text: rotation.old_key.slice(0, 8) })],
      [
        t("rotation.check"),
        check && !isShort ? [
          badge({ verified: "good", invalid: "bad" }[/** @type {string} */ (check.result)] ?? "warn", t(`check.${check.result}`)),
          check.reason ? el("span", { class: "note label", lang: "en", text: check.reason }) : ""
        ] : null
      ],
      // A rejection because of the check has its cause in the row above.
      [t("rotation.reason"), rotation.reason && !isChecked ? el("span", { lang: "en", text: rotation.reason }) : null],
      [t("rotation.leases"), ["active", "draining"].includes(state) ? String(rotation.leases_out) : null],
      [t("rotation.drains"), ["active", "draining"].includes(state) && rotation.drains_until ? moment(rotation.drains_until) : null],
      [t("rotation.kept"), rotation.kept_until && !rotation.erased_at && !isOver ? moment(rotation.kept_until) : null],
      [t("rotation.erased"), rotation.erased_at ? moment(rotation.erased_at) : null],
      [t("rotation.by"), isShort ? null : [actorNode(this.hub, rotation.requested_by), " ", moment(rotation.created_at)]],
      // The check of the rotation is one of the key, also before the key's own state says so.
      [t("state"), fresh && !isOver && !isShort ? keyBadge(
        keyState(fresh) === "unchecked" && check?.result === "verified" ? "healthy" : keyState(fresh)
      ) : null],
    ]));
    const focused = this.actions.contains(document.activeElement);
    this.actions.replaceChildren(...(
      rotation.reversible && this.hub.can("admin:keys") ? [
        el(
          "button",
          {
            type: "button", class: "danger rollback", text: t("rollback"),
            on: { click: () => rollBack(this.hub, live.rotations.get(rotation.id) ?? rotation) }
          }
        )
      ] : []
    ));
    if (focused) this.actions.querySelector("button")?.focus();
  }
}

/**
 * Asks, and puts the old key of a rotation back.
 * @param {import("./admin.js").Console} hub
 * @param {any} rotation
 */
export async function rollBack(hub, rotation) {
  const request = (/** @type {any} */ body) => hub.change("POST", `/admin/rotations/${rotation.id}/rollback`, { body });
  const leases = hub.live.keys.get(rotation.new_key)?.leases_out ?? 0;
  const ends = [
    t("rollback.ends", { four: rotation.last_four ?? "", pool: rotation.upstream }),
    ...(leases > 0 ? [t("rollback.leases", { count: leases })] : [])
  ];
  let isDoubtful = false;
  /** @type {any} */
  const answer = await askToEnd(t("rollback.title"), { text: t("rollback.text"), ends, verb: t("rollback.verb"), perform: async () => {
    try { return await request({}); } catch (error) {
      if (!(error instanceof ApiError) || !["key-refused", "key-unverified"].includes(error.kind)) throw error;
      isDoubtful = true;
      return null;
    }
  } });
  /** @type {any} */
  const done = isDoubtful
    ? await askToEnd(
      t("rollback.force.title"),
      {
        text: t("rollback.force.text"), ends, verb: t("rollback.force.verb"), typed: rotation.upstream,
        typedLabel: t("rotate.force.type", { name: rotation.upstream }),
        perform: () => request({ force: true })
      }
    )
    : answer;
  if (!done?.id) return;
  hub.live.put("rotations", done.id, done);
  hub.live.readKeys(rotation.upstream);
  hub.notice(t("rollback.done"));
}

/**
 * Opens the dialog that rotates a key.
 * @param {import("./admin.js").Console} hub
 * @param {string} pool
 * @param {string} [key] the id of the key to replace
 */
export function rotate(hub, pool, key) { return new RotationDialog(hub, pool, key).show(); }

/** The dialog of a rotation: its fields, and then its steps. */
class RotationDialog extends Dialog {
  /** @type {any} */ rotation = null;
  /** @type {(() => void)|undefined} */ end;

  /**
   * @param {import("./admin.js").Console} hub
   * @param {string} pool
   * @param {string} [key]
   */
  constructor(hub, pool, key) {
    super(t("rotate.title", { pool }), { class: "form-dialog rotation-dialog" });
    this.hub = hub;
    this.pool = pool;
    const keys = [...hub.live.keys.values()].filter(known => known.upstream === pool && known.state === "active");
    this.replaces = choiceField(t("rotate.replaces"), keys.map(known => [known.id, `${keyName(known)} · ${t(`state.${keyState(known)}`)}`]), key);
    this.secret = secretField(t("rotate.secret"), { warn: text => suspicion(pool, text) });
    this.drain = numberField(t("rotate.drain"), { placeholder: "600" });
    this.keep = numberField(t("rotate.keep"), { placeholder: "86400" });
    this.expires = timeField(t("rotate.expires"));
    this.problem = el("div", { class: "problem", role: "alert" });
    this.form = el("form", {
      id: `form-${randomKey().slice(0, 8)}`, autocomplete: "off",
      on: { submit: (/** @type {Event} */ event) => { event.preventDefault(); this.#submit(); } }
    },
      el("p", { class: "label", text: t("rotate.intro") }), this.replaces.node, this.secret.node, this.expires.node,
      el("details", { class: "advanced" }, el("summary", { text: t("rotate.more") }), this.drain.node, this.keep.node));
    this.stepper = new Stepper(hub);
    this.body.append(this.form, this.problem);
    this.#offerForm();
    this.closed.then(() => this.end?.());
  }

  #offerForm() {
    this.form.hidden = false;
    this.stepper.node.remove();
    this.actions.replaceChildren();
    this.button(t("cancel"), "", "cancel");
    this.actions.append(el("button", { type: "submit", form: this.form.id, class: "primary", text: t("rotate.verb") }));
  }

  #submit() {
    const secret = this.secret.value();
    if (!secret) return this.secret.input.focus();
    const values = {
      replaces: this.replaces.value(), drain_seconds: this.drain.value(), keep_seconds: this.keep.value(),
      expires_at: this.expires.value()
    };
    this.#send({ secret, ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== "")) }, randomKey());
  }

  /**
   * Sends the request. Only this call and the buttons that repeat it hold the key's text.
   * @param {any} body
   * @param {string} idempotencyKey
   */
  async #send(body, idempotencyKey) {
    this.closed.then(() => { body.secret = ""; });
    this.form.hidden = true;
    this.problem.replaceChildren();
    this.form.after(this.stepper.node);
    this.actions.replaceChildren();
    this.button(t("close"), "");
    this.#follow(body.replaces);
    try {
      const rotation = await this.#attempts(body, idempotencyKey);
      body.secret = "";
      this.#succeed(rotation);
    } catch (error) {
      this.#failed(error, body, idempotencyKey);
    }
  }

  /**
   * Sends the request up to four times: the same key makes it one rotation. A rotation that another request has started is waited for.
   * @param {any} body
   * @param {string} idempotencyKey
   */
  async #attempts(body, idempotencyKey) {
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.hub.change("POST", `${path(this.pool)}/rotations`, { body, headers: { "Idempotency-Key": idempotencyKey } });
      } catch (error) {
        const isRunning = attempt > 0 && error instanceof ApiError && error.status === 409;
        if ((error instanceof ApiError && !isRunning) || attempt >= (isRunning ? 30 : 3) || !this.node.isConnected) throw error;
        await new Promise(resolve => setTimeout(resolve, 500 * Math.min(4, attempt + 1)));
      }
    }
  }

  /**
   * Shows the newest rotation of the pool as it changes.
   * @param {string} replaces
   */
  #follow(replaces) {
    const { live } = this.hub;
    const known = new Set(live.rotations.keys());
    this.end?.();
    this.rotation = null;
    const draw = () => {
      this.rotation = this.rotation ? live.rotations.get(this.rotation.id) ?? this.rotation : [...live.rotations.values()].find(
        rotation => rotation.upstream === this.pool && rotation.old_key === replaces && !known.has(rotation.id)
      ) ?? null;
      this.stepper.set(this.rotation);
    };
    this.end = live.on("rotations", draw);
    draw();
  }

  /** @param {any} rotation */
  #succeed(rotation) {
    this.rotation = rotation;
    this.hub.live.put("rotations", rotation.id, rotation);
    this.hub.live.readKeys(this.pool);
    this.stepper.set(rotation);
    this.hub.announcer.say(t("rotate.done"));
  }

  /**
   * @param {any} error
   * @param {any} body
   * @param {string} idempotencyKey
   */
  async #failed(error, body, idempotencyKey) {
    const again = (
      /** @type {string} */ text, /** @type {string} */ name,
      /** @type {() => void} */ action
    ) => this.actions.append(el("button", { type: "button", class: name, text, on: { click: action } }));
    const kind = error instanceof ApiError ? error.kind : "";
    const id = error?.problem?.rotation;
    // The event with the rejection may not have arrived.
    const rotation = id ? await this.#read(id) : null;
    if (rotation) { this.rotation = rotation; this.hub.live.put("rotations", id, rotation); this.stepper.set(rotation); }
    if (!(error instanceof ApiError)) {
      this.problem.replaceChildren(el("p", { text: t("rotate.lost") }));
      again(t("rotate.again"), "primary send-again", () => this.#send(body, idempotencyKey));
    } else if (kind === "key-unverified") {
      this.problem.replaceChildren(el("p", { text: t("rotate.unknown") }));
      again(t("rotate.another"), "another-key", () => { body.secret = ""; this.problem.replaceChildren(); this.#offerForm(); });
      again(t("rotate.force"), "danger force", () => this.#force(body));
    } else {
      body.secret = "";
      // The steps show the reason of a rotation that was rejected.
      const text = kind === "key-refused" ? t("rotate.refused") : rotation?.reason ? t("rotate.rejected") : "";
      this.problem.replaceChildren(...(text ? [el("p", { text })] : describe(error)));
      again(t("rotate.another"), "primary another-key", () => { this.problem.replaceChildren(); this.#offerForm(); });
    }
  }

  /** @param {string} id */
  async #read(id) { return this.hub.change("GET", `/admin/rotations/${id}`).catch(() => null); }

  /** @param {any} body */
  async #force(body) {
    const isSure = await askToEnd(
      t("rotate.force.title"),
      {
        text: t("rotate.force.text"), verb: t("rotate.force.verb"), typed: this.pool,
        typedLabel: t("rotate.force.type", { name: this.pool }),
        perform: async () => true
      }
    );
    if (isSure) this.#send({ ...body, force: true }, randomKey());
  }
}

/**
 * The view of all rotations, or of one.
 * @param {import("./admin.js").Console} hub
 * @param {string[]} address
 * @returns {Promise<import("./admin.js").View>}
 */
export async function openRotations(hub, [id]) {
  return id ? one(hub, id) : all(hub);
}

/**
 * @param {import("./admin.js").Console} hub
 * @param {string} id
 * @returns {Promise<import("./admin.js").View>}
 */
async function one(hub, id) {
  const { live } = hub;
  await live.ready;
  const stepper = new Stepper(hub);
  if (!live.rotations.has(id)) live.put("rotations", id, await hub.change("GET", `/admin/rotations/${encodeURIComponent(id)}`));
  const draw = () => stepper.set(live.rotations.get(id));
  const ends = ["rotations", "keys", "clients"].map(kind => live.on(kind, draw));
  draw();
  const rotation = live.rotations.get(id);
  return {
    title: t("rotation.of", { pool: rotation.upstream }),
    up: [`#/keys/${encodeURIComponent(rotation.upstream)}`, rotation.upstream],
    node: el("div", { class: "panel rotation-view" }, stepper.node),
    close: () => ends.forEach(end => end())
  };
}

/**
 * @param {import("./admin.js").Console} hub
 * @returns {Promise<import("./admin.js").View>}
 */
async function all(hub) {
  const table = rotationTable(hub, () => true);
  return { title: t("rotations"), up: ["#/keys", t("view.keys")], node: table.node, close: table.end };
}

/**
 * A table of rotations that follows them.
 * @param {import("./admin.js").Console} hub
 * @param {(rotation: any) => boolean} isShown
 */
export function rotationTable(hub, isShown) {
  const { live } = hub;
  const table = new DataTable({
    id: "rotations", label: t("rotations"), key: rotation => rotation.id, sort: ["created", -1],
    columns: [
      {
        id: "id", label: t("rotation"), isHeader: true,
        cell: rotation => el("a", { href: `#/rotations/${rotation.id}`, text: rotation.id.slice(0, 8) }),
        text: rotation => rotation.id
      },
      { id: "pool", label: t("key.pool"), cell: rotation => rotation.upstream, sort: rotation => rotation.upstream },
      { id: "state", label: t("state"), cell: rotation => rotationBadge(rotation.state), sort: rotation => t(`rotation.${rotation.state}`) },
      { id: "new", label: t("rotation.new"), cell: rotation => tail(rotation.last_four), text: rotation => rotation.last_four ?? "" },
      {
        id: "by", label: t("rotation.by"),
        cell: rotation => actorNode(hub, rotation.requested_by),
        sort: rotation => rotation.by,
        text: rotation => `${rotation.by} ${rotation.requested_by}`
      },
      { id: "created", label: t("created"), cell: rotation => moment(rotation.created_at), sort: rotation => rotation.created_at },
      { id: "changed", label: t("rotation.changed"), cell: rotation => moment(rotation.changed_at), sort: rotation => rotation.changed_at },
    ],
    empty: () => emptyState(t("rotations.none"), null, "torii keys rotate openai"),
  });
  // The names of the actors are members of the rows, so that a row is drawn again when one changes.
  const draw = () => table.set([...live.rotations.values()].filter(isShown).map(
    rotation => ({ ...rotation, by: clientOfActor(hub, rotation.requested_by)?.name ?? rotation.requested_by })
  ));
  const ends = [live.on("rotations", draw), live.on("clients", draw)];
  live.ready.then(draw);
  return { node: table.node, end: () => ends.forEach(end => end()) };
}
