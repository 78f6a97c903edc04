import { header } from '@alo/sip';
import { describe, expect, test } from 'vitest';
import { type Bench, eventually, tenant, trunk } from '../bench.ts';

export function callTests(bench: () => Bench): void {
  const perform = (...args: Parameters<Bench['perform']>) => bench().perform(...args);

  describe('calls between extensions', () => {
    test('two extensions talk and hear each other, and either may hang up', async () => {
      const a = await bench().registered('101');
      const b = await bench().registered('102');
      const { legs, caller, callee } = await bench().talk(a, b, '102');
      caller.audio.speak(440);
      callee.audio.speak(1000);
      await eventually('callee hears the caller', () => callee.audio.level(440) > 0.3);
      await eventually('caller hears the callee', () => caller.audio.level(1000) > 0.3);
      expect(callee.audio.level(1000)).toBeLessThan(0.05); // Nobody hears himself.
      expect(await callee.hangUp()).toBe(200);
      expect(await bench().seen.next('ended', legs[1])).toMatchObject({ cause: 'normal', quality: { lossPercent: 0 } });
    });

    // Some are codes that other switches would understand themselves.
    test.each([
      ['*97%2342', '*97#42'],
      ['*98', '*98'],
      ['*8', '*8'],
      ['%231', '#1'],
      ['0', '0'],
    ])('what was dialled reaches call control as it was dialled: %s', async (written, dialled) => {
      const a = await bench().registered('101');
      const caller = await a.call(written);
      expect(await bench().seen.next('arrived')).toMatchObject({
        dialled,
        origin: { kind: 'extension', extension: '101' },
      });
      caller.cancel();
    });

    test('the callee is shown who calls, a withheld number as nobody', async () => {
      const a = await bench().registered('101');
      const b = await bench().registered('102');
      const { call } = await bench().arrive(a, '102');
      bench().dial(call, '102', { number: '09xxxxx123', name: 'Chị "Lan", kế toán' });
      const shown = await b.nextCall();
      expect(shown.from).toMatchObject({ display: 'Chị "Lan", kế toán' });
      expect(shown.from?.uri).toMatch(/^sip:09xxxxx123@/);
      bench().dial(call, '102', { number: '', name: '' });
      expect((await b.nextCall()).from?.uri).toBe('sip:anonymous@anonymous.invalid');
    });

    test('a caller who gives up ends the ringing of the other phone', async () => {
      const a = await bench().registered('101');
      const b = await bench().registered('102');
      const { call, leg, caller } = await bench().arrive(a, '102');
      const other = bench().dial(call, '102');
      const callee = await b.nextCall();
      callee.ring();
      await bench().seen.next('ringing', other);
      perform(call, { type: 'ring', leg });
      await caller.until('ringing');
      caller.cancel();
      expect(await bench().seen.next('ended', leg)).toMatchObject({ cause: 'cancelled' });
      perform(call, { type: 'hang-up', leg: other, cause: 'cancelled' });
      await callee.until('ended');
      expect(callee.status).toBe(487);
      await caller.until('ended');
      expect(caller.status).toBe(487);
    });

    test.each([
      [486, 'busy'],
      [603, 'rejected'],
      [480, 'no-answer'],
    ] as const)('a phone that answers %i ends its leg as %s', async (status, cause) => {
      const a = await bench().registered('101');
      const b = await bench().registered('102');
      const { call } = await bench().arrive(a, '102');
      const other = bench().dial(call, '102');
      (await b.nextCall()).reject(status);
      expect(await bench().seen.next('ended', other)).toMatchObject({ cause, sipCode: status });
    });

    test.each([
      ['busy', 486],
      ['rejected', 603],
      ['no-answer', 480],
      ['not-found', 404],
      ['forbidden', 403],
      ['congestion', 503],
    ] as const)('a caller whose call ends unanswered as %s gets %i', async (cause, status) => {
      const a = await bench().registered('101');
      const { call, leg, caller } = await bench().arrive(a, '102');
      perform(call, { type: 'hang-up', leg, cause });
      expect(await bench().seen.next('ended', leg)).toMatchObject({ cause });
      await caller.until('ended');
      expect(caller.status).toBe(status);
    });

    test('an extension without a phone, and a trunk that is not there, are unreachable', async () => {
      const a = await bench().registered('101');
      const { call } = await bench().arrive(a, '103');
      const nobody = bench().dial(call, '103');
      expect(await bench().seen.next('ended', nobody)).toMatchObject({ cause: 'unreachable' });
      const nowhere = bench().dialTrunk(call, '0901234567', trunk, 'no such trunk');
      expect(await bench().seen.next('ended', nowhere)).toMatchObject({ cause: 'unreachable' });
    });

    test('all phones of an extension ring, the second is picked up, the first is told that it was answered', async () => {
      const a = await bench().registered('101');
      const first = await bench().registered('102');
      const second = await bench().registered('102');
      const { call, leg, caller } = await bench().arrive(a, '102');
      const other = bench().dial(call, '102');
      const [one, two] = [await first.nextCall(), await second.nextCall()];
      one.ring();
      two.ring();
      await bench().seen.next('ringing', other);
      await two.answer();
      await bench().seen.next('answered', other);
      await one.until('ended');
      expect(one.reason).toMatch(/^SIP;cause=200/);
      perform(call, { type: 'answer', leg });
      bench().together(call, [leg, other]);
      two.audio.speak(700);
      await eventually('the caller hears the second phone', () => caller.audio.level(700) > 0.3);
    });

    test('a phone that declines speaks for its person: the other phone stops ringing', async () => {
      const a = await bench().registered('101');
      const first = await bench().registered('102');
      const second = await bench().registered('102');
      const { call } = await bench().arrive(a, '102');
      const other = bench().dial(call, '102');
      const [one, two] = [await first.nextCall(), await second.nextCall()];
      one.reject(486);
      two.reject(603);
      expect(await bench().seen.next('ended', other)).toMatchObject({ cause: 'rejected', sipCode: 603 });
    });

    test('a phone that brings no offer gets ours, and is heard by its answer in the ACK', async () => {
      const a = await bench().registered('101');
      const { call, leg, caller } = await bench().arrive(a, '8000', { withOffer: false });
      perform(call, { type: 'answer', leg });
      await caller.until('talking');
      caller.audio.press('9');
      expect(await bench().seen.next('digit', leg)).toMatchObject({ digit: '9' });
      await eventually('the phone is sent audio', () => caller.audio.packetsReceived > 10);
    });

    test('a session timer is kept by whom its caller names (RFC 4028), and one that is too brief is refused', async () => {
      const a = await bench().registered('101');
      const asking = (value: string) => ({
        headers: [
          { name: 'require', value: 'timer' },
          { name: 'session-expires', value },
        ],
      });
      for (const value of ['1800;refresher=uas', '1800;refresher=uac']) {
        const { call, leg, caller } = await bench().arrive(a, '8000', asking(value));
        perform(call, { type: 'answer', leg });
        await caller.until('talking');
        expect(caller.response && header(caller.response, 'session-expires')).toBe(value);
        expect((await caller.request('UPDATE')).status).toBe(200);
        expect((await caller.request('UPDATE', asking('60').headers)).status).toBe(422);
        await caller.hangUp();
        await bench().seen.next('ended', leg);
      }
      const brief = await a.call('8000', asking('60'));
      await brief.until('ended');
      expect([brief.status, brief.response && header(brief.response, 'min-se')]).toEqual([422, '90']);
    });

    test('a call that is hung up in the moment of its answer ends for the caller too', async () => {
      const a = await bench().registered('101');
      const { call, leg, caller } = await bench().arrive(a, '8000');
      perform(call, { type: 'answer', leg });
      perform(call, { type: 'hang-up', leg, cause: 'normal' });
      await caller.until('ended');
      expect(caller.response?.status).toBe(200);
      expect(caller.reason).toMatch(/^Q\.850;cause=16/);
    });

    test('an engine that hangs up ends both sides, and forgets the call', async () => {
      const a = await bench().registered('101');
      const b = await bench().registered('102');
      const { call, legs, caller, callee } = await bench().talk(a, b, '102');
      expect((await bench().under.engine.snapshot()).legs.map((one) => one.leg).sort()).toEqual([...legs].sort());
      for (const leg of legs) perform(call, { type: 'hang-up', leg, cause: 'normal' });
      await Promise.all([caller.until('ended'), callee.until('ended')]);
      expect(callee.reason).toMatch(/^Q\.850;cause=16/);
      expect((await bench().under.engine.snapshot()).legs).toEqual([]);
    });

    test('a company is not let go of while it has a call, and then is, with its phones', async () => {
      const { engine } = bench().under;
      const a = await bench().registered('101');
      const { call, leg, caller } = await bench().arrive(a, '8000');
      perform(call, { type: 'answer', leg });
      expect(await engine.letGo(tenant)).toBe(false);
      perform(call, { type: 'hang-up', leg, cause: 'normal' });
      await caller.until('ended');
      await expect.poll(() => engine.letGo(tenant)).toBe(true);
      expect((await engine.snapshot()).registrations).toEqual([]);
      await bench().provision();
    });
  });
}
