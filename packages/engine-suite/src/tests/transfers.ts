import { type Dialog, formatReplaces, header } from '@alo/sip';
import type { PhoneCall } from '@alo/testing';
import { describe, expect, test } from 'vitest';
import { type Bench, domain, eventually, ownNumber } from '../bench.ts';

const dialogOf = (call: PhoneCall): Dialog => {
  if (call.dialog === undefined) throw new Error('the call has no dialog');
  return call.dialog;
};

const refer = (to: string) => [{ name: 'refer-to', value: to }];
const taking = (call: PhoneCall): string => encodeURIComponent(formatReplaces(dialogOf(call)));

export function transferTests(bench: () => Bench): void {
  const perform = (...args: Parameters<Bench['perform']>) => bench().perform(...args);

  describe('transfers by desk phones', () => {
    test('a phone asks for a blind transfer and is told how it goes', async () => {
      const a = await bench().registered('101');
      const b = await bench().registered('102');
      const { call, legs, callee } = await bench().talk(a, b, '102');
      expect((await callee.request('REFER', refer(`<sip:103@${domain}>`))).status).toBe(202);
      const asked = await bench().seen.next('transfer-requested', legs[1]);
      expect(asked).toMatchObject({ to: '103', replaces: null });
      const { transfer } = asked;
      for (const result of ['ringing', 'done'] as const) {
        perform(call, { type: 'transfer-result', leg: legs[1], transfer, result });
      }
      await eventually('three NOTIFY', () => callee.told('NOTIFY').length === 3);
      expect(callee.told('NOTIFY')).toEqual([
        'SIP/2.0 100 Trying\r\n',
        'SIP/2.0 180 Ringing\r\n',
        'SIP/2.0 200 OK\r\n',
      ]);
      const states = callee.received.map((request) => header(request, 'subscription-state'));
      expect(states).toEqual(['active;expires=60', 'active;expires=60', 'terminated;reason=noresource']);
      // What is over is not told again, and the call goes on as call control says.
      perform(call, { type: 'transfer-result', leg: legs[1], transfer, result: 'failed' });
      expect((await callee.request('OPTIONS')).status).toBe(200);
      expect(callee.told('NOTIFY')).toHaveLength(3);
    });

    test('an attended transfer names the call that is to be taken, of the same phone and another one', async () => {
      const a = await bench().registered('101');
      const b = await bench().registered('102');
      const { legs, caller } = await bench().talk(a, b, '102');
      const consulted = await bench().arrive(a, '103');
      perform(consulted.call, { type: 'answer', leg: consulted.leg });
      await consulted.caller.until('talking');
      const to = `<sip:103@${domain}?Replaces=${taking(consulted.caller)}>`;
      expect((await caller.request('REFER', refer(to))).status).toBe(202);
      expect(await bench().seen.next('transfer-requested', legs[0])).toMatchObject({
        to: '103',
        replaces: { call: consulted.call, leg: consulted.leg },
      });
    });

    test('a transfer to a call that is not there has failed, and a REFER that says nothing is refused', async () => {
      const a = await bench().registered('101');
      const b = await bench().registered('102');
      const { call, caller } = await bench().talk(a, b, '102');
      const nowhere = encodeURIComponent('nobody@nowhere;to-tag=1;from-tag=2');
      expect((await caller.request('REFER', refer(`<sip:103@${domain}?Replaces=${nowhere}>`))).status).toBe(202);
      await eventually('two NOTIFY', () => caller.told('NOTIFY').length === 2);
      expect(caller.told('NOTIFY').at(-1)).toMatch(/^SIP\/2\.0 503/);
      for (const headers of [[], refer('nonsense'), [...refer('<sip:1@x>'), ...refer('<sip:2@x>')]]) {
        expect((await caller.request('REFER', headers)).status).toBe(400);
      }
      const left = bench().seen.left(call);
      expect(left.filter(({ type }) => type === 'transfer-requested')).toEqual([]);
    });

    test('a phone that wants no news gets none (RFC 4488)', async () => {
      const a = await bench().registered('101');
      const b = await bench().registered('102');
      const { call, legs, caller } = await bench().talk(a, b, '102');
      const quiet = [...refer(`<sip:103@${domain}>`), { name: 'refer-sub', value: 'false' }];
      const response = await caller.request('REFER', quiet);
      expect(header(response, 'refer-sub')).toBe('false');
      const { transfer } = await bench().seen.next('transfer-requested', legs[0]);
      perform(call, { type: 'transfer-result', leg: legs[0], transfer, result: 'done' });
      expect((await caller.request('OPTIONS')).status).toBe(200);
      expect(caller.told('NOTIFY')).toEqual([]);
    });

    test('a carrier transfers nobody', async () => {
      const carrier = await bench().carrier('0901234567');
      const { call, leg, caller } = await bench().arrive(carrier, ownNumber);
      perform(call, { type: 'answer', leg });
      await caller.until('talking');
      expect((await caller.request('REFER', refer('<sip:0909999999@x>'))).status).toBe(403);
    });

    test('a phone takes the place of another in a call, of none that is not there', async () => {
      const a = await bench().registered('101');
      const b = await bench().registered('102');
      const { call, legs, callee } = await bench().talk(a, b, '102');
      const c = await bench().registered('103');
      const replaces = { name: 'replaces', value: formatReplaces(dialogOf(callee)) };
      const { arrived } = await bench().arrive(c, '102', { headers: [replaces] });
      expect(arrived).toMatchObject({ replaces: { call, leg: legs[1] } });
      const stranger = await c.call('102', { headers: [{ name: 'replaces', value: 'x@y;to-tag=1;from-tag=2' }] });
      await stranger.until('ended');
      expect(stranger.status).toBe(481);
    });
  });
}
