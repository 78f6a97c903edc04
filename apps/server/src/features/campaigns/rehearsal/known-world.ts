import { localTime } from '@alo/calendar';
import type { CampaignMode, ContactState } from '@alo/contract';

import type { World, WorldCall } from './rehearsal-plan.ts';

/** How a company's calls go, as far as its history says, else as a guess. Shares are of 1. */
export interface KnownWorld {
  readonly mode: CampaignMode;
  readonly timeZone: string;
  /** By hour of the day: of calls, those that are picked up. */
  readonly answeredAt: readonly number[];
  /** What the network makes of the others, and how long such a call lasts. */
  readonly unanswered: readonly { readonly network: string; readonly share: number; readonly lastsMs: number }[];
  readonly ringMs: number;
  /** The lengths of talks, the shortest first: each as likely. */
  readonly talksMs: readonly number[];
  readonly wrapMs: number;
  /** What is said of a talk, and where it leaves the customer. */
  readonly outcomes: readonly { readonly said: string; readonly leaves: ContactState; readonly share: number }[];
  /** Of a message: how much of it is heard, and what that leaves. */
  readonly heard: readonly {
    readonly heard: string;
    readonly leaves: ContactState;
    readonly share: number;
    readonly lastsMs: number;
  }[];
}

/** A call is the same whenever it is placed by the same seed: more people, or fewer, do not change what the customers do. */
export function worldOf(known: KnownWorld, seed: number): World {
  const hours = new Map<number, number>();
  const hourOf = (at: number): number => {
    const quarter = Math.floor(at / 900_000);
    const found = hours.get(quarter);
    if (found !== undefined) return found;
    const hour = Math.floor(localTime(at, known.timeZone).minute / 60);
    hours.set(quarter, hour);
    return hour;
  };
  return {
    callOf(contact, nth, at): WorldCall {
      const chance = (what: number) => chanceOf(seed, contact, nth * 8 + what);
      const usual = {
        ringMs: known.ringMs,
        talkMs: 0,
        wrapMs: known.wrapMs,
        said: '',
        heard: '',
        network: '',
        leaves: 'missed' as const,
      };
      if (chance(0) >= (known.answeredAt[hourOf(at)] ?? 0)) {
        const { network, lastsMs } = drawn(known.unanswered, chance(1)) ?? {
          network: 'no_answer',
          lastsMs: known.ringMs,
        };
        return { ...usual, network, ringMs: lastsMs };
      }
      const ringMs = Math.round(known.ringMs * (0.5 + chance(2)));
      if (known.mode === 'broadcast') {
        const { heard, leaves, lastsMs } = drawn(known.heard, chance(3)) ?? {
          heard: 'heard',
          leaves: 'done',
          lastsMs: 0,
        };
        return { ...usual, ringMs, heard, leaves, talkMs: lastsMs };
      }
      const talkMs = known.talksMs[Math.floor(chance(4) * known.talksMs.length)] ?? 0;
      const { said, leaves } = drawn(known.outcomes, chance(5)) ?? { said: '', leaves: 'done' };
      return { ...usual, ringMs, talkMs, said, leaves };
    },
  };
}

function drawn<One extends { readonly share: number }>(all: readonly One[], chance: number): One | undefined {
  let left = chance * all.reduce((sum, { share }) => sum + share, 0);
  for (const one of all) {
    left -= one.share;
    if (left < 0) return one;
  }
  return all.at(-1);
}

/** From 0 to 1, the same for the same three numbers. */
function chanceOf(seed: number, contact: number, what: number): number {
  let mixed = Math.imul(seed, 0x9e3779b1) ^ Math.imul(contact + 1, 0x85ebca6b) ^ Math.imul(what + 1, 0xc2b2ae35);
  for (const [shift, factor] of [
    [16, 0x7feb352d],
    [15, 0x846ca68b],
  ] as const) {
    mixed = Math.imul(mixed ^ (mixed >>> shift), factor);
  }
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
}
