import type { Reply, Wanted } from '@alo/call-core';
import { myCall } from '@alo/contract';
import { z } from 'zod';

import type { PhoneState } from './presence.ts';

/** A conversation as one of our people is in it, customers' numbers in full: who shows it hides what has to be hidden. */
export const ownCall = myCall;
export type OwnCall = z.input<typeof ownCall>;

/**
 * What the switchboard knows at this moment, and what can be asked of it. The calls of a tenant may run in another process, so
 * every answer is waited for. Refuses with `unavailable` where nobody has them, except that then no phone is known.
 */
export interface CallsNow {
  /** What the phones of these extensions do; who has none is not in it. */
  phones(tenantId: string, extensions: readonly string[]): Promise<ReadonlyMap<string, PhoneState>>;
  /** The conversations that the person at an extension is in. */
  ownCalls(tenantId: string, extension: string): Promise<readonly OwnCall[]>;
  /** How a call was routed so far; undefined where there is no such call going on. */
  trace(tenantId: string, callId: string): Promise<unknown>;
  /** The same id twice is one request. */
  request(tenantId: string, request: CallRequest): Promise<Reply>;
}

export interface CallRequest {
  readonly id: string;
  /** The extension of whoever asks. */
  readonly by: string;
  readonly what: Wanted;
}
