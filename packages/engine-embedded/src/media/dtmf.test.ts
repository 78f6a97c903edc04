import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DigitReader, digitsOf, pressSteps } from './dtmf.ts';
import { parseRtp, writeRtpHeader } from './rtp-packet.ts';

function event(timestamp: number, payload: Uint8Array, ssrc = 1) {
  const bytes = Buffer.concat([Buffer.alloc(12), payload]);
  writeRtpHeader(bytes, { payloadType: 101, marker: false, sequence: 1, timestamp, ssrc });
  const packet = parseRtp(bytes);
  if (!packet) throw new Error('no packet');
  return packet;
}

const press = (code: number, ended = false) => Uint8Array.of(code, ended ? 0x8a : 0x0a, 0, 160);

describe('digits that come in', () => {
  const read = (...packets: ReturnType<typeof event>[]) => {
    const reader = new DigitReader();
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
    const reader = new DigitReader();
    fc.assert(
      fc.property(fc.nat(), fc.uint8Array({ maxLength: 8 }), (timestamp, payload) => {
        reader.read(event(timestamp, payload));
      }),
    );
  });
});

it('a press is 100 ms of one event with its end told three times', () => {
  const steps = pressSteps('*').flatMap((step) => step ?? []);
  const durations = steps.map((step) => step.payload.readUInt16BE(2));
  expect(durations).toEqual([160, 320, 480, 640, 800, 800, 800, 800]);
  expect(steps.map((step) => (step.payload[1] ?? 0) > 0x7f)).toEqual([...Array(5).fill(false), ...Array(3).fill(true)]);
  expect(steps.map((step) => step.first)).toEqual([true, ...Array(7).fill(false)]);
  expect(steps.every((step) => step.payload[0] === 10)).toBe(true);
});

it('takes the digits out of what was typed', () => {
  expect(digitsOf('1 2-*#aD,x')).toEqual(['1', '2', '*', '#', 'A', 'D']);
});
