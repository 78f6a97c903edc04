import type { BothWays, Level } from '@alo/voice-quality';

/** How it sounds here: what comes, whoever lost of it what, and what the switchboard says of what it receives. */
export interface Quality {
  /** As it is for a while: it does not flicker. */
  readonly level: Level;
  /** The last measurement that said so. */
  readonly as: BothWays;
}

/** What `getStats` has counted since the call began. */
export interface AudioCounters {
  readonly received: number;
  readonly lost: number;
  readonly jitterMs: number;
  /** Null until the far end has reported once (RFC 3550 §6.4). */
  readonly roundTripMs: number | null;
  /** Of what we sent, by the far end's last report; null until there is one. */
  readonly farLossPercent: number | null;
}

/** The entries of a stats report that are read here; the DOM types leave an entry open. */
interface Entry {
  readonly type: string;
  readonly kind?: string;
  readonly packetsReceived?: number;
  readonly packetsLost?: number;
  readonly fractionLost?: number;
  readonly jitter?: number;
  readonly roundTripTime?: number;
  readonly currentRoundTripTime?: number;
  readonly nominated?: boolean;
  readonly totalAudioEnergy?: number;
  readonly totalSamplesDuration?: number;
}

/** What the microphone of a call has given since it began: its energy, and seconds of sound or of silence. */
export interface SpokenCounters {
  readonly energy: number;
  readonly seconds: number;
}

/** Reads what was spoken into the microphone; null where the browser does not count it, or nothing is sent. */
export function readSpoken(report: Iterable<readonly [string, Entry]>): SpokenCounters | null {
  for (const [, { type, kind, totalAudioEnergy: energy, totalSamplesDuration: seconds }] of report) {
    if (type !== 'media-source' || kind !== 'audio' || energy === undefined || seconds === undefined) continue;
    return { energy, seconds };
  }
  return null;
}

/** Reads the counters of the received audio; null while nothing has been received. */
export function readCounters(report: Iterable<readonly [string, Entry]>): AudioCounters | null {
  let inbound: Entry | null = null;
  let roundTripSeconds: number | null = null;
  let farLost: number | null = null;
  for (const [, entry] of report) {
    if (entry.type === 'inbound-rtp' && entry.kind === 'audio') inbound = entry;
    if (entry.type === 'remote-inbound-rtp') {
      roundTripSeconds = entry.roundTripTime ?? roundTripSeconds;
      farLost = entry.fractionLost ?? farLost;
    }
    if (entry.type === 'candidate-pair' && entry.nominated && entry.currentRoundTripTime !== undefined) {
      roundTripSeconds ??= entry.currentRoundTripTime;
    }
  }
  if (inbound === null) return null;
  return {
    received: inbound.packetsReceived ?? 0,
    // Duplicates make it negative (RFC 3550 §6.4.1).
    lost: Math.max(0, inbound.packetsLost ?? 0),
    jitterMs: (inbound.jitter ?? 0) * 1000,
    roundTripMs: roundTripSeconds === null ? null : roundTripSeconds * 1000,
    farLossPercent: farLost === null ? null : farLost * 100,
  };
}

/** What happened between two readings; null where nothing came, of which a network that loses some says nothing. */
export function measuredBetween(before: AudioCounters | null, now: AudioCounters): BothWays | null {
  const received = now.received - (before?.received ?? 0);
  const lost = Math.max(0, now.lost - (before?.lost ?? 0));
  if (received <= 0) return null;
  const { jitterMs, roundTripMs, farLossPercent } = now;
  return { lossPercent: (100 * lost) / (received + lost), farLossPercent, jitterMs, roundTripMs };
}
