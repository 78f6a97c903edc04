import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Bench, ownNumber, wait } from '../bench.ts';

export function hostileTests(bench: () => Bench): void {
  describe('strangers', () => {
    test('nobody calls without proof: not to an extension, not to the outside, not by a wrong password', async () => {
      await bench().registered('101');
      for (const dialled of ['101', '0901234567', ownNumber]) {
        const stranger = await bench().phone('102');
        const call = await stranger.call(dialled, { withCredentials: false });
        await call.until('ended');
        expect(call.status).toBe(401);
      }
      const liar = await bench().phone('102', 'wrong');
      const call = await liar.call('0901234567');
      await call.until('ended');
      expect(call.status).toBe(401);
      expect((await bench().under.engine.snapshot()).legs).toEqual([]);
    });

    test('an address that could be forged vouches for nobody: a phone registered by UDP proves each call', async () => {
      const phone = await bench().registered('101');
      const call = await phone.call('102', { withCredentials: false });
      await call.until('ended');
      expect(call.status).toBe(401);
    });

    test('a call in the name of another extension is refused, even from a registered connection', async () => {
      const phone = await bench().registered('101', 'tcp');
      const call = await phone.call('103', { from: '102' });
      await call.until('ended');
      expect(call.status).toBe(401);
    });

    test('a request in a call that does not exist gets 481, one that makes no sense its 4xx, and the call goes on', async () => {
      const a = await bench().registered('101');
      const b = await bench().registered('102');
      const { caller } = await bench().talk(a, b, '102');
      expect((await caller.request('MADE-UP')).status).toBe(501);
      expect((await caller.request('SUBSCRIBE')).status).toBe(405);
      const nonsense = [{ name: 'content-type', value: 'application/sdp' }];
      expect((await caller.request('INVITE', nonsense, randomBytes(200))).status).toBe(488);
      expect((await caller.request('OPTIONS')).status).toBe(200);
      await caller.hangUp();
      expect((await caller.request('OPTIONS')).status).toBe(481);
    });

    test('a flood of broken bytes is survived, and phones notice nothing', async () => {
      const a = await bench().registered('101');
      const b = await bench().registered('102');
      const flooder = await bench().phone('103');
      const statuses: string[] = [];
      bench().under.engine.onStatus((status) => statuses.push(status));
      const start = 'INVITE sip:101@suite.example SIP/2.0\r\n';
      const pieces = [
        randomBytes(900),
        Buffer.from(`${start}${'Via: SIP/2.0/UDP x\r\n'.repeat(60)}\r\n`),
        Buffer.from(
          `${start}Via: SIP/2.0/UDP 127.0.0.1;branch=z9hG4bK1\r\nFrom: <sip:x>\r\nContent-Length: -1\r\n\r\n`,
        ),
        Buffer.from('\0'.repeat(1200)),
        Buffer.from('SIP/2.0 200 OK\r\n\r\n'),
        Buffer.from(
          `OPTIONS sip:suite.example SIP/2.0\r\nVia: SIP/2.0/UDP 127.0.0.1:0;branch=z9hG4bK2\r\nFrom: <sip:x@x>;tag=1\r\n` +
            'To: <sip:y@y>\r\nCall-ID: port-0\r\nCSeq: 1 OPTIONS\r\nContent-Length: 0\r\n\r\n',
        ),
      ];
      for (let round = 0; round < 400; round += 1) {
        for (const piece of pieces) flooder.sendRaw(piece);
        if (round % 40 === 0) await wait(5);
      }
      const { call } = await bench().talk(a, b, '102');
      expect(statuses).toEqual([]);
      expect(
        bench()
          .seen.left(call)
          .filter((event) => event.type === 'ended'),
      ).toEqual([]);
    });

    test('what is dialled is a text that can be kept: no control characters, and not without end', async () => {
      const phone = await bench().registered('101');
      for (const [dialled, status] of [
        ['%00', 484],
        ['09%0d%0a01', 484],
        ['9'.repeat(500), 414],
      ] as const) {
        const call = await phone.call(dialled);
        await call.until('ended');
        expect(call.status).toBe(status);
      }
      expect((await bench().under.engine.snapshot()).legs).toEqual([]);
    });

    test('guesses from behind an address do not shut out the phone that is registered from there by a connection', async () => {
      const phone = await bench().registered('102', 'tcp');
      const guesser = await bench().phone('102', 'wrong');
      for (let guess = 0; guess < 12; guess += 1) await guesser.register();
      expect((await guesser.register()).status).toBe(503);
      expect((await phone.register()).status).toBe(200);
      await wait(2_500);
    });

    test('an address that guesses passwords is slowed down, the person with the right one is not shut out for long', async () => {
      const guesser = await bench().phone('103', 'wrong');
      const statuses: number[] = [];
      for (let guess = 0; guess < 15; guess += 1) statuses.push((await guesser.register()).status);
      expect(statuses.slice(0, 5)).toEqual([401, 401, 401, 401, 401]);
      expect(statuses.at(-1)).toBe(503);
      await wait(2_500);
      await bench().registered('103');
    });
  });
}
