/** What is known at the moment at which it is decided how many customers to call for those who are free. */
export type PaceFacts = {
  /** People of ours who could be rung this moment, and nobody of whom is kept for another campaign. */
  readonly free: number;
  /** Customers who are being called, or have picked up and wait for one of them. */
  readonly underWay: number;
  /** So many are called for one who is free; 1 is nobody who picks up waits, as long as those who are free stay so. */
  readonly linesPerAgent: number;
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
  const { free, underWay } = facts;
  if (free === 0)
    return { dial: 0, words: underWay === 0 ? 'chưa gọi: không ai rảnh' : `đang gọi ${underWay}, không ai rảnh thêm` };
  const tooMany = isOverCap(facts);
  const lines = tooMany ? 1 : facts.linesPerAgent;
  // Rounded down: nobody is called for half of a person.
  const dial = Math.max(0, Math.floor(free * lines) - underWay);
  const why = [`${free} rảnh`, ...(facts.linesPerAgent > 1 && !tooMany ? [`${decimal(lines)} đường mỗi người`] : [])];
  const met = facts.called < fewCalls ? [] : [`gặp ${percent(facts.reached, facts.called)} %`];
  const held = tooMany
    ? [
        `${percent(facts.abandoned, facts.pickedUp)} % khách nghe không ai kịp nói, quá ${facts.abandonPercent} %: mỗi người một đường`,
      ]
    : [];
  return { dial, words: `đang gọi ${underWay + dial} vì ${[...why, ...met, ...held].join(', ')}` };
}

/** Of fewer calls a share says nothing. */
const fewCalls = 20;

/** One more who waits in vain would be too many; the first ones of a day are borne. */
function isOverCap({ linesPerAgent, pickedUp, abandoned, abandonPercent }: PaceFacts): boolean {
  if (linesPerAgent <= 1 || abandoned === 0) return false;
  return (abandoned + 1) * 100 > abandonPercent * Math.max(pickedUp, fewCalls * 2);
}

const percent = (n: number, of: number) => decimal(of === 0 ? 0 : (n * 100) / of);
const decimal = (n: number) => String(Math.round(n * 10) / 10).replace('.', ',');
