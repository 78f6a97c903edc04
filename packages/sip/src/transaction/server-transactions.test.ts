import { expect, test } from 'vitest';
import type { Request } from '../message/message.ts';
import { responseTo } from '../message/new-message.ts';
import { header, toTag } from '../message/read-headers.ts';
import { udpFlow } from '../transport/flow.ts';
import type { ServerTransactionId, StackOutput } from './stack-api.ts';
import { label, messageOf, NOTHING_LEFT, requestText, scriptedPeer } from './test-scripted-peer.ts';

interface Opened {
  readonly transaction: ServerTransactionId;
  readonly request: Request;
  readonly toTag: string;
}

const opened = (outputs: StackOutput[]): Opened => {
  const output = outputs.find((each) => each.type === 'request');
  if (output?.type !== 'request') throw new Error('no request came through');
  return output;
};

function invited(transport: 'udp' | 'tcp' = 'udp') {
  const peer = scriptedPeer(transport);
  const call = opened(peer.says(requestText({ method: 'INVITE' })));
  const answer = (status: number): void =>
    peer.stack.respond(call.transaction, responseTo(call.request, { status, toTag: call.toTag }), peer.now);
  return { peer, call, answer };
}

test('an INVITE that nobody answers in 200 ms gets its 100 (§17.2.1)', () => {
  const { peer } = invited();
  expect(peer.passes(1000)).toEqual(['200 100']);
  expect(
    peer
      .says(requestText({ method: 'INVITE' }))
      .flatMap(messageOf)
      .map(label),
  ).toEqual(['100']);
});

test('an answer within 200 ms leaves no 100', () => {
  const { peer, answer } = invited();
  answer(180);
  expect(peer.sent().map(label)).toEqual(['180']);
  expect(peer.passes(1000)).toEqual([]);
});

test('ringing is said again every minute (§13.3.1.1)', () => {
  const { peer, answer } = invited();
  answer(180);
  peer.take();
  expect(peer.passes(130_000)).toEqual(['60000 180', '120000 180']);
});

test('timers G and H: a refusal over UDP is repeated, doubling to T2, until 64*T1', () => {
  const { peer, answer } = invited();
  answer(486);
  expect(peer.sent().map(label)).toEqual(['486']);
  const times = [500, 1500, 3500, 7500, 11_500, 15_500, 19_500, 23_500, 27_500, 31_500];
  expect(peer.passes(100_000)).toEqual(times.map((at) => `${at} 486`));
  expect(peer.stack.counts()).toEqual(NOTHING_LEFT);
});

test('timer G does not run over TCP; timer H still ends the transaction', () => {
  const { peer, answer } = invited('tcp');
  answer(486);
  peer.take();
  expect(peer.passes(31_999)).toEqual([]);
  expect(peer.stack.counts().server).toBe(1);
  peer.passes(1);
  expect(peer.stack.counts().server).toBe(0);
});

test('timer I: after the ACK of a refusal nothing is repeated, and the transaction stays T4 for late ACKs', () => {
  const { peer, answer, call } = invited();
  answer(486);
  peer.take();
  const ack = requestText({ method: 'ACK', toTag: call.toTag });
  expect(peer.says(ack)).toEqual([]);
  expect(peer.passes(4999)).toEqual([]);
  expect(peer.says(ack)).toEqual([]);
  expect(peer.stack.counts().server).toBe(1);
  peer.passes(1);
  expect(peer.stack.counts()).toEqual(NOTHING_LEFT);
});

test('over TCP the ACK of a refusal ends the transaction at once (timer I = 0)', () => {
  const { peer, answer, call } = invited('tcp');
  answer(486);
  peer.says(requestText({ method: 'ACK', toTag: call.toTag }));
  expect(peer.stack.counts()).toEqual(NOTHING_LEFT);
});

test.each(['udp', 'tcp'] as const)(
  'a 2xx over %s is repeated until its ACK, doubling to T2 (§13.3.1.4)',
  (transport) => {
    const { peer, answer, call } = invited(transport);
    answer(200);
    expect(peer.sent().map(label)).toEqual(['200']);
    expect(peer.passes(8000)).toEqual(['500 200', '1500 200', '3500 200', '7500 200']);
    const ack = requestText({ method: 'ACK', branch: 'z9hG4bKack', toTag: call.toTag });
    expect(peer.says(ack).map((output) => output.type)).toEqual(['ack']);
    expect(peer.says(ack)).toEqual([]);
    expect(peer.passes(60_000)).toEqual([]);
    expect(peer.stack.counts()).toEqual(NOTHING_LEFT);
  },
);

test('timer L: an INVITE repeated after the 2xx is absorbed (RFC 6026 §7.1)', () => {
  const { peer, answer, call } = invited();
  answer(200);
  peer.says(requestText({ method: 'ACK', branch: 'z9hG4bKack', toTag: call.toTag }));
  peer.passes(31_999);
  expect(peer.says(requestText({ method: 'INVITE' }))).toEqual([]);
  peer.passes(1);
  expect(peer.says(requestText({ method: 'INVITE' })).map((output) => output.type)).toEqual(['request']);
});

test.each(['udp', 'tcp'] as const)(
  'of an INVITE by %s whose 2xx was acknowledged is kept what its copies are known by (RFC 6026 §7.1)',
  (transport) => {
    const { peer, call, answer } = invited(transport);
    answer(200);
    peer.take();
    const ack = requestText({ method: 'ACK', branch: 'z9hG4bKack', toTag: call.toTag });
    expect(peer.says(ack).map(({ type }) => type)).toEqual(['ack']);
    expect(peer.stack.counts()).toEqual({ client: 0, server: 1, awaitingAck: 0, timers: 1 });
    expect(peer.says(ack)).toEqual([]);
    expect(peer.says(requestText({ method: 'INVITE' }))).toEqual([]);
    const byAnotherPath = peer.says(requestText({ method: 'INVITE', branch: 'z9hG4bKother' }));
    expect(byAnotherPath.flatMap(messageOf).map(label)).toEqual(['482']);
    expect(peer.passes(32_000)).toEqual([]);
    expect(peer.stack.counts()).toEqual(NOTHING_LEFT);
  },
);

test('a 2xx that nobody acknowledges is reported after 64*T1', () => {
  const { peer, answer } = invited();
  answer(200);
  peer.take();
  expect(peer.passes(40_000).at(-1)).toBe('32000 no-ack');
});

test('an ACK with a foreign tag acknowledges nothing', () => {
  const { peer, answer } = invited();
  answer(200);
  peer.take();
  expect(peer.says(requestText({ method: 'ACK', branch: 'z9hG4bKack', toTag: 'foreign' }))).toEqual([]);
  expect(peer.passes(600)).toEqual(['500 200']);
});

test('CANCEL is answered 200, its INVITE 487, and the switch is told (§9.2)', () => {
  const { peer, call, answer } = invited();
  const outputs = peer.says(requestText({ method: 'CANCEL' }));
  const [toCancel, toInvite] = outputs.flatMap(messageOf);
  expect([toCancel, toInvite].map((message) => message && `${label(message)} ${header(message, 'cseq')}`)).toEqual([
    '200 1 CANCEL',
    '487 1 INVITE',
  ]);
  expect(toCancel && toTag(toCancel)).toBe(call.toTag);
  expect(outputs.at(-1)).toMatchObject({ type: 'cancelled', transaction: call.transaction });
  answer(200);
  expect(peer.take()).toEqual([]);
});

test('CANCEL from elsewhere than the INVITE is answered 481 and ends nothing; the right one does, behind it', () => {
  const { peer } = invited();
  const cancel = requestText({ method: 'CANCEL' });
  const thief = udpFlow('198.51.100.66', 5060);
  expect(peer.says(cancel, thief).flatMap(messageOf).map(label)).toEqual(['481']);
  expect(peer.says(cancel).flatMap(messageOf).map(label)).toEqual(['200', '487']);
});

test('CANCEL after the final response changes nothing; CANCEL of nothing is 481 (§9.2)', () => {
  const { peer, answer } = invited();
  answer(200);
  peer.take();
  expect(
    peer
      .says(requestText({ method: 'CANCEL' }))
      .flatMap(messageOf)
      .map(label),
  ).toEqual(['200']);
  const stray = requestText({ method: 'CANCEL', branch: 'z9hG4bKnobody' });
  expect(peer.says(stray).flatMap(messageOf).map(label)).toEqual(['481']);
  expect(peer.says(stray).flatMap(messageOf).map(label)).toEqual(['481']);
});

test('timer J: a request repeated over UDP gets the same answer for 64*T1, then is new', () => {
  const peer = scriptedPeer();
  const text = requestText({ method: 'OPTIONS' });
  const { transaction, request, toTag: tag } = opened(peer.says(text));
  expect(peer.says(text)).toEqual([]);
  peer.stack.respond(transaction, responseTo(request, { status: 200, toTag: tag }), peer.now);
  const [first] = peer.sent();
  peer.passes(31_999);
  expect(peer.says(text).flatMap(messageOf)).toEqual([first]);
  peer.passes(1);
  expect(peer.says(text).map((output) => output.type)).toEqual(['request']);
});

test('what was answered is said again to whom it was said, and to nobody who repeats the request from elsewhere', () => {
  const peer = scriptedPeer();
  const text = requestText({ method: 'OPTIONS' });
  const { transaction, request, toTag: tag } = opened(peer.says(text));
  peer.stack.respond(transaction, responseTo(request, { status: 200, toTag: tag }), peer.now);
  peer.take();
  expect(peer.says(text, udpFlow('192.0.2.66', 5060))).toEqual([]);
  expect(peer.says(text)).toMatchObject([{ type: 'send', flow: peer.flow }]);
});

test('of a crowd that was answered by UDP only the answers are kept: one timer waits for all, and each has its 64*T1', () => {
  const peer = scriptedPeer();
  const registered = (from: number): void => {
    for (let index = from; index < from + 100; index++) {
      const text = requestText({ method: 'OPTIONS', branch: `z9hG4bK${index}`, callId: `call-${index}` });
      const { transaction, request, toTag: tag } = opened(peer.says(text));
      peer.stack.respond(transaction, responseTo(request, { status: 200, toTag: tag }), peer.now);
    }
    peer.take();
  };
  registered(0);
  peer.passes(1_000);
  registered(100);
  expect(peer.stack.counts()).toMatchObject({ server: 200, timers: 1 });
  peer.passes(31_000);
  expect(peer.stack.counts()).toMatchObject({ server: 100, timers: 1 });
  peer.passes(1_000);
  expect(peer.stack.counts()).toEqual(NOTHING_LEFT);
});

test('a request that the switch forgets to answer is forgotten after 64*T1, when nobody waits any more (RFC 4320 §4.2)', () => {
  const peer = scriptedPeer('tcp');
  const { transaction, request } = opened(peer.says(requestText({ method: 'OPTIONS' })));
  peer.passes(32_000);
  expect(peer.stack.counts()).toEqual(NOTHING_LEFT);
  peer.stack.respond(transaction, responseTo(request, { status: 408 }), peer.now);
  expect(peer.take()).toEqual([]);
});

test('over TCP an answered request leaves nothing behind (timer J = 0)', () => {
  const peer = scriptedPeer('tcp');
  const { transaction, request } = opened(peer.says(requestText({ method: 'OPTIONS' })));
  peer.stack.respond(transaction, responseTo(request, { status: 200, toTag: 'x' }), 0);
  expect(peer.stack.counts()).toEqual(NOTHING_LEFT);
});

test('a refusal to a stranger leaves nothing behind, and the same request gets the same To tag (§8.2.7)', () => {
  const peer = scriptedPeer();
  const tags = [1, 2].map(() => {
    const { transaction, request } = opened(peer.says(requestText({ method: 'INVITE' })));
    peer.stack.respondStateless(transaction, responseTo(request, { status: 401 }), peer.now);
    const [response] = peer.sent();
    return response && toTag(response);
  });
  expect(tags[0]).toMatch(/^.{16}$/);
  expect(tags[0]).toBe(tags[1]);
  expect(peer.says(requestText({ method: 'ACK', toTag: tags[0] ?? '' }))).toEqual([]);
  expect(peer.stack.counts()).toEqual(NOTHING_LEFT);
});

test('the same request by another path is refused as merged (§8.2.2.2)', () => {
  const { peer } = invited();
  const outputs = peer.says(requestText({ method: 'INVITE', branch: 'z9hG4bKother' }));
  expect(outputs.flatMap(messageOf).map(label)).toEqual(['482']);
});

test('above the limit a new request is answered 503 and forgotten', () => {
  const peer = scriptedPeer('udp', { maxServerTransactions: 1 });
  peer.says(requestText({ method: 'INVITE' }));
  const [refusal] = peer
    .says(requestText({ method: 'INVITE', branch: 'z9hG4bK2', callId: 'call-2' }))
    .flatMap(messageOf);
  expect(refusal).toMatchObject({ status: 503 });
  expect(refusal && header(refusal, 'retry-after')).toBe('5');
  expect(peer.stack.counts().server).toBe(1);
});

test('above the limit of answers the oldest are forgotten, and whoever asks anew is served', () => {
  const peer = scriptedPeer('udp', { maxServerTransactions: 8 });
  const texts = Array.from({ length: 9 }, (_, index) =>
    requestText({ method: 'OPTIONS', branch: `z9hG4bK${index}`, callId: `call-${index}` }),
  );
  for (const text of texts) {
    const { transaction, request, toTag: tag } = opened(peer.says(text));
    peer.stack.respond(transaction, responseTo(request, { status: 200, toTag: tag }), peer.now);
    peer.take();
  }
  expect(peer.stack.counts().server).toBe(8);
  expect(texts.slice(0, 2).map((text) => peer.says(text).map(({ type }) => type))).toEqual([['request'], ['send']]);
});

test('a closed connection ends its transactions, and tells of those that were unfinished', () => {
  const { peer, call } = invited('tcp');
  peer.stack.flowClosed(peer.flow.id, peer.now);
  expect(peer.take()).toEqual([{ type: 'transport-error', side: 'server', transaction: call.transaction }]);
  expect(peer.stack.counts()).toEqual(NOTHING_LEFT);
});

test('a client older than RFC 3261 is matched without a branch (§17.2.3)', () => {
  const peer = scriptedPeer();
  const old = requestText({ method: 'INVITE', branch: 'z9hG4bK' });
  const { transaction, request, toTag: tag } = opened(peer.says(old));
  expect(peer.says(old)).toEqual([]);
  peer.stack.respond(transaction, responseTo(request, { status: 486, toTag: tag }), peer.now);
  peer.take();
  peer.says(requestText({ method: 'ACK', branch: 'z9hG4bK', toTag: tag }));
  expect(peer.passes(4000)).toEqual([]);
});

test('transactions that are over within the same half second are forgotten together: who waits is woken once', () => {
  const peer = scriptedPeer();
  for (const [index, gap] of [130, 170, 150].entries()) {
    peer.passes(gap);
    const text = requestText({ method: 'OPTIONS', branch: `z9hG4bK${index}`, callId: `call-${index}` });
    const { transaction, request, toTag: tag } = opened(peer.says(text));
    peer.stack.respond(transaction, responseTo(request, { status: 200, toTag: tag }), peer.now);
  }
  peer.take();
  peer.passes(31_000);
  expect(peer.stack.counts().server).toBe(3);
  const wakes = [];
  for (let at = peer.stack.nextTimerAt(); at !== undefined; at = peer.stack.nextTimerAt()) {
    wakes.push(at);
    peer.stack.advance(at);
  }
  expect(wakes).toEqual([32_500]);
  expect(peer.stack.counts()).toEqual(NOTHING_LEFT);
});
