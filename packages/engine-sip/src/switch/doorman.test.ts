import type { EngineEvent, TenantId, TrunkId } from '@alo/call-core';
import type { DeviceSeen } from '@alo/engine';
import {
  answerChallenge,
  type Flow,
  ha1,
  newRequest,
  type Request,
  type Response,
  responseTo,
  udpFlow,
} from '@alo/sip';
import { afterAll, expect, test } from 'vitest';
import { Doorman } from './doorman.ts';
import { Registrations } from './registrations.ts';
import { SipDirectory } from './sip-directory.ts';

const tenant = 'doorman' as TenantId; // A name of this test; anywhere else they come from the database.
const domain = 'doorman.example';
const home = '192.0.2.1';

const secretOf = (user: string) => ({
  id: `secret of ${user}`,
  ha1Md5: ha1('MD5', user, domain, 'x'),
  ha1Sha256: ha1('SHA-256', user, domain, 'x'),
});

const seen: DeviceSeen[] = [];
const events: EngineEvent[] = [];
const directory = new SipDirectory();
directory.set({
  tenant,
  revision: 1,
  domain,
  extensions: [
    {
      extension: '101',
      secrets: [secretOf('101')],
      devices: [
        { device: 'desk', user: '101-mdesk1', secret: secretOf('101-mdesk1'), networks: [], maxCalls: 2 },
        { device: 'hall', user: '101-shall1', secret: secretOf('101-shall1'), networks: ['192.0.2.0/24'], maxCalls: 2 },
        { device: 'shop', user: '101-bshop1', secret: secretOf('101-bshop1'), networks: [], maxCalls: 2 },
      ],
    },
  ],
  trunks: [],
});
const limits = {
  unprovenRequestsPerSecond: 1,
  contactsPerExtension: 10,
  socketsPerAddress: 10,
  connectionsPerAddress: 10,
  strangersPerAddress: 10,
  calls: 10,
  callsPerTenant: 10,
  callsOfOnlyTenant: 10,
  callsPerExtension: 10,
  serverLagMs: 250,
};
const registrations = new Registrations({
  keepAlive: { keep() {}, letGo() {} },
  directory,
  options: { limits, registrationSeconds: 60, shortestRegistrationSeconds: 30 },
  isOpen: () => true,
  closeFlow: () => undefined,
  onSeen: (_tenant, one) => seen.push(one),
  emit: (_tenant, event) => events.push(event),
  now: () => 0,
});
const { unprovenRequestsPerSecond } = limits;
const gateways = { register: () => undefined, trunkOf: () => undefined };
const doorman = new Doorman({
  directory,
  registrations,
  gateways,
  pageOf: () => undefined,
  botMark: 'ours',
  unprovenRequestsPerSecond,
});
afterAll(() => registrations.close());

/** Sends a REGISTER, and once more with the proof that is asked for; gives both answers. */
function attempt(
  flow: Flow,
  sequence: number,
  user = '101',
  as = user,
  proofFrom = flow,
): readonly [Response, Response] {
  const address = { display: '', uri: `sip:${user}@${domain}`, params: new Map<string, string>() };
  const requestOf = (more: Request['headers']) =>
    newRequest({
      method: 'REGISTER',
      uri: `sip:${domain}`,
      from: { ...address, params: new Map([['tag', 'f']]) },
      to: address,
      callId: as,
      cseq: sequence + more.length,
      headers: [{ name: 'contact', value: `<sip:${as}@10.0.0.7:5060>` }, ...more],
    });
  const ask = (request: Request, from = flow) => {
    let answer = responseTo(request, { status: 100 });
    const respond = (parts: Parameters<typeof responseTo>[1]) => {
      answer = responseTo(request, parts);
      return answer;
    };
    doorman.register({
      request,
      flow: from,
      toTag: 't',
      respond,
      refuse: (parts) => void respond(parts),
      watch: () => {},
    });
    return answer;
  };
  const first = requestOf([]);
  const challenge = ask(first);
  const credentials = answerChallenge(challenge, first, { username: as, password: 'x' });
  if (credentials === undefined) throw new Error('there was no challenge');
  return [challenge, ask(requestOf([credentials]), proofFrom)];
}

const register = (flow: Flow, sequence: number, user?: string, as?: string): number =>
  attempt(flow, sequence, user, as)[1].status;

/** What somebody is asked for, without what is different each time. */
const challenged = (flow: Flow, user: string): readonly string[] =>
  attempt(flow, 1, user)[0].headers.flatMap(({ name, value }) =>
    name === 'www-authenticate' ? [value.replace(/nonce="[^"]*"/, '')] : [],
  );

test('a phone whose NAT gave it another port is known by that one alone', () => {
  const [before, after] = [udpFlow(home, 40_001), udpFlow(home, 40_002)];
  expect(register(before, 1)).toBe(200);
  expect(register(after, 3)).toBe(200);
  for (let i = 0; i < 10; i++) doorman.malformed(udpFlow(home, 666));
  expect(doorman.admits(after)).toBe(true);
  expect(doorman.admits(before)).toBe(false);
  expect(events).toMatchObject([{ type: 'contacts', contacts: [{ asleep: false }] }]);
});

test('a challenge is answered from where it was sent: nobody registers by the forged address of a carrier', () => {
  const [, forged] = attempt(udpFlow(home, 40_001), 1, '101', '101', udpFlow('198.51.100.7', 5060));
  expect(forged.status).toBe(401);
  expect(registrations.has(udpFlow('198.51.100.7', 5060))).toBe(false);
});

test('what belongs to a call of a phone that moves goes where the phone is now, however often it moves', () => {
  const [first, second, third] = [udpFlow(home, 42_001), udpFlow(home, 42_002), udpFlow(home, 42_003)];
  const ways = () =>
    [first, second, third].map((flow) => registrations.flowOf(tenant, '101', 'sip:101-bshop1@10.0.0.7:5060', flow));
  for (const [turn, flow] of [first, second, third].entries()) {
    expect(register(flow, 1 + 2 * turn, '101-bshop1')).toBe(200);
  }
  expect(ways()).toEqual([third, third, undefined]);
  // It is back where it was.
  expect(register(first, 9, '101-bshop1')).toBe(200);
  expect(ways()).toEqual([undefined, first, first]);
});

test('a desk phone comes in by its own name, or as its extension with its own name', () => {
  expect(register(udpFlow(home, 41_001), 1, '101-mdesk1')).toBe(200);
  expect(register(udpFlow(home, 41_002), 3, '101', '101-mdesk1')).toBe(200);
  expect(register(udpFlow(home, 41_003), 5, '102', '101-mdesk1')).toBe(401);
});

test('its name alone says what a phone is asked for, whether there is such a phone or not', () => {
  const far = udpFlow('198.51.100.9', 5060);
  const algorithms = (user: string) => challenged(far, user).map((value) => /algorithm=([^,]*)/.exec(value)?.[1]);
  expect(algorithms('101-mdesk1')).toEqual(['MD5']);
  expect(algorithms('101-shall1')).toEqual(['SHA-256']);
  expect(algorithms('101-bshop1')).toEqual(['SHA-256', 'MD5']);
  expect(algorithms('101')).toEqual(['MD5']);
  for (const [there, not] of [
    ['101-mdesk1', '999-mnone1'],
    ['101-shall1', '999-snone1'],
    ['101-bshop1', '999-bnone1'],
    ['101', '999'],
  ] as const) {
    expect(challenged(far, not)).toEqual(challenged(far, there));
  }
});

test('a phone that says SHA-256 in its name does not get in by MD5', () => {
  expect(register(udpFlow(home, 42_001), 1, '101-shall1')).toBe(200);
  // To the extension's own name MD5 is offered.
  expect(register(udpFlow(home, 42_002), 3, '101', '101-shall1')).toBe(401);
});

test('a phone from a network that it may not come from is nobody', () => {
  expect(register(udpFlow('198.51.100.9', 5060), 1, '101-shall1')).toBe(401);
  expect(register(udpFlow('192.0.2.200', 5060), 7, '101-shall1')).toBe(200);
});

test('a carrier and a phone that come by one address and port, as through one proxy, are told apart by who calls', () => {
  const proxy = udpFlow('192.0.2.60', 5060);
  const trunk = 'proxied' as TrunkId; // A name of this test.
  const number = '02871000101';
  directory.change(tenant, 2, [
    {
      type: 'trunk',
      trunk: { trunk, host: '192.0.2.60', port: 5060, transport: 'udp', addresses: [], numbers: [number] },
    },
  ]);
  expect(register(proxy, 21, '101-mdesk1')).toBe(200);
  const calls = (from: string, to: string) => {
    const address = (user: string) => ({ display: '', uri: `sip:${user}`, params: new Map<string, string>() });
    const request = newRequest({
      method: 'INVITE',
      uri: `sip:${to}@alo.example`,
      from: { ...address(from), params: new Map([['tag', 'c']]) },
      to: address(`${to}@alo.example`),
      callId: `${from} ${to}`,
      cseq: 1,
    });
    const answers: number[] = [];
    const answer = ({ status }: { readonly status: number }) => {
      answers.push(status);
      return responseTo(request, { status });
    };
    const who = doorman.identify({
      request,
      flow: proxy,
      toTag: 't',
      respond: answer,
      refuse: answer,
      watch: () => {},
    });
    return who?.origin ?? answers;
  };
  expect(calls('0901112223@192.0.2.60', number)).toMatchObject({ kind: 'trunk', trunk, number: '0901112223' });
  expect(calls('0901112223@192.0.2.60', `+84${number.slice(1)};npdi`)).toMatchObject({ kind: 'trunk', trunk });
  // Who calls by the name of an extension is a phone, and proves it.
  expect(calls(`101@${domain}`, number)).toEqual([401]);
  expect(calls('0901112223@192.0.2.60', '02899999999')).toEqual([404]);
});
