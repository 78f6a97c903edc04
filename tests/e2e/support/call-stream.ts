import { setTimeout as sleep } from 'node:timers/promises';
import type { PhoneCall, RtpAudio } from '@alo/testing';

import type { DeskPhone } from './desk-phones.ts';

/** What became of one call, as its caller saw it. All moments in milliseconds since 1970. */
export interface Attempt {
  readonly caller: string;
  readonly dialledAt: number;
  /** What the switch said last to its INVITE; null where it said nothing. */
  readonly status: number | null;
  /** When it was answered; null where it never was. */
  readonly answeredAt: number | null;
  readonly endedAt: number;
}

export interface CallStream {
  /** How many have been answered so far, those that talk at the moment included. */
  answered(): number;
  /** Lets those that run come to their end; all that there were. */
  stop(): Promise<readonly Attempt[]>;
}

/** What they say, in hertz. */
export const tones = { caller: 600, callee: 900 } as const;

type Pair = { readonly caller: DeskPhone; readonly callee: DeskPhone };

/** How long a phone waits for an answer, and for the answer to its hanging up, before it gives up. */
const patienceMs = 5_000;
const goodbyeMs = 2_000;

/** Pairs of desk phones that call each other again and again, each talking for a time of its own, until they are stopped. */
export function streamCalls(pairs: readonly Pair[], talkMs: (pair: number, turn: number) => number): CallStream {
  const attempts: Attempt[] = [];
  const stopping = new AbortController();
  let answered = 0;
  const onAnswer = () => {
    answered += 1;
  };
  const callees = pairs.map(({ callee }) => answerAll(callee, stopping.signal));
  const callers = pairs.map(async ({ caller, callee }, index) => {
    let from = caller;
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const attempt = await callOnce(from, callee.extension, talkMs(index, turn), onAnswer);
      attempts.push(attempt);
      if (attempt.answeredAt !== null) continue;
      // Phones find out by themselves that a switch has forgotten them. This one must not go on with the call that it gave up.
      from = await from.restarted();
      await Promise.all([from, callee].map(registerAgain));
    }
    from.phone.close();
  });
  return {
    answered: () => answered,
    async stop() {
      stopping.abort();
      await Promise.all([...callers, ...callees]);
      return attempts;
    },
  };
}

async function callOnce(caller: DeskPhone, to: string, talkMs: number, onAnswer: () => void): Promise<Attempt> {
  const dialledAt = Date.now();
  const call = await caller.phone.call(to);
  let answeredAt: number | null = null;
  try {
    await call.until('talking', patienceMs);
    answeredAt = Date.now();
    onAnswer();
    call.audio.speak(tones.caller);
    // Whoever is hung up on is told; whoever is forgotten is not.
    await Promise.race([call.until('ended', talkMs + patienceMs), sleep(talkMs)]);
  } catch {
    // Refused, or nobody answered.
  }
  const endedAt = Date.now();
  await Promise.race([call.leave(), sleep(goodbyeMs)]);
  call.end(undefined);
  return { caller: caller.extension, dialledAt, status: call.response?.status ?? null, answeredAt, endedAt };
}

/** Answers whatever comes; a call that nobody ended is forgotten when the next one comes. */
async function answerAll({ phone }: DeskPhone, stopping: AbortSignal): Promise<void> {
  let last: PhoneCall<RtpAudio> | undefined;
  while (!stopping.aborted) {
    const call = await phone.nextCall(500).catch(() => undefined);
    if (call === undefined) continue;
    last?.end(undefined);
    last = call;
    call.ring();
    await call.answer();
    call.audio.speak(tones.callee);
  }
}

async function registerAgain({ phone }: DeskPhone): Promise<void> {
  await Promise.race([phone.stayRegistered().catch(() => undefined), sleep(goodbyeMs)]);
}
