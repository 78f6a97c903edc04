import type { Caller } from '../kernel/caller.ts';
import { type CallsNow, unlessAway } from './calls-now.ts';

/**
 * The number outside in a conversation of one's own, as it is known where it runs: the history may not have it yet, and has it before it
 * is forgotten there.
 */
export async function numberNow(
  calls: Pick<CallsNow, 'outsideNumber'>,
  { tenantId, extension }: Pick<Caller, 'tenantId' | 'extension'>,
  call: string,
): Promise<string | undefined> {
  return extension === null ? undefined : calls.outsideNumber(tenantId, { call, extension }).catch(unlessAway);
}
