import { header } from '@alo/sip';
import { describe, expect, test } from 'vitest';
import { type Bench, eventually } from '../bench.ts';

/** What offers of phones and carriers are answered: as they are meant, or in so many words that they cannot be. */
export function offerTests(bench: () => Bench): void {
  const perform = (...args: Parameters<Bench['perform']>) => bench().perform(...args);
  const sdp = (body: string) => ({ type: 'application/sdp', body });
  const key = Buffer.alloc(30, 3).toString('base64');

  /** An answered call whose offer was another; the answer's SDP. */
  async function answered(asOffered: (offer: string) => { type: string; body: string }) {
    const a = await bench().registered('101');
    const { call, leg, caller } = await bench().arrive(a, '8000', { asOffered });
    perform(call, { type: 'answer', leg });
    await eventually('it is answered', () => caller.response?.status === 200);
    return { call, leg, caller, answer: new TextDecoder().decode(caller.response?.body) };
  }

  describe('offers', () => {
    test.each([
      {
        what: 'G.729 alone',
        to: (offer: string) => offer.replace(/AVP 8 101[^]*$/, 'AVP 18\r\na=rtpmap:18 G729/8000\r\n'),
        code: 305,
      },
      { what: 'SRTP without keys', to: (offer: string) => offer.replace('RTP/AVP', 'RTP/SAVP'), code: 302 },
      { what: 'DTLS without ICE', to: (offer: string) => offer.replace('RTP/AVP', 'UDP/TLS/RTP/SAVP'), code: 302 },
      { what: 'a fax', to: (offer: string) => offer.replace(/m=audio (\d+).*/, 'm=image $1 udptl t38'), code: 304 },
    ])('$what is refused in so many words', async ({ to, code }) => {
      const a = await bench().registered('101');
      const caller = await a.call('8000', { asOffered: (offer) => sdp(to(offer)) });
      await caller.until('ended');
      expect(caller.status).toBe(488);
      expect(caller.response && header(caller.response, 'warning')).toMatch(new RegExp(`^${code} `));
    });

    test('an offer of SRTP is answered in kind, and the plain line besides is turned down', async () => {
      const { answer } = await answered((offer) => {
        const [before = '', audio = ''] = offer.split(/(?=m=audio)/);
        const secret = audio
          .replace('RTP/AVP', 'RTP/SAVP')
          .replace(/\r\n/, `\r\na=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:${key}\r\n`);
        return sdp(`${before}${secret}${audio}`);
      });
      expect(answer).toMatch(/m=audio \d+ RTP\/SAVP 8 101\r\na=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:\S{40}\r\n/);
      expect(answer).toMatch(/m=audio 0 RTP\/AVP /);
    });

    test('where keys are of a kind that we have not, the plain line is taken', async () => {
      const { leg, caller, answer } = await answered((offer) => {
        const [before = '', audio = ''] = offer.split(/(?=m=audio)/);
        return sdp(`${before}${audio.replace('RTP/AVP', 'RTP/SAVP')}${audio}`);
      });
      expect(answer.indexOf('m=audio 0 RTP/SAVP')).toBeLessThan(answer.search(/m=audio [1-9]\d* RTP\/AVP/));
      expect(leg).toContain('/in');
      await caller.hangUp();
    });

    test('an offer among other things (SDP and ISUP) is found', async () => {
      const { leg, caller } = await answered((offer) => ({
        type: 'multipart/mixed;boundary=here',
        body: `--here\r\nContent-Type: application/sdp\r\n\r\n${offer}\r\n--here\r\nContent-Type: application/isup\r\nContent-Disposition: signal;handling=optional\r\n\r\n\u0001\u0010\r\n--here--\r\n`,
      }));
      await caller.until('talking');
      caller.audio.press('5');
      expect(await bench().seen.next('digit', leg)).toMatchObject({ digit: '5' });
    });

    test('hold is understood in all its forms, and told once each', async () => {
      const a = await bench().registered('101');
      const b = await bench().registered('102');
      const { legs, caller } = await bench().talk(a, b, '102');
      const forms = [
        { to: (offer: string) => offer.replace('a=sendrecv', 'a=sendonly'), answer: /a=recvonly/ },
        { to: (offer: string) => offer.replace('a=sendrecv', 'a=inactive'), answer: /a=inactive/ },
        { to: (offer: string) => offer.replace(/c=IN IP4 .*/, 'c=IN IP4 0.0.0.0'), answer: /a=recvonly/ },
      ];
      for (const { to, answer } of forms) {
        expect(await caller.reoffer(to)).toMatch(answer);
        expect(await bench().seen.next('held', legs[0])).toMatchObject({ on: true });
        expect(await caller.reoffer((offer) => offer)).toMatch(/a=sendrecv/);
        expect(await bench().seen.next('held', legs[0])).toMatchObject({ on: false });
      }
    });

    test('a fax in a talk is refused, what is offered again is answered again, and the talk goes on', async () => {
      const a = await bench().registered('101');
      const b = await bench().registered('102');
      const { legs, caller } = await bench().talk(a, b, '102');
      const fax = (offer: string) => offer.replace(/m=audio (\d+)[^]*$/, 'm=image $1 udptl t38\r\n');
      for (let round = 0; round < 3; round += 1) {
        expect(await caller.reoffer(fax)).toBe(488);
        expect(await caller.reoffer((offer) => offer)).toMatch(/m=audio [1-9]/);
      }
      caller.audio.press('5');
      expect(await bench().seen.next('digit', legs[0])).toMatchObject({ digit: '5' });
    });

    test('two phones that have G.722 speak it with each other', async () => {
      const wide = (offer: string) => offer.replace('RTP/AVP 8', 'RTP/AVP 9 8');
      const { call, answer } = await answered((offer) => sdp(wide(offer)));
      expect(answer).toContain('RTP/AVP 9 101\r\na=rtpmap:9 G722/8000\r\n');
      const b = await bench().registered('102');
      bench().dial(call, '102');
      const { invite } = await b.nextCall();
      expect(new TextDecoder().decode(invite?.body)).toMatch(/m=audio \d+ RTP\/AVP 9 8 0 101\r\n/);
    });
  });
}
