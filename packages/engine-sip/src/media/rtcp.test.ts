import { inDepth } from '@alo/testing/in-depth';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RtcpQuality } from './rtcp.ts';
import { Rtcp } from './rtcp.ts';
import { readReports, writeReport } from './rtcp-packet.ts';
import { parseRtp } from './rtp-packet.ts';
import { RtpReception } from './rtp-reception.ts';
import { RtpSender } from './rtp-sender.ts';
import { Browser } from './testing/phones.ts';
import { testPlane, until } from './testing/plane.ts';

/** One end of a call: what it sends, what it hears, its reports. */
function end() {
  const [sender, reception] = [new RtpSender(), new RtpReception()];
  return { sender, reception, rtcp: new Rtcp(sender, reception) };
}
type End = ReturnType<typeof end>;

/** So many packets from one to the other, of which every `lostEach`-th is lost. */
function talk(from: End, to: End, packets: number, lostEach = 0): void {
  for (let i = 1; i <= packets; i++) {
    vi.advanceTimersByTime(20);
    const packet = parseRtp(from.sender.frame(8, 160, () => {}));
    if (packet && (lostEach === 0 || i % lostEach !== 0)) to.reception.note(packet, performance.now());
  }
}

describe('reports', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  it('each side learns what it lost, what the other lost, and how long the way is', () => {
    const [a, b] = [end(), end()];
    talk(a, b, 101, 4);
    talk(b, a, 100);
    b.rtcp.receive(a.rtcp.report().packet); // Its sender report, from which the way is measured.
    vi.advanceTimersByTime(3_000);
    const told = b.rtcp.report();
    expect(told.quality.lossPercent).toBeCloseTo(25, -1);
    vi.advanceTimersByTime(80);
    a.rtcp.receive(told.packet);
    const { quality } = a.rtcp.report();
    expect(quality.lossPercent).toBe(0);
    expect(quality.farLossPercent).toBeCloseTo(25, -1);
    expect(quality.roundTripMs).toBeCloseTo(80, -1);
  });

  it('loss is that of the last time only', () => {
    const [a, b] = [end(), end()];
    talk(a, b, 101, 2);
    expect(b.rtcp.report().quality.lossPercent).toBeCloseTo(50, -1);
    talk(a, b, 100);
    expect(b.rtcp.report().quality.lossPercent).toBe(0);
  });

  it('what another party lost before it could be sent on is no loss on the way', () => {
    const [customer, switchboard, agent] = [end(), end(), end()];
    const from = {};
    for (let i = 1; i <= 250; i++) {
      vi.advanceTimersByTime(20);
      const packet = parseRtp(customer.sender.frame(8, 160, () => {}));
      // A fifth never comes here, and of what goes on every tenth not there.
      if (!packet || i % 5 === 0) continue;
      const sent = switchboard.sender.forward(packet, from, 8, performance.now());
      const heard = sent && parseRtp(sent);
      if (heard && i % 10 !== 1) agent.reception.note(heard, performance.now());
    }
    const { packet, quality } = agent.rtcp.report();
    expect(quality.lossPercent).toBeGreaterThan(25);
    switchboard.rtcp.receive(packet);
    expect(switchboard.rtcp.ofAll.farLossPercent).toBeGreaterThan(10);
    expect(switchboard.rtcp.ofAll.farLossPercent).toBeLessThan(15);
  });

  it('of all of it there are means, and the worst ten seconds where these were not good', () => {
    const [a, b] = [end(), end()];
    const hear = (lostEach: number) => {
      talk(a, b, 250, lostEach);
      talk(b, a, 250);
      const ours = b.rtcp.report().packet;
      a.rtcp.receive(ours);
      a.rtcp.report();
    };
    expect(b.rtcp.ofAll).toEqual({ farLossPercent: null, jitterMs: null, roundTripMs: null, worst: null });
    for (const lostEach of [0, 0, 5, 0, 0]) hear(lostEach);
    const { worst } = b.rtcp.ofAll;
    expect(worst?.lossPercent).toBeCloseTo(10, -1);
    expect(b.rtcp.ofAll.jitterMs).toBeLessThan(1);
    // A fifth of the time a fifth.
    expect(a.rtcp.ofAll.farLossPercent).toBeCloseTo(4, 0);
    expect(a.rtcp.ofAll.worst?.farLossPercent).toBeCloseTo(10, -1);
    const [c, d] = [end(), end()];
    for (const packets of [250, 250, 250]) {
      talk(c, d, packets);
      d.rtcp.report();
    }
    expect(d.rtcp.ofAll.worst).toBeNull();
  });

  it('a report about somebody else, or of one who never heard ours, says nothing', () => {
    const [a, b, c] = [end(), end(), end()];
    talk(c, b, 10);
    a.rtcp.receive(b.rtcp.report().packet);
    expect(a.rtcp.report().quality).toMatchObject({ farLossPercent: null, roundTripMs: null });
  });
});

it('what is written is read', () => {
  const sent = { ntp: { seconds: 0xe0000001, fraction: 0x80000000 }, timestamp: 7, packets: 3, octets: 480 };
  const block = {
    ssrc: 0xfffffffe,
    fractionLost: 12,
    packetsLost: -3,
    highestSequence: 70_000,
    jitter: 9,
    lastReport: 0xdeadbeef,
    sinceLastReport: 65_536,
  };
  expect(readReports(writeReport(1, 'alo@x', sent, block))).toEqual({ sentAt: 0x00018000, blocks: [block] });
  expect(readReports(writeReport(1, 'alo@xyz', undefined, undefined))).toEqual({ sentAt: undefined, blocks: [] });
});

it('any bytes are read or left', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 120 }), (bytes) => {
      const reports = readReports(Buffer.from([0x81, 200, ...bytes]));
      expect(reports === undefined || reports.blocks.length < 10).toBe(true);
    }),
  );
});

inDepth('phones on ports of their own, on one port, and browsers are reported to and report', async () => {
  await using test = await testPlane();
  const { plane } = test;
  const [plain, plainFar, mux, muxFar, web] = [
    plane.rtpLeg(),
    plane.rtpLeg(),
    plane.rtpLeg(),
    plane.rtpLeg(),
    plane.webRtcLeg(),
  ];
  await plain.acceptAnswer(await plainFar.answer(await plain.offer()));
  const answer = await muxFar.answer((await mux.offer()).replace('a=ptime', 'a=rtcp-mux\r\na=ptime'));
  expect(answer).toContain('a=rtcp-mux');
  await mux.acceptAnswer(answer);
  const browser = new Browser();
  browser.accept(await web.answer(await browser.offer()));
  const last = new Map<object, RtcpQuality>();
  for (const leg of [plain, mux, web]) leg.onQuality((quality) => last.set(leg, quality));
  const hasReports = (leg: object) => {
    const quality = last.get(leg);
    return quality?.farLossPercent === 0 && quality.roundTripMs !== null;
  };
  await until(() => hasReports(plain) && hasReports(mux));
  await until(() => browser.reports > 0);
  expect(last.get(plain)?.lossPercent).toBe(0);
  expect(plain.stats().roundTripMs).toBeLessThan(1_000);
  browser.close();
});
