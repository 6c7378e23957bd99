// What the server tells the console as it happens. The console has one stream; without it, it asks again from time to time.
import { api, send } from "./base.js";
import { EventFrames } from "./stream.js";

const quietLimit = 40_000;
const pollInterval = 15_000;
const pauses = [0, 500, 1000, 2000, 4000, 8000, 15_000];

/**
 * Returns a function that performs an action at most once in a time: at once, and again at the end if it was called meanwhile.
 * @param {number} interval milliseconds
 * @param {() => void} action
 */
export function atMost(interval, action) {
  let [last, timer] = [-Infinity, 0];
  return () => {
    if (timer) return;
    timer = setTimeout(() => { timer = 0; last = performance.now(); action(); }, Math.max(0, last + interval - performance.now()));
  };
}

/**
 * The state of the server as far as the console knows it, kept up to date by `GET /admin/events`.
 *
 * Listeners are told which kind of thing changed: `keys`, `rotations`, `clients`, `runs`, `audit`, `usage`, or `connection`.
 */
export class Live {
  /** @type {Map<string, any>} by name */ upstreams = new Map();
  /** @type {Map<string, any>} as the server describes them */ keys = new Map();
  /** @type {Map<string, any>} */ rotations = new Map();
  /** @type {Map<string, any>} */ clients = new Map();
  /** @type {Map<string, any>} unfinished runs and those that ended since */ runs = new Map();
  /** @type {any} */ counts = null;
  /** @type {any} */ usage = null;
  /** @type {any} */ audit = null;
  /** @type {"connecting"|"live"|"paused"|"reconnecting"} */ state = "connecting";
  isPaused = false;

  /** @type {Map<string, Set<(ids: Set<string>) => void>>} */ #listeners = new Map();
  /** @type {Map<string, Set<string>>} */ #changes = new Map();
  /** @type {AbortController|null} */ #connection = null;
  /** @type {(() => void)|null} */ #wake = null;
  #lastID = ""; #attempt = 0; #timer = 0; #countsTimer = 0; #polled = 0;
  #isReady = () => {};
  /**
   * Fulfilled when there is something to show.
   * @type {Promise<void>}
   */
  ready = new Promise(resolve => { this.#isReady = () => resolve(); });

  /** @param {(scope: string) => boolean} can whether the console has one of the scopes */
  constructor(can) { this.can = can; }

  /**
   * @param {string} kind
   * @param {(ids: Set<string>) => void} listener
   * @returns {() => void} ends it
   */
  on(kind, listener) {
    const set = this.#listeners.get(kind) ?? new Set();
    this.#listeners.set(kind, set.add(listener));
    return () => set.delete(listener);
  }

  /** Follows the stream as long as the page is open. */
  async run() {
    document.addEventListener("visibilitychange", () => this.#visibilityChanged());
    addEventListener("online", () => this.#retryNow());
    // A browser that has all its connections in use lets the stream wait.
    const patience = setTimeout(() => this.refresh().catch(() => {}), 3000);
    this.ready.then(() => clearTimeout(patience));
    while (true) {
      if (this.isQuiet) { this.#say("paused"); await this.#sleep(0x7fff_ffff); continue; }
      // However a stream ends, the next one continues it.
      await this.#connect().catch(() => {});
      if (this.isQuiet) continue;
      this.#say("reconnecting");
      if (Date.now() - this.#polled > pollInterval) await this.refresh().catch(() => {});
      await this.#sleep(pauses[Math.min(this.#attempt++, pauses.length - 1)] * (0.7 + 0.3 * Math.random()));
    }
  }

  /** Stops or resumes the stream, as the person wants it. */
  togglePause() {
    this.isPaused = !this.isPaused;
    if (this.isPaused) this.#connection?.abort();
    this.#retryNow();
  }

  /** Whether nothing shall change by itself: it is paused, or nobody sees it. */
  get isQuiet() { return this.isPaused || document.visibilityState === "hidden"; }

  async #connect() {
    const connection = new AbortController();
    this.#connection = connection;
    let timer = setTimeout(() => connection.abort(), quietLimit);
    try {
      const headers = { Accept: "text/event-stream", ...(this.#lastID ? { "Last-Event-ID": this.#lastID } : {}) };
      const response = await send("GET", "/admin/events", { headers, signal: connection.signal });
      const reader = /** @type {ReadableStream<Uint8Array>} */ (response.body).getReader();
      const decoder = new TextDecoder();
      const frames = new EventFrames();
      this.#say("live");
      while (true) {
        const { value, done } = await reader.read();
        if (done) return;
        clearTimeout(timer);
        timer = setTimeout(() => connection.abort(), quietLimit);
        for (const frame of frames.push(decoder.decode(value, { stream: true }))) {
          this.#lastID = frame.id;
          this.#attempt = 0;
          this.#take(frame.event, JSON.parse(frame.data));
        }
      }
    } finally {
      clearTimeout(timer);
      this.#connection = null;
    }
  }

  /**
   * @param {string} type
   * @param {any} data
   */
  #take(type, data) {
    if (type === "snapshot") this.#replace(data);
    else if (type === "key.changed") this.put("keys", data.id, data.key);
    else if (type === "rotation.changed") this.put("rotations", data.id, data.rotation);
    else if (type === "client.changed") this.put("clients", data.id, data.client);
    else if (type === "run.changed") { this.put("runs", data.id, data.run); this.#countLater(); }
    else if (type === "audit.appended") { this.audit = data.row; this.#changed("audit", String(data.row.id)); }
    else if (type === "usage.tick") { this.usage = data.usage; this.#changed("usage", ""); }
  }

  /** @param {any} data */
  #replace(data) {
    const byID = (/** @type {any[]} */ list, name = "id") => new Map((list ?? []).map(entry => [entry[name], entry]));
    this.upstreams = byID(data.upstreams, "name");
    this.keys = byID(data.keys);
    this.rotations = byID(data.rotations);
    this.clients = byID(data.clients);
    this.runs = byID(data.runs);
    this.counts = data.run_counts?.counts ?? null;
    this.usage = data.usage ?? null;
    this.audit = data.audit ?? null;
    for (const kind of ["keys", "rotations", "clients", "runs", "audit", "usage"]) this.#changed(kind, "");
    this.#isReady();
  }

  /**
   * Keeps the newest state of a thing, from the stream or from the answer to a request.
   * @param {"keys"|"rotations"|"clients"|"runs"} kind
   * @param {string} id
   * @param {any} value `null` if it is gone
   */
  put(kind, id, value) {
    if (value === null) this[kind].delete(id); else this[kind].set(id, value);
    if (kind === "keys" && value && !this.upstreams.has(value.upstream)) this.upstreams.set(value.upstream, { name: value.upstream });
    this.#changed(kind, id);
  }

  /**
   * Reads the keys of a pool, for a change whose answer does not have them.
   * @param {string} pool
   */
  async readKeys(pool) {
    const { keys } = await api("GET", `/admin/upstreams/${encodeURIComponent(pool)}/keys`).catch(() => ({ keys: null }));
    if (!keys) return;
    for (const [id, key] of this.keys) if (key.upstream === pool && !keys.some((/** @type {any} */ known) => known.id === id)) this.keys.delete(id);
    for (const key of keys) this.put("keys", key.id, key);
  }

  /** Reads the state by requests. */
  async refresh() {
    this.#polled = Date.now();
    const mayRead = (/** @type {string} */ scope) => this.can("admin:read") || this.can(scope);
    const list = async (
      /** @type {boolean} */ isPermitted, /** @type {string} */ path, /** @type {string} */ name
    ) => isPermitted ? (await api("GET", path))[name] : [];
    const upstreams = await list(mayRead("admin:keys"), "/admin/upstreams", "upstreams");
    const keys = [];
    for (const { name } of upstreams) keys.push(...await list(true, `/admin/upstreams/${encodeURIComponent(name)}/keys`, "keys"));
    const [rotations, clients, runs, counts, usage, audit] = await Promise.all([
      list(mayRead("admin:keys"), "/admin/rotations?limit=50", "rotations"), list(mayRead("admin:clients"), "/admin/clients", "clients"),
      list(this.can("admin:read"), "/admin/runs?status=queued,running,waiting&limit=100", "runs").catch(() => []), this.#counts(),
      this.can("admin:read") ? api(
        "GET", `/admin/usage/summary?from=${new Date().toISOString().slice(0, 10)}T00:00:00Z`
      ).then(sum => sum.totals) : null,
      list(this.can("admin:read"), "/admin/audit?limit=1", "rows").then(rows => rows[0] ?? null)]);
    this.#replace({ upstreams, keys, rotations, clients, runs, run_counts: { counts }, usage, audit });
  }

  async #counts() { return this.can("admin:read") ? api("GET", "/admin/runs/counts").then(answer => answer.counts).catch(() => null) : null; }

  /** Asks for the numbers of runs, at most every two seconds: an event has one run only. */
  #countLater() {
    if (this.#countsTimer) return;
    this.#countsTimer = setTimeout(async () => {
      this.#countsTimer = 0;
      const counts = await this.#counts();
      if (counts) { this.counts = counts; this.#changed("runs", ""); }
    }, 2000);
  }

  /**
   * Tells the listeners soon, of several changes at once.
   * @param {string} kind
   * @param {string} id
   */
  #changed(kind, id) {
    const ids = this.#changes.get(kind) ?? new Set();
    this.#changes.set(kind, ids.add(id));
    if (this.#timer) return;
    this.#timer = setTimeout(() => {
      this.#timer = 0;
      const changes = this.#changes;
      this.#changes = new Map();
      for (const [changed, which] of changes) for (const listener of this.#listeners.get(changed) ?? []) listener(which);
    }, 60);
  }

  /** @param {"live"|"paused"|"reconnecting"} state */
  #say(state) {
    if (this.state === state) return;
    this.state = state;
    this.#changed("connection", "");
  }

  /** @param {number} time */
  async #sleep(time) {
    await new Promise(resolve => {
      this.#wake = () => resolve(undefined);
      setTimeout(resolve, time);
    });
    this.#wake = null;
  }

  #retryNow() {
    this.#attempt = 0;
    this.#wake?.();
  }

  #visibilityChanged() {
    // A browser permits six connections to a server, so a hidden console gives its own back.
    if (document.visibilityState === "hidden") this.#connection?.abort();
    else this.#retryNow();
  }
}
