import { createHash } from 'node:crypto';
import type { TenantId } from '@alo/call-core';
import {
  type Dialog,
  dialogKey,
  dialogOfCallee,
  type Flow,
  header,
  headerList,
  headerNumber,
  type IncomingRequest,
  parseUri,
  receiveInDialog,
  requestInDialog,
  responseTo,
  type SipEndpoint,
  userOf,
} from '@alo/sip';
import type { BranchTarget } from './branch.ts';
import type { Doorman } from './doorman.ts';
import { type DialogShown, dialogInfo, messageSummary, presenceDocument } from './event-documents.ts';
import type { LiveCalls } from './live-calls.ts';
import type { OurSide } from './our-side.ts';
import type { Registrations } from './registrations.ts';
import type { SipDirectory } from './sip-directory.ts';
import { UnaskedMessages } from './unasked-messages.ts';

export interface SubscriptionsOptions {
  readonly endpoint: SipEndpoint;
  readonly directory: SipDirectory;
  readonly doorman: Doorman;
  readonly registrations: Registrations;
  readonly calls: LiveCalls;
  readonly ours: Pick<OurSide, 'contact'>;
}

/** The event packages that may be subscribed to, each with the format of its document. */
const packages = {
  dialog: 'application/dialog-info+xml',
  presence: 'application/pidf+xml',
  'message-summary': 'application/simple-message-summary',
} as const;
type Package = keyof typeof packages;
const isPackage = (name: string): name is Package => Object.hasOwn(packages, name);
const allowEvents = { name: 'allow-events', value: Object.keys(packages).join(', ') };

/** A phone that wants to know of an extension: itself, or a colleague. */
interface Subscription {
  readonly tenant: TenantId;
  /** The extension of the phone that subscribed. */
  readonly watcher: string;
  /** The secret of the desk phone that it is, where it is one. */
  readonly device: string | null;
  /** The extension that is watched. */
  readonly target: string;
  readonly event: Package;
  /** The value of Event, with the id that the phone gave it. */
  readonly eventValue: string;
  readonly contact: string;
  dialog: Dialog;
  flow: Flow;
  /** Milliseconds of `performance.now`. */
  expiresAt: number;
  /** Of the next document (RFC 4235 §4.1). */
  version: number;
  /** The calls that it was told of last. */
  shown: readonly string[];
  /** The document that was sent last: the same one is not sent again. */
  told: string;
  /** How often in a row the phone has not heard it. */
  unheard: number;
}

/** A document, and a key that changes with it. */
interface Knowledge {
  readonly key: string;
  readonly write: () => string;
}

const longestSeconds = 3_600;
const shortestSeconds = 30;
/** A phone has a lamp for each of so many colleagues; one more is refused. */
const mostOfWatcher = 200;
/** A phone that is registered and answers no NOTIFY in so many tries is no longer subscribed. */
const mostUnheard = 3;
const sweepMs = 1_000;
/** Calls change in bursts: changes within this time are sent once. */
const gatherMs = 100;

/** Phones that want to know: lamps of colleagues (RFC 4235), whether they can be reached (RFC 3856), messages that wait (RFC 3842). */
export class Subscriptions {
  readonly #options: SubscriptionsOptions;
  readonly #all = new Map<string, Subscription>();
  /** The same by the watched extension: most extensions are watched by nobody. */
  readonly #watching = new Map<string, Set<Subscription>>();
  readonly #due = new Map<string, { readonly tenant: TenantId; readonly extension: string }>();
  /** Those whose phones did not hear the last word and are away, by the phone's extension: they are told when it is back. */
  readonly #unheard = new Map<string, Set<Subscription>>();
  readonly #unasked: UnaskedMessages;
  #telling: NodeJS.Timeout | undefined;
  readonly #sweep: NodeJS.Timeout;

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
    const { endpoint, directory, ours, registrations } = options;
    this.#unasked = new UnaskedMessages({
      endpoint,
      directory,
      registrations,
      ours,
      hasAsked: (device) => this.#hasAsked(device),
      onUnheard: (tenant, extension) => this.changed(tenant, extension),
    });
    this.#sweep = setInterval(() => this.#expire(), sweepMs);
  }

  close(): void {
    clearInterval(this.#sweep);
    clearTimeout(this.#telling);
  }

  /** A SUBSCRIBE outside a dialog. Its sender proves an identity; another company's extensions do not exist for it. */
  receive(incoming: IncomingRequest): void {
    const { request, flow, toTag } = incoming;
    const event = header(request, 'event') ?? '';
    const [name = ''] = event.split(';');
    if (!isPackage(name.trim().toLowerCase())) return incoming.refuse({ status: 489, headers: [allowEvents] });
    const kind = name.trim().toLowerCase() as Package; // Just looked at.
    const caller = this.#options.doorman.identify(incoming);
    if (caller === undefined) return;
    if (caller.origin.kind !== 'extension') return incoming.refuse({ status: 403 });
    const { tenant, origin, device } = caller;
    const uri = parseUri(request.uri);
    const target = this.#options.directory.user(tenant, uri === undefined ? '' : userOf(uri))?.extension;
    if (target === undefined) return incoming.refuse({ status: 404 });
    // Waiting messages are shown to the owner of the box only.
    if (kind === 'message-summary' && target !== origin.extension) return incoming.refuse({ status: 403 });
    const accepted = headerList(request, 'accept').map((one) => one.split(';')[0]?.trim().toLowerCase());
    if (accepted.length > 0 && !accepted.some((one) => one === packages[kind] || one === '*/*')) {
      return incoming.refuse({ status: 406, headers: [{ name: 'accept', value: packages[kind] }] });
    }
    const seconds = this.#granted(incoming);
    if (seconds === undefined) return;
    if (this.#of(tenant, origin.extension) >= mostOfWatcher) return incoming.refuse({ status: 403 });
    const dialog = dialogOfCallee(request, responseTo(request, { status: 200, toTag }));
    if (dialog === undefined) return incoming.refuse({ status: 400, reason: 'Missing Contact' });
    const subscription: Subscription = {
      tenant,
      watcher: origin.extension,
      device: device?.secret.id ?? null,
      target,
      event: kind,
      dialog,
      flow,
      eventValue: event,
      contact: this.#options.ours.contact(flow),
      expiresAt: performance.now() + seconds * 1_000,
      version: 0,
      shown: [],
      told: '',
      unheard: 0,
    };
    this.#add(dialogKey(dialog), subscription);
    this.#accept(incoming, subscription, seconds);
  }

  /** The subscription that a request in its dialog means. */
  find(key: string): Pick<Subscription, 'tenant' | 'watcher' | 'flow'> | undefined {
    return this.#all.get(key);
  }

  /** A request in the dialog of a subscription: it goes on, or ends. */
  receiveIn(key: string, incoming: IncomingRequest): void {
    const subscription = this.#all.get(key);
    const { request, flow } = incoming;
    if (subscription === undefined) return incoming.refuse({ status: 481 });
    if (request.method !== 'SUBSCRIBE') {
      return void incoming.respond({ status: 405, headers: [{ name: 'allow', value: 'SUBSCRIBE' }] });
    }
    const received = receiveInDialog(subscription.dialog, request);
    if (!received.ok) return void incoming.respond({ status: received.status });
    const seconds = this.#granted(incoming);
    if (seconds === undefined) return;
    subscription.dialog = received.dialog;
    subscription.flow = flow;
    subscription.expiresAt = performance.now() + seconds * 1_000;
    this.#accept(incoming, subscription, seconds);
  }

  /** The calls of an extension changed: its watchers are told. */
  callsChanged(tenant: TenantId, extension: string): void {
    if (this.#watching.has(nameOf(tenant, extension))) this.changed(tenant, extension);
  }

  /** Something else is different about an extension. */
  changed(tenant: TenantId, extension: string): void {
    this.#due.set(nameOf(tenant, extension), { tenant, extension });
    this.#telling ??= setTimeout(() => this.#tellDue(), gatherMs);
  }

  /** Extensions or secrets changed: a phone that may not subscribe any more is told that its subscription ends. */
  provisioned(tenant: TenantId): void {
    const { directory, doorman } = this.#options;
    const devices = directory.deviceSecrets(tenant);
    for (const [key, one] of this.#all) {
      if (one.tenant !== tenant) continue;
      const isKnown = one.device === null || devices.has(one.device);
      if (!isKnown || directory.user(tenant, one.watcher) === undefined || !doorman.isWelcome(one.flow, tenant)) {
        this.#end(key, one, 'rejected');
      } else if (directory.user(tenant, one.target) === undefined) this.#end(key, one, 'noresource');
      else if (one.event === 'message-summary') this.changed(tenant, one.target);
    }
    for (const extension of directory.withMessages(tenant)) this.changed(tenant, extension);
    for (const extension of this.#unasked.extensionsOf(tenant)) this.changed(tenant, extension);
  }

  #hasAsked(device: string): boolean {
    return [...this.#all.values()].some((one) => one.event === 'message-summary' && one.device === device);
  }

  #of(tenant: TenantId, watcher: string): number {
    let count = 0;
    for (const one of this.#all.values()) if (one.tenant === tenant && one.watcher === watcher) count += 1;
    return count;
  }

  /** For how long; undefined where that is too short and was answered so (RFC 6665 §4.2.1.1). */
  #granted({ request, respond }: IncomingRequest): number | undefined {
    const wish = headerNumber(request, 'expires') ?? longestSeconds;
    if (wish === 0 || wish >= shortestSeconds) return Math.min(wish, longestSeconds);
    respond({ status: 423, headers: [{ name: 'min-expires', value: String(shortestSeconds) }] });
    return undefined;
  }

  /** Every SUBSCRIBE is followed by a NOTIFY with the document (RFC 6665 §4.2.1.2); one of 0 seconds only asks. */
  #accept(incoming: IncomingRequest, subscription: Subscription, seconds: number): void {
    incoming.respond({
      status: 200,
      headers: [
        { name: 'contact', value: subscription.contact },
        { name: 'expires', value: String(seconds) },
        allowEvents,
      ],
    });
    if (seconds === 0) this.#end(dialogKey(subscription.dialog), subscription, 'timeout');
    else this.#notify(subscription, `active;expires=${seconds}`);
  }

  #tellDue(): void {
    this.#telling = undefined;
    const due = new Map(this.#due);
    this.#due.clear();
    for (const [name, { tenant, extension }] of due) {
      this.#unasked.tell(tenant, extension);
      for (const one of this.#watching.get(name) ?? []) {
        if (this.#knowledge(one).key !== one.told) this.#tell(one);
      }
      for (const one of this.#unheard.get(name) ?? []) {
        const phone = this.#phoneOf(one);
        if (phone === undefined) continue;
        // Its NAT may have given it another port meanwhile.
        one.flow = phone.flow;
        one.unheard = 0;
        this.#tell(one);
      }
    }
  }

  #tell(one: Subscription): void {
    this.#notify(one, `active;expires=${Math.max(1, Math.round((one.expiresAt - performance.now()) / 1_000))}`);
  }

  /** The phone that asked, where it is registered. */
  #phoneOf({ tenant, watcher, device, dialog }: Subscription): BranchTarget | undefined {
    return this.#options.registrations
      .destinationsOf(tenant, watcher)
      .find((one) => (device === null ? one.uri === dialog.remoteTarget : one.device === device));
  }

  /**
   * Nothing came back for all of Timer F. To remove the subscription at once, as RFC 6665 §4.2.2 has it, would leave a lamp dark for up to an
   * hour after half a minute without a network: the phone is told again, now or when it is registered anew.
   */
  #notHeard(key: string, one: Subscription): void {
    one.unheard += 1;
    if (this.#phoneOf(one) === undefined) addTo(this.#unheard, nameOf(one.tenant, one.watcher), one);
    else if (one.unheard < mostUnheard) this.#tell(one);
    else this.#delete(key, one);
  }

  #add(key: string, subscription: Subscription): void {
    this.#all.set(key, subscription);
    addTo(this.#watching, nameOf(subscription.tenant, subscription.target), subscription);
  }

  #delete(key: string, subscription: Subscription): void {
    const { tenant, target, watcher } = subscription;
    this.#all.delete(key);
    takeOut(this.#watching, nameOf(tenant, target), subscription);
    takeOut(this.#unheard, nameOf(tenant, watcher), subscription);
  }

  #expire(): void {
    const now = performance.now();
    for (const [key, one] of this.#all) if (one.expiresAt <= now) this.#end(key, one, 'timeout');
  }

  #end(key: string, subscription: Subscription, reason: 'timeout' | 'rejected' | 'noresource'): void {
    this.#delete(key, subscription);
    this.#notify(subscription, `terminated;reason=${reason}`, reason !== 'rejected');
  }

  #notify(one: Subscription, state: string, withDocument = true): void {
    const { endpoint, registrations } = this.#options;
    const known = this.#knowledge(one);
    one.told = known.key;
    const body = withDocument ? new TextEncoder().encode(known.write()) : new Uint8Array();
    const { dialog, request } = requestInDialog(one.dialog, 'NOTIFY', {
      headers: [
        { name: 'event', value: one.eventValue },
        { name: 'subscription-state', value: state },
        { name: 'contact', value: one.contact },
        ...(withDocument ? [{ name: 'content-type', value: packages[one.event] }] : []),
      ],
      body,
    });
    one.dialog = dialog;
    const key = dialogKey(dialog);
    const forget = () => this.#delete(key, one);
    takeOut(this.#unheard, nameOf(one.tenant, one.watcher), one);
    endpoint.request(registrations.flowOf(one.tenant, one.watcher, request.uri, one.flow) ?? one.flow, request, {
      onResponse({ status }) {
        one.unheard = 0;
        // A phone that refuses the NOTIFY, or whose connection is gone, is no longer subscribed (RFC 6665 §4.2.2).
        if (status >= 300) forget();
      },
      onFailure: (why) => {
        if (why === 'transport') forget();
        else if (this.#all.get(key) === one && one.dialog === dialog) this.#notHeard(key, one);
      },
    });
  }

  #knowledge(one: Subscription): Knowledge {
    const { directory, registrations, calls } = this.#options;
    const entity = `sip:${one.target}@${directory.domainOf(one.tenant) ?? 'invalid'}`;
    switch (one.event) {
      case 'dialog': {
        const dialogs = calls
          .of(one.tenant, one.target)
          .map(({ id, side, state }): DialogShown => ({ id: idOf(id), side, state }));
        const write = () => {
          const ended = one.shown.filter((id) => dialogs.every((dialog) => dialog.id !== id));
          one.shown = dialogs.map(({ id }) => id);
          return dialogInfo(entity, one.version++, dialogs, ended);
        };
        return { key: JSON.stringify(dialogs), write };
      }
      case 'presence': {
        const isReached = registrations.destinationsOf(one.tenant, one.target).length > 0;
        return asItIs(presenceDocument(entity, isReached, calls.of(one.tenant, one.target).length > 0));
      }
      case 'message-summary':
        return asItIs(messageSummary(entity, directory.messagesOf(one.tenant, one.target)));
      default:
        return one.event satisfies never;
    }
  }
}

const nameOf = (tenant: TenantId, extension: string): string => `${extension}@${tenant}`;

function addTo(sets: Map<string, Set<Subscription>>, name: string, one: Subscription): void {
  sets.set(name, (sets.get(name) ?? new Set()).add(one));
}

function takeOut(sets: Map<string, Set<Subscription>>, name: string, one: Subscription): void {
  const held = sets.get(name);
  held?.delete(one);
  if (held?.size === 0) sets.delete(name);
}

const asItIs = (text: string): Knowledge => ({ key: text, write: () => text });

/** Tells calls apart and nothing of them. */
const idOf = (leg: string): string => createHash('sha256').update(leg).digest('hex').slice(0, 12);
