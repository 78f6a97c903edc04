import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { CallId, Cause, LegId, TenantId } from '@alo/call-core';
import {
  ackFor,
  type Dialog,
  dialogKeyOfRequest,
  dialogOfCallee,
  dialogOfCaller,
  header,
  type IncomingRequest,
  newRequest,
  parseMessage,
  type ResponseParts,
  requestInDialog,
  responseTo,
  SipEndpoint,
  to,
  udpFlow,
} from '@alo/sip';
import { handClock } from '@alo/sip/hand-clock';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

import { type DeskPhone, deskPhone } from '../media/testing/phones.ts';
import { type TestPlane, testPlane } from '../media/testing/plane.ts';
import { Branch } from './branch.ts';
import { CallerLeg } from './caller-leg.ts';
import { Session } from './session.ts';
import { SessionTable } from './session-table.ts';

/** What is said at the same time, or in an order that nobody wishes for: each letter is carried when the test says so. */

const us = udpFlow('192.0.2.1', 5060);
const party = udpFlow('192.0.2.2', 5060);
const leg = 'call/1' as LegId; // a test's own name
const owner = {
  tenant: 'tenant' as TenantId,
  call: 'call' as CallId,
  leg, // a test's own names
  party: { kind: 'extension', extension: '101' },
} as const;
const [ourContact, itsContact] = ['<sip:alo@192.0.2.1>', '<sip:101@192.0.2.2>'];
const address = (user: string, tag?: string) => ({
  display: '',
  uri: `sip:${user}@demo`,
  params: new Map(tag === undefined ? [] : [['tag', tag]]),
});

let media: TestPlane;
let phone: DeskPhone;
beforeAll(async () => {
  media = await testPlane();
  phone = await deskPhone();
});
afterAll(async () => {
  phone.close();
  await media[Symbol.asyncDispose]();
});

/** Our endpoint and a party's, with the letters between them, under one clock. */
function line() {
  const clock = handClock();
  const toUs: Uint8Array[] = [];
  const toParty: Uint8Array[] = [];
  /** What came to the party, with when. */
  const heard: string[] = [];
  const requests: IncomingRequest[] = [];
  const arrived: IncomingRequest[] = [];
  const sessions = new SessionTable();
  const endpoint = new SipEndpoint({
    clock,
    sentBy: () => '192.0.2.1:5060',
    send: (_flow, bytes) => void toParty.push(bytes),
    closeFlow: () => {},
    onRequest: (incoming) => {
      const session = sessions.find(dialogKeyOfRequest(incoming.request) ?? '');
      if (session === undefined) arrived.push(incoming);
      else session.session.receive(incoming);
    },
  });
  const far = new SipEndpoint({
    clock,
    sentBy: () => '192.0.2.2:5060',
    send: (_flow, bytes) => void toUs.push(bytes),
    closeFlow: () => {},
    onRequest: (incoming) => void requests.push(incoming),
  });
  const carryToUs = () => {
    for (const bytes of toUs.splice(0)) endpoint.receive(party, bytes);
  };
  const carryToParty = () => {
    for (const bytes of toParty.splice(0)) {
      const parsed = parseMessage(bytes);
      if (!parsed.ok) throw new Error('we wrote what nobody can read');
      const { message } = parsed;
      heard.push(message.kind === 'request' ? message.method : `${message.status} ${header(message, 'cseq')}`);
      if (message.kind === 'request' && message.method === 'ACK') heard.push(`of ${to(message)?.params.get('tag')}`);
      far.receive(us, bytes);
    }
  };
  onTestFinished(() => {
    endpoint.close();
    far.close();
  });
  const newMedia = () => {
    const one = media.plane.rtpLeg();
    onTestFinished(() => one.close());
    return one;
  };
  return {
    clock,
    endpoint,
    far,
    toUs,
    toParty,
    requests,
    arrived,
    sessions,
    carryToUs,
    carryToParty,
    newMedia,
    /** What came to the party since the last look. */
    heard: (): string[] => {
      carryToParty();
      return heard.splice(0);
    },
    /** Something of ours is on its way. */
    async written(): Promise<void> {
      await expect.poll(() => toParty.length).toBeGreaterThan(0);
    },
  };
}
type Line = ReturnType<typeof line>;

/** An offer or an answer of the party. */
const itsSdp = () => ({
  headers: [
    { name: 'contact', value: itsContact },
    { name: 'content-type', value: 'application/sdp' },
  ],
  body: new TextEncoder().encode(phone.sdp()),
});
const itsAnswer = (): ResponseParts => ({ status: 200, ...itsSdp() });

/** A device that we ring; its INVITE has come to it. */
async function ringing(at: Line) {
  const { endpoint, newMedia } = at;
  const answers: string[] = [];
  const agreed: (string | null)[] = [];
  const branch: Branch = new Branch({
    leg,
    endpoint,
    media: newMedia(),
    from: address('102', 'ours'),
    to: address('101'),
    callId: 'call',
    contact: ourContact,
    maxForwards: 70,
    headers: [],
    isAwake: null,
    patienceMs: null,
    sessions: at.sessions.of(owner),
    destination: { uri: 'sip:101@192.0.2.2', flow: party, kind: 'rtp' },
    route: (_request, flow) => flow,
    onRinging: () => {},
    onEarlyMedia: () => {},
    onAnswer({ dialog, sdp }) {
      answers.push(dialog.remoteTag);
      agreed.push(sdp);
    },
    onRefused: () => {},
    onAsleep: () => {},
    onSilent: () => {},
  });
  await branch.start();
  at.heard();
  const [invite] = at.requests.splice(0);
  if (invite === undefined) throw new Error('no INVITE came');
  invite.respond({ status: 180 });
  at.carryToUs();
  return { branch, invite, answers, agreed };
}

test('who rings asks, tells keys and sounds from another place before it answers, and is no party of a call that is not there any more', async () => {
  const at = line();
  const { invite, answers, agreed } = await ringing(at);
  const said = responseTo(invite.request, { status: 183, toTag: invite.toTag });
  const made = dialogOfCallee(invite.request, { ...said, headers: [...said.headers, ...itsSdp().headers] });
  if (made === undefined) throw new Error('it rings in no dialog');
  let dialog: Dialog = made;
  const says = async (method: string, parts: { headers?: ResponseParts['headers']; body?: Uint8Array } = {}) => {
    const next = requestInDialog(dialog, method, {
      headers: parts.headers ?? [],
      ...(parts.body && { body: parts.body }),
    });
    dialog = next.dialog;
    at.far.request(us, next.request, { onResponse() {}, onFailure() {} });
    at.carryToUs();
    await at.written();
    return at.heard();
  };
  // Our offer is not answered yet: another one has to wait.
  expect(await says('UPDATE', itsSdp())).toEqual(['491 1 UPDATE']);
  invite.respond({ status: 183, ...itsSdp() });
  at.carryToUs();
  expect(await says('OPTIONS')).toEqual(['200 2 OPTIONS']);
  const key = { name: 'content-type', value: 'application/dtmf-relay' };
  expect(
    await says('INFO', { headers: [key], body: new TextEncoder().encode('Signal=5\r\nDuration=100\r\n') }),
  ).toEqual(['200 3 INFO']);
  expect(await says('INVITE', itsSdp())).toEqual(['491 4 INVITE', ...at.heard()]);
  at.carryToUs();
  const other = await deskPhone();
  onTestFinished(() => other.close());
  expect(await says('UPDATE', { ...itsSdp(), body: new TextEncoder().encode(other.sdp()) })).toEqual(['200 5 UPDATE']);
  expect(await says('UPDATE')).toEqual(['200 6 UPDATE']);
  // It repeats what it said before it moved: that is over.
  invite.respond(itsAnswer());
  at.carryToUs();
  expect([answers, agreed]).toEqual([[invite.toTag], [null]]);
  at.heard();
  expect(at.sessions.find(dialogKeyOfRequest(requestInDialog(dialog, 'OPTIONS').request) ?? '')).toBeUndefined();
});

test('who was rung and is not any more is in no call', async () => {
  const at = line();
  const { branch } = await ringing(at);
  expect([...at.sessions.all()]).toHaveLength(1);
  branch.cancel('cancelled');
  expect([...at.sessions.all()]).toHaveLength(0);
  const busy = line();
  const { invite } = await ringing(busy);
  expect([...busy.sessions.all()]).toHaveLength(1);
  invite.respond({ status: 486 });
  busy.carryToUs();
  expect([...busy.sessions.all()]).toHaveLength(0);
});

test('a device that is picked up when we had stopped ringing gets the ACK of its answer, and a BYE that says why', async () => {
  const at = line();
  const { branch, invite, answers } = await ringing(at);
  const news: string[] = [];
  invite.watch({ onAck: () => news.push('acknowledged'), onLost: () => news.push('lost') });
  invite.respond(itsAnswer());
  branch.cancel('no-answer'); // They cross on the way.
  at.carryToUs();
  expect(at.heard()).toEqual(['CANCEL', 'ACK', `of ${invite.toTag}`, 'BYE']);
  expect(header(at.requests.at(-1)?.request ?? invite.request, 'reason')).toContain('cause=');
  at.requests.at(-1)?.respond({ status: 200 });
  at.carryToUs();
  at.clock.passes(40_000);
  expect([news, answers]).toEqual([['acknowledged'], []]);
});

test('of two devices beyond a proxy that are picked up at once the first has the call, the other an ACK and a BYE', async () => {
  const at = line();
  const { invite, answers } = await ringing(at);
  invite.respond(itsAnswer());
  const [answer] = at.toUs;
  if (answer === undefined) throw new Error('no answer');
  at.toUs.push(new TextEncoder().encode(new TextDecoder().decode(answer).replace(invite.toTag, 'second')));
  at.carryToUs();
  expect(at.heard()).toEqual(['ACK', `of ${invite.toTag}`, 'ACK', 'of second', 'BYE']);
  expect(answers).toEqual([invite.toTag]);
});

/** A party that called us, and that we answered; our 200 has come to it, its ACK is not written yet. */
async function answered(at: Line) {
  const { endpoint, far, sessions, arrived, newMedia } = at;
  let dialog: Dialog | undefined;
  const invite = newRequest({
    method: 'INVITE',
    uri: 'sip:alo@192.0.2.1',
    from: address('101', 'its'),
    to: address('alo'),
    callId: 'call',
    cseq: 1,
    ...itsSdp(),
  });
  const outgoing = far.request(us, invite, {
    onResponse: (response) => {
      dialog = dialogOfCaller(invite, response);
    },
    onFailure: (why) => expect.unreachable(why),
  });
  at.carryToUs();
  const [incoming] = arrived;
  const early = incoming && dialogOfCallee(invite, responseTo(invite, { status: 180, toTag: incoming.toTag }));
  if (incoming === undefined || early === undefined) throw new Error('no INVITE came');
  const audio = newMedia();
  const told: string[] = [];
  const caller = new CallerLeg({
    id: leg,
    endpoint,
    incoming,
    dialog: early,
    media: audio,
    kind: 'rtp',
    contact: ourContact,
    names: [],
    sdp: await audio.answer(phone.sdp()),
    route: (_request, flow) => flow,
    device: null,
    sessions: sessions.of(owner),
    findReplaced: null,
    tell: (news) => void told.push(news.type === 'ended' ? `ended ${news.cause}` : news.type),
  });
  caller.answer();
  expect(at.heard()).toEqual(['200 1 INVITE']);
  if (dialog === undefined) throw new Error('no answer came');
  const confirmed = dialog;
  return {
    caller,
    told,
    acknowledges(): void {
      outgoing.acknowledge(ackFor(confirmed, invite), us);
      at.carryToUs();
    },
    hangsUp(): void {
      const { request } = requestInDialog(confirmed, 'BYE');
      far.request(us, request, { onResponse: () => {}, onFailure: (why) => expect.unreachable(why) });
      at.carryToUs();
    },
  };
}

test('a caller whom we answered and let go at once is told so when its ACK is there, not before (RFC 3261 §15)', async () => {
  const at = line();
  const { caller, told, acknowledges } = await answered(at);
  caller.hangUp('normal');
  expect([told, at.heard()]).toEqual([['answered', 'ended normal'], []]);
  acknowledges();
  expect(at.heard()).toEqual(['BYE']);
});

test('a caller whose ACK never comes gets the BYE when our patience with the answer is over (RFC 3261 §13.3.1.4)', async () => {
  const at = line();
  const { caller, told } = await answered(at);
  caller.hangUp('normal');
  at.clock.passes(31_900);
  expect(at.heard()).not.toContain('BYE');
  at.clock.passes(200);
  expect(at.heard()).toContain('BYE');
  expect(told).toEqual(['answered', 'ended normal']);
});

test('a call whose answer nobody acknowledges has failed, and the party is told', async () => {
  const at = line();
  const { told } = await answered(at);
  at.clock.passes(32_100);
  expect(at.heard()).toContain('BYE');
  expect(told).toEqual(['answered', 'ended failed']);
});

test('a caller who hangs up before its ACK has hung up: once, and without a BYE of ours', async () => {
  const at = line();
  const { caller, told, hangsUp, acknowledges } = await answered(at);
  hangsUp();
  expect(told).toEqual(['answered', 'ended normal']);
  expect(at.heard()).toEqual(['200 2 BYE']);
  caller.hangUp('normal');
  acknowledges();
  at.clock.passes(40_000);
  expect(at.heard()).toEqual([]);
  expect(told).toEqual(['answered', 'ended normal']);
});

test('a caller who hangs up and never acknowledges gets no BYE of ours either', async () => {
  const at = line();
  const { told, hangsUp } = await answered(at);
  hangsUp();
  expect(at.heard()).toEqual(['200 2 BYE']);
  at.clock.passes(40_000);
  expect(at.heard()).not.toContain('BYE');
  expect(told).toEqual(['answered', 'ended normal']);
});

/** An offer on a port that is open waits for nothing: whatever was begun is written when the promises are through. */
const whatIsBegun = () => new Promise((resolve) => setImmediate(resolve));

/** A conversation in which both sides may offer; `side` made the Call-ID. */
async function talking(at: Line, side: Dialog['side'], { isLost = false } = {}) {
  const { endpoint, far, sessions, newMedia } = at;
  const audio = newMedia();
  await audio.answer(phone.sdp());
  // Its process died, as the audio of several has it.
  if (isLost) Object.defineProperty(audio, 'isLost', { value: true });
  const held: boolean[] = [];
  const ended: Cause[] = [];
  const common = { state: 'confirmed', callId: 'call', routeSet: [] } as const;
  const [ours, its] = [address('alo', 'ours'), address('101', 'its')];
  const dialog: Dialog = {
    ...common,
    side,
    localTag: 'ours',
    remoteTag: 'its',
    local: ours,
    remote: its,
    remoteTarget: 'sip:101@192.0.2.2',
    localSeq: 1,
    remoteSeq: undefined,
  };
  let itsDialog: Dialog = {
    ...common,
    side: side === 'caller' ? 'callee' : 'caller',
    localTag: 'its',
    remoteTag: 'ours',
    local: its,
    remote: ours,
    remoteTarget: 'sip:alo@192.0.2.1',
    localSeq: 1,
    remoteSeq: undefined,
  };
  const session = new Session({
    endpoint,
    leg,
    dialog,
    flow: party,
    media: audio,
    contact: ourContact,
    route: (_request, flow) => flow,
    events: {
      onPress() {},
      onHeld: (on) => void held.push(on),
      onEnded: (cause) => void ended.push(cause),
      onTransfer: null,
    },
  });
  sessions.of(owner).set(session.key, session);
  const statuses: number[] = [];
  const toWait: number[] = [];
  return {
    session,
    held,
    ended,
    statuses,
    toWait,
    /** A re-INVITE of the party; what it is answered comes into `statuses`, and is acknowledged. */
    offers(): void {
      const { dialog: next, request } = requestInDialog(itsDialog, 'INVITE', itsSdp());
      itsDialog = next;
      const outgoing = far.request(us, request, {
        onResponse: (response) => {
          const { status } = response;
          statuses.push(status);
          if (status === 500) toWait.push(Number(header(response, 'retry-after')));
          if (status === 200) outgoing.acknowledge(ackFor(next, request), us);
        },
        onFailure: (why) => expect.unreachable(why),
      });
      at.carryToUs();
    },
  };
}

test('an offer that comes while ours is open is answered 491 (RFC 3261 §14.2)', async () => {
  const at = line();
  const { session, offers, statuses } = await talking(at, 'callee');
  const restarted = session.restart();
  await at.written();
  offers();
  expect(at.heard()).toEqual(['INVITE', '491 2 INVITE']);
  expect(statuses).toEqual([491]);
  at.requests.splice(0)[0]?.respond(itsAnswer());
  at.carryToUs();
  await restarted;
  expect(at.heard().slice(0, 1)).toEqual(['ACK']);
  // Ours is over: theirs is welcome.
  offers();
  await at.written();
  expect(at.heard()).toContain('200 3 INVITE');
});

test('a second offer that comes while the first is not answered yet is told to come later: 500, Retry-After (RFC 3261 §14.2)', async () => {
  const at = line();
  const { offers, statuses } = await talking(at, 'callee');
  offers();
  offers();
  expect(at.heard()).toEqual(['500 3 INVITE']);
  await at.written();
  expect(at.heard()).toEqual(['200 2 INVITE']);
  expect(statuses).toEqual([500, 200]);
});

test('how long it is to wait is by chance, 0 to 10 s, so that two who crossed do not meet again (RFC 3261 §14.2)', async () => {
  const at = line();
  const { offers, toWait } = await talking(at, 'callee');
  offers();
  for (let count = 0; count < 100; count++) offers();
  at.carryToParty();
  expect(toWait).toHaveLength(100);
  expect(toWait.every((seconds) => Number.isInteger(seconds) && seconds >= 0 && seconds <= 10)).toBe(true);
  expect(new Set(toWait).size).toBeGreaterThan(5);
});

test.each([
  { side: 'caller', from: 2_100, to: 4_000 },
  { side: 'callee', from: 0, to: 2_000 },
] as const)(
  'who is answered 491 offers again $from to $to ms later when it is the $side (RFC 3261 §14.1)',
  async (expected) => {
    const at = line();
    const { session, offers, statuses } = await talking(at, expected.side);
    const refuse = async (restarted?: Promise<void>) => {
      await at.written();
      expect(at.heard()).toEqual(['INVITE']);
      at.requests.splice(0)[0]?.respond({ status: 491 });
      at.carryToUs();
      expect(at.heard().slice(0, 1)).toEqual(['ACK']);
      await restarted;
    };
    await refuse(session.restart());
    if (expected.from > 0) at.clock.passes(expected.from - 10);
    await whatIsBegun();
    expect(at.heard()).toEqual([]);
    // While we wait the party's own offer is welcome.
    offers();
    await at.written();
    expect(at.heard()).toEqual(['200 2 INVITE']);
    expect(statuses).toEqual([200]);
    at.carryToUs();
    at.clock.passes(expected.to - expected.from + 10);
    await refuse();
    // And once more: the session goes on, hung up it does not.
    session.bye('normal');
    at.heard();
    at.clock.passes(5_000);
    await whatIsBegun();
    expect(at.heard()).not.toContain('INVITE');
  },
);

test.each([{ isLost: true }, { isLost: false }])(
  'a party that twice takes no other transport is hung up on where it has none, and kept where it has (lost: $isLost)',
  async ({ isLost }) => {
    const at = line();
    const { session, ended } = await talking(at, 'callee', { isLost });
    const refused = async () => {
      const restarted = session.restart();
      await at.written();
      expect(at.heard()).toEqual(['INVITE']);
      at.requests.splice(0)[0]?.respond({ status: 488 });
      at.carryToUs();
      await restarted;
      return at.heard().filter((one) => one === 'BYE');
    };
    expect([await refused(), ended]).toEqual([[], []]);
    expect([await refused(), ended]).toEqual(isLost ? [['BYE'], ['no-media']] : [[], []]);
  },
);

/** The party's 2xx to our refresh, or what it says against it. */
const sessionExpires = (value: string) => ({ name: 'session-expires', value });

test.each([{ method: 'UPDATE' }, { method: 'INVITE' }])(
  'a session that is ours to keep is refreshed by $method at half of its time, and with more time where that is too little (RFC 4028)',
  async ({ method }) => {
    const at = line();
    const { session } = await talking(at, 'callee');
    const began = newRequest({
      method: 'INVITE',
      uri: 'sip:alo@192.0.2.1',
      from: address('101', 'its'),
      to: address('alo'),
      callId: 'call',
      cseq: 1,
      headers: [
        { name: 'supported', value: 'timer' },
        { name: 'allow', value: `INVITE, ${method}` },
        sessionExpires('90;refresher=uas'),
      ],
    });
    session.started(began);
    const refreshed = async () => {
      await at.written();
      at.carryToParty();
      const [incoming] = at.requests.splice(0);
      if (incoming === undefined) throw new Error('no refresh came');
      return { incoming, expires: header(incoming.request, 'session-expires'), method: incoming.request.method };
    };
    const answers = async (incoming: IncomingRequest, parts: ResponseParts) => {
      const sdp = itsSdp();
      const body = method === 'INVITE' && parts.status === 200 ? sdp : { headers: [], body: new Uint8Array() };
      incoming.respond({ ...body, ...parts, headers: [...body.headers, ...(parts.headers ?? [])] });
      at.carryToUs();
      await whatIsBegun();
      at.heard();
    };
    at.clock.passes(44_900);
    await whatIsBegun();
    expect(at.heard()).toEqual([]);
    at.clock.passes(200);
    const first = await refreshed();
    expect(first).toMatchObject({ method, expires: '90;refresher=uac' });
    await answers(first.incoming, { status: 422, headers: [{ name: 'min-se', value: '300' }] });
    at.clock.passes(1);
    const second = await refreshed();
    expect(second).toMatchObject({ method, expires: '300;refresher=uac' });
    await answers(second.incoming, { status: 200, headers: [sessionExpires('300;refresher=uac')] });
    at.clock.passes(149_000);
    await whatIsBegun();
    expect(at.heard()).toEqual([]);
    at.clock.passes(1_100);
    const third = await refreshed();
    // From now on it is the party's.
    await answers(third.incoming, { status: 200, headers: [sessionExpires('300;refresher=uas')] });
    at.clock.passes(400_000);
    await whatIsBegun();
    expect(at.heard()).toEqual([]);
  },
);

test('a session that is over is not refreshed', async () => {
  const at = line();
  const { session } = await talking(at, 'callee');
  const headers = [sessionExpires('90;refresher=uas'), { name: 'supported', value: 'timer' }];
  const parts = { method: 'INVITE', uri: 'sip:alo@192.0.2.1', from: address('101', 'its'), to: address('alo') };
  session.started(newRequest({ ...parts, callId: 'call', cseq: 1, headers }));
  session.bye('normal');
  expect(at.heard()).toEqual(['BYE']);
  at.requests.splice(0)[0]?.respond({ status: 200 });
  at.carryToUs();
  at.clock.passes(100_000);
  await whatIsBegun();
  expect(at.heard()).toEqual([]);
});

/** What a part of the test has left behind that somebody still holds, once all garbage is gone. */
async function stillHeld(part: () => Promise<WeakRef<object>>): Promise<object | undefined> {
  const left = await part();
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc'); // What that flag defines.
  await whatIsBegun(); // Until a turn ends, what it looked at is held.
  collectGarbage();
  return left.deref();
}

test('a device that was picked up is not kept for other forks that may come, nor are its leg and its audio', async () => {
  const at = line();
  const held = await stillHeld(async () => {
    const { branch, invite } = await ringing(at);
    invite.respond(itsAnswer());
    at.carryToUs();
    expect(at.heard()).toEqual(['ACK', `of ${invite.toTag}`]);
    return new WeakRef(branch);
  });
  expect(held).toBeUndefined();
});

test('a session that is over is not kept until it would have been refreshed', async () => {
  const at = line();
  const held = await stillHeld(async () => {
    const { session } = await talking(at, 'callee');
    const headers = [sessionExpires('1800;refresher=uas'), { name: 'supported', value: 'timer' }];
    const parts = { method: 'INVITE', uri: 'sip:alo@192.0.2.1', from: address('101', 'its'), to: address('alo') };
    session.started(newRequest({ ...parts, callId: 'call', cseq: 1, headers }));
    session.bye('normal');
    expect(at.heard()).toEqual(['BYE']);
    at.requests.splice(0)[0]?.respond({ status: 200 });
    at.carryToUs();
    at.sessions.of(owner).delete(session.key);
    return new WeakRef(session);
  });
  expect(held).toBeUndefined();
});
