import { describe, expect, test } from 'vitest';
import { type Bench, eventually, ownNumber, trunk } from '../bench.ts';

export function trunkTests(bench: () => Bench): void {
  const perform = (...args: Parameters<Bench['perform']>) => bench().perform(...args);

  describe('trunks', () => {
    test('a call of the carrier to our number arrives with the number that it shows', async () => {
      const carrier = await bench().carrier('0901234567');
      const { call, leg, caller, arrived } = await bench().arrive(carrier, ownNumber);
      expect(arrived).toMatchObject({
        dialled: ownNumber,
        origin: { kind: 'trunk', trunk, number: '0901234567', name: 'Anh Nam' },
      });
      const b = await bench().registered('102');
      const other = bench().dial(call, '102', { number: '0901234567', name: 'Anh Nam' });
      const callee = await b.nextCall();
      await callee.answer();
      await bench().seen.next('answered', other);
      perform(call, { type: 'answer', leg });
      bench().together(call, [leg, other]);
      await caller.until('talking');
      caller.audio.speak(440);
      callee.audio.speak(1000);
      await eventually('the extension hears the caller', () => callee.audio.level(440) > 0.3);
      await eventually('the caller hears the extension', () => caller.audio.level(1000) > 0.3);
      await caller.hangUp();
      expect(await bench().seen.next('ended', leg)).toMatchObject({ cause: 'normal' });
    });

    test('a withheld number arrives as none', async () => {
      const carrier = await bench().carrier('anonymous');
      const { arrived } = await bench().arrive(carrier, ownNumber);
      expect(arrived).toMatchObject({ origin: { kind: 'trunk', trunk, number: '', name: '' } });
    });

    test('a call goes out through the trunk; its ringing tone is heard before it is answered', async () => {
      const carrier = await bench().carrier('0901234567');
      const a = await bench().registered('101');
      const { call, leg, caller } = await bench().arrive(a, '0901234567');
      const other = bench().dialTrunk(call, '0901234567', trunk);
      const callee = await carrier.nextCall();
      expect(callee.invite?.uri).toMatch(/^sip:0901234567@127\.0\.0\.3:/);
      await callee.soundEarly();
      await bench().seen.next('early-media', other);
      perform(call, { type: 'progress', leg });
      bench().together(call, [leg, other]);
      await caller.until('early');
      callee.audio.speak(425);
      await eventually('the caller hears the far ringing', () => caller.audio.level(425) > 0.3);
      await callee.answer();
      await bench().seen.next('answered', other);
      perform(call, { type: 'answer', leg });
      await caller.until('talking');
      caller.audio.speak(440);
      await eventually('the far end hears the caller', () => callee.audio.level(440) > 0.3);
      await callee.hangUp();
      expect(await bench().seen.next('ended', other)).toMatchObject({ cause: 'normal' });
    });

    test('a number that is not ours is not found for the carrier, and no challenge asks it for a proof', async () => {
      const carrier = await bench().carrier('0901234567');
      const caller = await carrier.call('0909999999', { withCredentials: false });
      await caller.until('ended');
      expect(caller.status).toBe(404);
    });

    test.each(['+8419001234', '8419001234', '1900.1234'])(
      'our number is ours when the carrier writes %s',
      async (written) => {
        const carrier = await bench().carrier('0901234567');
        const { arrived } = await bench().arrive(carrier, written);
        expect(arrived).toMatchObject({ dialled: ownNumber, origin: { kind: 'trunk', trunk } });
      },
    );
  });
}
