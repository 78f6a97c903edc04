import type { TenantId } from '@alo/call-core';
import {
  answerChallenge,
  type Flow,
  ha1,
  type NameAddr,
  newRequest,
  type Response,
  randomToken,
  SipEndpoint,
  udpFlow,
} from '@alo/sip';
import { handClock } from '@alo/sip/hand-clock';
import { expect, onTestFinished, test } from 'vitest';

import { Doorman } from './doorman.ts';
import { LiveCalls } from './live-calls.ts';
import { Registrations } from './registrations.ts';
import { SipDirectory } from './sip-directory.ts';
import { Subscriptions } from './subscriptions.ts';

const tenant = 'lamps' as TenantId; // A name of this test; anywhere else they come from the database.
const domain = 'lamps.example';
const us = udpFlow('192.0.2.1', 5060);
/** Longer than Timer F, in milliseconds. */
const timerF = 33_000;

const messagesOf = (waiting: number) => ({ messages: { waiting, old: 0 } });
const deskOf = (extension: string) => {
  const user = `${extension}-mdesk1`;
  const secret = { id: user, ha1Md5: ha1('MD5', user, domain, 'x'), ha1Sha256: ha1('SHA-256', user, domain, 'x') };
  return { extension, secrets: [], devices: [{ device: user, user, secret, networks: [], maxCalls: 2 }] };
};

/** Our side as the switch has it, and desk phones behind one network that may be cut; time is the test's. */
function office() {
  const clock = handClock();
  const directory = new SipDirectory();
  let revision = 0;
  const provision = (waiting: number) => {
    revision += 1;
    const extensions = [{ ...deskOf('101'), ...messagesOf(waiting) }, deskOf('102')];
    directory.set({ tenant, revision, domain, extensions, trunks: [] });
    subscriptions.provisioned(tenant);
  };
  const phones = new Map<string, SipEndpoint>();
  let isCut = false;
  /** Letters on their way. */
  const letters: (() => void)[] = [];
  const post = (letter: () => void) => {
    if (!isCut) letters.push(letter);
  };
  const carry = () => {
    for (let letter = letters.shift(); letter !== undefined; letter = letters.shift()) letter();
  };
  /** What we said first, heard or not; it is said again as the clock goes on. */
  const said = new Set<string>();
  const endpoint = new SipEndpoint({
    clock,
    sentBy: () => '192.0.2.1:5060',
    send: (flow, bytes) => {
      const [line = '', ...rest] = new TextDecoder().decode(bytes).split('\r\n');
      if (line.startsWith('NOTIFY')) said.add(`${flow.id} ${rest.find((one) => /^via:/i.test(one))}`);
      post(() => phones.get(flow.id)?.receive(us, bytes));
    },
    closeFlow() {},
    onRequest: (incoming) =>
      incoming.request.method === 'REGISTER' ? doorman.register(incoming) : subscriptions.receive(incoming),
  });
  const limits = {
    unprovenRequestsPerSecond: 100,
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
    closeFlow() {},
    onSeen() {},
    emit: (_tenant, event) => {
      if (event.type === 'contacts') subscriptions.changed(tenant, event.extension);
    },
    now: () => 0,
  });
  const gateways = { register() {}, trunkOf: () => undefined };
  const doorman = new Doorman({
    directory,
    registrations,
    gateways,
    pageOf: () => undefined,
    botMark: 'none',
    unprovenRequestsPerSecond: limits.unprovenRequestsPerSecond,
  });
  const subscriptions = new Subscriptions({
    endpoint,
    directory,
    doorman,
    registrations,
    calls: new LiveCalls(),
    ours: { contact: () => '<sip:alo@192.0.2.1>' },
  });
  provision(0);
  onTestFinished(() => {
    subscriptions.close();
    registrations.close();
    endpoint.close();
    for (const phone of phones.values()) phone.close();
  });

  function phone(extension: string, flow: Flow) {
    const heard: string[] = [];
    const user = `${extension}-mdesk1`;
    const address: NameAddr = { display: '', uri: `sip:${user}@${domain}`, params: new Map() };
    const callId = randomToken();
    let cseq = 0;
    const far = new SipEndpoint({
      clock,
      sentBy: () => `${flow.remote.address}:${flow.remote.port}`,
      send: (_flow, bytes) => post(() => endpoint.receive(flow, bytes)),
      closeFlow() {},
      onRequest(incoming) {
        heard.push(new TextDecoder().decode(incoming.request.body));
        incoming.respond({ status: 200 });
      },
    });
    phones.set(flow.id, far);
    /** Sends it, and again with the proof that is asked for. */
    function proved(method: string, uri: string, more: readonly { name: string; value: string }[]): number {
      const contact = { name: 'contact', value: `<sip:${user}@10.0.0.7:5060>` };
      const requestOf = (proof: readonly { name: string; value: string }[]) =>
        newRequest({
          method,
          uri,
          callId,
          cseq: ++cseq,
          from: { ...address, params: new Map([['tag', `${callId}-${method}`]]) },
          to: { ...address, uri: method === 'REGISTER' ? address.uri : uri },
          headers: [contact, ...more, ...proof],
        });
      let answer: Response | undefined;
      const ask = (request: ReturnType<typeof requestOf>) =>
        far.request(us, request, { onResponse: (response) => (answer = response), onFailure() {} });
      const first = requestOf([]);
      ask(first);
      carry();
      const proof = answer && answerChallenge(answer, first, { username: user, password: 'x' });
      if (proof !== undefined) ask(requestOf([proof]));
      carry();
      return answer?.status ?? 0;
    }
    return {
      heard() {
        carry();
        return heard;
      },
      register: (expires = 60) => proved('REGISTER', `sip:${domain}`, [{ name: 'expires', value: String(expires) }]),
      subscribe: (target: string, event: string) =>
        proved('SUBSCRIBE', `sip:${target}@${domain}`, [{ name: 'event', value: event }]),
    };
  }

  return {
    phone,
    provision,
    passes: (ms: number) => {
      clock.passes(ms);
      carry();
    },
    cut: (on: boolean) => {
      isCut = on;
    },
    /** How often something was told, heard or not. */
    told() {
      carry();
      return said.size;
    },
  };
}

const here = udpFlow('192.0.2.7', 5060);
const otherPort = udpFlow('192.0.2.7', 41_000);
const isLit = (text: string | undefined) => text?.includes('<basic>open</basic>');

/** 101 watches whether 102 can be reached. */
function lamp() {
  const { phone, ...rest } = office();
  const watcher = phone('101', here);
  expect([watcher.register(), watcher.subscribe('102', 'presence')]).toEqual([200, 200]);
  expect(watcher.heard().map(isLit)).toEqual([false]);
  const colleague = phone('102', udpFlow('192.0.2.8', 5060));
  return { ...rest, phone, watcher, colleague };
}

test('a lamp whose phone had no network for a minute is lit then, though nothing more happens', async () => {
  const { watcher, colleague, cut, passes, told } = lamp();
  colleague.register();
  cut(true);
  await expect.poll(told).toBe(2);
  passes(timerF);
  expect([told(), watcher.heard().length]).toEqual([3, 1]);
  cut(false);
  passes(5_000);
  expect(watcher.heard().map(isLit)).toEqual([false, true]);
  passes(10 * timerF);
  expect([told(), watcher.heard().length]).toEqual([3, 2]);
});

test('one whose phone was away is lit when it is registered anew, also by another port', async () => {
  const { watcher, colleague, cut, passes, phone, told } = lamp();
  watcher.register(0);
  colleague.register();
  cut(true);
  await expect.poll(told).toBe(2);
  passes(10 * timerF);
  expect(told()).toBe(2);
  cut(false);
  const back = phone('101', otherPort);
  expect(back.register()).toBe(200);
  await expect.poll(() => back.heard().map(isLit)).toEqual([true]);
});

test('a phone that is there and never answers is not told for ever', async () => {
  const { watcher, colleague, cut, passes, told } = lamp();
  colleague.register();
  cut(true);
  await expect.poll(told).toBe(2);
  passes(10 * timerF);
  expect(told()).toBe(4);
  cut(false);
  colleague.register(0);
  await expect.poll(() => watcher.subscribe('102', 'presence')).toBe(200);
  expect(watcher.heard().map(isLit)).toEqual([false, false]);
});

test('a message light that was not asked for is told again in the same way, and not for ever', async () => {
  const { cut, passes, phone, provision, told } = office();
  const desk = phone('101', here);
  desk.register();
  cut(true);
  provision(1);
  await expect.poll(told).toBe(1);
  passes(timerF);
  await expect.poll(told).toBe(2);
  cut(false);
  passes(5_000);
  expect(desk.heard()).toEqual([expect.stringContaining('Messages-Waiting: yes')]);
  cut(true);
  provision(2);
  for (const times of [3, 4, 5]) {
    await expect.poll(told).toBe(times);
    passes(timerF);
  }
  expect(told()).toBe(5);
  cut(false);
  const other = phone('102', udpFlow('192.0.2.8', 5060));
  expect(other.subscribe('102', 'presence')).toBe(200);
  expect(told()).toBe(6);
  // Both are looked at together: the lamp has news, the light has not.
  provision(2);
  other.register();
  await expect.poll(told).toBe(7);
  expect(desk.heard()).toHaveLength(1);
});
