import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseAudio, plainAudioSdp } from './sdp.ts';

const lines = (...text: string[]): string => `${text.join('\r\n')}\r\n`;

const DESK = lines(
  'v=0',
  'o=- 1 1 IN IP4 192.0.2.1',
  's=-',
  'c=IN IP4 192.0.2.1',
  't=0 0',
  'm=audio 4000 RTP/AVP 8 0 101 99',
  'a=rtpmap:101 telephone-event/8000',
  'a=fmtp:101 0-15',
  'a=ptime:20',
);

test('the audio of a desk phone: codecs in order, static ones by their number', () => {
  expect(parseAudio(DESK)).toEqual({
    port: 4000,
    address: '192.0.2.1',
    protocol: 'RTP/AVP',
    codecs: [
      { payload: 8, name: 'PCMA', rate: 8000, format: '' },
      { payload: 0, name: 'PCMU', rate: 8000, format: '' },
      { payload: 101, name: 'TELEPHONE-EVENT', rate: 8000, format: '0-15' },
    ],
    direction: 'sendrecv',
    webrtc: false,
    ptime: 20,
  });
});

test('a browser is told by its fingerprint; the stream speaks before the session', () => {
  const audio = parseAudio(
    lines(
      'v=0',
      'o=- 1 1 IN IP4 127.0.0.1',
      's=-',
      't=0 0',
      'c=IN IP4 192.0.2.1',
      'a=sendonly',
      'm=video 0 RTP/AVP 96',
      'm=audio 9 UDP/TLS/RTP/SAVPF 111',
      'c=IN IP6 2001:db8::1',
      'a=rtpmap:111 opus/48000/2',
      'a=fingerprint:sha-256 AA:BB',
      'a=recvonly',
    ),
  );
  expect(audio).toMatchObject({ webrtc: true, direction: 'recvonly', address: '2001:db8::1', port: 9 });
  expect(audio?.codecs).toEqual([{ payload: 111, name: 'OPUS', rate: 48_000, format: '' }]);
});

test('what we write we read again', () => {
  const audio = parseAudio(DESK);
  const sdp = plainAudioSdp({
    address: '2001:db8::5',
    port: 5004,
    codecs: audio?.codecs ?? [],
    direction: 'sendonly',
    sessionId: 7,
    version: 2,
  });
  expect(parseAudio(sdp)).toEqual({ ...audio, address: '2001:db8::5', port: 5004, direction: 'sendonly' });
  expect(sdp).toContain('a=rtpmap:101 telephone-event/8000\r\n');
});

test.each([
  ['', 'nothing'],
  ['v=1\r\nm=audio 1 RTP/AVP 0\r\n', 'another version'],
  ['v=0\r\nm=audio nonsense RTP/AVP 0\r\n', 'no port'],
  ['v=0\r\nm=audio 99999 RTP/AVP 0\r\n', 'a port out of range'],
  ['v=0\r\nm=video 1 RTP/AVP 0\r\n', 'no audio'],
  [`v=0\r\n${'a=x\r\n'.repeat(5000)}m=audio 1 RTP/AVP 0\r\n`, 'too many lines'],
  [`v=0\r\na=${'x'.repeat(5000)}\r\nm=audio 1 RTP/AVP 0\r\n`, 'too long a line'],
])('no audio: %#, %s', (sdp) => {
  expect(parseAudio(sdp)).toBeUndefined();
});

test('nothing throws: any bytes, and a good description with anything in it', () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void parseAudio(bytes)));
  const line = fc.tuple(
    fc.constantFrom('a=', 'm=', 'c=', 'a=rtpmap:', 'a=fmtp:', 'a=candidate:', 'm=audio '),
    fc.string(),
  );
  fc.assert(
    fc.property(fc.array(line), (extra) => void parseAudio(DESK + lines(...extra.map((parts) => parts.join(''))))),
  );
});
