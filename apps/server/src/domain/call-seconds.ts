/** The times of a conversation as its row has them. */
export interface CallTimes {
  readonly started_at: Date;
  readonly ended_at: Date | null;
  readonly wait_ms: number;
  readonly talk_ms: number;
}

/**
 * The same times in whole seconds. Seconds that are over count, as on the timer of the call window and of the recording; and
 * where waiting and talking is all there was, the two are together what the conversation lasted.
 */
export function callSeconds({ started_at: from, ended_at: to, wait_ms: waitMs, talk_ms: talkMs }: CallTimes) {
  const wait = whole(waitMs);
  const talk = whole(talkMs);
  if (to === null) return { wait, talk, total: 0 };
  const totalMs = to.getTime() - from.getTime();
  const total = whole(totalMs);
  const isAll = Math.abs(totalMs - waitMs - talkMs) < 1_000;
  return { wait: isAll ? Math.max(0, total - talk) : wait, talk, total };
}

const whole = (ms: number) => Math.max(0, Math.floor(ms / 1_000));
