import type { Cause } from '../board/vocabulary.ts';
import { chanceOf } from '../lib/chance.ts';
import type { RangPhone, ReplayCaller, ReplayDay } from './day.ts';
import { patienceFrom, patienceOf } from './patience.ts';

/** What a phone does that is rung: it is picked up or refused after a while, or rings until it is stopped. */
export type PhoneAct =
  | { readonly does: 'answers'; readonly afterMs: number }
  | { readonly does: 'refuses'; readonly afterMs: number; readonly cause: Cause }
  | { readonly does: 'rings-on' };

/** How people and callers of a day do what nobody has seen them do: as those did who were seen. */
export type Behaviour = {
  /** How a phone does that rings for a caller; so many have rung for them before, and so often this one. */
  readonly phone: (caller: ReplayCaller, rings: Rings) => PhoneAct;
  /** How long a caller waits before they give up. */
  readonly patienceMs: (caller: ReplayCaller) => number;
  /** How long a call that is taken keeps whoever takes it. */
  readonly work: (caller: ReplayCaller) => { readonly talkMs: number; readonly wrapUpMs: number };
};

/** A phone that rings for a caller: how many did before it, and how often it did itself. */
type Rings = { readonly extension: string; readonly before: number; readonly own: number };

/** Where a day has no call that was taken, one is taken so. */
const usualDelayMs = 4_000;
const usualTalkMs = 180_000;
/** Of fewer calls it is not known how often somebody leaves them unanswered. */
const fewOffers = 10;

export function behaviourOf({ callers, queues }: Pick<ReplayDay, 'callers' | 'queues'>): Behaviour {
  const all = callers.flatMap(withThose);
  const byQueue = Map.groupBy(all, ({ queue }) => queue);
  const curves = new Map([...byQueue].map(([queue, its]) => [queue, patienceOf(its.map(waitedOf))]));
  const works = new Map([...byQueue].map(([queue, its]) => [queue, worksOf(its)]));
  const allWorks = worksOf(all);
  const offers = all.flatMap(({ rang }) => rang);
  const manners = new Map(
    [...Map.groupBy(offers, ({ extension }) => extension)].map(([extension, its]) => [extension, mannerOf(its)]),
  );
  const usual = mannerOf(offers);

  function phone(caller: ReplayCaller, { extension, before, own: nth }: Rings): PhoneAct {
    const known = manners.get(extension);
    const manner =
      known === undefined || known.offers < fewOffers ? { ...usual, ...known, misses: usual.misses } : known;
    const seen = seenRing(caller, { extension, before, own: nth });
    if (seen !== undefined) return actOf(seen, manner.delayMs);
    if (chanceOf(`misses ${caller.id} ${extension} ${nth}`) < manner.misses) return { does: 'rings-on' };
    const other = caller.rang.find(({ cause }) => cause === null);
    return { does: 'answers', afterMs: other?.rangMs ?? manner.delayMs };
  }

  /**
   * What the same ring came to on the day. Where people are asked one after the other it is the first, the second … of this caller, whoever is
   * asked: who of two was idle for longer the history does not always know, and a call that went unanswered once does so again. Where all
   * ring at once it is this person's.
   */
  function seenRing({ queue, rang }: ReplayCaller, { extension, before, own }: Rings): RangPhone | undefined {
    if (queues[queue]?.strategy === 'ring-all') return rang.filter((one) => one.extension === extension)[own];
    return rang[before];
  }

  function patienceMs({ id, queue, outcome, waitedMs }: ReplayCaller): number {
    if (isOwnDecision(outcome)) return waitedMs;
    return patienceFrom(curves.get(queue) ?? [], waitedMs, chanceOf(`waits ${id} ${queue}`));
  }

  function work({ id, queue, talkMs, wrapUpMs }: ReplayCaller) {
    if (talkMs !== null) return { talkMs, wrapUpMs };
    const of = works.get(queue) ?? [];
    const some = of.length === 0 ? allWorks : of;
    const one = some[Math.floor(chanceOf(`talks ${id} ${queue}`) * some.length)];
    return one ?? { talkMs: usualTalkMs, wrapUpMs: 0 };
  }

  return { phone, patienceMs, work };
}

/** A caller with all that came after the first queue. */
function withThose(caller: ReplayCaller): readonly ReplayCaller[] {
  return caller.then === null ? [caller] : [caller, ...withThose(caller.then.caller)];
}

/** They left by themselves: gave up, went elsewhere by a key, or asked to be called back. */
export const isOwnDecision = (outcome: ReplayCaller['outcome']): boolean =>
  outcome === 'abandoned' || outcome === 'left-elsewhere' || outcome === 'called-back';

const waitedOf = ({ waitedMs, outcome }: ReplayCaller) => ({ ms: waitedMs, gaveUp: outcome === 'abandoned' });

const worksOf = (callers: readonly ReplayCaller[]) =>
  callers.flatMap(({ talkMs, wrapUpMs }) => (talkMs === null ? [] : [{ talkMs, wrapUpMs }]));

type Manner = { readonly offers: number; readonly delayMs: number; readonly misses: number };

/** How quickly somebody picks up, and which share of what rings they leave unanswered. */
function mannerOf(offers: readonly RangPhone[]): Manner {
  const known = offers.filter(({ cause }) => cause === null || !isCutShort(cause));
  const delays = known.flatMap(({ rangMs, cause }) => (cause === null ? [rangMs] : [])).toSorted((a, b) => a - b);
  const misses = known.length === 0 ? 0 : 1 - delays.length / known.length;
  return { offers: known.length, delayMs: delays[delays.length >> 1] ?? usualDelayMs, misses };
}

/** It stopped ringing before its person did anything: somebody else took the call, or the caller left. */
const isCutShort = (cause: Cause): boolean => cause === 'cancelled' || cause === 'answered-elsewhere';

function actOf({ rangMs, cause }: RangPhone, delayMs: number): PhoneAct {
  if (cause === null) return { does: 'answers', afterMs: rangMs };
  if (cause === 'no-answer') return { does: 'rings-on' };
  // They would have picked up later than it was stopped.
  if (isCutShort(cause)) return { does: 'answers', afterMs: Math.max(rangMs + 1, delayMs) };
  return { does: 'refuses', afterMs: rangMs, cause };
}
