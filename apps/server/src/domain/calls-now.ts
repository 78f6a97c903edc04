import type { Reply, Wanted } from '@alo/call-core';
import { myCalls } from '@alo/contract';
import type { z } from 'zod';

import { Problem } from '../kernel/problem.ts';
import type { PhoneState } from './presence.ts';

/** What one of our people does on the phone, customers' numbers in full: who shows it hides what has to be hidden. */
export const ownCalls = myCalls.result;
export type OwnCalls = z.input<typeof ownCalls>;
export type OwnCall = OwnCalls['data'][number];

/**
 * What the switchboard knows at this moment, and what can be asked of it. The calls of a tenant may run in another process, so
 * every answer is waited for. Refuses with `unavailable` where nobody has them, except that then no phone is known.
 */
export interface CallsNow {
  /** What the phones of these extensions do; who has none is not in it. */
  phones(tenantId: string, extensions: readonly string[]): Promise<ReadonlyMap<string, PhoneState>>;
  /** The conversations that the person at an extension is in, and what their phones do. */
  ownCalls(tenantId: string, extension: string): Promise<OwnCalls>;
  /**
   * The number outside of a conversation that an extension has or had a part in, from its first moment to some minutes after its
   * end; undefined where there is no such conversation, or nobody outside in it.
   */
  outsideNumber(
    tenantId: string,
    of: { readonly call: string; readonly extension: string },
  ): Promise<string | undefined>;
  /** How a call was routed so far; undefined where there is no such call going on. */
  trace(tenantId: string, callId: string): Promise<unknown>;
  /** The same id twice is one request. */
  request(tenantId: string, request: CallRequest): Promise<Reply>;
}

/** As long as nobody runs the calls, what is stored of them is all that is known. */
export function unlessAway(error: unknown): undefined {
  if (!(error instanceof Problem) || error.code !== 'unavailable') throw error;
}

export interface CallRequest {
  readonly id: string;
  /** The extension of whoever asks; null is the company itself. */
  readonly by: string | null;
  readonly what: Wanted;
}
