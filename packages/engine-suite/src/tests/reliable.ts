import { header } from '@alo/sip';
import { describe, expect, test } from 'vitest';
import { type Bench, eventually, trunk } from '../bench.ts';

/** Provisional answers that are acknowledged (RFC 3262). */
export function reliableTests(bench: () => Bench): void {
  const perform = (...args: Parameters<Bench['perform']>) => bench().perform(...args);
  const require = { name: 'require', value: '100rel' };

  describe('what is said before the answer', () => {
    test('to a caller who requires it is said until it is acknowledged, and the answer waits for that', async () => {
      const a = await bench().registered('101');
      const { call, leg, caller } = await bench().arrive(a, '8000', { headers: [require] });
      perform(call, { type: 'ring', leg });
      await caller.until('ringing');
      const ringing = caller.response;
      const number = Number(ringing && header(ringing, 'rseq'));
      expect(ringing && header(ringing, 'require')).toBe('100rel');
      perform(call, { type: 'progress', leg });
      perform(call, { type: 'answer', leg });
      // Said again, as nobody has acknowledged it; nothing else comes before.
      await eventually('it is said again', () => caller.responses.length > 1);
      expect(caller.responses.map(({ status }) => status)).toEqual([180, 180]);
      const prack = (rseq: number) => caller.request('PRACK', [{ name: 'rack', value: `${rseq} ${inviteOf(caller)}` }]);
      expect((await prack(number + 1)).status).toBe(481);
      expect((await prack(number)).status).toBe(200);
      await caller.until('early');
      expect(caller.response && header(caller.response, 'rseq')).toBe(String(number + 1));
      expect(caller.state).toBe('early');
      expect((await prack(number + 1)).status).toBe(200);
      await caller.until('talking');
      caller.audio.press('5');
      expect(await bench().seen.next('digit', leg)).toMatchObject({ digit: '5' });
    });

    test('to a caller who brings no offer is ours, and the acknowledgement answers it', async () => {
      const a = await bench().registered('101');
      const { call, leg, caller } = await bench().arrive(a, '8000', { headers: [require], withOffer: false });
      perform(call, { type: 'ring', leg });
      await eventually('it rings', () => caller.responses.length > 0);
      const [ringing] = caller.responses;
      const sdp = new TextDecoder().decode(ringing?.body);
      expect(sdp).toContain('m=audio');
      const answer = new TextEncoder().encode(await caller.audio.answer(sdp));
      const headers = [
        { name: 'rack', value: `${ringing && header(ringing, 'rseq')} ${inviteOf(caller)}` },
        { name: 'content-type', value: 'application/sdp' },
      ];
      expect((await caller.request('PRACK', headers, answer)).status).toBe(200);
      perform(call, { type: 'answer', leg });
      await eventually('it is answered', () => caller.responses.at(-1)?.status === 200);
      expect(caller.responses.at(-1)?.body.length).toBe(0);
      caller.audio.press('5');
      expect(await bench().seen.next('digit', leg)).toMatchObject({ digit: '5' });
    });

    test('may be answered by another offer, which counts from then on; one that acknowledges nothing changes nothing', async () => {
      const a = await bench().registered('101');
      const { call, leg, caller } = await bench().arrive(a, '8000', { headers: [require] });
      perform(call, { type: 'progress', leg });
      await caller.until('early');
      const rseq = Number(caller.response && header(caller.response, 'rseq'));
      const prack = async (number: number, direction: 'sendonly' | 'inactive') =>
        caller.request(
          'PRACK',
          [
            { name: 'rack', value: `${number} ${inviteOf(caller)}` },
            { name: 'content-type', value: 'application/sdp' },
          ],
          new TextEncoder().encode(await caller.audio.offer(direction)),
        );
      expect((await prack(rseq + 1, 'inactive')).status).toBe(481);
      const agreed = await prack(rseq, 'sendonly');
      expect(agreed.status).toBe(200);
      expect(new TextDecoder().decode(agreed.body)).toContain('a=recvonly');
      perform(call, { type: 'answer', leg });
      await caller.until('talking');
      expect(caller.responses.at(-1)?.body.length).toBe(0);
      caller.audio.press('7');
      expect(await bench().seen.next('digit', leg)).toMatchObject({ digit: '7' });
    });

    test('by a carrier is acknowledged, each word once and in order', async () => {
      const carrier = await bench().carrier('0901234567');
      const a = await bench().registered('101');
      const { call } = await bench().arrive(a, '0901234567');
      const other = bench().dialTrunk(call, '0901234567', trunk);
      const callee = await carrier.nextCall();
      expect(callee.invite && header(callee.invite, 'supported')).toContain('100rel');
      const says = (status: number, rseq: number) =>
        callee.incoming?.respond({
          status,
          headers: [
            require,
            { name: 'rseq', value: String(rseq) },
            { name: 'contact', value: `<sip:c@${carrier.hostPort}>` },
          ],
        });
      const pracks = () =>
        callee.received.flatMap((request) => (request.method === 'PRACK' ? header(request, 'rack') : []));
      says(180, 7);
      await bench().seen.next('ringing', other);
      says(180, 7); // Once more: it was lost, or so its sender thinks.
      says(183, 9); // One before it is missing.
      says(183, 8);
      await eventually('both are acknowledged', () => pracks().length > 1);
      const cseq = callee.invite && header(callee.invite, 'cseq');
      expect(pracks()).toEqual([`7 ${cseq}`, `8 ${cseq}`]);
      await callee.answer();
      await bench().seen.next('answered', other);
      expect(pracks()).toHaveLength(2);
      // What we say next has a number of its own, or it would be refused.
      perform(call, { type: 'hang-up', leg: other, cause: 'normal' });
      await callee.until('ended');
      expect(callee.reason).toMatch(/^Q\.850;cause=16/);
    });
  });
}

/** As RAck names the INVITE that counts: the one with credentials. */
const inviteOf = ({ invite }: { readonly invite: Parameters<typeof header>[0] | undefined }): string =>
  (invite && header(invite, 'cseq')) ?? '';
