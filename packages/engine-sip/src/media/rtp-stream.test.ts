import { describe, expect, it } from 'vitest';
import { parseRtp, type RtpPacket, sequenceAhead, timestampAhead, writeRtpHeader } from './rtp-packet.ts';
import { RtpReception } from './rtp-reception.ts';
import { RtpSender } from './rtp-sender.ts';

function build(fields: { sequence: number; timestamp?: number; ssrc?: number }): RtpPacket {
  const bytes = Buffer.alloc(172);
  const timestamp = fields.timestamp ?? fields.sequence * 160;
  writeRtpHeader(bytes, { payloadType: 0, marker: false, ssrc: 7, ...fields, timestamp });
  return read(bytes);
}

function read(bytes: Buffer | undefined): RtpPacket {
  const packet = bytes && parseRtp(bytes);
  if (!packet) throw new Error('no packet');
  return packet;
}

describe('the stream that a party receives', () => {
  it('begins with a number of the first quarter, and not always with the same: some lose what begins beyond the half', () => {
    const starts = Array.from({ length: 200 }, () => read(new RtpSender().frame(8, 160, () => {})).sequence);
    expect(Math.max(...starts)).toBeLessThan(0x4000);
    expect(new Set(starts).size).toBeGreaterThan(100);
  });

  it('keeps one SSRC and gapless numbers over frames, a bridged party, another one, and frames again', () => {
    const sender = new RtpSender(() => 0);
    const [lan, minh] = [{}, {}];
    const sent = [
      sender.frame(8, 160, () => {}),
      sender.frame(8, 160, () => {}),
      sender.forward(build({ sequence: 65535, timestamp: 4294967295 }), lan, 8, 0),
      sender.forward(build({ sequence: 0, timestamp: 159 }), lan, 8, 0),
      sender.forward(build({ sequence: 500, ssrc: 9 }), minh, 8, 0),
      sender.frame(8, 160, () => {}),
    ].map(read);
    for (let i = 1; i < sent.length; i++) {
      const [before, packet] = [sent[i - 1] ?? sent[0], sent[i]];
      if (!before || !packet) throw new Error('no packet');
      expect(sequenceAhead(packet.sequence, before.sequence)).toBe(1);
      expect(timestampAhead(packet.timestamp, before.timestamp)).toBe(160);
      expect(packet.ssrc).toBe(sender.ssrc);
      expect(packet.payloadType).toBe(8);
    }
    expect(sent.map((packet) => packet.marker)).toEqual([true, false, true, false, true, true]);
  });

  it('keeps losses and disorder of the bridged party as they are', () => {
    const sender = new RtpSender();
    const from = {};
    const sequences = [10, 13, 11, 14].map(
      (sequence) => read(sender.forward(build({ sequence }), from, 8, performance.now())).sequence,
    );
    expect(sequences.map((sequence) => sequenceAhead(sequence, sequences[0] ?? 0))).toEqual([0, 3, 1, 4]);
  });

  it('has the clock of the wall after a pause, and marks where it goes on', () => {
    let now = 0;
    const sender = new RtpSender(() => now);
    const before = read(sender.frame(8, 160, () => {}));
    now = 300;
    const after = read(sender.frame(8, 160, () => {}));
    expect(after.marker).toBe(true);
    expect(timestampAhead(after.timestamp, before.timestamp)).toBe(15 * 160);
  });

  it('makes no loss of what was left out in between', () => {
    const sender = new RtpSender();
    const from = {};
    const before = read(sender.forward(build({ sequence: 10 }), from, 8, performance.now()));
    sender.interrupt();
    expect(
      sequenceAhead(
        read(sender.forward(build({ sequence: 60 }), from, 8, performance.now())).sequence,
        before.sequence,
      ),
    ).toBe(1);
  });

  it('goes on by another clock, each source where the wall is by it', () => {
    let now = 0;
    const sender = new RtpSender(() => now);
    const first = read(sender.frame(8, 160, () => {}));
    sender.setClock(48_000);
    const frames = [20, 40].map((at) => {
      now = at;
      return read(sender.frame(111, 50, () => {}));
    });
    expect(frames.map(({ timestamp }) => timestampAhead(timestamp, first.timestamp))).toEqual([160, 160 + 960]);
    now = 340;
    const after = read(sender.frame(111, 50, () => {}));
    expect(timestampAhead(after.timestamp, first.timestamp)).toBe(160 + 17 * 960);
    expect(sender.sent).toMatchObject({ packets: 4, octets: 160 + 3 * 50 });
    const from = {};
    const forwarded = [1, 2].map((sequence) =>
      read(sender.forward(build({ sequence, timestamp: sequence * 960 }), from, 111, now)),
    );
    expect(timestampAhead(forwarded[0]?.timestamp ?? 0, after.timestamp)).toBe(960);
    expect(timestampAhead(read(sender.frame(111, 50, () => {})).timestamp, forwarded[1]?.timestamp ?? 0)).toBe(960);
  });

  it('drops a packet of before the bridge, whose number is taken', () => {
    const sender = new RtpSender();
    const from = {};
    sender.frame(8, 160, () => {});
    sender.forward(build({ sequence: 10 }), from, 8, performance.now());
    expect(sender.forward(build({ sequence: 9 }), from, 8, performance.now())).toBeUndefined();
  });
});

describe('what a party sent', () => {
  const reception = (sequences: number[]) => {
    const counted = new RtpReception();
    for (const [i, sequence] of sequences.entries()) counted.note(build({ sequence, timestamp: i * 160 }), i * 20);
    return counted;
  };

  it('counts losses over the wrap, not disorder or duplicates', () => {
    expect(reception([65533, 65534, 2, 3, 1]).packetsLost).toBe(2);
    expect(reception([1, 1, 2, 2]).packetsLost).toBe(0);
  });

  it('does not count a new numbering as loss', () => {
    expect(reception([1, 2, 20000, 20001]).packetsLost).toBe(0);
  });

  it('knows by which clock it is sent, also where that changes', () => {
    const counted = new RtpReception();
    for (let i = 0; i < 50; i++) counted.note(build({ sequence: i, timestamp: i * 160 }), i * 20);
    for (let i = 50; i < 100; i++) counted.note(build({ sequence: i, timestamp: i * 960 }), i * 20, 48_000);
    expect(counted.jitterMs).toBe(0);
    for (let i = 100; i < 300; i++)
      counted.note(build({ sequence: i, timestamp: i * 960 }), i * 20 + (i % 2) * 10, 48_000);
    expect(counted.jitterMs).toBeGreaterThan(9);
    expect(counted.jitterMs).toBeLessThan(11);
    expect(counted.counts.jitterTicks).toBeCloseTo(counted.jitterMs * 48, 6);
    expect(counted.packetsLost).toBe(0);
  });

  it('has no jitter for an even stream and some for an uneven one', () => {
    expect(reception([1, 2, 3, 4]).jitterMs).toBe(0);
    const uneven = new RtpReception();
    for (let i = 0; i < 200; i++) uneven.note(build({ sequence: i, timestamp: i * 160 }), i * 20 + (i % 2) * 10);
    expect(uneven.jitterMs).toBeGreaterThan(9);
    expect(uneven.jitterMs).toBeLessThan(11);
  });
});
