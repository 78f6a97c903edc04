import { type BotScript, companyShares, overShareWords } from '@alo/contract';
import type { EngineSnapshot } from '@alo/engine';

import { Problem } from '../kernel/problem.ts';

/** What an engine must be able to do to lend out bot callers. */
export interface BotEngine {
  startBotCall(call: {
    readonly from: string;
    readonly to: string;
    /** A key in the prompt store. */
    readonly wav?: string;
    readonly keys: readonly { readonly afterMs: number; readonly digits: string }[];
    readonly hangUpAfterMs: number;
  }): { readonly id: string; readonly ended: Promise<unknown> };
  snapshot(): Promise<Pick<EngineSnapshot, 'legs'>>;
}

/** Of all calls that the installation takes, bots leave so many to people. */
const shareOfPeople = 0.2;

/** A bot is answered a moment before anybody listens. */
const firstKeyMs = 1_000;
const eachKeyMs = 1_000;

export interface BotOrder {
  readonly tenantId: string;
  readonly from: string;
  readonly to: string;
  readonly script: BotScript;
  /** Bots that the company may have on the phone at once, where the operator has said so. */
  readonly most?: number | undefined;
}

/**
 * "Khách thử": turns what a person chose into a call through the loopback trunk. Bots are few in each company, and none of them takes a
 * call that somebody else would need.
 */
export function botCaller(engine: BotEngine, { maxCalls }: { readonly maxCalls: number }) {
  const talking = new Map<string, number>();
  const count = (tenantId: string, more: number) => talking.set(tenantId, (talking.get(tenantId) ?? 0) + more);
  const mostBesideBots = Math.max(1, Math.floor(maxCalls * (1 - shareOfPeople)));

  const start = async ({ tenantId, from, to, script, most = companyShares.bots.usual }: BotOrder) => {
    if ((talking.get(tenantId) ?? 0) >= most) throw Problem.overShare('bots', overShareWords('bots', most));
    // Counted before anything is waited for: many orders may come at once.
    count(tenantId, 1);
    try {
      const { legs } = await engine.snapshot();
      if (new Set(legs.map(({ call }) => call)).size >= mostBesideBots) {
        throw Problem.callRefused('Tổng đài đang gần hết đường gọi: khách thử nhường cho người thật, hãy thử lại sau');
      }
    } catch (error) {
      count(tenantId, -1);
      throw error;
    }
    const { id, ended } = engine.startBotCall({
      from,
      to,
      ...(script.voice === 'silent' ? {} : { wav: `bots/${script.voice}.wav` }),
      keys: timedKeysOf(script.digits),
      hangUpAfterMs: script.seconds * 1_000,
    });
    void ended.then(() => count(tenantId, -1)); // Never rejects: an engine that dies ends its bots.
    return id;
  };
  return { start, countOf: (tenantId: string): number => talking.get(tenantId) ?? 0 };
}

/** One key a second; a comma waits a second. */
export function timedKeysOf(digits: string): { afterMs: number; digits: string }[] {
  return digits
    .split('')
    .flatMap((digit, position) =>
      digit === ',' ? [] : [{ afterMs: firstKeyMs + position * eachKeyMs, digits: digit }],
    );
}
