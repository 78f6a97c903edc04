import { describe, expect, it, test } from 'vitest';
import { newRequest, responseTo } from '../message/new-message.ts';
import { acknowledgedNumber, rackOf, reliableNumber } from './reliable.ts';
import { answerSessionTimer, lengthened, refreshAfterMs, refreshHeaders, timerOfAnswer } from './session-timer.ts';

const address = { display: '', uri: 'sip:a@b', params: new Map<string, string>() };
const request = (method: string, headers: Readonly<Record<string, string>>, cseq = 1) =>
  newRequest({
    method,
    uri: 'sip:a@b',
    from: address,
    to: address,
    callId: 'c',
    cseq,
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
  });

describe('who keeps a session fresh (RFC 4028 table 2)', () => {
  it.each([
    { supported: 'timer', asked: '1800', answer: '1800;refresher=uac', refresher: 'them' },
    { supported: 'timer', asked: '1800;refresher=uac', answer: '1800;refresher=uac', refresher: 'them' },
    { supported: 'timer', asked: '1800 ; refresher=UAS', answer: '1800;refresher=uas', refresher: 'us' },
    { supported: 'replaces', asked: '1800', answer: '1800;refresher=uas', refresher: 'us' },
    { supported: 'replaces', asked: '1800;refresher=uas', answer: '1800;refresher=uas', refresher: 'us' },
  ])('Supported: $supported, Session-Expires: $asked → $answer', ({ supported, asked, answer, refresher }) => {
    expect(answerSessionTimer(request('INVITE', { supported, 'session-expires': asked }))).toEqual({
      kind: 'agreed',
      timer: { seconds: 1800, refresher },
      headers: [
        { name: 'session-expires', value: answer },
        ...(supported === 'timer' ? [{ name: 'require', value: 'timer' }] : []),
      ],
    });
  });

  it('who asks for none gets none, and what cannot be read is none', () => {
    for (const asked of [{}, { 'session-expires': 'soon' }, { 'session-expires': '0' }, { 'session-expires': '-90' }]) {
      expect(answerSessionTimer(request('INVITE', { supported: 'timer', ...asked }))).toEqual({ kind: 'none' });
    }
  });

  it('89 s are too brief: 422 with what we take; 90 are not', () => {
    const asking = (seconds: string) =>
      answerSessionTimer(request('UPDATE', { require: 'timer', 'session-expires': seconds }));
    expect(asking('89')).toEqual({ kind: 'too-brief', headers: [{ name: 'min-se', value: '90' }] });
    expect(asking('90')).toMatchObject({ kind: 'agreed' });
  });

  it('an answer to us says who refreshes, and we do it at half of the time', () => {
    const answer = (expires: string) =>
      timerOfAnswer(
        responseTo(request('INVITE', {}), { status: 200, headers: [{ name: 'session-expires', value: expires }] }),
      );
    expect(answer('120;refresher=uac')).toEqual({ seconds: 120, refresher: 'us' });
    expect(answer('120;refresher=uas')).toEqual({ seconds: 120, refresher: 'them' });
    expect(refreshAfterMs({ seconds: 120, refresher: 'us' })).toBe(60_000);
    expect(refreshHeaders({ seconds: 120, refresher: 'us' })).toContainEqual({
      name: 'session-expires',
      value: '120;refresher=uac',
    });
    const refusal = responseTo(request('UPDATE', {}), { status: 422, headers: [{ name: 'min-se', value: '300' }] });
    expect(lengthened({ seconds: 120, refresher: 'us' }, refusal).seconds).toBe(300);
  });
});

test('a provisional response that wants a PRACK is known by tag and number, and the PRACK finds its way back', () => {
  const invite = request('INVITE', {}, 7);
  const headers = [
    { name: 'require', value: 'timer, 100rel' },
    { name: 'rseq', value: '813520' },
  ];
  const ringing = responseTo(invite, { status: 183, headers });
  expect(reliableNumber(ringing)).toBe(813520);
  expect(reliableNumber(responseTo(invite, { status: 183, headers: headers.slice(1) }))).toBeUndefined();
  expect(reliableNumber(responseTo(invite, { status: 200, headers }))).toBeUndefined();
  expect(rackOf(ringing)).toBe('813520 7 INVITE');
  const prack = (rack: string) => acknowledgedNumber(request('PRACK', { rack }, 8), invite);
  expect([prack('813520 7 INVITE'), prack('813520 6 INVITE'), prack('813520 7 UPDATE'), prack('x')]).toEqual([
    813520,
    undefined,
    undefined,
    undefined,
  ]);
});
