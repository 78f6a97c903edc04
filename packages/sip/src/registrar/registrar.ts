import type { Request } from '../message/message.ts';
import { formatNameAddr, type NameAddr } from '../message/name-addr.ts';
import type { ResponseParts } from '../message/new-message.ts';
import {
  callIdOf,
  contacts,
  cseq,
  header,
  headerList,
  headerNumber,
  instanceOf,
  isContact,
  optionTags,
  parseNumber,
} from '../message/read-headers.ts';
import { parseSipUri, sameUri } from '../message/uri.ts';
import type { Flow } from '../transport/flow.ts';

/** Where a person can be reached: one phone, until `expiresAt`. */
export interface Binding {
  readonly contact: NameAddr;
  /** The contact as its phone writes it. */
  readonly written: string;
  /** The way by which the phone registered, and by which it is called: a browser has no other (RFC 7118 §5, RFC 5626 §5.3). */
  readonly flow: Flow;
  /** Preference in thousandths, 1000 without (§10.2.1.2). */
  readonly q: number;
  readonly callId: string;
  /** Milliseconds of the caller's clock; this and `cseq` go on each time that the phone says the same again. */
  expiresAt: number;
  cseq: number;
  /** The phone behind the address, and which of its flows this is (RFC 5626 §4); undefined without `reg-id`. */
  readonly outbound: { readonly instance: string; readonly regId: number } | undefined;
  /** Route of the proxies on the way to the phone (RFC 3327). */
  readonly path: readonly string[];
}

/** Times and bounds, each with a default. */
export interface RegistrarOptions {
  /** Seconds granted without a wish: 60. */
  readonly defaultSeconds?: number;
  /** A shorter wish is refused 423 (§10.3): 30. */
  readonly minSeconds?: number;
  /** A longer wish is shortened to this: 60. */
  readonly maxSeconds?: number;
  /**
   * How large a part of that is then taken off, asked each time, from 0 (the default) to 1: phones that registered together, after a cut of
   * the network, would else do so at every turn.
   */
  readonly spread?: () => number;
  /** Contacts of one person: 10. */
  readonly maxPerPerson?: number;
  /** Contacts from one source address, a whole office behind NAT included: 2000. */
  readonly maxPerAddress?: number;
  /** Contacts in all: 50 000. */
  readonly maxContacts?: number;
}

/** How a person's contacts changed in number. */
export interface RegistrationChange {
  readonly aor: string;
  readonly before: number;
  readonly after: number;
}

/** What a REGISTER changed, and its answer. */
export type RegisterResult =
  | {
      readonly ok: true;
      readonly change: RegistrationChange;
      /** By what the person was reached before. */
      readonly former: readonly Binding[];
      /** The person is reached as before: by the same phones over the same flows, for some time longer. */
      readonly isRefresh: boolean;
      readonly response: ResponseParts;
    }
  | { readonly ok: false; readonly response: ResponseParts };

/** The location service. An `aor` is any string by which the owner names a person, e.g. `101@demo.alo.local`. */
export interface Registrar {
  /**
   * Performs a REGISTER (§10.3) of somebody already known to be that person. All of it happens, or nothing. `isLeft`: of what the phone
   * itself registered before, and is not at any more once it is somewhere else.
   */
  readonly register: (
    aor: string,
    request: Request,
    flow: Flow,
    now: number,
    isLeft?: (binding: Binding) => boolean,
  ) => RegisterResult;
  /** Takes up a contact that was registered elsewhere, unless that phone is known here. */
  readonly restore: (aor: string, binding: Binding) => RegistrationChange;
  /** Contacts that have not expired, best q first, then the latest registered. */
  readonly contactsOf: (aor: string, now: number) => readonly Binding[];
  /** Drops what has expired, and tells of each person who lost something. Call it every second or so. */
  readonly expire: (now: number) => readonly RegistrationChange[];
  /** Drops the contacts that were reached over a connection that is gone (RFC 5626 §5.3). */
  readonly flowClosed: (flowId: string) => readonly RegistrationChange[];
  /** Drops some contacts of a person, e.g. those that were proved by a password that is gone. */
  readonly drop: (aor: string, gone: (binding: Binding) => boolean) => readonly RegistrationChange[];
  /** Is anybody reached over this connection? */
  readonly hasFlow: (flowId: string) => boolean;
  /** Drops a person, e.g. when their password is withdrawn. */
  readonly forget: (aor: string) => void;
  /** Everybody who has a contact, expired ones included until `expire`. */
  readonly people: () => IterableIterator<string>;
  readonly count: () => number;
}

const LONGEST_CONTACT = 1024;
const HOUR = 3600;

/** Knows nobody at first; what was kept is put back by `restore`. */
export function createRegistrar(options: RegistrarOptions = {}): Registrar {
  const limits = {
    defaultSeconds: 60,
    minSeconds: 30,
    maxSeconds: 60,
    spread: () => 0,
    maxPerPerson: 10,
    maxPerAddress: 2000,
    maxContacts: 50_000,
    ...options,
  };
  /** Best q first, then the latest registered. */
  const people = new Map<string, readonly Binding[]>();
  const perAddress = new Map<string, number>();
  /** Who is reached over a flow: connections close in crowds, and each must cost only its own. */
  const onFlow = new Map<string, Set<string>>();
  let total = 0;

  const count = (binding: Binding, by: 1 | -1): void => {
    const { address } = binding.flow.remote;
    const held = (perAddress.get(address) ?? 0) + by;
    if (held === 0) perAddress.delete(address);
    else perAddress.set(address, held);
    total += by;
  };

  const store = (aor: string, bindings: readonly Binding[]): RegistrationChange => {
    const old = people.get(aor) ?? [];
    for (const binding of old) {
      count(binding, -1);
      onFlow.get(binding.flow.id)?.delete(aor);
      if (onFlow.get(binding.flow.id)?.size === 0) onFlow.delete(binding.flow.id);
    }
    for (const binding of bindings) {
      count(binding, 1);
      onFlow.set(binding.flow.id, (onFlow.get(binding.flow.id) ?? new Set()).add(aor));
    }
    if (bindings.length === 0) people.delete(aor);
    else people.set(aor, inOrder(bindings));
    return { aor, before: old.length, after: bindings.length };
  };

  const drop = (aors: Iterable<string>, gone: (binding: Binding) => boolean): RegistrationChange[] => {
    const changes: RegistrationChange[] = [];
    for (const aor of aors) {
      const bindings = people.get(aor) ?? [];
      const left = bindings.filter((binding) => !gone(binding));
      if (left.length < bindings.length) changes.push(store(aor, left));
    }
    return changes;
  };

  const contactsOf = (aor: string, now: number): readonly Binding[] => {
    const bindings = people.get(aor) ?? [];
    const isAlive = (binding: Binding): boolean => binding.expiresAt > now;
    return bindings.every(isAlive) ? bindings : bindings.filter(isAlive);
  };

  /** Room for what comes in addition: no person, no address and no crowd fills the registrar. */
  const overfull = (added: number, held: number, flow: Flow): ResponseParts | undefined => {
    if (added <= 0) return undefined;
    if (held + added > limits.maxPerPerson) return { status: 403, reason: 'Too Many Contacts' };
    const fromAddress = (perAddress.get(flow.remote.address) ?? 0) + added;
    if (fromAddress > limits.maxPerAddress || total + added > limits.maxContacts) {
      return { status: 503, headers: [{ name: 'retry-after', value: '30' }] };
    }
    return undefined;
  };

  return {
    register(aor, request, flow, now, isLeft) {
      const current = contactsOf(aor, now);
      const before = people.get(aor)?.length ?? 0;
      if (before === current.length && isLengthened(current, request, flow, now, limits)) {
        const bindings = inOrder(current);
        if (bindings !== current) people.set(aor, bindings);
        const response = answer(bindings, request, now);
        return { ok: true, change: { aor, before, after: before }, former: current, isRefresh: true, response };
      }
      const wanted = readWishes(request, flow, now, limits);
      if (!wanted.ok) return wanted;
      const applied = apply(current, wanted.wishes, request);
      if (!applied) return refused(500, 'Out Of Order');
      const comes = isLeft !== undefined && applied.some((binding) => !current.includes(binding));
      const next = comes ? applied.filter((binding) => !current.includes(binding) || !isLeft(binding)) : applied;
      const full = overfull(next.length - current.length, current.length, flow);
      if (full) return { ok: false, response: full };
      const isRefresh = before === current.length && areReachedAlike(current, next);
      // Neither who is reached over which flow nor how many there are is different then.
      if (isRefresh) people.set(aor, inOrder(next));
      else store(aor, next);
      const response = answer(contactsOf(aor, now), request, now);
      return { ok: true, change: { aor, before, after: next.length }, former: current, isRefresh, response };
    },
    restore(aor, binding) {
      const held = people.get(aor) ?? [];
      const isKnown =
        held.some((each) => sameBinding(each, binding)) || overfull(1, held.length, binding.flow) !== undefined;
      return store(aor, isKnown ? held : [...held, binding]);
    },
    contactsOf,
    expire: (now) => drop([...people.keys()], (binding) => binding.expiresAt <= now),
    flowClosed: (flowId) => drop([...(onFlow.get(flowId) ?? [])], (binding) => binding.flow.id === flowId),
    drop: (aor, gone) => drop([aor], gone),
    hasFlow: (flowId) => onFlow.has(flowId),
    forget: (aor) => void store(aor, []),
    people: () => people.keys(),
    count: () => total,
  };
}

/** The 200: everywhere that the person is reached now (§10.3 step 8). */
function answer(bindings: readonly Binding[], request: Request, now: number): ResponseParts {
  const headers = bindings.map((binding) => ({ name: 'contact', value: listed(binding, now) }));
  // A registrar that keeps flows says so (RFC 5626 §6).
  const outbound = bindings.some((each) => each.outbound) && optionTags(request, 'supported').includes('outbound');
  if (outbound) headers.push({ name: 'require', value: 'outbound' });
  return { status: 200, headers };
}

/**
 * What nearly every REGISTER is: its phone says the same as last time, by the same way, and only the time is new. Its binding stays
 * what it is, for longer: one that is made anew each minute is old before it is let go of, and dear to the garbage collector. False, and
 * nothing has changed, where it is anything else, or nothing that can be granted.
 */
function isLengthened(current: readonly Binding[], request: Request, flow: Flow, now: number, limits: Limits): boolean {
  const said = request.headers.filter(({ name }) => name === 'contact');
  const held = said.length === 1 ? current.find(({ written }) => written === said[0]?.value) : undefined;
  if (held === undefined) return false;
  const sequence = cseq(request)?.number ?? 0;
  if (held.flow.id !== flow.id || held.callId !== callIdOf(request) || sequence <= held.cseq) return false;
  if (held.path.length > 0 || header(request, 'path') !== undefined) return false;
  const seconds = secondsFor(held.contact, headerNumber(request, 'expires'), limits);
  if (seconds === undefined || seconds === 0) return false;
  held.expiresAt = now + seconds * 1000;
  held.cseq = sequence;
  return true;
}

type Limits = Readonly<Record<'defaultSeconds' | 'minSeconds' | 'maxSeconds' | 'maxPerPerson', number>> &
  Required<Pick<RegistrarOptions, 'spread'>>;

/** What a REGISTER asks for: to forget everything, or to keep and to forget some; nothing at all is a question (§10.2.3). */
type Wishes = { readonly all: true } | { readonly all: false; readonly list: readonly Wish[] };

interface Wish {
  readonly binding: Binding;
  readonly remove: boolean;
}

type Read = { readonly ok: true; readonly wishes: Wishes } | { readonly ok: false; readonly response: ResponseParts };

const refused = (status: number, reason?: string): { readonly ok: false; readonly response: ResponseParts } => ({
  ok: false,
  response: reason === undefined ? { status } : { status, reason },
});

function readWishes(request: Request, flow: Flow, now: number, limits: Limits): Read {
  const expires = headerNumber(request, 'expires');
  const values = headerList(request, 'contact');
  if (values.includes('*')) {
    // "*" stands alone, and only with Expires: 0 (§10.2.2, §10.3 step 6).
    return values.length === 1 && expires === 0
      ? { ok: true, wishes: { all: true } }
      : refused(400, 'Misused Wildcard');
  }
  const addresses = contacts(request);
  const canBeRead = request.headers.every(({ name, value }) => name !== 'contact' || isContact(value));
  if (!addresses || !canBeRead) return refused(400, 'Malformed Contact');
  if (values.length > limits.maxPerPerson) return refused(403, 'Too Many Contacts');
  if (values.some((value) => value.length > LONGEST_CONTACT)) return refused(400, 'Contact Too Long');
  const list: Wish[] = [];
  for (const [index, address] of addresses.entries()) {
    const seconds = secondsFor(address, expires, limits);
    if (seconds === undefined) {
      const headers = [{ name: 'min-expires', value: String(limits.minSeconds) }];
      return { ok: false, response: { status: 423, headers } };
    }
    const given = { written: values[index] ?? '', flow, expiresAt: now + seconds * 1000 };
    list.push({ binding: bindingOf(address, request, given), remove: seconds === 0 });
  }
  // With flows of its own a phone registers one contact at a time (RFC 5626 §6).
  if (list.length > 1 && list.some(({ binding }) => binding.outbound))
    return refused(400, 'Several Contacts With reg-id');
  return { ok: true, wishes: { all: false, list } };
}

/** So long it may be reached there: the contact's own wish, else the request's, else ours (§10.3 step 7); undefined: too short. */
function secondsFor(contact: NameAddr, expires: number | undefined, limits: Limits): number | undefined {
  const wish = parseNumber(contact.params.get('expires')) ?? expires ?? limits.defaultSeconds;
  if (wish > 0 && wish < limits.minSeconds && wish < HOUR) return undefined;
  return wish <= limits.maxSeconds ? wish : mostOf(limits);
}

/** The seconds that are granted where more are wished than we allow. */
function mostOf({ minSeconds, maxSeconds, spread }: Limits): number {
  const less = Math.floor(spread() * maxSeconds);
  // A phone that asks for the seconds it was granted must not be told that they are too short.
  return Math.max(Math.min(minSeconds, maxSeconds), maxSeconds - less);
}

const bindingOf = (
  contact: NameAddr,
  request: Request,
  given: Pick<Binding, 'written' | 'flow' | 'expiresAt'>,
): Binding =>
  newBinding(contact, {
    ...given,
    callId: callIdOf(request),
    cseq: cseq(request)?.number ?? 0,
    path: header(request, 'path') === undefined ? [] : headerList(request, 'path'),
  });

/** A contact with what its own parameters say of it. */
export function newBinding(contact: NameAddr, given: Omit<Binding, 'contact' | 'q' | 'outbound'>): Binding {
  const instance = instanceOf(contact);
  const regId = parseNumber(contact.params.get('reg-id'));
  return {
    contact,
    q: preference(contact.params.get('q')),
    outbound: instance !== undefined && regId !== undefined ? { instance, regId } : undefined,
    ...given,
  };
}

/** `0.7` as 700; what is no q value counts as none given. */
const preference = (text: string | undefined): number =>
  text !== undefined && /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/.test(text) ? Math.round(Number(text) * 1000) : 1000;

/** The contacts after the wishes; undefined where one of them comes too late (§10.3 steps 6 and 7). */
function apply(current: readonly Binding[], wishes: Wishes, request: Request): readonly Binding[] | undefined {
  if (wishes.all) {
    return current.some((held) => isLate(held, callIdOf(request), cseq(request)?.number ?? 0)) ? undefined : [];
  }
  let next = current;
  for (const { binding, remove } of wishes.list) {
    const held = next.find((each) => sameBinding(each, binding));
    if (held && isLate(held, binding.callId, binding.cseq) && current.includes(held)) return undefined;
    const others = next.filter((each) => each !== held);
    next = remove ? others : [...others, binding];
  }
  return next;
}

/** Within one Call-ID a later CSeq wins; anything else comes from a phone that started anew. */
const isLate = (held: Binding, id: string, sequence: number): boolean => held.callId === id && sequence <= held.cseq;

const inOrder = (bindings: readonly Binding[]): readonly Binding[] =>
  bindings.length < 2 ? bindings : bindings.toSorted((a, b) => b.q - a.q || b.expiresAt - a.expiresAt);

/** Do both lead to the same phones, by the same ways? */
const areReachedAlike = (some: readonly Binding[], others: readonly Binding[]): boolean =>
  some.length === others.length && others.every((other) => some.some((one) => isReachedAlike(one, other)));

const isReachedAlike = (a: Binding, b: Binding): boolean =>
  a.flow.id === b.flow.id && a.contact.uri === b.contact.uri && sameBinding(a, b);

/** The same phone on the same flow number (RFC 5626 §6), or the same address (§19.1.4). */
function sameBinding(a: Binding, b: Binding): boolean {
  if (a.outbound && b.outbound)
    return a.outbound.instance === b.outbound.instance && a.outbound.regId === b.outbound.regId;
  const left = parseSipUri(a.contact.uri);
  const right = parseSipUri(b.contact.uri);
  return left && right ? sameUri(left, right) : a.contact.uri === b.contact.uri;
}

/** A contact as the 200 lists it: with the seconds it has left (§10.3 step 8), as its phone writes it where that says so. */
function listed({ contact, written, expiresAt }: Binding, now: number): string {
  // Whole milliseconds first: a clock's fractions would make 61 of the 60 s that were just granted.
  const left = String(Math.ceil(Math.round(expiresAt - now) / 1000));
  const said = contact.params.get('expires');
  if (said === left) return written;
  if (said === undefined && written.endsWith('>')) return `${written};expires=${left}`;
  return formatNameAddr({ ...contact, params: new Map(contact.params).set('expires', left) });
}
