import type { LegId, Quality, QualityOfAll } from '@alo/call-core';
import { z } from 'zod';
import type { Ari } from './ari/ari.ts';
import type { AsteriskLeg, News } from './legs.ts';
import { unlessGone } from './unless-gone.ts';

/**
 * What of audio Asterisk counts, while a channel lives (`GET /channels/{id}/rtp_statistics`) and as it is hung up (`RTPAUDIOQOS`). Times are
 * seconds; the jitter that we measure stands under `tx`, that of the far end under `rx`.
 */
const statistics = z.object({
  rxcount: z.coerce.number(),
  txcount: z.coerce.number(),
  rxploss: z.coerce.number(),
  txploss: z.coerce.number(),
  txjitter: z.coerce.number().default(0),
  rtt: z.coerce.number().default(0),
});

/** `null` where nothing was heard. */
function qualityOf(given: unknown): Quality | null {
  const { rxcount, txcount, rxploss, txploss, txjitter, rtt } = statistics.parse(given);
  if (rxcount === 0) return null;
  return {
    lossPercent: percent(rxploss, rxcount),
    // Without a word of the far end there is no time of a round trip either.
    farLossPercent: rtt === 0 ? null : percent(txploss, txcount),
    jitterMs: txjitter * 1_000,
    roundTripMs: rtt === 0 ? null : rtt * 1_000,
  };
}

/** `ssrc=1;themssrc=2;lp=0;rxjitter=0.0;rxcount=91;…`: what was lost is `lp` and, at the far end, `rlp`. */
export function qualityAtEnd(variable: string): Quality | null {
  const fields = Object.fromEntries(variable.split(';').map((field) => field.split('=', 2)));
  return qualityOf({ ...fields, rxploss: fields['lp'], txploss: fields['rlp'] });
}

export interface QualitiesOptions {
  readonly ari: Ari;
  readonly tell: (leg: AsteriskLeg, news: News) => void;
  /** Nothing was heard of it for so long that nobody is there. */
  readonly onSilent: (leg: AsteriskLeg) => void;
  readonly attempt: (work: Promise<unknown>) => void;
}

/** Three seconds without anything is silence that is told; every second time what was measured is told. */
const everyMs = 3_000;
/** A phone always speaks. A carrier's mailbox that records does not, and Asterisk cannot be had to ask it in its dialog. */
const mostSilentMs = ({ extension }: AsteriskLeg): number => (extension === null ? 300_000 : 15_000);

interface Watched {
  readonly leg: AsteriskLeg;
  received: number;
  isHeard: boolean;
  /** So many times in a row it was not. */
  silent: number;
  round: number;
  last: Quality | null;
}

/** How the audio of those who were answered is: Asterisk is asked for it. */
export class Qualities {
  readonly #options: QualitiesOptions;
  readonly #watched = new Map<LegId, Watched>();
  readonly #timer: NodeJS.Timeout;

  constructor(options: QualitiesOptions) {
    this.#options = options;
    this.#timer = setInterval(() => this.#askAll(), everyMs);
  }

  add(leg: AsteriskLeg): void {
    this.#watched.set(leg.id, { leg, received: 0, isHeard: true, silent: 0, round: 0, last: null });
  }

  /** What Asterisk said of it as it was hung up. */
  atEnd(leg: AsteriskLeg, variable: string): void {
    const watched = this.#watched.get(leg.id);
    if (watched !== undefined) watched.last = qualityAtEnd(variable) ?? watched.last;
  }

  /** What was measured last, of a leg that has ended. */
  remove(leg: AsteriskLeg): QualityOfAll | undefined {
    const watched = this.#watched.get(leg.id);
    this.#watched.delete(leg.id);
    return watched?.last ?? undefined;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #askAll(): void {
    for (const watched of this.#watched.values()) this.#options.attempt(this.#ask(watched));
  }

  async #ask(watched: Watched): Promise<void> {
    const { ari, tell, onSilent } = this.#options;
    const { leg } = watched;
    if (leg.channel === null) return;
    const answer = await unlessGone(ari.get(`channels/${leg.channel}/rtp_statistics`));
    if (answer === undefined || !this.#watched.has(leg.id)) return;
    const { rxcount } = statistics.parse(answer);
    const isHeard = rxcount > watched.received || leg.held;
    watched.received = rxcount;
    watched.silent = isHeard ? 0 : watched.silent + 1;
    if (watched.silent * everyMs >= mostSilentMs(leg)) return onSilent(leg);
    if (isHeard !== watched.isHeard)
      tell(leg, { type: 'media', on: isHeard, ...(leg.extension === null ? { asked: true } : {}) });
    watched.isHeard = isHeard;
    watched.last = qualityOf(answer);
    if (watched.last === null) return;
    watched.round += 1;
    if (watched.round % 2 === 0) tell(leg, { type: 'quality', ...watched.last });
  }
}

const percent = (lost: number, came: number): number => (100 * lost) / Math.max(1, lost + came);
