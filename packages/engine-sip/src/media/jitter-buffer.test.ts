import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeInto } from './g711.ts';
import { JitterBuffer } from './jitter-buffer.ts';
import { parseRtp, writeRtpHeader } from './rtp-packet.ts';
import { dropSamples, giveSamples, takeSamples } from './spare-samples.ts';

/** A packet whose samples all are `level` (a value that A-law holds exactly). */
function packet(timestamp: number, level = 1056, samples = 160, ssrc = 1) {
  const bytes = Buffer.alloc(12 + samples);
  encodeInto('pcma', new Int16Array(samples).fill(level), bytes, 12);
  writeRtpHeader(bytes, { payloadType: 8, marker: false, sequence: 1, timestamp: timestamp >>> 0, ssrc });
  const parsed = parseRtp(bytes);
  if (!parsed) throw new Error('no packet');
  return parsed;
}

const pull = (buffer: JitterBuffer, frames: number) =>
  Array.from({ length: frames }, () => {
    const frame = buffer.pull();
    return frame.every((sample) => sample === frame[0]) ? (frame[0] ?? 0) : 'mixed';
  });

describe('a jitter buffer of 60 ms', () => {
  it('gives back in order what came out of order, doubled and over the wrap of the clock', () => {
    const buffer = new JitterBuffer(60);
    buffer.push(packet(-160, 264), 'pcma');
    buffer.push(packet(160, 1056), 'pcma');
    buffer.push(packet(0, 528), 'pcma');
    buffer.push(packet(0, 528), 'pcma');
    expect(pull(buffer, 7)).toEqual([0, 0, 0, 264, 528, 1056, 0]);
  });

  it('fills losses with silence of the same length', () => {
    const buffer = new JitterBuffer(60);
    for (const frame of [0, 1, 4]) buffer.push(packet(frame * 160), 'pcma');
    expect(pull(buffer, 8)).toEqual([0, 0, 0, 1056, 1056, 0, 0, 1056]);
  });

  it('says nothing twice, however long there is nothing new', () => {
    const buffer = new JitterBuffer(20);
    buffer.push(packet(0), 'pcma');
    expect(pull(buffer, 120).filter((level) => level !== 0)).toEqual([1056]);
  });

  it('takes packets of other lengths than 20 ms', () => {
    const buffer = new JitterBuffer(60);
    for (let i = 0; i < 4; i++) buffer.push(packet(i * 240, 1056, 240), 'pcma');
    expect(pull(buffer, 9)).toEqual([0, 0, 0, 1056, 1056, 1056, 1056, 1056, 1056]);
  });

  it('leaves out what comes too late', () => {
    const buffer = new JitterBuffer(20);
    buffer.push(packet(0), 'pcma');
    pull(buffer, 4);
    buffer.push(packet(160), 'pcma');
    expect(pull(buffer, 3)).toEqual([0, 0, 0]);
  });

  it('follows a sender that starts its clock again, with a new SSRC at once', () => {
    const buffer = new JitterBuffer(20);
    buffer.push(packet(0), 'pcma');
    expect(pull(buffer, 2)).toEqual([0, 1056]);
    buffer.push(packet(900_000, 528, 160, 2), 'pcma');
    expect(pull(buffer, 2)).toEqual([0, 528]);
    for (let i = 0; i < 4; i++) {
      buffer.push(packet(i * 160, 264, 160, 2), 'pcma');
      pull(buffer, 1);
    }
    expect(pull(buffer, 1)).toEqual([264]);
  });

  it('plays six minutes of a sender whose clock is 1000 ppm fast or slow, with hardly a gap', () => {
    for (const drift of [1.001, 0.999]) {
      const buffer = new JitterBuffer(60);
      let silent = 0;
      let sent = 0;
      for (let tick = 0; tick < 18_000; tick++) {
        while (sent * 160 <= tick * 160 * drift) buffer.push(packet(sent++ * 160), 'pcma');
        if (buffer.pull()[80] === 0 && tick > 10) silent++;
      }
      expect(silent).toBeLessThan(60);
    }
  });

  it('is silent when it is closed, and touches what it gave back no more', () => {
    dropSamples();
    const buffer = new JitterBuffer(60);
    buffer.push(packet(0), 'pcma');
    buffer.close();
    buffer.close();
    const theirs = takeSamples(8192);
    buffer.push(packet(160), 'pcma');
    buffer.push(packet(0, 1056, 160, 2), 'pcma');
    expect(pull(buffer, 12)).toEqual(Array(12).fill(0));
    expect(theirs.every((sample) => sample === 0)).toBe(true);
    expect(takeSamples(8192)).not.toBe(theirs);
    giveSamples(theirs.fill(9));
    const next = new JitterBuffer(60);
    next.push(packet(0), 'pcma');
    expect(pull(next, 5)).toEqual([0, 0, 0, 1056, 0]);
  });

  it('takes any packets without throwing and always gives a frame', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(2 ** 32 - 1), fc.nat(2000), fc.nat(2))), (packets) => {
        const buffer = new JitterBuffer(60);
        for (const [timestamp, samples, ssrc] of packets) {
          buffer.push(packet(timestamp, 264, samples, ssrc), 'pcma');
          expect(buffer.pull().length).toBe(160);
        }
      }),
    );
  });
});
