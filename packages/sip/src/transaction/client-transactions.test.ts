import { expect, test } from 'vitest';
import { ackFor, dialogOfCaller } from '../dialog/dialog.ts';
import type { Request, Response } from '../message/message.ts';
import { newRequest } from '../message/new-message.ts';
import { header, headerList, toTag } from '../message/read-headers.ts';
import type { Transport } from '../transport/flow.ts';
import type { StackOutput } from './stack-api.ts';
import { label, messageOf, NOTHING_LEFT, scriptedPeer } from './test-scripted-peer.ts';

const party = (uri: string, tag?: string) => ({ display: '', uri, params: new Map(tag ? [['tag', tag]] : []) });

const request = (method: string): Request =>
  newRequest({
    method,
    uri: 'sip:102@192.0.2.1',
    from: party('sip:alo@alo.example', 'ours'),
    to: party('sip:102@192.0.2.1'),
    callId: 'call-1',
    cseq: 1,
    routes: ['<sip:edge.example;lr>'],
  });

/** Our request, sent; `answers` says a response of the far end. */
function sending(method: string, transport: Transport = 'udp') {
  const peer = scriptedPeer(transport);
  const transaction = peer.stack.sendRequest(peer.flow, request(method), peer.now);
  const [sent] = peer.sent();
  if (sent?.kind !== 'request') throw new Error('nothing was sent');
  const answers = (status: number, tag = 'theirs', cseq = header(sent, 'cseq')): StackOutput[] =>
    peer.says(`SIP/2.0 ${status} X
Via: ${header(sent, 'via')}
From: ${header(sent, 'from')}
To: ${header(sent, 'to')};tag=${tag}
Call-ID: call-1
CSeq: ${cseq}
Contact: <sip:102@192.0.2.1:5062>
Content-Length: 0

`);
  return { peer, transaction, sent, answers };
}

const statuses = (outputs: readonly StackOutput[]): (number | string)[] =>
  outputs
    .filter((output) => output.type !== 'send')
    .map((output) => (output.type === 'response' ? output.response.status : output.type));
const sentIn = (outputs: readonly StackOutput[]): string[] => outputs.flatMap(messageOf).map(label);

test('the Via that we add: transport, our address, a fresh branch, rport over UDP (§8.1.1.7, RFC 3581 §3)', () => {
  expect(header(sending('OPTIONS').sent, 'via')).toMatch(
    /^SIP\/2\.0\/UDP alo\.example:5060;branch=z9hG4bKtoken\d+;rport$/,
  );
  expect(header(sending('OPTIONS', 'wss').sent, 'via')).toMatch(
    /^SIP\/2\.0\/WSS alo\.example:5060;branch=z9hG4bKtoken\d+$/,
  );
});

test('timers A and B: an INVITE over UDP is repeated, doubling, until 64*T1', () => {
  const { peer } = sending('INVITE');
  const times = [500, 1500, 3500, 7500, 15_500, 31_500].map((at) => `${at} INVITE`);
  expect(peer.passes(60_000)).toEqual([...times, '32000 timeout']);
  expect(peer.stack.counts()).toEqual(NOTHING_LEFT);
});

test('timer A does not run over a connection; timer B does', () => {
  expect(sending('INVITE', 'tls').peer.passes(60_000)).toEqual(['32000 timeout']);
});

test('a provisional response ends A and B: it may ring for as long as the caller likes', () => {
  const { peer, answers } = sending('INVITE');
  expect(statuses(answers(180))).toEqual([180]);
  expect(peer.passes(600_000)).toEqual([]);
  expect(peer.stack.counts()).toEqual({ ...NOTHING_LEFT, client: 1 });
});

test('a refusal is acknowledged by the transaction, again when it comes again, for 32 s (timer D)', () => {
  const { peer, answers, sent } = sending('INVITE');
  const outputs = answers(486);
  expect(statuses(outputs)).toEqual([486]);
  const [ack] = outputs.flatMap(messageOf);
  expect(ack).toMatchObject({ kind: 'request', method: 'ACK', uri: sent.uri });
  // §17.1.1.3: the INVITE's branch, the response's To, the INVITE's routes.
  expect(ack && headerList(ack, 'via')).toEqual(headerList(sent, 'via'));
  expect(ack && toTag(ack)).toBe('theirs');
  expect(ack && headerList(ack, 'route')).toEqual(['<sip:edge.example;lr>']);
  expect(ack && header(ack, 'cseq')).toBe('1 ACK');
  peer.passes(31_999);
  const again = answers(486);
  expect([statuses(again), sentIn(again)]).toEqual([[], ['ACK']]);
  peer.passes(1);
  expect(answers(486)).toEqual([]);
  expect(peer.stack.counts().client).toBe(0);
});

test('over a connection a refusal ends the transaction at once (timer D = 0)', () => {
  const { peer, answers } = sending('INVITE', 'ws');
  expect(sentIn(answers(486))).toEqual(['ACK']);
  expect(peer.stack.counts()).toEqual(NOTHING_LEFT);
});

test('timer M: a 2xx again gets its ACK again; one of another fork comes through (RFC 6026 §7.2, §13.2.2.4)', () => {
  const { peer, answers, transaction, sent } = sending('INVITE');
  const accept = answers(200).find((output) => output.type === 'response');
  const dialog = accept?.type === 'response' ? dialogOfCaller(sent, accept.response) : undefined;
  if (!dialog) throw new Error('no dialog');
  peer.stack.acknowledge(transaction, ackFor(dialog, sent), peer.flow, peer.now);
  const [ack] = peer.sent();
  expect(ack).toMatchObject({ method: 'ACK', uri: 'sip:102@192.0.2.1:5062' });
  expect(ack && header(ack, 'via')).not.toBe(header(sent, 'via'));
  const again = answers(200);
  expect([statuses(again), again.flatMap(messageOf)]).toEqual([[], [ack]]);
  expect(statuses(answers(200, 'otherFork'))).toEqual([200]);
  peer.passes(31_999);
  expect(sentIn(answers(200))).toEqual(['ACK']);
  peer.passes(1);
  expect(answers(200)).toEqual([]);
  expect(peer.stack.counts()).toEqual(NOTHING_LEFT);
});

test('once an INVITE was accepted, its connection may go: nothing failed; when timer M has run out, that is told', () => {
  const { peer, answers, transaction } = sending('INVITE', 'tls');
  answers(200);
  peer.stack.flowClosed(peer.flow.id, peer.now);
  expect(peer.take()).toEqual([]);
  expect(peer.stack.counts()).toEqual({ ...NOTHING_LEFT, client: 1, timers: 1 });
  expect(peer.passes(31_999)).toEqual([]);
  expect(peer.passes(1)).toEqual(['32000 over']);
  expect(peer.stack.counts()).toEqual(NOTHING_LEFT);
  // Whoever says it even now is told nothing.
  peer.stack.acknowledge(transaction, request('ACK'), peer.flow, peer.now);
  expect(sentIn(peer.take())).toEqual(['ACK']);
  expect(peer.stack.counts()).toEqual(NOTHING_LEFT);
});

test('timers E and F: another request over UDP is repeated, doubling to T2, until 64*T1', () => {
  const times = [500, 1500, 3500, 7500, 11_500, 15_500, 19_500, 23_500, 27_500, 31_500];
  expect(sending('BYE').peer.passes(60_000)).toEqual([...times.map((at) => `${at} BYE`), '32000 timeout']);
  expect(sending('BYE', 'tcp').peer.passes(60_000)).toEqual(['32000 timeout']);
});

test('after a provisional response timer E runs at T2 (§17.1.2.2)', () => {
  const { peer, answers } = sending('BYE');
  peer.passes(600);
  answers(100);
  expect(peer.passes(9000)).toEqual(['4600 BYE', '8600 BYE']);
});

test('a response is passed up once, and nothing is left; its copies, which timer K would soak up, are not heard', () => {
  const { peer, answers } = sending('BYE');
  expect(statuses(answers(200))).toEqual([200]);
  expect(peer.stack.counts()).toEqual(NOTHING_LEFT);
  expect(answers(200)).toEqual([]);
  const overTcp = sending('BYE', 'tcp');
  overTcp.answers(200);
  expect(overTcp.peer.stack.counts().client).toBe(0);
});

test('responses are matched by branch and method; another number of Vias is not for us (§17.1.3, §8.1.3.3)', () => {
  const { peer, answers, sent } = sending('INVITE');
  expect(answers(200, 'x', '1 BYE')).toEqual([]);
  const two = `SIP/2.0 200 OK\nVia: ${header(sent, 'via')}, SIP/2.0/UDP other\nFrom: <sip:a@b>;tag=1\nTo: <sip:a@b>;tag=2\nCall-ID: c\nCSeq: 1 INVITE\n\n`;
  expect(peer.says(two)).toEqual([]);
});

test("CANCEL waits for a provisional response (§9.1), and then carries the INVITE's identity", () => {
  const { peer, transaction, answers, sent } = sending('INVITE');
  peer.stack.cancel(transaction, peer.now);
  expect(peer.take()).toEqual([]);
  const cancel = answers(180).flatMap(messageOf)[0];
  expect(cancel).toMatchObject({ kind: 'request', method: 'CANCEL', uri: sent.uri });
  for (const name of ['via', 'from', 'to', 'call-id', 'route']) {
    expect(cancel && headerList(cancel, name)).toEqual(headerList(sent, name));
  }
  expect(cancel && header(cancel, 'cseq')).toBe('1 CANCEL');
  peer.stack.cancel(transaction, peer.now);
  expect(peer.take()).toEqual([]);
  expect(answers(200, 'theirs', '1 CANCEL')).toEqual([]);
  expect(statuses(answers(487))).toEqual([487]);
});

test('CANCEL carries what its owner adds, such as a Reason (RFC 3326), also when it had to wait', () => {
  const { peer, transaction, answers } = sending('INVITE');
  peer.stack.cancel(transaction, peer.now, [{ name: 'reason', value: 'SIP;cause=200' }]);
  const cancel = answers(180).flatMap(messageOf)[0];
  expect(cancel && header(cancel, 'reason')).toBe('SIP;cause=200');
});

test('CANCEL goes at once when it already rings, and is repeated like any request', () => {
  const { peer, transaction, answers } = sending('INVITE');
  answers(180);
  peer.stack.cancel(transaction, peer.now);
  expect(peer.sent().map(label)).toEqual(['CANCEL']);
  expect(peer.passes(2000)).toEqual(['500 CANCEL', '1500 CANCEL']);
});

test('an INVITE that is never finished after its CANCEL ends after 64*T1 (§9.1)', () => {
  const { peer, transaction, answers } = sending('INVITE', 'tcp');
  answers(180);
  peer.stack.cancel(transaction, peer.now);
  answers(200, 'theirs', '1 CANCEL');
  expect(peer.passes(40_000)).toEqual(['32000 timeout']);
  expect(peer.stack.counts()).toEqual(NOTHING_LEFT);
});

test('CANCEL after the answer does nothing: the call wants a BYE', () => {
  const { peer, transaction, answers } = sending('INVITE');
  answers(180);
  answers(200);
  peer.stack.cancel(transaction, peer.now);
  expect(peer.take()).toEqual([]);
});

test('a closed connection ends what was sent over it, once', () => {
  const { peer, transaction, answers } = sending('INVITE', 'ws');
  answers(180);
  peer.stack.cancel(transaction, peer.now);
  peer.take();
  peer.stack.flowClosed(peer.flow.id, peer.now);
  expect(peer.take()).toEqual([{ type: 'transport-error', side: 'client', transaction }]);
  peer.stack.flowClosed(peer.flow.id, peer.now);
  expect(peer.take()).toEqual([]);
  expect(peer.stack.counts()).toEqual(NOTHING_LEFT);
});

test('a response without a To tag still makes a call (RFC 2543)', () => {
  const { sent } = sending('INVITE');
  const response: Response = {
    kind: 'response',
    status: 200,
    reason: 'OK',
    headers: [{ name: 'to', value: '<sip:x@y>' }],
    body: new Uint8Array(),
  };
  expect(dialogOfCaller(sent, response)).toMatchObject({ state: 'confirmed', remoteTag: '' });
});
