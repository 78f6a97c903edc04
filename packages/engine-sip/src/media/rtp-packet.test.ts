import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isPlainRtp, parseRtp, sequenceAhead, timestampAhead, writeRtpHeader } from './rtp-packet.ts';

const header = { payloadType: 8, marker: true, sequence: 65535, timestamp: 4294967295, ssrc: 3735928559 };

function packet(first: number, ...rest: number[]): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(12), Buffer.from(rest)]);
  writeRtpHeader(bytes, header);
  bytes[0] = first;
  return bytes;
}

it('reads back what it wrote', () => {
  const parsed = parseRtp(packet(0x80, 1, 2, 3));
  expect(parsed).toMatchObject(header);
  expect([...(parsed?.payload ?? [])]).toEqual([1, 2, 3]);
});

it('finds the payload behind contributing sources and an extension, and before padding', () => {
  const bytes = packet(0xb1, 9, 9, 9, 9, 0xbe, 0xde, 0, 1, 7, 7, 7, 7, 1, 2, 3, 0, 2);
  const parsed = parseRtp(bytes);
  expect([...(parsed?.payload ?? [])]).toEqual([1, 2, 3]);
  expect(parsed && isPlainRtp(parsed)).toBe(false);
});

it('refuses other versions, RTCP, an extension beyond the end and impossible padding', () => {
  expect(parseRtp(packet(0x40, 1))).toBeUndefined();
  expect(parseRtp(packet(0x90, 0, 0, 0, 9))).toBeUndefined();
  expect(parseRtp(packet(0xa0, 1, 2, 200))).toBeUndefined();
  expect(parseRtp(packet(0xa0, 1, 2, 0))).toBeUndefined();
  const rtcp = packet(0x80, 1);
  rtcp[1] = 200;
  expect(parseRtp(rtcp)).toBeUndefined();
});

it('takes any bytes without throwing, and the payload lies within them', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), fc.boolean(), (octets, valid) => {
      const bytes = Buffer.from(octets);
      if (valid && bytes.length > 0) bytes[0] = 0x80 | ((bytes[0] ?? 0) & 0x3f);
      const payload = parseRtp(bytes)?.payload ?? Buffer.alloc(0);
      expect(payload.length).toBeLessThanOrEqual(Math.max(0, bytes.length - 12));
    }),
    { numRuns: 2000 },
  );
});

it('counts over the wrap of sequence numbers and timestamps', () => {
  expect(sequenceAhead(2, 65534)).toBe(4);
  expect(sequenceAhead(65534, 2)).toBe(-4);
  expect(timestampAhead(160, 4294967136)).toBe(320);
});
