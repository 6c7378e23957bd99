// The parts of a client's page: the client itself, its users, their issuers and settings. Each is a view with a separate address.
import { el } from "./base.js";
import { t } from "./i18n.js";
import { speak } from "./admin-words.js";

speak({
  "client.parts": ["Parts of the client", "クライアントの項目"],
  "client.part": ["Client", "クライアント"],
  "client.part.users": ["Users", "利用者"],
  "client.part.issuers": ["Issuers", "発行者"],
  "client.part.users-settings": ["Settings of users", "利用者の設定"],
  "client.part.title": ["{name}: {part}", "{name}：{part}"],
});

/** The parts, with the scopes of which one is needed. */
const parts = /** @type {[string, string[]][]} */ ([
  ["", ["admin:read", "admin:clients"]], ["users", ["admin:users"]], ["issuers", ["admin:read", "admin:clients"]],
  ["users-settings", ["admin:read", "admin:clients"]]
]);

/** @param {string} part */
const word = part => t(part ? `client.part.${part}` : "client.part");

/**
 * The name of a client; the start of its id where the administrator may not read its name.
 * @param {import("./admin.js").Console} hub
 * @param {string} id
 */
export function clientName(hub, id) { return hub.live.clients.get(id)?.name ?? id.slice(0, 8); }

/**
 * The address of a part of a client.
 * @param {string} id
 * @param {...string} rest
 */
export function clientHash(id, ...rest) { return ["#/clients", ...[id, ...rest].map(encodeURIComponent)].join("/"); }

/**
 * The title of a part's view.
 * @param {import("./admin.js").Console} hub
 * @param {string} id
 * @param {string} part
 */
export function partTitle(hub, id, part) { return t("client.part.title", { name: clientName(hub, id), part: word(part) }); }

/**
 * The links to the parts that the administrator may see; nothing if there is one only.
 * @param {import("./admin.js").Console} hub
 * @param {string} id
 * @param {string} current
 */
export function clientTabs(hub, id, current) {
  const seen = parts.filter(([, scopes]) => hub.can(...scopes));
  if (seen.length < 2) return null;
  return el("nav", { class: "tabs", "aria-label": t("client.parts") }, ...seen.map(([part]) => el("a", {
    href: part ? clientHash(id, part) : clientHash(id), "aria-current": part === current ? "page" : null, text: word(part)
  })));
}
