import { hash } from 'node:crypto';
import type { EngineEvent, TenantId } from '@alo/call-core';
import type { TrunkProvision } from '@alo/engine';
import { type Flow, newRequest, type Request, type Response, randomToken, type SipEndpoint } from '@alo/sip';
import type { CarrierServer } from './carrier-servers.ts';
import { type Carriers, carrierAddress, carrierKey, type RegisterAttempt, uriOf } from './carriers.ts';
import type { Doorman } from './doorman.ts';
import { TooLate, withTimeout } from './names.ts';
import { nameAddrOf, type OurSide } from './our-side.ts';
import type { SipDirectory } from './sip-directory.ts';
import { register } from './trunk-registration.ts';

export interface TrunkWatchParts {
  readonly endpoint: SipEndpoint;
  readonly carriers: Carriers;
  readonly ours: OurSide;
  readonly directory: SipDirectory;
  readonly doorman: Doorman;
  readonly options: { readonly carrierSilenceMs: number; readonly carrierRetryMs: number };
  readonly emit: (tenant: TenantId, event: EngineEvent) => void;
  /** Time for events. */
  readonly now: () => number;
}

/** Of the hash that a Contact is named by: 96 bits. */
const contactLetters = 24;
/** The longest pause between two tries. */
const longestRetryMs = 30 * 60_000;

/** Keeps every trunk's registration and asks every carrier from time to time whether it is there; tells when that changes. */
export class TrunkWatch {
  readonly #parts: TrunkWatchParts;
  readonly #keepers = new Map<string, Keeper>();
  /** What takes a Contact off, by that: the same one is not registered meanwhile, or the carrier would forget what it heard last. */
  readonly #leaving = new Map<string, Promise<void>>();
  #isOpen = false;

  constructor(parts: TrunkWatchParts) {
    this.#parts = parts;
  }

  open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    for (const keeper of this.#keepers.values()) keeper.start();
  }

  /** These are the tenant's trunks from now on. What did not change goes on as it was. */
  set(tenant: TenantId, trunks: readonly TrunkProvision[]): void {
    const wanted = new Map(trunks.map((trunk) => [carrierKey(tenant, trunk.trunk), trunk]));
    for (const [key, keeper] of Array.from(this.#keepers)) {
      if (keeper.tenant !== tenant) continue;
      const trunk = wanted.get(key);
      if (trunk !== undefined && keeper.isOf(trunk)) wanted.delete(key);
      else this.#stop(key, keeper);
    }
    for (const [key, trunk] of wanted) {
      if (!trunk.account && !trunk.checkSeconds) continue;
      const keeper = new Keeper(this.#parts, tenant, trunk);
      this.#keepers.set(key, keeper);
      if (this.#isOpen) keeper.start(this.#leaving.get(keeper.contactUser));
    }
  }

  /** The ways by UDP on which we are registered and a NAT of ours stands. */
  *waysThroughNat(): Iterable<Flow> {
    for (const { registeredBy } of this.#keepers.values()) {
      if (registeredBy?.transport === 'udp' && this.#parts.ours.isBehindNat(registeredBy)) yield registeredBy;
    }
  }

  close(): void {
    for (const [key, keeper] of Array.from(this.#keepers)) this.#stop(key, keeper);
  }

  #stop(key: string, keeper: Keeper): void {
    this.#keepers.delete(key);
    const left = keeper.stop().then(() => {
      if (this.#leaving.get(keeper.contactUser) === left) this.#leaving.delete(keeper.contactUser);
    });
    this.#leaving.set(keeper.contactUser, left);
  }
}

/** One carrier: registered with where we have an account, asked by OPTIONS where that is wanted. */
class Keeper {
  readonly tenant: TenantId;
  readonly #trunk: TrunkProvision;
  readonly #parts: TrunkWatchParts;
  /**
   * What the carrier sends calls to; whoever does not know the account's password cannot know it, so whoever does is the carrier. An
   * engine that comes after this one registers the same: a carrier that takes one Contact of an account would refuse another one until
   * this has run out.
   */
  readonly contactUser: string;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #found: { registration: RegisterAttempt | null; check: RegisterAttempt | null } = {
    registration: null,
    check: null,
  };
  #registeredBy: Flow | undefined;
  #told = '';
  #stopped = false;
  #failures = 0;
  /** The registration that is to come; none while one is under way. */
  #nextRegistration: NodeJS.Timeout | undefined;
  /** The one that is under way, or was last. */
  #registering = Promise.resolve();

  constructor(parts: TrunkWatchParts, tenant: TenantId, trunk: TrunkProvision) {
    this.#parts = parts;
    this.tenant = tenant;
    this.#trunk = trunk;
    this.contactUser = hash('sha256', `${tenant} ${trunk.trunk} ${settingsOf(trunk)}`, 'hex').slice(0, contactLetters);
  }

  /** The way on which the carrier took our registration last. */
  get registeredBy(): Flow | undefined {
    return this.#stopped ? undefined : this.#registeredBy;
  }

  /** Would another keeper of this do anything else? */
  isOf(trunk: TrunkProvision): boolean {
    return settingsOf(trunk) === settingsOf(this.#trunk);
  }

  /** Registers `after` that. */
  start(after = Promise.resolve()): void {
    const { account, checkSeconds = 0, trunk } = this.#trunk;
    if (account) {
      this.#parts.doorman.accountIs(this.contactUser, { tenant: this.tenant, trunk });
      this.#registering = after.then(() => (this.#stopped ? undefined : this.#keepRegistered()));
    }
    if (checkSeconds > 0) void this.#keepChecking(checkSeconds * 1_000);
  }

  /** Resolves when we are taken off, or could not be. Never rejects. */
  async stop(): Promise<void> {
    this.#stopped = true;
    for (const timer of this.#timers) clearTimeout(timer);
    if (!this.#trunk.account) return;
    this.#parts.doorman.accountIs(this.contactUser, null);
    await this.#registering;
    if (this.#found.registration?.ok === true) await this.#takeOff();
  }

  /** Never rejects. */
  async #takeOff(): Promise<void> {
    await this.#tryAll('registrars', (server, flow) => this.#register(server, flow, 0));
  }

  async #keepRegistered(): Promise<void> {
    this.#nextRegistration = undefined;
    const tried = await this.#tryAll('registrars', (server, flow) => this.#register(server, flow, wantedSeconds));
    if (this.#stopped) {
      // What was granted after that is for a Contact by which calls find nobody any more: `stop` waits to take it off.
      if (tried.ok) this.#found.registration = tried;
      return;
    }
    this.#failures = tried.ok ? 0 : this.#failures + 1;
    this.#noted('registration', tried);
    // Well before it runs out, so that one lost refresh loses no call.
    const pause = tried.ok ? (tried.expiresMs ?? wantedSeconds * 1_000) * 0.8 : this.#retryMs();
    this.#nextRegistration = this.#later(pause, () => this.#registerNow());
  }

  /** Twice as long each time, never all of many trunks at once (RFC 5626 §4.5). */
  #retryMs(): number {
    const most = Math.min(this.#parts.options.carrierRetryMs * 2 ** (this.#failures - 1), longestRetryMs);
    return most * (0.75 + Math.random() / 4);
  }

  async #keepChecking(everyMs: number): Promise<void> {
    const tried = await this.#tryAll('servers', (server, flow) => this.#ask(server, flow));
    if (this.#stopped) return;
    const isBack = this.#found.check?.ok === false && tried.ok;
    this.#noted('check', tried);
    if (isBack) this.#registerAtOnce();
    this.#later(everyMs, () => void this.#keepChecking(everyMs)); // Never rejects.
  }

  /** A carrier that was away may have started again and know no registration of ours: its calls would come from the next one on. */
  #registerAtOnce(): void {
    const next = this.#nextRegistration;
    if (next === undefined) return;
    clearTimeout(next);
    this.#timers.delete(next);
    this.#registerNow();
  }

  #registerNow(): void {
    this.#registering = this.#keepRegistered(); // Never rejects.
  }

  #later(ms: number, work: () => void): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      work();
    }, ms);
    timer.unref();
    this.#timers.add(timer);
    return timer;
  }

  /** Server by server; the first that takes it decides, else the last that answered at all. Never rejects. */
  async #tryAll(
    which: 'servers' | 'registrars',
    attempt: (server: CarrierServer, flow: Flow) => Promise<RegisterAttempt>,
  ): Promise<RegisterAttempt> {
    const { carriers, options } = this.#parts;
    let worst: RegisterAttempt = { ok: false, why: 'unreachable' };
    let servers: readonly CarrierServer[];
    try {
      servers = await withTimeout(carriers[which](this.tenant, this.#trunk), options.carrierSilenceMs);
    } catch (error) {
      return error instanceof TooLate ? { ok: false, why: 'no-response' } : worst;
    }
    for (const server of servers) {
      const flow = await carriers.flowTo(this.#trunk, server).catch(() => null);
      const tried: RegisterAttempt = flow === null ? { ok: false, why: 'unreachable' } : await attempt(server, flow);
      if (tried.ok) {
        carriers.answered(server);
        return tried;
      }
      if (tried.why !== 'refused') carriers.failed(server);
      if (worst.why !== 'refused') worst = tried;
    }
    return worst;
  }

  async #register(server: CarrierServer, flow: Flow, seconds: number): Promise<RegisterAttempt> {
    const tried = await register({
      trunk: this.#trunk,
      seconds,
      contact: this.#parts.ours.contact(flow, this.contactUser),
      send: (request) => this.#send(flow, request),
    });
    if (tried.ok) this.#registeredBy = flow;
    return tried;
  }

  /** Any answer shows that the carrier is there (RFC 3261 §11). */
  async #ask(_server: CarrierServer, flow: Flow): Promise<RegisterAttempt> {
    const { ours } = this.#parts;
    const answer = await this.#send(
      flow,
      newRequest({
        method: 'OPTIONS',
        uri: uriOf(this.#trunk, ''),
        from: { ...nameAddrOf('alo', ours.hostPort(flow)), params: new Map([['tag', randomToken()]]) },
        to: carrierAddress(this.#trunk),
        callId: randomToken(),
        cseq: 1,
        headers: [
          { name: 'contact', value: ours.contact(flow) },
          { name: 'accept', value: 'application/sdp' },
        ],
      }),
    );
    if (typeof answer === 'string') return { ok: false, why: answer };
    // Of one that answers that it cannot serve, nothing can be expected.
    if (answer.status === 503 || answer.status === 408) return { ok: false, why: 'refused', sipCode: answer.status };
    return { ok: true, expiresMs: null };
  }

  #send(flow: Flow, request: Request): Promise<Response | 'no-response' | 'unreachable'> {
    const { endpoint, options } = this.#parts;
    const answered = new Promise<Response | 'no-response' | 'unreachable'>((resolve) => {
      endpoint.request(flow, request, {
        onResponse: (response) => {
          if (response.status >= 200) resolve(response);
        },
        onFailure: (why) => resolve(why === 'timeout' ? 'no-response' : 'unreachable'),
      });
    });
    return withTimeout(answered, options.carrierSilenceMs).catch(() => 'no-response' as const);
  }

  #noted(what: 'registration' | 'check', tried: RegisterAttempt): void {
    this.#found[what] = tried;
    const { registration, check } = this.#found;
    // Nothing is said before all that is looked at was looked at once.
    if ((this.#trunk.account && registration === null) || (this.#trunk.checkSeconds && check === null)) return;
    const bad = [registration, check].find((one) => one?.ok === false);
    const news =
      bad?.ok === false
        ? ({ state: 'down', why: bad.why, ...(bad.sipCode === undefined ? {} : { sipCode: bad.sipCode }) } as const)
        : ({ state: 'up', why: registration === null ? 'answers' : 'registered' } as const);
    const said = JSON.stringify(news);
    if (said === this.#told) return;
    this.#told = said;
    this.#parts.emit(this.tenant, { type: 'trunk', trunk: this.#trunk.trunk, ...news, at: this.#parts.now() });
  }
}

/** An hour, as most carriers grant (RFC 3261 §10.2.1.1). */
const wantedSeconds = 3_600;

/** Its numbers may change without a new registration. */
function settingsOf({ host, port, transport, backups, account, checkSeconds, manner }: TrunkProvision): string {
  const { domain, registrar } = manner ?? {};
  return JSON.stringify({ host, port, transport, backups, account, checkSeconds, domain, registrar });
}
