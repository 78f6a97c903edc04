import { FRAME_MS, FRAME_SAMPLES } from '@alo/engine-host/audio';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode } from './g711.ts';
import { JitterBuffer } from './jitter-buffer.ts';

/** When copies of a packet come, in milliseconds after it was sent: none is a loss. */
type Network = (packet: number, random: () => number) => readonly number[];

const networks: Readonly<Record<string, Network>> = {
  'nothing amiss': () => [30],
  'jitter of 25 ms': (_, random) => [20 + 25 * random()],
  'a burst every two seconds: 80 ms of packets at once': (packet, random) => {
    const at = packet % 100;
    return [20 + 10 * random() + (at < 5 ? 80 - 16 * at : 0)];
  },
  'every tenth packet behind the next': (_, random) => [random() < 0.1 ? 45 : 20],
  'every fifth packet twice': (_, random) => (random() < 0.2 ? [20, 30] : [20]),
  'jitter of 60 ms with a long tail': (_, random) => [20 + 60 * random() ** 2],
};

/** Octets that A-law tells apart, one for each packet in a row of so many. */
const MARKS = Array.from({ length: 100 }, (_, i) => i + 8);
const markOf = new Map(MARKS.map((octet, mark) => [decode('pcma', Uint8Array.of(octet))[0], mark]));

/** What comes out of the buffer, frame by frame, over a network and a sender's clock: which packet's, and how old it is. */
function heard(
  network: Network,
  { delayMs, ppm, seconds, seed }: { delayMs: number; ppm: number; seconds: number; seed: number },
) {
  let state = seed;
  const random = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
  const count = (seconds * 1000) / FRAME_MS;
  const sentAt = (packet: number) => packet * FRAME_MS * (1 - ppm / 1e6);
  const arrivals = Array.from({ length: count }, (_, packet) =>
    network(packet, random).map((late) => ({ packet, at: sentAt(packet) + late })),
  ).flat();
  arrivals.sort((a, b) => a.at - b.at);
  const buffer = new JitterBuffer(delayMs);
  const frames: { packet: number; oldMs: number }[] = [];
  let next = 0;
  for (let tick = 0; tick < count; tick++) {
    const now = tick * FRAME_MS;
    for (let arrival = arrivals[next]; arrival && arrival.at <= now; arrival = arrivals[++next]) {
      const payload = Buffer.alloc(FRAME_SAMPLES, MARKS[arrival.packet % MARKS.length]);
      buffer.push({ ssrc: 1, timestamp: (arrival.packet * FRAME_SAMPLES + 4_294_000_000) >>> 0, payload }, 'pcma');
    }
    const mark = markOf.get(buffer.pull()[FRAME_SAMPLES / 2]);
    if (mark === undefined) continue;
    // The newest packet with this mark that was sent by now.
    const latest = Math.floor(now / (FRAME_MS * (1 - ppm / 1e6)));
    const packet = latest - ((((latest - mark) % MARKS.length) + MARKS.length) % MARKS.length);
    frames.push({ packet, oldMs: now - sentAt(packet) });
  }
  return { frames, count };
}

describe.each(Object.entries(networks))('%s', (_name, network) => {
  it.each([-200, 0, 200])(
    'and a clock that is %i ppm off: less than one in a hundred is missing, and nothing is old',
    (ppm) => {
      const { frames, count } = heard(network, { delayMs: 40, ppm, seconds: 180, seed: 11 });
      expect(frames.length).toBeGreaterThan(0.99 * count);
      expect(Math.max(...frames.map(({ oldMs }) => oldMs))).toBeLessThan(260);
      expect(frames.every(({ packet }, i) => i === 0 || packet > (frames[i - 1]?.packet ?? 0))).toBe(true);
    },
  );

  it('a recording, which waits longer, misses nothing', () => {
    const { frames, count } = heard(network, { delayMs: 100, ppm: 0, seconds: 60, seed: 5 });
    expect(frames.length).toBeGreaterThan(count - 12);
  });
});

it('any network within a tenth of a second: what is heard is heard once and in order, however it came', () => {
  const late = fc.array(fc.nat(100), { maxLength: 2 });
  fc.assert(
    fc.property(fc.array(late, { minLength: 50, maxLength: 50 }), fc.integer({ min: -200, max: 200 }), (lates, ppm) => {
      const network: Network = (packet) => lates[packet % lates.length] ?? [];
      const { frames } = heard(network, { delayMs: 40, ppm, seconds: 1.5, seed: 1 });
      expect(frames.every(({ packet }, i) => i === 0 || packet > (frames[i - 1]?.packet ?? 0))).toBe(true);
    }),
    { numRuns: 300 },
  );
});
