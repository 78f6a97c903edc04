import { mostCalls } from './foresight.ts';

/** What is known at the moment at which it is decided how many customers to call for those who are free. */
export type PaceFacts = {
  /** People of ours who could be rung this moment, and nobody of whom is kept for another campaign. */
  readonly free: number;
  /** Customers who are being called, or have picked up and wait for one of them. */
  readonly underWay: number;
  /** So many are called for one who is free, or at most; 1 is nobody who picks up waits, as long as those who are free stay so. */
  readonly linesPerAgent: number;
  /** So many of those who are on the phone are expected to be free by the time a customer picks up; null where nothing is foreseen. */
  readonly soonFree: number | null;
  /** Of the last day: calls of the campaign that are over, and those of them that were picked up. */
  readonly called: number;
  readonly reached: number;
  /** Of the last day over all campaigns: whoever picked up, and those of them whom nobody took in time. */
  readonly pickedUp: number;
  readonly abandoned: number;
  /** No more of a hundred than this. */
  readonly abandonPercent: number;
};

/** How many more are called now, and why, in words. */
export type Pace = { readonly dial: number; readonly words: string };

/** How many customers are called now for those who are free. More of them than the cap lets wait in vain end everything but one line each. */
export function paceOf(facts: PaceFacts): Pace {
  const { free, underWay, soonFree, called, reached } = facts;
  const tooMany = isOverCap(facts);
  const foresees = soonFree !== null && called >= fewCalls && !tooMany;
  const lines = linesNow(facts, tooMany);
  const wanted = foresees ? foreseen(facts, soonFree) : Math.floor(free * lines);
  // Whoever is free now has a line, whatever is foreseen.
  const dial = Math.max(0, Math.max(wanted, free) - underWay);
  if (free === 0 && dial === 0) {
    return { dial, words: underWay === 0 ? 'chưa gọi: không ai rảnh' : `đang gọi ${underWay}, không ai rảnh thêm` };
  }
  const why = [
    `${free} rảnh`,
    ...(foresees && Math.round(soonFree) > 0 ? [`${Math.round(soonFree)} sắp rảnh`] : []),
    ...(lines > 1 ? [`${decimal(lines)} đường mỗi người`] : []),
    ...(called < fewCalls ? [] : [`gặp ${percent(reached, called)} %`]),
    ...(tooMany ? [overWords(facts)] : []),
  ];
  return { dial, words: `đang gọi ${underWay + dial} vì ${why.join(', ')}` };
}

/** Of fewer calls a share says nothing. */
const fewCalls = 20;

function linesNow({ linesPerAgent, soonFree }: PaceFacts, tooMany: boolean): number {
  // What is foreseen is bounded by the lines, not made of them.
  return tooMany || soonFree !== null ? 1 : linesPerAgent;
}

/** So much of what the cap lets wait in vain is used up: what comes otherwise than foreseen has the rest. */
const usedOfCap = 0.8;
/** What was foreseen too carefully is made up for by so much, and the other way round. */
const correction = 4;

function foreseen(facts: PaceFacts, soonFree: number): number {
  const { free, linesPerAgent, called, reached, pickedUp, abandoned, abandonPercent } = facts;
  const people = Math.floor(free + soonFree);
  const wanted = (usedOfCap * abandonPercent) / 100;
  const met = reached / called;
  // A day begins with few calls: as many might be met as can be believed of them.
  const might = Math.min(0.99, Math.max(0.01, met + Math.sqrt((met * (1 - met)) / called)));
  return mostCalls({
    people,
    chance: might,
    atMost: Math.floor(people * linesPerAgent),
    inVain: Math.max(0, wanted + correction * (wanted - abandoned / Math.max(pickedUp, fewCalls * 2))),
  });
}

/** One more who waits in vain would be too many; the first ones of a day are borne. */
function isOverCap({ linesPerAgent, pickedUp, abandoned, abandonPercent }: PaceFacts): boolean {
  if (linesPerAgent <= 1 || abandoned === 0) return false;
  return (abandoned + 1) * 100 > abandonPercent * Math.max(pickedUp, fewCalls * 2);
}

const overWords = ({ abandoned, pickedUp, abandonPercent }: PaceFacts) =>
  `${percent(abandoned, pickedUp)} % khách nghe không ai kịp nói, quá ${abandonPercent} %: mỗi người một đường`;

const percent = (n: number, of: number) => decimal(of === 0 ? 0 : (n * 100) / of);
const decimal = (n: number) => String(Math.round(n * 10) / 10).replace('.', ',');
