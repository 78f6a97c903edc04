/** How long people have lately been busy with one call of a queue: talk and what comes after it. */
export type QueuePace = { readonly handledMs: number; readonly calls: number };

export const unknownPace: QueuePace = { handledMs: 0, calls: 0 };

/** So much the latest call counts against all before it. */
const latestShare = 0.2;

/** Fewer calls say nothing about the next one. */
const enoughCalls = 3;

/** A queue's pace after one more call; the latest calls count most. */
export function learnPace(pace: QueuePace, handledMs: number): QueuePace {
  const share = pace.calls === 0 ? 1 : Math.max(latestShare, 1 / (pace.calls + 1));
  return { handledMs: pace.handledMs + (handledMs - pace.handledMs) * share, calls: pace.calls + 1 };
}

/** The expected wait at a place of the line, with so many people answering; null where there is too little to go by. */
export function expectedWaitMs(position: number, people: number, pace: QueuePace): number | null {
  if (people === 0 || pace.calls < enoughCalls) return null;
  return Math.round((position / people) * pace.handledMs);
}
