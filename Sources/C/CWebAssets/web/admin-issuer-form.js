// The form of a new issuer: a known provider with its tenant and binding, another one, or the app's backend.
import { el } from "./base.js";
import { t } from "./i18n.js";
import { speak } from "./admin-words.js";
import { FormDialog, checkField, choiceField, field, jsonField, showOnce, textField } from "./form.js";

speak({
  "issuer.add.title": ["Add an issuer", "発行者を追加"],
  "issuer.add.text": [
    "The keys are read before the issuer is added. It is bound to this app, because it issues tokens for other apps too.",
    "追加する前に鍵を読み込みます。発行者は他のアプリのトークンも発行するため、このアプリ向けのものに限定します。",
  ],
  "issuer.add.verb": ["Add", "追加"],
  "issuer.added": ["The issuer was added.", "発行者を追加しました。"],
  "issuer.name.hint": ["Letters, digits, dots, dashes and underscores.", "英数字、ピリオド、ハイフン、アンダースコア"],
  "issuer.preset": ["Provider", "プロバイダー"],
  "issuer.other": ["another OpenID provider", "その他の OpenID プロバイダー"],
  "issuer.key": ["the app's backend, with a key pair", "アプリのバックエンド（鍵ペア）"],
  "issuer.secret": ["the app's backend, with a secret that the server makes", "アプリのバックエンド（サーバーが作るシークレット）"],
  "issuer.tenant": ["Tenant", "テナント"],
  "issuer.url": ["Issuer, as tokens name it (iss)", "発行者（トークンの iss と同じ表記）"],
  "issuer.address": ["Address of its keys", "鍵のアドレス"],
  "issuer.address.hint": ["Empty for that of the discovery document.", "空欄にするとディスカバリー文書のものを使います。"],
  "issuer.audiences": ["Audiences (aud)", "オーディエンス（aud）"],
  "issuer.parties": ["Client ids at the issuer (azp, client_id)", "発行者側のクライアント ID（azp、client_id）"],
  "issuer.list.hint": ["Several are separated by commas.", "複数はカンマ区切り"],
  "issuer.is-dedicated": ["The issuer serves this app only", "このアプリ専用の発行者"],
  "issuer.bearer": ["The app sends a new ID token with each request", "アプリは要求ごとに新しい ID トークンを送る"],
  "issuer.public-key": ["Public key (PEM or JWK)", "公開鍵（PEM または JWK）"],
  "issuer.plan": ["Claim with the user's plan", "プランを示すクレーム"],
  "issuer.mcp": ["Send MCP clients to this issuer", "MCP クライアントをこの発行者に案内する"],
  "issuer.more": ["Further settings (JSON)", "その他の設定（JSON）"],
  "issuer.advanced": ["More", "詳細"],
  "issuer.made": ["Secret of {name}", "{name} のシークレット"],
  "issuer.made.text": ["The app's backend signs its users' tokens with it (HS256).", "アプリのバックエンドはこのシークレットで利用者のトークンに署名します（HS256）。"],
  "bind.auth0": ["Bind it to the identifier of the API. Auth0's tokens without one cannot be checked.", "API の識別子に限定します。識別子のない Auth0 のトークンは確認できません。"],
  "bind.clerk": ["Nothing to bind: the issuer is of one app.", "限定は不要です（1つのアプリの発行者）。"],
  "bind.cognito": ["Bind it to the id of the app client in the user pool.", "ユーザープールのアプリクライアント ID に限定します。"],
  "bind.entra": [
    "Bind it to the application id of the exposed API. Tokens for Microsoft Graph cannot be checked. Several tenants are separated by commas, "
      + "and * is all of them.",
    "公開した API のアプリケーション ID に限定します。Microsoft Graph のトークンは確認できません。複数のテナントはカンマ区切り、* はすべてです。",
  ],
  "bind.firebase": ["Nothing to bind: the project is the audience of its ID tokens.", "限定は不要です（プロジェクトが ID トークンの対象）。"],
  "bind.google": ["Bind it to the OAuth client ids of the app.", "アプリの OAuth クライアント ID に限定します。"],
  "bind.apple": ["Bind it to the bundle ids of the app.", "アプリのバンドル ID に限定します。"],
  "bind.keycloak": [
    "Bind it to an audience that a mapper adds (the default is account), or to the client's id.",
    "マッパーが加えるオーディエンス（標準は account）か、クライアント ID に限定します。",
  ],
  "bind.okta": [
    "Bind it to the audience of the authorization server, or to the app's client id.",
    "認可サーバーのオーディエンスか、アプリのクライアント ID に限定します。",
  ],
  "bind.supabase": ["Nothing to bind: the issuer is of one app.", "限定は不要です（1つのアプリの発行者）。"],
  "bind.other": [
    "Bind it to an audience or a client id that only this app's tokens have. Its host must be public and have TLS.",
    "このアプリのトークンだけが持つオーディエンスかクライアント ID に限定します。公開ホストと TLS が必要です。",
  ],
  "bind.key": ["The server's public URL is the audience of the tokens.", "サーバーの公開 URL がトークンのオーディエンスになります。"],
  "bind.secret": ["The secret is shown once. The server's public URL is the audience of the tokens.", "シークレットは一度だけ表示します。サーバーの公開 URL がトークンのオーディエンスになります。"],
});

/**
 * What is asked for an issuer: the parts of the form, of which `needs` must be filled in. `tenant` is an example of one.
 * @typedef {{kind?: string, tenant?: string, asks: string[], needs?: string[]}} Shape
 */

/** @type {Record<string, Shape>} the known providers by their names, and the other kinds */
const shapes = {
  auth0: { tenant: "example.eu.auth0.com", asks: ["tenants", "audiences"], needs: ["tenants", "audiences"] },
  clerk: { tenant: "clerk.example.com", asks: ["tenants"], needs: ["tenants"] },
  cognito: { tenant: "eu-west-1/eu-west-1_Ab12Cd34E", asks: ["tenants", "parties"], needs: ["tenants", "parties"] },
  entra: { tenant: "8eaef023-2b34-4da1-9baa-8bc8c9d6a490", asks: ["tenants", "audiences"], needs: ["tenants", "audiences"] },
  firebase: { tenant: "project-id", asks: ["tenants"], needs: ["tenants"] },
  google: { asks: ["audiences", "bearer"], needs: ["audiences", "bearer"] },
  apple: { asks: ["audiences", "bearer"], needs: ["audiences", "bearer"] },
  keycloak: { tenant: "keycloak.example/realm", asks: ["tenants", "audiences", "parties"], needs: ["tenants"] },
  okta: { tenant: "example.okta.com/default", asks: ["tenants", "audiences", "parties"], needs: ["tenants"] },
  supabase: { tenant: "abcdefghijklmnop", asks: ["tenants"], needs: ["tenants"] },
  other: { kind: "openid", asks: ["issuer", "keys", "audiences", "parties", "dedicated"], needs: ["issuer"] },
  key: { kind: "key", asks: ["public_keys"], needs: ["public_keys"] },
  secret: { kind: "secret", asks: [] },
};

/**
 * The path of a client's issuers, or of one.
 * @param {string} client
 * @param {string} [issuer]
 */
export function issuerPath(client, issuer) {
  return ["/admin/clients", ...[client, "issuers", ...(issuer ? [issuer] : [])].map(encodeURIComponent)].join("/");
}

/**
 * Adds an issuer; a secret that the server made is shown once.
 * @param {import("./admin.js").Console} hub
 * @param {string} client
 * @returns {Promise<any>} the issuer; `null` if it was cancelled
 */
export async function addIssuer(hub, client) {
  const form = issuerForm();
  const dialog = new FormDialog(t("issuer.add.title"), {
    verb: t("issuer.add.verb"), class: "issuer-dialog", intro: [el("p", { class: "label", text: t("issuer.add.text") })], fields: form.fields,
    perform: () => hub.change("POST", issuerPath(client), { body: form.read() })
  });
  const answer = await dialog.ask();
  if (!answer) return null;
  const { issuer, secret } = answer;
  delete answer.secret;
  hub.notice(t("issuer.added"));
  if (secret) await showOnce(t("issuer.made", { name: issuer.name }), t("issuer.made.text"), secret);
  return issuer;
}

/** @param {string} text */
const names = text => text.split(",").map(part => part.trim()).filter(Boolean);

function issuerForm() {
  const name = textField(t("name"), { required: true, maxlength: 64, hint: t("issuer.name.hint") });
  const choice = choiceField(t("issuer.preset"), Object.keys(shapes).map(shape => [shape, "kind" in shapes[shape] ? t(`issuer.${shape}`) : shape]));
  const note = el("p", { class: "label binding", id: `${choice.input.id}-binding` });
  choice.input.setAttribute("aria-describedby", note.id);
  choice.node.append(note);
  const area = el("textarea", { rows: 5, spellcheck: "false", autocomplete: "off", autocapitalize: "off" });
  const list = (/** @type {string} */ label, /** @type {string} */ hint = "") => {
    const made = textField(t(label), { maxlength: 2000, hint });
    return { ...made, value: () => names(made.value()) };
  };
  const bearer = checkField(t("issuer.bearer"));
  /** @type {Record<string, import("./form.js").Field>} by the members of the settings */
  const asked = {
    tenants: list("issuer.tenant"),
    issuer: textField(t("issuer.url"), { maxlength: 2000, placeholder: "https://login.example" }),
    keys: textField(t("issuer.address"), { maxlength: 2000, hint: t("issuer.address.hint") }),
    audiences: list("issuer.audiences", t("issuer.list.hint")),
    parties: list("issuer.parties", t("issuer.list.hint")),
    dedicated: checkField(t("issuer.is-dedicated")),
    bearer,
    public_keys: field(t("issuer.public-key"), area, undefined, () => area.value.trim() ? [area.value.trim()] : [])
  };
  const plan = textField(t("issuer.plan"), { maxlength: 200, placeholder: "https://app/plan" });
  const mcp = checkField(t("issuer.mcp"));
  const more = jsonField(t("issuer.more"), {}, { rows: 4 });
  const shape = () => shapes[choice.value()];
  const show = () => {
    const { asks, needs = [], tenant } = shape();
    note.textContent = t(`bind.${choice.value()}`);
    for (const [member, { node, input }] of Object.entries(asked)) {
      node.hidden = !asks.includes(member);
      // A hidden field that is required would stop the form without a word.
      input.required = needs.includes(member);
    }
    asked.tenants.input.placeholder = tenant ?? "";
    // A backend has its claims and keys; only a provider has its own names for them.
    plan.node.hidden = shape().kind === "key" || shape().kind === "secret";
  };
  choice.input.addEventListener("change", show);
  show();
  const advanced = el("details", { class: "advanced" }, el("summary", { text: t("issuer.advanced") }), plan.node, mcp.node, more.node);
  return {
    fields: [choice, name, ...Object.values(asked), { node: advanced, input: null, value: () => null }],
    read: () => {
      const { kind, asks } = shape();
      const { claims, ...further } = more.value() ?? {};
      const values = asks.filter(member => member !== "bearer").map(member => [member, asked[member].value()]).filter(
        ([, value]) => value === true || value.length > 0
      );
      const planClaim = plan.node.hidden ? "" : plan.value();
      const all = { ...(planClaim ? { plan: planClaim } : {}), ...claims };
      return { name: name.value(), kind: kind ?? "openid", settings: {
        ...(kind ? {} : { preset: choice.value() }), ...Object.fromEntries(values),
        ...(asks.includes("bearer") && bearer.value() ? { use: "bearer" } : {}), ...(mcp.value() ? { mcp: true } : {}),
        ...(Object.keys(all).length > 0 ? { claims: all } : {}), ...further
      } };
    }
  };
}
