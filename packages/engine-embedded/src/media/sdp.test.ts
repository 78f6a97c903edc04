import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MediaRefusal } from './media-leg.ts';
import { mirrored, OFFERED, readSdp, writeSdp } from './sdp.ts';

const phone = (...audio: string[]) =>
  ['v=0', 'o=- 1 1 IN IP4 192.0.2.7', 's=-', 'c=IN IP4 192.0.2.7', 't=0 0', ...audio, ''].join('\r\n');

const browser = [
  'v=0',
  'o=- 46 2 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE audio1 video1',
  'm=audio 9 UDP/TLS/RTP/SAVPF 111 0 8 126',
  'c=IN IP4 0.0.0.0',
  'a=mid:audio1',
  'a=ice-ufrag:abcd',
  'a=ice-pwd:abcdefghijklmnopqrstuv+/',
  `a=fingerprint:sha-256 ${Array(32).fill('ab').join(':')}`,
  'a=setup:actpass',
  'a=rtpmap:111 opus/48000/2',
  'a=rtpmap:126 telephone-event/8000',
  'a=candidate:1 1 udp 2113937151 5f2e-aaaa.local 50000 typ host generation 0',
  'a=candidate:2 1 tcp 1518280447 192.0.2.8 9 typ host tcptype active',
  'a=candidate:3 1 udp 1677729535 192.0.2.8 50001 typ srflx raddr 0.0.0.0 rport 0',
  'm=video 9 UDP/TLS/RTP/SAVPF 96 97',
  'a=mid:video1',
  '',
].join('\r\n');

describe('what a desk phone says', () => {
  it('A-law is taken before µ-law, whichever comes first, with its number for keys', () => {
    const audio = readSdp(phone('m=audio 4000 RTP/AVP 0 8 97', 'a=rtpmap:97 telephone-event/8000'));
    expect(audio.formats).toEqual({ law: 'pcma', payloadType: 8, eventType: 97 });
    expect(audio.target).toEqual({ address: '192.0.2.7', port: 4000 });
    expect(audio.direction).toBe('sendrecv');
    expect(readSdp(phone('m=audio 4000 RTP/AVP 18 0')).formats).toEqual({ law: 'pcmu', payloadType: 0 });
  });

  it('a law may have a number of its own, and 8 may be something else', () => {
    const sdp = phone('m=audio 4000 RTP/AVP 8 100', 'a=rtpmap:8 G722/8000', 'a=rtpmap:100 PCMA/8000');
    expect(readSdp(sdp).formats.payloadType).toBe(100);
  });

  it('hold is heard in all its forms', () => {
    expect(readSdp(phone('m=audio 4000 RTP/AVP 8', 'a=sendonly')).direction).toBe('sendonly');
    expect(readSdp(`${phone('a=inactive', 'm=audio 4000 RTP/AVP 8')}`).direction).toBe('inactive');
    const old = readSdp(phone('m=audio 4000 RTP/AVP 8', 'c=IN IP4 0.0.0.0'));
    expect([old.direction, old.target]).toEqual(['sendonly', undefined]);
    expect((['sendrecv', 'sendonly', 'recvonly', 'inactive'] as const).map(mirrored)).toEqual([
      'sendrecv',
      'recvonly',
      'sendonly',
      'inactive',
    ]);
  });
});

describe('what a browser says', () => {
  it('is taken without names for addresses and without TCP', () => {
    const { secure, formats, mid } = readSdp(browser);
    expect(secure?.candidates).toEqual(['3 1 UDP 1677729535 192.0.2.8 50001 typ srflx']);
    expect(secure?.fingerprint).toMatch(/^sha-256 AB:/);
    expect([mid, formats]).toEqual(['audio1', { law: 'pcma', payloadType: 8, eventType: 126 }]);
  });

  it.each([['a=ice-ufrag:a b c d'], ['a=ice-pwd:short'], ['a=fingerprint:sha-256 zz'], ['a=fingerprint:md5 AB:CD']])(
    'malformed parameters (%s) are refused',
    (line) => {
      const name = line.slice(0, line.indexOf(':'));
      expect(() => readSdp(browser.replace(new RegExp(`${name}:.*`), line))).toThrow(MediaRefusal);
    },
  );

  it('its video is turned down in its place, and the answer reads back as meant', () => {
    const { others, mid, formats } = readSdp(browser);
    const secure = { ...readSdp(browser).secure, setup: 'passive', ssrc: 7 } as const;
    const { iceUfrag = '', icePwd = '', fingerprint = '', candidates = [] } = secure;
    const answer = writeSdp({
      session: { id: 5, version: 2 },
      address: '192.0.2.1',
      port: 20000,
      direction: 'recvonly',
      formats: [formats],
      secure: { setup: 'passive', ssrc: 7, iceUfrag, icePwd, fingerprint, candidates },
      mid,
      others,
    });
    expect(answer).toContain('m=video 0 UDP/TLS/RTP/SAVPF 96 97\r\na=mid:video1\r\na=inactive\r\n');
    expect(answer.indexOf('m=audio')).toBeLessThan(answer.indexOf('m=video'));
    expect(answer).toContain('a=group:BUNDLE audio1\r\n');
    expect(readSdp(answer)).toMatchObject({ mid, formats, direction: 'recvonly', target: { port: 20000 } });
  });
});

it('offers A-law first, µ-law, and keys', () => {
  const offer = writeSdp({
    session: { id: 5, version: 2 },
    address: '2001:db8::1',
    port: 4000,
    direction: 'sendrecv',
    formats: OFFERED,
    secure: undefined,
    mid: '0',
    others: [undefined],
  });
  expect(offer).toContain('c=IN IP6 2001:db8::1\r\n');
  expect(offer).toContain('m=audio 4000 RTP/AVP 8 0 101\r\n');
});

it.each(['99999', '65536', '-5', '4000000000'])('refuses audio to port %s, which cannot be sent to', (port) => {
  expect(outcome(phone(`m=audio ${port} RTP/AVP 8`))).toBe('MediaRefusal');
});

it.each(['224.0.0.1', '239.1.2.3', '255.255.255.255'])('refuses audio to %s, which is not one party', (address) => {
  expect(outcome(phone('m=audio 4000 RTP/AVP 8').replace(/IN IP4 [\d.]+/g, `IN IP4 ${address}`))).toBe('MediaRefusal');
  expect(outcome(phone('m=audio 4000 RTP/AVP 8').replace(/IN IP4 [\d.]+/g, 'IN IP4 192.0.2.9'))).toBe('read');
});

it('takes any text: an answer or a refusal, never another error', () => {
  const lines = [...browser.split('\r\n'), ...phone('m=audio 4000 RTP/AVP 8').split('\r\n')];
  const line = fc.oneof(
    fc.constantFrom(...lines),
    fc
      .tuple(fc.constantFrom(...lines), fc.nat(40), fc.string({ maxLength: 8 }))
      .map(([text, at, noise]) => text.slice(0, at) + noise),
    fc.string({ maxLength: 40 }),
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), (texts) => {
      expect(['read', 'MediaRefusal']).toContain(outcome(texts.join('\r\n')));
    }),
    { numRuns: 5000 },
  );
});

function outcome(sdp: string): string {
  try {
    const { formats, others, mid } = readSdp(sdp);
    const session = { id: 1, version: 1 };
    const rest = { address: '192.0.2.1', port: 2, direction: 'sendrecv', secure: undefined } as const;
    writeSdp({ session, formats: [formats], mid, others, ...rest });
    return 'read';
  } catch (error) {
    return error instanceof Error ? error.name : 'no error at all';
  }
}
