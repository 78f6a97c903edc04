import { FRAME_SAMPLES } from '@alo/engine-host/audio';
import fc from 'fast-check';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { decode } from './g711.ts';
import { loadOpus, OpusDecoder, OpusEncoder, SILENT_OPUS } from './opus.ts';
import { OpusEar } from './opus-ear.ts';
import { RTP_HEADER, type RtpPacket, timestampAhead, writeRtpHeader } from './rtp-packet.ts';
import { amplitudeOf } from './testing/amplitude.ts';
import { until } from './testing/plane.ts';

const warnings: string[] = [];
const log = { warn: (_fields: unknown, message: string) => void warnings.push(message) };

beforeAll(loadOpus);

/** A coder and an ear that are there already. */
async function coders() {
  const [encoder, ear] = [new OpusEncoder(log), new OpusEar(log)];
  onTestFinished(() => {
    encoder.close();
    ear.close();
  });
  ear.prepare();
  await until(() => encoder.encode(toneAt(0)) !== SILENT_OPUS);
  return { encoder, ear };
}

const toneAt = (frame: number, hertz = 440): Int16Array =>
  Int16Array.from({ length: FRAME_SAMPLES }, (_, i) =>
    Math.round(8_000 * Math.sin((2 * Math.PI * hertz * (frame * FRAME_SAMPLES + i)) / 8_000)),
  );

function packetOf(payload: Uint8Array, fields: { sequence: number; timestamp?: number; ssrc?: number }): RtpPacket {
  const { sequence, ssrc = 7, timestamp = (sequence * 960) >>> 0 } = fields;
  const header = { payloadType: 111, marker: false, sequence: sequence & 0xffff, timestamp, ssrc };
  const bytes = Buffer.concat([Buffer.alloc(RTP_HEADER), payload]);
  writeRtpHeader(bytes, header);
  return { ...header, bytes, payload: bytes.subarray(RTP_HEADER) };
}

const heard = (packets: readonly RtpPacket[]): number[] =>
  packets.flatMap(({ payload }) => [...decode('pcma', payload)]);

describe('what is said in Opus', () => {
  it('is heard in 8 kHz as it was, a packet of 160 samples for each of 20 ms', async () => {
    const { encoder, ear } = await coders();
    const plain = Array.from({ length: 50 }, (_, i) =>
      ear.hear(packetOf(encoder.encode(toneAt(i)), { sequence: 100 + i }), 0),
    ).flat();
    expect(plain.map(({ payload }) => payload.length)).toEqual(Array(50).fill(160));
    for (const [i, packet] of plain.entries()) {
      expect(packet.sequence).toBe(100 + i);
      expect(timestampAhead(packet.timestamp, plain[0]?.timestamp ?? 0)).toBe(160 * i);
    }
    const end = heard(plain).slice(-4_000);
    expect(amplitudeOf(end, 440)).toBeGreaterThan(6_000);
    expect(amplitudeOf(end, 1_000)).toBeLessThan(300);
  });

  it('keeps its time where the clock of 48 kHz goes round', async () => {
    const { encoder, ear } = await coders();
    const start = 2 ** 32 - 10 * 960;
    const plain = Array.from({ length: 30 }, (_, i) =>
      ear.hear(packetOf(encoder.encode(toneAt(i)), { sequence: 65_530 + i, timestamp: (start + i * 960) >>> 0 }), 0),
    ).flat();
    const steps = plain.slice(1).map((packet, i) => timestampAhead(packet.timestamp, plain[i]?.timestamp ?? 0));
    expect(steps).toEqual(Array(29).fill(160));
  });

  it('is made up where packets are lost, from the next one or as it went on, and what comes late is left out', async () => {
    const { encoder, ear } = await coders();
    const packets = Array.from({ length: 60 }, (_, i) => packetOf(encoder.encode(toneAt(i)), { sequence: i }));
    const lost = new Set([20, 31, 32]);
    const plain = packets.flatMap((packet) => (lost.has(packet.sequence) ? [] : ear.hear(packet, 0)));
    expect(plain.map(({ sequence }) => sequence)).toEqual(packets.map(({ sequence }) => sequence));
    const within = heard(plain).slice(15 * 160, 25 * 160);
    expect(amplitudeOf(within, 440)).toBeGreaterThan(5_500);
    expect(ear.hear(packets[31] ?? packetOf(SILENT_OPUS, { sequence: 31 }), 0)).toEqual([]);
  });

  it('is not made up where nothing was sent, where much was lost, or for another speaker', async () => {
    const { encoder, ear } = await coders();
    const say = (sequence: number, timestamp: number, ssrc = 7) =>
      ear.hear(packetOf(encoder.encode(toneAt(0)), { sequence, timestamp, ssrc }), 0).length;
    expect(say(1, 960)).toBe(1);
    expect(say(2, 960 * 40)).toBe(1); // A pause of the speaker's.
    expect(say(20, 960 * 58)).toBe(1);
    expect(say(22, 960 * 60, 9)).toBe(1);
    expect(say(23, 960 * 61, 9)).toBe(1);
  });

  it('comes in packets of any length', async () => {
    const { ear } = await coders();
    const lengths = [0x80, 0x88, 0x90, 0x98, 0x18].map((first, i) =>
      ear
        .hear(packetOf(Uint8Array.of(first, 0xff, 0xfe), { sequence: 10 * i, ssrc: i }), 0)
        .map((one) => one.payload.length),
    );
    expect(lengths).toEqual([[20], [40], [80], [160], [480]]);
  });

  it('is kept for who begins to listen, and only the end of it', async () => {
    const { encoder, ear } = await coders();
    const packets = Array.from({ length: 20 }, (_, i) => packetOf(encoder.encode(toneAt(i)), { sequence: i }));
    for (const packet of packets) ear.skip(packet, packet.sequence);
    const caught = ear.catchUp();
    expect(caught.map(({ plain, at }) => [plain.sequence, at])).toEqual([
      [18, 18],
      [19, 19],
    ]);
    expect(ear.catchUp()).toEqual([]);
    expect(ear.hear(packetOf(encoder.encode(toneAt(20)), { sequence: 20 }), 0)).toHaveLength(1);
  });
});

describe('octets that are no Opus', () => {
  it('are lost packets, and what follows them is heard', async () => {
    const { encoder, ear } = await coders();
    let sequence = 0;
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (payload) => {
        for (const plain of ear.hear(packetOf(payload, { sequence: sequence++ }), 0))
          expect(plain.payload.length).toBeLessThanOrEqual(960);
      }),
      { numRuns: 4_000 },
    );
    const plain = Array.from({ length: 50 }, (_, i) =>
      ear.hear(packetOf(encoder.encode(toneAt(i)), { sequence: sequence + i, ssrc: 9 }), 0),
    ).flat();
    expect(amplitudeOf(heard(plain).slice(-3_200), 440)).toBeGreaterThan(6_000);
    expect(warnings).toEqual(['a packet of Opus cannot be coded; further ones are not told']);
  });

  it('nor are real packets with some of their bits turned', async () => {
    const { encoder, ear } = await coders();
    const flips = fc.array(fc.tuple(fc.nat(60), fc.nat(7)), { minLength: 1, maxLength: 12 });
    let sequence = 0;
    fc.assert(
      fc.property(flips, (bits) => {
        const payload = Uint8Array.from(encoder.encode(toneAt(sequence)));
        for (const [octet, bit] of bits)
          if (octet < payload.length) payload[octet] = (payload[octet] ?? 0) ^ (1 << bit);
        // Now and then one is lost, so that what is mended is mended from such a packet.
        sequence += sequence % 5 === 4 ? 2 : 1;
        ear.hear(packetOf(payload, { sequence }), 0);
      }),
      { numRuns: 3_000 },
    );
  });
});

it('a coder that is asked before it is there says silence, and one that is closed hears nothing', async () => {
  const encoder = new OpusEncoder(log);
  expect(encoder.encode(toneAt(0))).toBe(SILENT_OPUS);
  encoder.close();
  const decoder = new OpusDecoder(log);
  decoder.close();
  expect(decoder.decode(SILENT_OPUS)).toHaveLength(0);
  await new Promise((resolve) => setImmediate(resolve));
  expect(encoder.encode(toneAt(0))).toBe(SILENT_OPUS);
  expect(decoder.isReady).toBe(false);
});
