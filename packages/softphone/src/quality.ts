/** How the conversation sounds, measured on what we receive. */
export interface Quality {
  /** Share of packets that did not arrive since the last measurement, 0 to 100. */
  readonly lossPercent: number;
  readonly jitterMs: number;
  readonly roundTripMs: number;
  /** Estimate of the mean opinion score, 1 (bad) to 4.5. */
  readonly mos: number;
  readonly bars: 1 | 2 | 3 | 4;
}

/** What `getStats` has counted since the call began. */
export interface AudioCounters {
  readonly received: number;
  readonly lost: number;
  readonly jitterMs: number;
  /** Null until the far end has reported once (RFC 3550 §6.4). */
  readonly roundTripMs: number | null;
}

/** The entries of a stats report that are read here; the DOM types leave an entry open. */
interface Entry {
  readonly type: string;
  readonly kind?: string;
  readonly packetsReceived?: number;
  readonly packetsLost?: number;
  readonly jitter?: number;
  readonly roundTripTime?: number;
  readonly currentRoundTripTime?: number;
  readonly nominated?: boolean;
}

/** Reads the counters of the received audio; null while nothing has been received. */
export function readCounters(report: Iterable<readonly [string, Entry]>): AudioCounters | null {
  let inbound: Entry | null = null;
  let roundTripSeconds: number | null = null;
  for (const [, entry] of report) {
    if (entry.type === 'inbound-rtp' && entry.kind === 'audio') inbound = entry;
    if (entry.type === 'remote-inbound-rtp' && entry.roundTripTime !== undefined)
      roundTripSeconds = entry.roundTripTime;
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
  };
}

/** What happened between two readings. Where nothing arrived, all of it was lost, whatever the browser counts. */
export function quality(before: AudioCounters | null, now: AudioCounters): Quality {
  const received = now.received - (before?.received ?? 0);
  const lost = Math.max(0, now.lost - (before?.lost ?? 0));
  const lossPercent = received > 0 ? (100 * lost) / (received + lost) : 100;
  const roundTripMs = now.roundTripMs ?? 0;
  const mos = estimateMos(lossPercent, now.jitterMs, roundTripMs);
  return { lossPercent, jitterMs: now.jitterMs, roundTripMs, mos, bars: bars(mos) };
}

/**
 * The E-model of ITU-T G.107 cut down to what a browser can measure: G.711 with loss concealment (Bpl 25.1, G.113
 * appendix I), one-way delay of half the round trip plus a jitter buffer of twice the jitter plus 20 ms of packet.
 */
export function estimateMos(lossPercent: number, jitterMs: number, roundTripMs: number): number {
  const delay = roundTripMs / 2 + 2 * jitterMs + 20;
  const delayImpairment = 0.024 * delay + (delay > 177.3 ? 0.11 * (delay - 177.3) : 0);
  const lossImpairment = (95 * lossPercent) / (lossPercent + 25.1);
  const r = Math.min(100, Math.max(0, 93.2 - delayImpairment - lossImpairment));
  const mos = 1 + 0.035 * r + r * (r - 60) * (100 - r) * 7e-6;
  return Math.min(4.5, Math.max(1, mos));
}

/** G.107 annex B: satisfied from 4.0, some dissatisfied from 3.6, many from 3.1. */
function bars(mos: number): Quality['bars'] {
  if (mos >= 4) return 4;
  if (mos >= 3.6) return 3;
  return mos >= 3.1 ? 2 : 1;
}
