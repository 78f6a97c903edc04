import { type PaceFacts, paceOf } from '../pacing/pace.ts';

/** How many customers are called now. */
export type Pacing = (facts: PaceFacts) => number;

const asAlo: Pacing = (facts) => paceOf(facts).dial;

/** A day of a campaign whose customers pick up by chance: seconds, and shares. */
export type CallingDay = {
  readonly people: number;
  readonly chance: number;
  readonly talkSeconds: number;
  readonly hours: number;
  readonly pace: Pick<PaceFacts, 'linesPerAgent' | 'abandonPercent'> & { readonly foresees: boolean };
  /** From 0 to 1, one after the other. */
  readonly random: () => number;
  /** Ours, unless another is compared with it. */
  readonly pacing?: Pacing;
};

/** So long a customer who has picked up waits. */
const waitSeconds = 2;
const unansweredSeconds = 25;
const writeUpSeconds = 10;

/** What comes of it: of those who picked up who found nobody, and how much of the day people talked. */
export function liveCallingDay({ people, chance, talkSeconds, hours, pace, random, pacing = asAlo }: CallingDay) {
  /** When each is free again, when calls end unanswered or are picked up, and until when those wait who have. */
  let busy: number[] = [];
  let ringing: { readonly at: number; readonly answers: boolean }[] = [];
  let waiting: number[] = [];
  let [called, reached, abandoned, talked, handled] = [0, 0, 0, 0, 0];
  const ringSeconds = 9;
  for (let now = 0; now < hours * 3600; now += 1) {
    busy = busy.filter((until) => until > now);
    for (const call of ringing.filter(({ at }) => at <= now)) {
      called += 1;
      if (!call.answers) continue;
      reached += 1;
      waiting.push(now + waitSeconds);
    }
    ringing = ringing.filter(({ at }) => at > now);
    while (waiting.length > 0 && busy.length < people) {
      waiting.shift();
      const talk = Math.max(5, -Math.log(1 - random()) * talkSeconds);
      talked += talk;
      handled += 1;
      busy.push(now + talk + writeUpSeconds);
    }
    const inVain = waiting.filter((until) => until <= now).length;
    abandoned += inVain;
    waiting = waiting.filter((until) => until > now);
    const handleSeconds = handled === 0 ? Number.POSITIVE_INFINITY : talked / handled + writeUpSeconds;
    const dial = pacing({
      free: people - busy.length,
      underWay: ringing.length + waiting.length,
      linesPerAgent: pace.linesPerAgent,
      soonFree: pace.foresees ? (busy.length * ringSeconds) / handleSeconds : null,
      called,
      reached,
      pickedUp: reached,
      abandoned,
      abandonPercent: pace.abandonPercent,
    });
    for (let n = 0; n < dial; n += 1) {
      const answers = random() < chance;
      ringing.push({ at: now + (answers ? 4 + random() * 2 * (ringSeconds - 4) : unansweredSeconds), answers });
    }
  }
  return {
    abandoned: reached === 0 ? 0 : abandoned / reached,
    used: talked / (people * hours * 3600),
  };
}
