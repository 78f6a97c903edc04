import { createSecretKey } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writeReport } from './rtcp-packet.ts';
import { writeRtpHeader } from './rtp-packet.ts';
import { Srtp } from './srtp.ts';
import { cipher, sessionKeys } from './srtp-keys.ts';

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex');
/** Master key and salt of RFC 3711 appendix B.3. */
const master = hex('E1F97A0D3E018BE0D64FA32C06DE4139 0EC675AD498AFEEBB6960B3AABE6');
const other = Buffer.alloc(30, 7);

describe('as the standard has it', () => {
  it('the keystream of RFC 3711 B.2', () => {
    const keys = {
      cipher: createSecretKey(hex('2B7E151628AED2A6ABF7158809CF4F3C')),
      salt: hex('F0F1F2F3F4F5F6F7F8F9FAFBFCFD'),
      authentication: createSecretKey(Buffer.alloc(20)),
    };
    expect(cipher(keys, 0, 0, Buffer.alloc(48)).toString('hex')).toBe(
      'e03ead0935c95e80e166b16dd92b4eb4d23513162b02d0f72a43a2fe4a5f97ab41e95b3bb0a2e8dd477901e4fca894c0',
    );
  });

  it('the keys of RFC 3711 B.3', () => {
    const keys = sessionKeys(master, 'rtp');
    expect(keys.cipher.export().toString('hex')).toBe('c61e7a93744f39ee10734afe3ff7a087');
    expect(keys.salt.toString('hex')).toBe('30cbbc08863d8c85d49db34a9ae1');
    expect(keys.authentication.export().toString('hex')).toMatch(/^cebe321f6ff7716b6fd4ab49af256a15/);
  });

  it('a whole packet, as libsrtp protects it', () => {
    const packet = hex('800F1234DECAFBADCAFEBABE ABABABABABABABABABABABABABABABAB');
    expect(new Srtp('AES_CM_128_HMAC_SHA1_80', master, other).protect(packet).toString('hex')).toBe(
      '800f1234decafbadcafebabe4e55dc4ce79978d88ca4d215949d2402b78d6acc99ea179b8dbb',
    );
  });
});

function packet(sequence: number, ssrc = 9): Buffer {
  const bytes = Buffer.alloc(172, sequence);
  writeRtpHeader(bytes, {
    payloadType: 8,
    marker: false,
    sequence: sequence & 0xffff,
    timestamp: sequence * 160,
    ssrc,
  });
  return bytes;
}

describe.each(['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'] as const)('by %s', (suite) => {
  const pair = () => [new Srtp(suite, master, other), new Srtp(suite, other, master)] as const;

  it('what one protects the other reads, over many new beginnings of the numbers', () => {
    const [a, b] = pair();
    for (let sequence = 65_000; sequence < 265_000; sequence += 97) {
      const clear = packet(sequence);
      expect(b.unprotect(a.protect(clear))?.equals(clear)).toBe(true);
    }
  });

  it('late and early packets are read once each, about the new beginning too', () => {
    const [a, b] = pair();
    const sent = Array.from({ length: 92 }, (_, i) => a.protect(packet(65_500 + i)));
    const mixed = sent.map((_, i) => sent[i ^ 3] ?? Buffer.alloc(0)).filter((bytes) => bytes.length > 0);
    expect(mixed.map((bytes) => b.unprotect(bytes) !== undefined)).not.toContain(false);
    expect(sent.map((bytes) => b.unprotect(bytes))).toEqual(sent.map(() => undefined));
  });

  it('what was changed on the way, by a bit, is not there; and what was not meant for us', () => {
    fc.assert(
      fc.property(fc.nat(65_535), fc.nat(171), fc.nat(7), (sequence, octet, bit) => {
        const [a, b] = pair();
        const bytes = a.protect(packet(sequence));
        bytes[octet] = (bytes[octet] ?? 0) ^ (1 << bit);
        expect(b.unprotect(bytes)).toBeUndefined();
      }),
      { numRuns: 300 },
    );
    const [a] = pair();
    expect(a.unprotect(a.protect(packet(1)))).toBeUndefined();
  });

  it('reports are read once, each by its number', () => {
    const [a, b] = pair();
    const report = writeReport(
      7,
      'alo@here',
      { ntp: { seconds: 1, fraction: 2 }, timestamp: 3, packets: 4, octets: 5 },
      undefined,
    );
    const sent = [a.protectReport(report), a.protectReport(report)];
    expect(sent[0]?.equals(sent[1] ?? report)).toBe(false);
    for (const bytes of sent) {
      expect(bytes.includes(report.subarray(8, 20))).toBe(false);
      expect(b.unprotectReport(bytes)?.equals(report)).toBe(true);
      expect(b.unprotectReport(bytes)).toBeUndefined();
    }
  });

  it('takes any bytes without a fault', () => {
    const [, b] = pair();
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        expect([b.unprotect(Buffer.from(bytes)), b.unprotectReport(Buffer.from(bytes))]).toEqual([
          undefined,
          undefined,
        ]);
      }),
    );
  });
});
