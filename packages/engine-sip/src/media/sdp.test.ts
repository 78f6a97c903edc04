import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AudioFormats, type Codecs, G711, offeredFormats } from './audio-formats.ts';
import type { Codec } from './codec.ts';
import { MediaRefusal } from './media-leg.ts';
import { keyingOf, readSdp } from './read-sdp.ts';
import { mirrored, writeSdp } from './write-sdp.ts';

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
    expect(audio.formats).toEqual({ codec: 'pcma', payloadType: 8, eventType: 97 });
    expect(audio.target).toEqual({ address: '192.0.2.7', port: 4000 });
    expect(audio.direction).toBe('sendrecv');
    expect(readSdp(phone('m=audio 4000 RTP/AVP 18 0')).formats).toEqual({ codec: 'pcmu', payloadType: 0 });
  });

  it('keys are taken on the clock that we speak, beside another or not at all', () => {
    const eventsOf = (...lines: string[]) =>
      readSdp(phone('m=audio 4000 RTP/AVP 8 13 96 97 98', ...lines)).formats.eventType;
    const wide = 'a=rtpmap:96 telephone-event/16000';
    expect(eventsOf(wide, 'a=rtpmap:97 TELEPHONE-EVENT/8000', 'a=fmtp:97 0-16')).toBe(97);
    expect(eventsOf('a=rtpmap:98 telephone-event/8000/1', wide)).toBe(98);
    expect(eventsOf(wide)).toBeUndefined();
  });

  it('what a switch adds that is not for us is passed over: ICE-lite, mode sets, bandwidths, lines that are missing', () => {
    const added = [
      'b=AS:64',
      'a=ice-lite',
      'a=rtpmap:96 AMR/8000',
      'a=fmtp:96 mode-set=7;octet-align=1',
      'a=nortpproxy:yes',
    ];
    const bare = ['v=0', 'o=- 1 1 IN IP4 192.0.2.7', 'c=IN IP4 192.0.2.7', 'm=audio 4000 RTP/AVP 96 8', ''];
    for (const sdp of [phone('m=audio 4000 RTP/AVP 96 8', ...added), bare.join('\r\n'), bare.join('\n')])
      expect(readSdp(sdp)).toMatchObject({ formats: { codec: 'pcma' }, target: { address: '192.0.2.7', port: 4000 } });
  });

  it('of several ports in a row the first is meant', () => {
    expect(readSdp(phone('m=audio 4000/2 RTP/AVP 8')).target).toEqual({ address: '192.0.2.7', port: 4000 });
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

const key = Buffer.alloc(30, 1).toString('base64');
const secret = (suite = 'AES_CM_128_HMAC_SHA1_80', more = '') => `a=crypto:3 ${suite} inline:${key}${more}`;
const warning = (sdp: string, codecs = G711) => {
  try {
    readSdp(sdp, 'plain', codecs);
    return 'none';
  } catch (error) {
    return error instanceof MediaRefusal ? error.warning.code : 'another error';
  }
};

describe('the profile of an offer', () => {
  it.each(['RTP/AVP', 'RTP/AVPF'])('%s is plain RTP, and is answered in kind', (profile) => {
    expect(readSdp(phone(`m=audio 4000 ${profile} 8`))).toMatchObject({ profile, crypto: undefined });
  });

  it.each(['RTP/SAVP', 'RTP/SAVPF'])('%s is SRTP with the first key of the SDP that we can use', (profile) => {
    const lines = [`m=audio 4000 ${profile} 8`, secret('AES_256_CM_HMAC_SHA1_80'), secret(undefined, ' KDR=1')];
    const { crypto } = readSdp(
      phone(...lines, secret(undefined, '|2^31|1:4'), secret('AES_CM_128_HMAC_SHA1_32', '|2^31')),
    );
    expect(crypto).toEqual({ tag: 3, suite: 'AES_CM_128_HMAC_SHA1_32', key: Buffer.alloc(30, 1) });
  });

  it.each([
    ['RTP/SAVP', 'a=sendrecv'],
    ['RTP/SAVP', 'a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:c2hvcnQ='],
    ['UDP/TLS/RTP/SAVP', secret()],
    ['UDP/TLS/RTP/SAVPF', `a=fingerprint:sha-256 ${Array(32).fill('ab').join(':')}`],
    ['TCP/MSRP', 'a=sendrecv'],
    ['RTP/AVPX', 'a=sendrecv'],
  ])('%s with %s is none that we have', (profile, line) => {
    expect(warning(phone(`m=audio 4000 ${profile} 8`, line))).toBe(302);
  });

  it('of several audio lines the first that we can have is taken, and the others are turned down in their places', () => {
    const plain = 'm=audio 4002 RTP/AVP 8';
    const first = readSdp(phone('m=audio 4000 RTP/SAVP 8', secret(), plain));
    expect([first.target?.port, first.others.map((other) => other?.protocol)]).toEqual([4000, [undefined, 'RTP/AVP']]);
    const second = readSdp(phone('m=audio 4000 RTP/SAVP 8', plain));
    expect([second.target?.port, second.others.map((other) => other?.protocol)]).toEqual([
      4002,
      ['RTP/SAVP', undefined],
    ]);
    expect(readSdp(phone('m=audio 4000 RTP/AVP 18', 'm=video 5000 RTP/AVP 96', plain)).target?.port).toBe(4002);
    const beside = readSdp(phone('m=image 5000 udptl t38', plain));
    expect([beside.target?.port, beside.others.map((other) => other?.protocol)]).toEqual([4002, ['udptl', undefined]]);
  });
});

describe('what is refused says why (RFC 3261 §20.43)', () => {
  it.each([
    { what: 'G.729 alone', sdp: phone('m=audio 4000 RTP/AVP 18'), code: 305 },
    { what: 'GSM alone', sdp: phone('m=audio 4000 RTP/AVP 3'), code: 305 },
    { what: 'iLBC alone', sdp: phone('m=audio 4000 RTP/AVP 98', 'a=rtpmap:98 iLBC/8000'), code: 305 },
    { what: 'a fax', sdp: phone('m=image 4000 udptl t38'), code: 304 },
    { what: 'nothing', sdp: '', code: 304 },
    { what: 'many', sdp: phone('m=audio 4000 RTP/AVP 8').replaceAll('192.0.2.7', '224.0.0.1'), code: 330 },
    { what: 'a name', sdp: phone('m=audio 4000 RTP/AVP 8').replaceAll('192.0.2.7', 'phone.example'), code: 301 },
  ])('$what: $code', ({ sdp, code }) => expect(warning(sdp)).toBe(code));
});

describe('G.722', () => {
  const wide = ['pcma', 'pcmu', 'g722'] as const;
  const codecOf = (formats: string, codecs: readonly Codec[] = wide) =>
    readSdp(phone(`m=audio 4000 RTP/AVP ${formats}`), 'plain', codecs).formats.codec;

  it('is spoken with who names it first, if it may, and with anybody who has nothing else', () => {
    expect([codecOf('9 8 0'), codecOf('0 9 8'), codecOf('8 9')]).toEqual(['g722', 'pcma', 'pcma']);
    expect([codecOf('9 8 0', G711), codecOf('9', G711), codecOf('18 9 101', G711)]).toEqual(['pcma', 'g722', 'g722']);
  });

  it('is offered in the order that is wished', () => {
    const numbers = offeredFormats(['g722', 'pcma', 'pcmu']).map(({ payloadType }) => payloadType);
    expect(numbers).toEqual([9, 8, 0]);
  });
});

describe('Opus', () => {
  const opus = 'a=rtpmap:96 opus/48000/2';
  const events = ['a=rtpmap:101 telephone-event/8000', 'a=rtpmap:97 telephone-event/48000'];
  const liked: Codecs = ['opus', 'pcma', 'pcmu'];
  const formatsOf = (codecs: Codecs, list: string, ...lines: string[]) =>
    readSdp(phone(`m=audio 4000 RTP/AVP ${list}`, ...lines), 'plain', codecs).formats;

  it.each([
    { theirs: '96 8 97 101', ours: liked, codec: 'opus' },
    { theirs: '8 0 96 101', ours: liked, codec: 'opus' },
    { theirs: '8 0 101', ours: liked, codec: 'pcma' },
    { theirs: '9 8 96', ours: [...liked, 'g722'], codec: 'g722' },
    { theirs: '96 8 97 101', ours: G711, codec: 'pcma' },
    { theirs: '96 101', ours: G711, codec: 'opus' },
    { theirs: '18 96', ours: G711, codec: 'opus' },
    { theirs: '96 9', ours: G711, codec: 'g722' },
  ] as const)('who offers $theirs and is spoken with in $ours is spoken with in $codec', ({ theirs, ours, codec }) => {
    expect(formatsOf(ours, theirs, opus, ...events).codec).toBe(codec);
  });

  it('has the number that the far end gives it, keys by its own clock, or by the other where there is none', () => {
    expect(formatsOf(liked, '96 97 101', opus, ...events)).toEqual({
      codec: 'opus',
      payloadType: 96,
      eventType: 97,
      eventClock: 48_000,
    });
    expect(formatsOf(liked, '96 101', 'a=rtpmap:96 OPUS/48000', 'a=ptime:60', ...events)).toEqual({
      codec: 'opus',
      payloadType: 96,
      eventType: 101,
    });
    expect(formatsOf(liked, '8 97', ...events).eventType).toBeUndefined();
  });

  it('is refused by who has none', () => {
    const sdp = phone('m=audio 4000 RTP/AVP 96', opus);
    expect(() => readSdp(sdp, 'plain', G711, ['g722'])).toThrow(MediaRefusal);
  });

  it('is offered with its clock, its two channels and what we like to hear of it, and answered alone', () => {
    const local = (formats: readonly AudioFormats[]) =>
      writeSdp({
        session: { id: 1, version: 1 },
        address: '192.0.2.1',
        port: 4000,
        direction: 'sendrecv',
        formats,
        profile: 'RTP/AVP',
        mid: '0',
        others: [undefined],
      });
    const lines = [
      'm=audio 4000 RTP/AVP 111 8 0 110 101',
      'a=rtpmap:111 opus/48000/2',
      'a=fmtp:111 minptime=10;useinbandfec=1;maxplaybackrate=16000',
      'a=rtpmap:8 PCMA/8000',
      'a=rtpmap:0 PCMU/8000',
      'a=rtpmap:110 telephone-event/48000',
      'a=fmtp:110 0-15',
      'a=rtpmap:101 telephone-event/8000',
      'a=fmtp:101 0-15',
      'a=ptime:20',
      'a=sendrecv',
      '',
    ];
    expect(local(offeredFormats(liked)).split('t=0 0\r\n')[1]).toBe(lines.join('\r\n'));
    const answer = local([formatsOf(liked, '96 97 101', opus, ...events)]);
    expect(answer).toContain('m=audio 4000 RTP/AVP 96 97\r\na=rtpmap:96 opus/48000/2\r\n');
    expect(readSdp(answer, 'plain', liked).formats).toMatchObject({ codec: 'opus', payloadType: 96, eventType: 97 });
  });
});

it.each([
  { lines: [], ms: undefined },
  { lines: ['a=ptime:10'], ms: 10 },
  { lines: ['a=ptime:20'], ms: 20 },
  { lines: ['a=ptime:30'], ms: 30 },
  { lines: ['a=ptime:40'], ms: 40 },
  { lines: ['a=ptime:50'], ms: 50 },
  { lines: ['a=ptime:60'], ms: 60 },
  { lines: ['a=ptime:200'], ms: 60 },
  { lines: ['a=ptime:60', 'a=maxptime:40'], ms: 40 },
  { lines: ['a=ptime:5'], ms: 10 },
  { lines: ['a=ptime:30', 'a=maxptime:20'], ms: 20 },
  { lines: ['a=maxptime:10'], ms: 10 },
  { lines: ['a=ptime:0'], ms: undefined },
])('packets of $ms ms for who says $lines', ({ lines, ms }) => {
  expect(readSdp(phone('m=audio 4000 RTP/AVP 8', ...lines)).formats.packetMs).toBe(ms);
});

describe('what a browser says', () => {
  it('is taken without names for addresses and without TCP', () => {
    const { secure, formats, mid } = readSdp(browser, 'dtls');
    expect(secure?.candidates).toEqual(['3 1 UDP 1677729535 192.0.2.8 50001 typ srflx']);
    expect(secure?.fingerprint).toMatch(/^sha-256 AB:/);
    expect([mid, formats]).toEqual(['audio1', { codec: 'pcma', payloadType: 8, eventType: 126 }]);
  });

  it.each([['a=ice-ufrag:a b c d'], ['a=ice-pwd:short'], ['a=fingerprint:sha-256 zz'], ['a=fingerprint:md5 AB:CD']])(
    'malformed parameters (%s) are refused',
    (line) => {
      const name = line.slice(0, line.indexOf(':'));
      expect(() => readSdp(browser.replace(new RegExp(`${name}:.*`), line), 'dtls')).toThrow(MediaRefusal);
    },
  );

  it('its video is turned down in its place, and the answer reads back as meant', () => {
    const { others, mid, formats } = readSdp(browser, 'dtls');
    const secure = { ...readSdp(browser, 'dtls').secure, setup: 'passive', ssrc: 7 } as const;
    const { iceUfrag = '', icePwd = '', fingerprint = '', candidates = [] } = secure;
    const answer = writeSdp({
      session: { id: 5, version: 2 },
      address: '192.0.2.1',
      port: 20000,
      direction: 'recvonly',
      profile: 'UDP/TLS/RTP/SAVPF',
      formats: [formats],
      secure: { setup: 'passive', ssrc: 7, iceUfrag, icePwd, fingerprint, candidates },
      mid,
      others,
    });
    expect(answer).toContain('m=video 0 UDP/TLS/RTP/SAVPF 96 97\r\na=mid:video1\r\na=inactive\r\n');
    expect(answer.indexOf('m=audio')).toBeLessThan(answer.indexOf('m=video'));
    expect(answer).toContain('a=group:BUNDLE audio1\r\n');
    const spoken = { ...formats, packetMs: 20 };
    expect(readSdp(answer, 'dtls')).toMatchObject({
      mid,
      formats: spoken,
      direction: 'recvonly',
      target: { port: 20000 },
    });
  });
});

it('offers A-law first, µ-law, and keys', () => {
  const offer = writeSdp({
    session: { id: 5, version: 2 },
    address: '2001:db8::1',
    port: 4000,
    direction: 'sendrecv',
    profile: 'RTP/AVP',
    formats: offeredFormats(G711),
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
    const { formats, others, mid, profile } = readSdp(sdp, keyingOf(sdp));
    const session = { id: 1, version: 1 };
    const rest = { address: '192.0.2.1', port: 2, direction: 'sendrecv' } as const;
    writeSdp({ session, formats: [formats], profile, mid, others, ...rest });
    return 'read';
  } catch (error) {
    return error instanceof Error ? error.name : 'no error at all';
  }
}
