import { createHash } from 'node:crypto';
import type { Contact, ContactId, EngineEvent, TenantId, TrunkId } from '@alo/call-core';
import {
  type DeviceSeen,
  type EngineSnapshot,
  type ProvisionChange,
  Provisions,
  type TenantProvision,
} from '@alo/engine';
import { z } from 'zod';
import type { Ari } from './ari/ari.ts';
import type { AriEvent } from './ari/events.ts';
import { CarrierPlaces } from './carrier-places.ts';
import { Lines } from './lines.ts';
import {
  difference,
  type PjsipObject,
  type PjsipPhoneOptions,
  phoneId,
  phoneObjects,
  trunkObjectId,
  trunkObjects,
  urisOf,
} from './pjsip-objects.ts';
import { unlessGone } from './unless-gone.ts';

/** Who is at the far end of a channel, by the name of its endpoint. */
export type EndpointOwner =
  /** `device` is null for an extension's own name. */
  | {
      readonly kind: 'extension';
      readonly tenant: TenantId;
      readonly extension: string;
      readonly device: string | null;
    }
  | { readonly kind: 'trunk'; readonly tenant: TenantId; readonly trunk: TrunkId };

export interface PhonesOptions extends PjsipPhoneOptions {
  readonly ari: Ari;
  readonly emit: (tenant: TenantId, event: EngineEvent) => void;
  readonly onSeen: (tenant: TenantId, seen: DeviceSeen) => void;
  readonly now: () => number;
  readonly onProblem: (reason: string) => void;
  /** Asterisk knows a phone. */
  readonly onFirstPhone: () => Promise<void>;
}

/** Of a channel's name: `PJSIP/101@company.example-0000002a`. */
export const endpointOf = (name: string): string => name.slice(name.indexOf('/') + 1, name.lastIndexOf('-'));

/** What Asterisk was told of a tenant, by extension and trunk, so that a change costs what it changes. */
type Pushed = ReadonlyMap<string, readonly PjsipObject[]>;

/** The phones and carriers that Asterisk knows: told to it through its memory, which it loses when it dies. */
export class Phones {
  readonly #options: PhonesOptions;
  readonly #provisions = new Provisions();
  readonly #lines = new Lines();
  readonly #places = new CarrierPlaces();
  /** Trunks that lead where they may not. */
  readonly #closed = new Set<string>();
  readonly #pushed = new Map<TenantId, Pushed>();
  readonly #parties = new Map<string, EndpointOwner>();
  /** By endpoint: its contacts' URIs. */
  readonly #contacts = new Map<string, Set<string>>();
  /** Endpoints of which it was asked where they are. */
  readonly #asked = new Set<string>();
  /** One change after the other. */
  #last: Promise<void> = Promise.resolve();

  constructor(options: PhonesOptions) {
    this.#options = options;
  }

  set(given: TenantProvision): Promise<void> {
    this.#provisions.set(given);
    return this.#push(given.tenant);
  }

  /** Throws `WrongRevision` where another than the one before is known. */
  change(tenant: TenantId, revision: number, changes: readonly ProvisionChange[]): Promise<void> {
    this.#provisions.change(tenant, revision, changes);
    return this.#push(tenant);
  }

  forget(tenant: TenantId): Promise<void> {
    this.#provisions.forget(tenant);
    return this.#push(tenant);
  }

  revisions(): EngineSnapshot['provisioned'] {
    return [...this.#provisions.all()].map(({ tenant, revision }) => ({ tenant, revision }));
  }

  /** Who calls by this endpoint; of a carrier, which of our numbers was called. */
  caller(endpoint: string, dialled: string): (EndpointOwner & { readonly dialled: string }) | undefined {
    const party = this.#parties.get(endpoint);
    if (party?.kind !== 'trunk') return party && { ...party, dialled };
    const line = this.#lines.find(endpoint, dialled);
    return line && { kind: 'trunk', tenant: line.tenant, trunk: line.trunk, dialled: line.number };
  }

  /** The desk phone at the far end of a channel; null where it is none. */
  deviceOn(channelName: string): string | null {
    const party = this.#parties.get(endpointOf(channelName));
    return party?.kind === 'extension' ? party.device : null;
  }

  /** What Asterisk dials to reach an extension: each of its phones, wherever it is. */
  targets(tenant: TenantId, extension: string): readonly string[] {
    return this.#endpointsOf(tenant, extension).flatMap((endpoint) =>
      [...(this.#contacts.get(endpoint) ?? [])].map((uri) => `PJSIP/${endpoint}/${uri}`),
    );
  }

  /** The same for a number outside, at each of the carrier's servers in their order; none where there is no such trunk, or none of its own. */
  async outside(tenant: TenantId, trunk: TrunkId, number: string): Promise<readonly string[]> {
    const known = this.#provisions.get(tenant)?.trunks.find((one) => one.trunk === trunk);
    return known === undefined || !(await this.#places.mayCall(tenant, known))
      ? []
      : urisOf(known, number).map((uri) => `PJSIP/${trunkObjectId(tenant, trunk)}/${uri}`);
  }

  /** Asks Asterisk where an extension is, of which nothing was heard yet. */
  async lookFor(tenant: TenantId, extension: string): Promise<void> {
    await Promise.all(this.#endpointsOf(tenant, extension).map((endpoint) => this.#whereIs(endpoint)));
  }

  registrations(): EngineSnapshot['registrations'] {
    return [...this.#provisions.all()].flatMap(({ tenant, extensions }) =>
      extensions
        .map(({ extension }) => ({ tenant, extension, contacts: this.#contactsOf(tenant, extension) }))
        .filter(({ contacts }) => contacts.length > 0),
    );
  }

  /** A phone registered, or is not registered any more. */
  contactChanged({ endpoint: { resource }, contact_info }: Extract<AriEvent, { type: 'ContactStatusChange' }>): void {
    const party = this.#parties.get(resource);
    if (party === undefined) return;
    if (party.kind === 'trunk') return this.#trunkIs(party, contact_info.contact_status);
    const uris = this.#contacts.get(resource) ?? new Set();
    const before = uris.size;
    if (contact_info.contact_status === 'Removed') uris.delete(contact_info.uri);
    else uris.add(contact_info.uri);
    this.#contacts.set(resource, uris);
    if (uris.size === before) return;
    this.#tellContacts(party.tenant, party.extension);
    this.#seen(party, resource);
  }

  /** Tells of desk phones that are there that they still are: that a registration was refreshed is no event. */
  seenAgain(): void {
    for (const [endpoint, uris] of this.#contacts) {
      const party = this.#parties.get(endpoint);
      if (party?.kind === 'extension' && uris.size > 0) this.#seen(party, endpoint);
    }
  }

  #seen({ tenant, device }: Extract<EndpointOwner, { kind: 'extension' }>, endpoint: string): void {
    if (device === null) return;
    const { onSeen, now, registrationSeconds } = this.#options;
    const [uri] = [...(this.#contacts.get(endpoint) ?? [])].slice(-1);
    const at = now();
    const until = uri === undefined ? null : at + 2 * registrationSeconds * 1_000;
    // What the phone calls itself is not told.
    const from = uri === undefined ? null : { address: hostOf(uri), userAgent: '' };
    onSeen(tenant, { device, at, from, until, registrations: [] });
  }

  #trunkIs({ tenant, trunk }: Extract<EndpointOwner, { kind: 'trunk' }>, status: string): void {
    const { emit, now } = this.#options;
    const at = now();
    if (status === 'Reachable') emit(tenant, { type: 'trunk', trunk, state: 'up', why: 'answers', at });
    if (status === 'Unreachable') emit(tenant, { type: 'trunk', trunk, state: 'down', why: 'no-response', at });
  }

  #tellContacts(tenant: TenantId, extension: string): void {
    const contacts = this.#contactsOf(tenant, extension);
    this.#options.emit(tenant, { type: 'contacts', extension, contacts, at: this.#options.now() });
  }

  #contactsOf(tenant: TenantId, extension: string): readonly Contact[] {
    return this.targets(tenant, extension).map((target) => ({ id: contactId(target), asleep: false }));
  }

  #endpointsOf(tenant: TenantId, extension: string): readonly string[] {
    const provision = this.#provisions.get(tenant);
    const known = provision?.extensions.find((one) => one.extension === extension);
    if (provision === undefined || known === undefined) return [];
    const users = [extension, ...(known.devices ?? []).map(({ user }) => user)];
    return users.map((user) => phoneId(user, provision.domain));
  }

  #push(tenant: TenantId): Promise<void> {
    const pushing = this.#last.then(() => this.#pushNow(tenant));
    // The caller gets the error; the next change does not fail for it.
    this.#last = pushing.catch(() => {});
    return pushing;
  }

  async #pushNow(tenant: TenantId): Promise<void> {
    const isElsewhere = await this.#places.set(tenant, this.#provisions.get(tenant)?.trunks ?? []);
    await this.#tellAsterisk(tenant);
    if (!isElsewhere) return;
    // Whose names lead to where this tenant was first, as it turns out now, has no way there any more.
    for (const { tenant: other, trunks } of this.#provisions.all()) {
      const isOther = trunks.some(
        ({ trunk }) => this.#closed.has(trunkObjectId(other, trunk)) === this.#places.isOwn(other, trunk),
      );
      if (isOther && this.#pushed.has(other)) await this.#tellAsterisk(other);
    }
  }

  async #tellAsterisk(tenant: TenantId): Promise<void> {
    const wanted = this.#provisions.get(tenant);
    const before = this.#pushed.get(tenant);
    const after = new Map<string, readonly PjsipObject[]>();
    for (const one of wanted?.extensions ?? []) {
      after.set(`extension ${one.extension}`, phoneObjects(one, wanted?.domain ?? '', this.#options));
    }
    for (const one of wanted?.trunks ?? []) {
      const isOwn = this.#places.isOwn(tenant, one.trunk);
      const id = trunkObjectId(tenant, one.trunk);
      if (isOwn) this.#closed.delete(id);
      else this.#closed.add(id);
      after.set(`trunk ${one.trunk}`, isOwn ? trunkObjects(tenant, one, this.#options) : []);
    }
    const { put, remove } = difference(flat(before), flat(after));
    for (const one of wanted?.extensions ?? []) {
      const { extension, devices = [] } = one;
      const domain = wanted?.domain ?? '';
      this.#parties.set(phoneId(extension, domain), { kind: 'extension', tenant, extension, device: null });
      for (const { user, device } of devices) {
        this.#parties.set(phoneId(user, domain), { kind: 'extension', tenant, extension, device });
      }
    }
    for (const { trunk } of wanted?.trunks ?? []) {
      this.#parties.set(trunkObjectId(tenant, trunk), { kind: 'trunk', tenant, trunk });
    }
    this.#lines.set(tenant, wanted?.trunks ?? []);
    const path = ({ type, id }: PjsipObject) => `asterisk/config/dynamic/res_pjsip/${type}/${encodeURIComponent(id)}`;
    const { ari } = this.#options;
    const refused = new Set<PjsipObject>();
    await Promise.all([
      ...put.map((object) => this.#put(path(object), object).catch(() => refused.add(object))),
      ...remove.map((object) => unlessGone(ari.delete(path(object)))),
    ]);
    // One carrier whose name leads nowhere keeps no company from its calls; it is told again with the next change.
    for (const [key, objects] of after)
      after.set(
        key,
        objects.filter((object) => !refused.has(object)),
      );
    if (after.size > 0) await this.#options.onFirstPhone();
    const newly = put.filter(({ type, id }) => type === 'endpoint' && !this.#asked.has(id)).map(({ id }) => id);
    await Promise.all(newly.map((endpoint) => this.#whereIs(endpoint)));
    if (wanted === undefined) this.#pushed.delete(tenant);
    else this.#pushed.set(tenant, after);
    for (const { type, id } of remove) if (type === 'endpoint') this.#gone(id);
  }

  /** Phones that registered before this process was there go on being registered, of which no event tells. */
  async #whereIs(endpoint: string): Promise<void> {
    this.#asked.add(endpoint);
    const party = this.#parties.get(endpoint);
    if (party?.kind !== 'extension') return;
    const contacts = await this.#valueOf(`PJSIP_AOR(${endpoint},contact)`);
    if (contacts === '') return;
    const uris = await Promise.all(
      contacts.split(',').map((contact) => this.#valueOf(`PJSIP_CONTACT(${contact},uri)`)),
    );
    const known = this.#contacts.get(endpoint) ?? new Set();
    this.#contacts.set(endpoint, new Set([...known, ...uris.filter((uri) => uri !== '')]));
    this.#tellContacts(party.tenant, party.extension);
  }

  async #valueOf(variable: string): Promise<string> {
    const answer = await unlessGone(this.#options.ari.get('asterisk/variable', { variable }));
    return answer === undefined ? '' : z.object({ value: z.string() }).parse(answer).value;
  }

  async #put(path: string, { type, fields }: PjsipObject): Promise<void> {
    const { ari, onProblem } = this.#options;
    try {
      await ari.put(path, {}, { fields: fields.map(([attribute, value]) => ({ attribute, value })) });
    } catch (error) {
      onProblem(`Asterisk does not take an object of type ${type}`);
      throw error;
    }
  }

  /** Its phones are nobody's any more. */
  #gone(endpoint: string): void {
    const party = this.#parties.get(endpoint);
    this.#parties.delete(endpoint);
    this.#asked.delete(endpoint);
    const had = this.#contacts.get(endpoint)?.size ?? 0;
    this.#contacts.delete(endpoint);
    if (party?.kind === 'extension' && had > 0) this.#tellContacts(party.tenant, party.extension);
  }
}

/** `sip:101-mabcd@192.0.2.7:5060;…`, an address of IPv6 in brackets. */
const hostOf = (uri: string): string => /@(\[[^\]]*\]|[^:;>]*)/.exec(uri)?.[1] ?? '';

const flat = (objects: Pushed | undefined): readonly PjsipObject[] => [...(objects?.values() ?? [])].flat();

// The one place where contacts are named.
const contactId = (target: string): ContactId =>
  createHash('sha256').update(target).digest('hex').slice(0, 16) as ContactId;
