import { expect, test } from 'vitest';
import { newRequest } from '../message/new-message.ts';
import type { Flow } from '../transport/flow.ts';
import { udpFlow } from '../transport/flow.ts';
import { createRegistrar, type RegistrarOptions } from './registrar.ts';

const AOR = '101@demo';
const DESK = '<sip:101@192.0.2.1:5060>';
const wsFlow = (id: string, address = '198.51.100.1'): Flow => ({ id, transport: 'ws', remote: { address, port: 1 } });

function office(options: RegistrarOptions = {}) {
  const registrar = createRegistrar(options);
  let sequence = 0;
  const send = (
    contacts: readonly string[],
    {
      expires,
      callId = 'c1',
      cseq = ++sequence,
      flow = udpFlow('192.0.2.1', 5060),
      now = 0,
      aor = AOR,
      supported,
      path,
    }: {
      readonly expires?: number;
      readonly callId?: string;
      readonly cseq?: number;
      readonly flow?: Flow;
      readonly now?: number;
      readonly aor?: string;
      readonly supported?: string;
      readonly path?: string;
    } = {},
  ) => {
    const party = { display: '', uri: `sip:${aor}`, params: new Map([['tag', 't']]) };
    const request = newRequest({
      method: 'REGISTER',
      uri: 'sip:demo',
      from: party,
      to: party,
      callId,
      cseq,
      headers: [
        ...contacts.map((value) => ({ name: 'contact', value })),
        ...(expires === undefined ? [] : [{ name: 'expires', value: String(expires) }]),
        ...(supported === undefined ? [] : [{ name: 'supported', value: supported }]),
        ...(path === undefined ? [] : [{ name: 'path', value: path }]),
      ],
    });
    return registrar.register(aor, request, flow, now);
  };
  const listed = (result: ReturnType<typeof send>): (string | undefined)[] =>
    (result.response.headers ?? []).filter(({ name }) => name === 'contact').map(({ value }) => value);
  const uris = (now = 0): string[] => registrar.contactsOf(AOR, now).map((binding) => binding.contact.uri);
  return { registrar, send, listed, uris };
}

test('a phone registers for 60 s, is listed with the seconds left, and is gone after that', () => {
  const { send, listed, uris, registrar } = office();
  const result = send([DESK]);
  expect(result).toMatchObject({ ok: true, change: { aor: AOR, before: 0, after: 1 }, response: { status: 200 } });
  expect(listed(result)).toEqual(['<sip:101@192.0.2.1:5060>;expires=60']);
  expect(listed(send([], { now: 20_500 }))).toEqual(['<sip:101@192.0.2.1:5060>;expires=40']);
  expect(uris(59_999)).toHaveLength(1);
  expect(uris(60_000)).toEqual([]);
  expect(registrar.expire(60_000)).toEqual([{ aor: AOR, before: 1, after: 0 }]);
  expect(registrar.count()).toBe(0);
});

test("the contact's own wish counts before the request's, and a long one is shortened (§10.3 step 7)", () => {
  const { send, listed } = office({ maxSeconds: 120 });
  expect(listed(send([`${DESK};expires=40`], { expires: 3600 }))).toEqual([`${DESK};expires=40`]);
  expect(listed(send([DESK], { expires: 3600 }))).toEqual([`${DESK};expires=120`]);
  expect(listed(send([`${DESK};expires=nonsense`]))).toEqual([`${DESK};expires=60`]);
});

test('who registers together does not at every turn: whoever asks for too much gets the most or a little less, others what they ask for', () => {
  let part = 0;
  const { send, listed } = office({ spread: () => part });
  const given = (wish: number, cseq: number) => listed(send([DESK], { expires: wish, cseq }))[0];
  for (const [at, seconds] of [60, 57, 54].entries()) {
    part = at / 20;
    expect(given(3_600, at + 1)).toBe(`${DESK};expires=${seconds}`);
  }
  expect(given(50, 4)).toBe(`${DESK};expires=50`);
  expect(given(60, 5)).toBe(`${DESK};expires=60`);
  // It may ask for what it was given.
  part = 1;
  expect(given(3_600, 6)).toBe(`${DESK};expires=30`);
});

test('too short a wish is 423 with Min-Expires, and nothing is stored', () => {
  const { send, uris } = office();
  expect(send([DESK, '<sip:101@192.0.2.2>;expires=5']).response).toEqual({
    status: 423,
    headers: [{ name: 'min-expires', value: '30' }],
  });
  expect(uris()).toEqual([]);
});

test('a time that is no number is the usual one (§10.2.1.1)', () => {
  const { send, listed } = office();
  const granted = (time: string) => [time, ...listed(send([`<sip:101@192.0.2.2>;expires=${time}`]))];
  for (const time of ['soon', '1e9', '-1', '']) expect(granted(time)).toEqual([time, '<sip:101@192.0.2.2>;expires=60']);
});

test('several contacts stand side by side, best q first; the same URI written otherwise is the same contact', () => {
  const { send, uris, registrar } = office();
  send(['<sip:101@192.0.2.1:5060>;q=0.3', '<sip:101@192.0.2.2>;q=0.9']);
  send(['<sip:101@192.0.2.3>']);
  send(['<SIP:%3101@192.0.2.1:5060>;q=0.3']);
  expect(uris()).toEqual(['sip:101@192.0.2.3', 'sip:101@192.0.2.2', 'SIP:%3101@192.0.2.1:5060']);
  expect(registrar.contactsOf(AOR, 0).map(({ q }) => q)).toEqual([1000, 900, 300]);
});

test('a phone that says the same again is there for longer; by another way, after a proxy, or for no time, it is not the same', () => {
  const { registrar, send, listed } = office();
  const shared = '"Lan" <sip:101@192.0.2.9>;q=0.5;expires=60';
  send([shared], { callId: 'c2' });
  expect(listed(send([DESK]))).toEqual([`${DESK};expires=60`, shared]);
  const again = send([DESK], { now: 20_000 });
  expect(again).toMatchObject({ ok: true, isRefresh: true, change: { before: 2, after: 2 } });
  expect(listed(again)).toEqual([`${DESK};expires=60`, shared.replace('60', '40')]);
  expect(send([DESK], { now: 21_000, cseq: 3 }).response.status).toBe(500);
  expect(registrar.contactsOf(AOR, 79_999).map(({ written, cseq }) => ({ written, cseq }))).toEqual([
    { written: DESK, cseq: 3 },
  ]);
  const pathOf = () => registrar.contactsOf(AOR, 60_000)[0]?.path;
  send([DESK], { now: 30_000, path: '<sip:proxy;lr>' });
  expect(pathOf()).toEqual(['<sip:proxy;lr>']);
  send([DESK], { now: 30_000 });
  expect(pathOf()).toEqual([]);
  const moved = send([DESK], { now: 30_000, flow: udpFlow('192.0.2.1', 5061) });
  expect(moved).toMatchObject({ ok: true, isRefresh: false });
  expect(registrar.contactsOf(AOR, 30_000)[0]?.flow.remote.port).toBe(5061);
  expect(send([DESK], { now: 40_000, flow: udpFlow('192.0.2.1', 5061), expires: 5 }).response.status).toBe(423);
  expect(send([DESK], { now: 40_000, flow: udpFlow('192.0.2.1', 5061), expires: 0 })).toMatchObject({
    isRefresh: false,
  });
  expect(registrar.contactsOf(AOR, 40_000).map(({ written }) => written)).toEqual([shared]);
});

test('of two phones the one that spoke last comes first, whatever it says of itself again', () => {
  const { send, uris } = office();
  send([DESK]);
  send(['<sip:101@192.0.2.2>'], { callId: 'c2', now: 10_000 });
  expect(uris(10_000)).toEqual(['sip:101@192.0.2.2', 'sip:101@192.0.2.1:5060']);
  send([DESK], { now: 20_000 });
  expect(uris(20_000)).toEqual(['sip:101@192.0.2.1:5060', 'sip:101@192.0.2.2']);
});

test.each(['sip:', '', '<sip:101@192.0.2.1>;;', '<sip:101@192.0.2.1>,', '<sip:101@192.0.2.1>, nonsense'])(
  'a contact that cannot be read is refused, and all that stands beside it: %j',
  (contact) => {
    const { send, uris } = office();
    expect(send([DESK, contact]).response).toEqual({ status: 400, reason: 'Malformed Contact' });
    expect(uris()).toEqual([]);
  },
);

test('expires=0 removes one contact, "*" with Expires: 0 all (§10.2.2)', () => {
  const { send, uris } = office();
  send([DESK, '<sip:101@192.0.2.2>']);
  send([`${DESK};expires=0`]);
  expect(uris()).toEqual(['sip:101@192.0.2.2']);
  expect(send(['*'], { expires: 0 })).toMatchObject({ ok: true, change: { before: 1, after: 0 } });
  expect(uris()).toEqual([]);
});

test.each([
  [['*'], undefined],
  [['*'], 60],
  [['*', DESK], 0],
])('"*" otherwise is 400 (§10.3 step 6): %s, Expires %s', (contacts, expires) => {
  const { send } = office();
  expect(send(contacts, expires === undefined ? {} : { expires }).response.status).toBe(400);
});

test('within one Call-ID a CSeq that does not rise changes nothing (§10.3 step 7)', () => {
  const { send, uris } = office();
  send([DESK], { cseq: 5 });
  expect(send(['<sip:101@192.0.2.2>', `${DESK};expires=0`], { cseq: 5 }).response.status).toBe(500);
  expect(send(['*'], { cseq: 4, expires: 0 }).response.status).toBe(500);
  expect(uris()).toEqual(['sip:101@192.0.2.1:5060']);
  expect(send([DESK], { cseq: 1, callId: 'after-restart' }).ok).toBe(true);
});

test('a browser is reached over its socket and is gone with it (RFC 7118 §5)', () => {
  const { send, uris, registrar } = office();
  send(['<sip:x1@abc.invalid;transport=ws>'], { flow: wsFlow('ws:1') });
  send(['<sip:x2@def.invalid;transport=ws>'], { flow: wsFlow('ws:2'), callId: 'c2' });
  expect(
    registrar
      .contactsOf(AOR, 0)
      .map(({ flow }) => flow.id)
      .sort(),
  ).toEqual(['ws:1', 'ws:2']);
  expect(registrar.flowClosed('ws:1')).toEqual([{ aor: AOR, before: 2, after: 1 }]);
  expect(uris()).toEqual(['sip:x2@def.invalid;transport=ws']);
});

test('the same phone on a new socket takes the place of its old self (RFC 5626 §6)', () => {
  const { send, uris } = office();
  const contact = (user: string, phone = 'a'): string =>
    `<sip:${user}@x.invalid>;+sip.instance="<urn:uuid:${phone}>";reg-id=1`;
  const first = send([contact('x1')], { flow: wsFlow('ws:1'), supported: 'path, outbound' });
  expect(first.response.headers).toContainEqual({ name: 'require', value: 'outbound' });
  send([contact('x2')], { flow: wsFlow('ws:2'), callId: 'c2' });
  send([contact('x3', 'b')], { flow: wsFlow('ws:3'), callId: 'c3' });
  expect(uris()).toEqual(['sip:x2@x.invalid', 'sip:x3@x.invalid']);
  expect(send([contact('x4'), contact('x5', 'c')]).response.status).toBe(400);
});

test('nobody has more contacts than allowed, in one request or in many', () => {
  const { send, registrar } = office({ maxPerPerson: 3 });
  const contact = (n: number): string => `<sip:101@192.0.2.${n}>`;
  expect(send([1, 2, 3, 4].map(contact)).response.status).toBe(403);
  expect(send([1, 2, 3].map(contact)).ok).toBe(true);
  expect(send([contact(4)]).response.status).toBe(403);
  expect(send([contact(3)]).ok).toBe(true);
  expect(send([contact(4)], { now: 61_000 }).ok).toBe(true);
  expect(registrar.count()).toBe(1);
});

test('one address cannot exhaust the registrar; others register meanwhile, and so does it after its contacts are gone', () => {
  const { send, registrar } = office({ maxPerAddress: 5 });
  const from = (n: number, address: string) => send([DESK], { aor: `${n}@demo`, flow: udpFlow(address, n) });
  const statuses = Array.from({ length: 7 }, (_, n) => from(n, '203.0.113.9').response.status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 503, 503]);
  expect(from(100, '203.0.113.10').ok).toBe(true);
  expect(from(3, '203.0.113.9').ok).toBe(true);
  registrar.forget('0@demo');
  expect(from(50, '203.0.113.9').ok).toBe(true);
});

test('a contact as long as a novel is refused', () => {
  const { send } = office();
  expect(send([`<sip:${'x'.repeat(2000)}@a>`]).response.status).toBe(400);
});

test('a refresh is told from whatever changes how somebody is reached', () => {
  const { send } = office();
  const refreshed = (...wanted: Parameters<typeof send>): boolean => {
    const result = send(...wanted);
    return result.ok && result.isRefresh;
  };
  expect(refreshed([DESK])).toBe(false);
  expect(refreshed([DESK])).toBe(true);
  expect(refreshed([])).toBe(true);
  expect(refreshed([DESK], { flow: udpFlow('192.0.2.1', 5062) })).toBe(false);
  expect(refreshed(['<sip:101@192.0.2.9:5060>'], { flow: udpFlow('192.0.2.9', 5060) })).toBe(false);
  expect(refreshed([DESK], { flow: udpFlow('192.0.2.1', 5062), now: 30_000 })).toBe(true);
  // The other has expired meanwhile, though nobody looked.
  expect(refreshed([DESK], { flow: udpFlow('192.0.2.1', 5062), now: 61_000 })).toBe(false);
  expect(refreshed([DESK], { expires: 0, now: 61_000 })).toBe(false);
});
