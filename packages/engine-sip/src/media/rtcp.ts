import { randomToken } from '@alo/sip';
import { levelOf, mosBothWays } from '@alo/voice-quality';
import { type ReportBlock, readReports, writeReport } from './rtcp-packet.ts';
import type { RtpReception } from './rtp-reception.ts';
import type { RtpSender } from './rtp-sender.ts';

/** From 1900, where NTP begins, to 1970. */
const NTP_OFFSET_SECONDS = 2_208_988_800;

/** How well both sides hear each other. */
export interface RtcpQuality {
  /** Of what we should have received since the last time this was asked. */
  readonly lossPercent: number;
  /** Of what we sent, what did not reach the far end, as it says; null while it says nothing. */
  readonly farLossPercent: number | null;
  readonly jitterMs: number;
  readonly roundTripMs: number | null;
}

/** How it was over all of a leg, but for what was lost. */
export interface WholeOf {
  readonly farLossPercent: number | null;
  readonly jitterMs: number | null;
  readonly roundTripMs: number | null;
  /** In the worst ten seconds; null where these were good, too. */
  readonly worst: RtcpQuality | null;
}

/** Sender and receiver reports of one leg, in both directions. */
export class Rtcp {
  readonly #sender: RtpSender;
  readonly #reception: RtpReception;
  readonly #cname = `alo@${randomToken(6)}`;
  /** The far end's last report: its time, and when it came. */
  #theirs: { readonly sentAt: number; readonly cameAt: number } | undefined;
  #farLossPercent: number | null = null;
  #roundTripMs: number | null = null;
  #before = { expected: 0, received: 0 };
  /** At the far end's last report. */
  #sentBefore = { sent: 0, skipped: 0 };
  readonly #far = new Mean();
  readonly #roundTrip = new Mean();
  readonly #jitter = new Mean();
  #last: RtcpQuality | undefined;
  #worst: { readonly quality: RtcpQuality; readonly mos: number } | undefined;

  constructor(sender: RtpSender, reception: RtpReception) {
    this.#sender = sender;
    this.#reception = reception;
  }

  /** Takes what came; nothing where it is no RTCP. */
  receive(bytes: Buffer): void {
    const reports = readReports(bytes);
    if (reports === undefined) return;
    const now = clock();
    if (reports.sentAt !== undefined) this.#theirs = { sentAt: reports.sentAt, cameAt: now };
    const ours = reports.blocks.find(({ ssrc }) => ssrc === this.#sender.ssrc);
    if (ours === undefined) return;
    this.#farLossPercent = 100 * this.#lostOnTheWay(ours.fractionLost / 256);
    this.#far.add(this.#farLossPercent);
    // §6.4.1: now, less the time that the far end held it, less when we sent it; all in 65536ths of a second.
    if (ours.lastReport === 0) return;
    const roundTrip = (middleOf(now) - ours.sinceLastReport - ours.lastReport) >>> 0;
    // A clock that was set, or nonsense, is no round trip.
    if (roundTrip >= 60 * 65_536) return;
    this.#roundTripMs = (roundTrip * 1000) / 65_536;
    this.#roundTrip.add(this.#roundTripMs);
  }

  /** Of what the far end misses since its last report, without what another party lost before it could be sent on. */
  #lostOnTheWay(missed: number): number {
    const { packetsSent: sent, packetsSkipped: skipped } = this.#sender;
    const [some, none] = [sent - this.#sentBefore.sent, Math.max(0, skipped - this.#sentBefore.skipped)];
    this.#sentBefore = { sent, skipped };
    const never = none / Math.max(1, some + none);
    return never >= 1 ? 0 : Math.max(0, missed - never) / (1 - never);
  }

  /** The values over all reports; null where nothing was reported. */
  get ofAll(): WholeOf {
    return {
      farLossPercent: this.#far.value,
      jitterMs: this.#jitter.value,
      roundTripMs: this.#roundTrip.value,
      worst: this.#worst?.quality ?? null,
    };
  }

  /** A report to send, and how it is until now. */
  report(): { readonly packet: Buffer; readonly quality: RtcpQuality } {
    const now = clock();
    const { expected, received } = this.#reception.counts;
    const [asked, came] = [expected - this.#before.expected, received - this.#before.received];
    this.#before = { expected, received };
    const lost = asked > 0 ? Math.max(0, asked - came) / asked : 0;
    const { sent } = this.#sender;
    const packet = writeReport(
      this.#sender.ssrc,
      this.#cname,
      sent && { ...sent, ntp: ntpOf(now) },
      this.#block(now, lost),
    );
    const quality = {
      lossPercent: 100 * lost,
      farLossPercent: this.#farLossPercent,
      jitterMs: this.#reception.jitterMs,
      roundTripMs: this.#roundTripMs,
    };
    // Who sends nothing has no jitter, and no loss that could be seen.
    if (asked > 0) this.#note(quality);
    return { packet, quality };
  }

  /** Ten seconds are two reports, one after the other. */
  #note(quality: RtcpQuality): void {
    this.#jitter.add(quality.jitterMs);
    const both = this.#last === undefined ? undefined : meanOf(this.#last, quality);
    this.#last = quality;
    if (both === undefined) return;
    const mos = mosBothWays(both);
    if (levelOf(mos) !== 'good' && mos < (this.#worst?.mos ?? Number.POSITIVE_INFINITY))
      this.#worst = { quality: both, mos };
  }

  #block(now: number, lost: number): ReportBlock | undefined {
    const { ssrc, highestSequence, jitterTicks, expected, received } = this.#reception.counts;
    if (ssrc === undefined) return undefined;
    return {
      ssrc,
      fractionLost: Math.min(255, Math.floor(lost * 256)),
      packetsLost: expected - received,
      highestSequence,
      jitter: Math.round(jitterTicks),
      lastReport: this.#theirs?.sentAt ?? 0,
      sinceLastReport: this.#theirs === undefined ? 0 : Math.round(((now - this.#theirs.cameAt) * 65_536) / 1000),
    };
  }
}

/** A mean of what was added; null of nothing. */
class Mean {
  #sum = 0;
  #count = 0;

  add(value: number): void {
    this.#sum += value;
    this.#count++;
  }

  get value(): number | null {
    return this.#count === 0 ? null : this.#sum / this.#count;
  }
}

function meanOf(one: RtcpQuality, other: RtcpQuality): RtcpQuality {
  const half = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : (a + b) / 2);
  return {
    lossPercent: (one.lossPercent + other.lossPercent) / 2,
    farLossPercent: half(one.farLossPercent, other.farLossPercent),
    jitterMs: (one.jitterMs + other.jitterMs) / 2,
    roundTripMs: half(one.roundTripMs, other.roundTripMs),
  };
}

/** Milliseconds since 1970, by a clock that nobody sets: only differences of it are used. */
const clock = (): number => performance.timeOrigin + performance.now();

const ntpOf = (ms: number): { seconds: number; fraction: number } => ({
  seconds: (Math.floor(ms / 1000) + NTP_OFFSET_SECONDS) >>> 0,
  fraction: Math.floor(((ms % 1000) / 1000) * 2 ** 32) >>> 0,
});

/** The middle 32 bits of the NTP time. */
const middleOf = (ms: number): number => {
  const { seconds, fraction } = ntpOf(ms);
  return ((seconds << 16) | (fraction >>> 16)) >>> 0;
};
