import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DigitReader, digitsOf, type Press, pressSteps } from './dtmf.ts';
import { parseRtp, writeRtpHeader } from './rtp-packet.ts';

function event(timestamp: number, payload: Uint8Array, ssrc = 1) {
  const bytes = Buffer.concat([Buffer.alloc(12), payload]);
  writeRtpHeader(bytes, { payloadType: 101, marker: false, sequence: 1, timestamp, ssrc });
  const packet = parseRtp(bytes);
  if (!packet) throw new Error('no packet');
  return packet;
}

const press = (code: number, ended = false, samples = 160) =>
  Uint8Array.of(code, ended ? 0x8a : 0x0a, samples >> 8, samples & 255);

describe('digits that come in', () => {
  const read = (...packets: ReturnType<typeof event>[]) => {
    const reader = new DigitReader(() => {});
    return packets.flatMap((packet) => reader.read(packet) ?? []).join('');
  };

  it('are heard once each, however often the packets repeat', () => {
    const packets = [1000, 3000, 5000].flatMap((at) => Array.from({ length: 8 }, (_, i) => event(at, press(4, i > 4))));
    expect(read(...packets)).toBe('444');
  });

  it('are heard when only an end packet arrives, and not again when the press follows late', () => {
    expect(read(event(1000, press(11, true)), event(1000, press(11)))).toBe('#');
    expect(read(event(1000, press(1)), event(3000, press(2)), event(1000, press(1, true)))).toBe('12');
    expect(read(event(3000, press(2)), event(1000, press(1, true)))).toBe('2');
  });

  it('are one press over 8 s in two segments', () => {
    expect(read(event(1000, press(5)), event(1000 + 65535, press(5)))).toBe('5');
  });

  it('count anew for another sender, and after the clock wrapped', () => {
    expect(read(event(3000, press(1)), event(1000, press(1), 2))).toBe('11');
    expect(read(event(4294967000, press(1)), event(500, press(1)))).toBe('11');
  });

  it('ignore flash and everything malformed', () => {
    expect(read(event(1000, press(16)))).toBe('');
    const reader = new DigitReader(() => {});
    fc.assert(
      fc.property(fc.nat(), fc.uint8Array({ maxLength: 8 }), (timestamp, payload) => {
        reader.read(event(timestamp, payload));
      }),
    );
  });
});

describe('how long a key was pressed', () => {
  const presses = () => {
    const ended: Press[] = [];
    const reader = new DigitReader((one) => void ended.push(one));
    return { ended, reader };
  };

  it('is told once, when it is over', () => {
    const { ended, reader } = presses();
    for (const samples of [160, 320, 1200]) reader.read(event(1000, press(5, false, samples)));
    expect(ended).toEqual([]);
    for (let i = 0; i < 3; i++) reader.read(event(1000, press(5, true, 2000)));
    expect(ended).toEqual([{ digit: '5', durationMs: 250 }]);
  });

  it('is told where all ends are lost, after a while or with the next key', () => {
    const { ended, reader } = presses();
    reader.read(event(1000, press(1, false, 800)));
    reader.read(event(3000, press(2, false, 1600)));
    expect(ended).toEqual([{ digit: '1', durationMs: 100 }]);
    for (let i = 0; i < 10; i++) reader.tick();
    expect(ended).toHaveLength(1);
    reader.tick();
    expect(ended).toEqual([
      { digit: '1', durationMs: 100 },
      { digit: '2', durationMs: 200 },
    ]);
  });

  it('counts by the clock that was agreed on', () => {
    const { ended, reader } = presses();
    reader.clock = 48_000;
    reader.read(event(1000, press(5, true, 4_800)));
    expect(ended).toEqual([{ digit: '5', durationMs: 100 }]);
  });

  it('counts over segments', () => {
    const { ended, reader } = presses();
    reader.read(event(1000, press(5, false, 65_535)));
    reader.read(event(1000 + 65_535, press(5, true, 1600)));
    expect(ended).toEqual([{ digit: '5', durationMs: (65_535 + 1600) / 8 }]);
  });
});

it.each([
  { asked: 20, ms: 60 },
  { asked: 250, ms: 260 },
  { asked: 60_000, ms: 8_000 },
])('a press of $asked ms is told as $ms ms', ({ asked, ms }) => {
  const steps = pressSteps({ digit: '1', durationMs: asked }).flatMap((step) => step ?? []);
  expect(steps.at(-1)?.payload.readUInt16BE(2)).toBe(8 * ms);
});

it('by 48 kHz a press counts so, and has one segment: at most 1.36 s', () => {
  const lengths = [100, 8_000].map((durationMs) =>
    pressSteps({ digit: '1', durationMs }, 48_000)
      .flatMap((step) => step ?? [])
      .at(-1)
      ?.payload.readUInt16BE(2),
  );
  expect(lengths).toEqual([4_800, 65_280]);
});

it('a press is 100 ms of one event with its end told three times', () => {
  const steps = pressSteps({ digit: '*', durationMs: 100 }).flatMap((step) => step ?? []);
  const durations = steps.map((step) => step.payload.readUInt16BE(2));
  expect(durations).toEqual([160, 320, 480, 640, 800, 800, 800, 800]);
  expect(steps.map((step) => (step.payload[1] ?? 0) > 0x7f)).toEqual([...Array(5).fill(false), ...Array(3).fill(true)]);
  expect(steps.map((step) => step.takesSamples)).toEqual([11 * 160, ...Array(7).fill(undefined)]);
  expect(steps.every((step) => step.payload[0] === 10)).toBe(true);
});

it('takes the digits out of what was typed', () => {
  expect(digitsOf('1 2-*#aD,x')).toEqual(['1', '2', '*', '#', 'A', 'D']);
});
