import { randomToken } from '@alo/sip';
import { type ReportBlock, readReports, writeReport } from './rtcp-packet.ts';
import type { RtpReception } from './rtp-reception.ts';
import type { RtpSender } from './rtp-sender.ts';

/** From 1900, where NTP begins, to 1970. */
const NTP_OFFSET_SECONDS = 2_208_988_800;

/** How well both sides hear each other. */
export interface Quality {
  /** Of what we should have received since the last time this was asked. */
  readonly lossPercent: number;
  /** Of what the far end should have received, as it says; null while it says nothing. */
  readonly farLossPercent: number | null;
  readonly jitterMs: number;
  readonly roundTripMs: number | null;
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
    this.#farLossPercent = (100 * ours.fractionLost) / 256;
    // §6.4.1: now, less the time that the far end held it, less when we sent it; all in 65536ths of a second.
    if (ours.lastReport === 0) return;
    const roundTrip = (middleOf(now) - ours.sinceLastReport - ours.lastReport) >>> 0;
    // A clock that was set, or nonsense, is no round trip.
    if (roundTrip < 60 * 65_536) this.#roundTripMs = (roundTrip * 1000) / 65_536;
  }

  /** As the far end has told last. */
  get far(): Pick<Quality, 'farLossPercent' | 'roundTripMs'> {
    return { farLossPercent: this.#farLossPercent, roundTripMs: this.#roundTripMs };
  }

  /** A report to send, and how it is until now. */
  report(): { readonly packet: Buffer; readonly quality: Quality } {
    const now = clock();
    const { expected, received, jitterSamples } = this.#reception.counts;
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
    return {
      packet,
      quality: {
        lossPercent: 100 * lost,
        jitterMs: jitterSamples / 8,
        ...this.far,
      },
    };
  }

  #block(now: number, lost: number): ReportBlock | undefined {
    const { ssrc, highestSequence, jitterSamples, expected, received } = this.#reception.counts;
    if (ssrc === undefined) return undefined;
    return {
      ssrc,
      fractionLost: Math.min(255, Math.floor(lost * 256)),
      packetsLost: expected - received,
      highestSequence,
      jitter: Math.round(jitterSamples),
      lastReport: this.#theirs?.sentAt ?? 0,
      sinceLastReport: this.#theirs === undefined ? 0 : Math.round(((now - this.#theirs.cameAt) * 65_536) / 1000),
    };
  }
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
