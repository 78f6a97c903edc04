import { expect, test } from 'vitest';
import type { Request } from '../message/message.ts';
import { responseTo } from '../message/new-message.ts';
import { parseMessage } from '../message/parse-message.ts';
import { contact, header, headerList } from '../message/read-headers.ts';
import { checkRequest, nextMaxForwards } from './check-request.ts';
import {
  ackFor,
  type Dialog,
  dialogKey,
  dialogKeyOfRequest,
  dialogOfCallee,
  dialogOfCaller,
  nextHop,
  receiveInDialog,
  refreshTarget,
  requestInDialog,
} from './dialog.ts';
import { waitAfterGlare } from './glare.ts';
import { findReplaced, formatReplaces, parseReplaces } from './replaces.ts';

function request(text: string): Request {
  const result = parseMessage(new TextEncoder().encode(text.replaceAll('\n', '\r\n')));
  if (!result.ok || result.message.kind !== 'request') throw new Error('no request');
  return result.message;
}

const INVITE = request(`INVITE sip:102@demo SIP/2.0
Via: SIP/2.0/UDP phone.example;branch=z9hG4bK1
Record-Route: <sip:p2;lr>, <sip:p1;lr>
From: "Lan" <sip:101@demo>;tag=caller
To: <sip:102@demo>
Call-ID: dialog-1
CSeq: 7 INVITE
Contact: <sip:101@phone.example>

`);

const sure = <Value>(value: Value | undefined): Value => {
  if (value === undefined) throw new Error('expected a value');
  return value;
};

const TO_CONTACT = { name: 'contact', value: '<sip:102@far.example>' };
const RINGING = responseTo(INVITE, { status: 180, toTag: 'callee', headers: [TO_CONTACT] });
const ANSWER = responseTo(INVITE, { status: 200, toTag: 'callee', headers: [TO_CONTACT] });
const callee = (): Dialog => sure(dialogOfCallee(INVITE, ANSWER));
const caller = (): Dialog => sure(dialogOfCaller(INVITE, ANSWER));

test("both ends of one call: tags crossed, routes in opposite order, each the other's Contact (§12.1)", () => {
  expect(callee()).toMatchObject({
    state: 'confirmed',
    side: 'callee',
    localTag: 'callee',
    remoteTag: 'caller',
    remoteTarget: 'sip:101@phone.example',
    routeSet: ['<sip:p2;lr>', '<sip:p1;lr>'],
    localSeq: 0,
    remoteSeq: 7,
  });
  expect(caller()).toMatchObject({
    state: 'confirmed',
    side: 'caller',
    localTag: 'caller',
    remoteTag: 'callee',
    remoteTarget: 'sip:102@far.example',
    routeSet: ['<sip:p1;lr>', '<sip:p2;lr>'],
    localSeq: 7,
  });
});

test('ringing makes an early dialog, the answer makes it anew with its own target and route set (§13.2.2.4)', () => {
  expect(sure(dialogOfCaller(INVITE, RINGING))).toMatchObject({ state: 'early', remoteTarget: 'sip:102@far.example' });
  const moved = responseTo(
    { ...INVITE, headers: INVITE.headers.filter(({ name }) => name !== 'record-route') },
    {
      status: 200,
      toTag: 'callee',
      headers: [{ name: 'contact', value: '<sip:102@moved.example>' }],
    },
  );
  expect(sure(dialogOfCaller(INVITE, moved))).toMatchObject({
    state: 'confirmed',
    remoteTarget: 'sip:102@moved.example',
    routeSet: [],
  });
  expect(sure(dialogOfCallee(INVITE, RINGING)).state).toBe('early');
});

test('each fork has a dialog of its own; 100, refusals and tagless ringing have none (§12.1.2)', () => {
  const fork = sure(dialogOfCaller(INVITE, responseTo(INVITE, { status: 180, toTag: 'fork2' })));
  expect(dialogKey(fork)).not.toBe(dialogKey(caller()));
  expect(fork.remoteTarget).toBe('sip:102@demo');
  for (const status of [100, 302, 486])
    expect(dialogOfCaller(INVITE, responseTo(INVITE, { status, toTag: 'x' }))).toBeUndefined();
  expect(dialogOfCaller(INVITE, responseTo(INVITE, { status: 180 }))).toBeUndefined();
});

test('an INVITE without Contact makes no dialog (§12.1.1)', () => {
  expect(
    dialogOfCallee({ ...INVITE, headers: INVITE.headers.filter(({ name }) => name !== 'contact') }, ANSWER),
  ).toBeUndefined();
});

test('our requests go to the target through the route set under a rising CSeq (§12.2.1.1)', () => {
  const first = requestInDialog(callee(), 'INVITE', { headers: [TO_CONTACT] });
  const bye = requestInDialog(first.dialog, 'BYE').request;
  expect(bye).toMatchObject({ method: 'BYE', uri: 'sip:101@phone.example' });
  expect(headerList(bye, 'route')).toEqual(['<sip:p2;lr>', '<sip:p1;lr>']);
  expect(header(bye, 'from')).toBe('<sip:102@demo>;tag=callee');
  expect(header(bye, 'to')).toBe('"Lan" <sip:101@demo>;tag=caller');
  expect([header(first.request, 'cseq'), header(bye, 'cseq')]).toEqual(['1 INVITE', '2 BYE']);
  expect(contact(first.request)?.uri).toBe('sip:102@far.example');
  expect(nextHop(bye)).toBe('sip:p2;lr');
  expect(nextHop(INVITE)).toBe('sip:102@demo');
});

test('a strict router gets itself in the Request-URI and the target as the last route (§12.2.1.1)', () => {
  const { request: bye } = requestInDialog({ ...callee(), routeSet: ['<sip:strict>', '<sip:p1;lr>'] }, 'BYE');
  expect(bye.uri).toBe('sip:strict');
  expect(headerList(bye, 'route')).toEqual(['<sip:p1;lr>', '<sip:101@phone.example>']);
  // And it is sent there, whatever stands behind it.
  expect(nextHop(bye)).toBe('sip:strict');
  const only = requestInDialog({ ...callee(), routeSet: ['<sip:strict>'] }, 'BYE').request;
  expect([headerList(only, 'route'), nextHop(only)]).toEqual([['<sip:101@phone.example>'], 'sip:strict']);
  // A strict router further on is the loose one's to serve.
  const later = requestInDialog({ ...callee(), routeSet: ['<sip:p1;lr>', '<sip:strict>'] }, 'BYE').request;
  expect(nextHop(later)).toBe('sip:p1;lr');
});

test('the ACK of a 2xx carries the number of its INVITE (§13.2.2.4) and its proofs (§22.1)', () => {
  const proofs = [
    { name: 'authorization', value: 'Digest username="101"' },
    { name: 'proxy-authorization', value: 'Digest username="lan"' },
  ];
  const invite = inDialog('INVITE', 7);
  const ack = ackFor(caller(), { ...invite, headers: [...invite.headers, ...proofs] });
  expect(ack.headers.filter(({ name }) => name.endsWith('authorization'))).toEqual(proofs);
  expect(ack).toMatchObject({ method: 'ACK', uri: 'sip:102@far.example' });
  expect(header(ack, 'cseq')).toBe('7 ACK');
  expect(dialogKeyOfRequest(ack)).toBe(dialogKey(callee()));
});

const inDialog = (method: string, cseq: number, target = 'sip:101@new.example'): Request => ({
  ...INVITE,
  method,
  headers: INVITE.headers
    .filter(({ name }) => name !== 'contact' && name !== 'cseq')
    .concat({ name: 'cseq', value: `${cseq} ${method}` }, { name: 'contact', value: `<${target}>` }),
});

test("the far end's CSeq must rise, else 500; its ACK and CANCEL repeat the number (§12.2.2)", () => {
  expect(receiveInDialog(callee(), inDialog('BYE', 6))).toEqual({ ok: false, status: 500 });
  expect(receiveInDialog(callee(), inDialog('BYE', 7))).toEqual({ ok: false, status: 500 });
  expect(receiveInDialog(callee(), inDialog('BYE', 100))).toMatchObject({ ok: true, dialog: { remoteSeq: 100 } });
  expect(receiveInDialog(callee(), inDialog('ACK', 7))).toMatchObject({ ok: true, dialog: { remoteSeq: 7 } });
  expect(receiveInDialog(caller(), inDialog('BYE', 1))).toMatchObject({ ok: true, dialog: { remoteSeq: 1 } });
});

test('re-INVITE and UPDATE move the target, from either side; BYE and INFO do not (§12.2)', () => {
  const target = (method: string): string | undefined => {
    const result = receiveInDialog(callee(), inDialog(method, 8));
    return result.ok ? result.dialog.remoteTarget : undefined;
  };
  expect([target('INVITE'), target('UPDATE'), target('INFO')]).toEqual([
    'sip:101@new.example',
    'sip:101@new.example',
    'sip:101@phone.example',
  ]);
  expect(refreshTarget(callee(), ANSWER).remoteTarget).toBe('sip:102@far.example');
  expect(refreshTarget(callee(), responseTo(INVITE, { status: 488, headers: [TO_CONTACT] })).remoteTarget).toBe(
    'sip:101@phone.example',
  );
});

test('a request without a To tag belongs to no dialog', () => {
  expect(dialogKeyOfRequest(INVITE)).toBeUndefined();
});

test("Replaces finds the call from the other end's words (RFC 3891 §3)", () => {
  const replaces = sure(parseReplaces(formatReplaces(caller())));
  expect(replaces).toEqual({ callId: 'dialog-1', toTag: 'callee', fromTag: 'caller', earlyOnly: false });
  expect(findReplaced([callee()], replaces)).toEqual({ kind: 'found', dialog: callee() });
  expect(findReplaced([callee()], { ...replaces, fromTag: 'other' })).toEqual({ kind: 'refused', status: 481 });
  expect(findReplaced([callee()], { ...replaces, earlyOnly: true })).toEqual({ kind: 'refused', status: 486 });
  const early: Dialog = { ...callee(), state: 'early' };
  expect(findReplaced([early], replaces)).toEqual({ kind: 'refused', status: 481 });
  expect(findReplaced([{ ...early, side: 'caller' }], replaces)).toMatchObject({ kind: 'found' });
  for (const broken of ['', 'id', 'id;to-tag=1', 'id;from-tag=1;to-tag="', ';to-tag=1;from-tag=2'])
    expect(parseReplaces(broken)).toBeUndefined();
});

const ABILITIES = { methods: ['INVITE', 'BYE'], extensions: ['timer'], bodies: ['application/sdp'] };
const check = (change: Partial<Request>, more: readonly (readonly [string, string])[] = []) =>
  checkRequest(
    { ...INVITE, ...change, headers: [...INVITE.headers, ...more.map(([name, value]) => ({ name, value }))] },
    ABILITIES,
  );

test("the inspection of a request (§8.2), in the RFC's order", () => {
  expect(check({})).toBeUndefined();
  expect(check({ method: 'PUBLISH' })).toEqual({ status: 405, headers: [{ name: 'allow', value: 'INVITE, BYE' }] });
  expect(check({ method: 'NEWMETHOD' })?.status).toBe(501);
  expect(check({ uri: 'http://x' })?.status).toBe(416);
  expect(check({ uri: 'tel:+84901234567' })).toBeUndefined();
  expect(check({ uri: 'sip:102@demo?Route=%3Csip:x%3E' })?.status).toBe(400);
  expect(check({ uri: 'sip:' })?.status).toBe(400);
  expect(
    check({}, [
      ['require', 'timer, nothingSupportsThis'],
      ['require', 'nor this'],
    ]),
  ).toEqual({
    status: 420,
    headers: [{ name: 'unsupported', value: 'nothingsupportsthis, nor this' }],
  });
});

test('a body that we cannot read is 415, unless its sender does not mind (§8.2.3)', () => {
  const body = new Uint8Array([1]);
  expect(check({ body }, [['content-type', 'application/sdp; charset=utf-8']])).toBeUndefined();
  expect(check({ body }, [['content-type', 'text/plain']])).toEqual({
    status: 415,
    headers: [{ name: 'accept', value: 'application/sdp' }],
  });
  expect(
    check({ body }, [
      ['content-type', 'text/plain'],
      ['content-disposition', 'session;handling=optional'],
    ]),
  ).toBeUndefined();
  expect(check({ body }, [['content-encoding', 'gzip']])?.headers).toEqual([
    { name: 'accept-encoding', value: 'identity' },
  ]);
});

test('a call that has gone through too many switches goes no further (§16.3, RFC 7332 §5)', () => {
  const left = (value?: string): number | undefined =>
    nextMaxForwards({ ...INVITE, headers: value === undefined ? [] : [{ name: 'max-forwards', value }] });
  expect([left('70'), left('1'), left('0'), left()]).toEqual([69, 0, undefined, 69]);
});

test('after a 491 whoever made the Call-ID waits 2.1 to 4 s, the other at most 2 s, by tens of milliseconds (§14.1)', () => {
  const almostOne = 1 - Number.EPSILON;
  expect([0, 0.5, almostOne].map((random) => waitAfterGlare(caller(), random))).toEqual([2_100, 3_050, 4_000]);
  expect([0, 0.5, almostOne].map((random) => waitAfterGlare(callee(), random))).toEqual([0, 1_000, 2_000]);
});
