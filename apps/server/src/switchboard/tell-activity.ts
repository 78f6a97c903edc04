import { unlessAway } from '../domain/calls-now.ts';
import type { Caller } from '../kernel/caller.ts';
import { newId } from '../kernel/new-id.ts';
import type { Switchboard } from './switchboard.ts';

/** The status “Sẵn sàng” of the contract. */
const ready = 1;

/**
 * Tells the calls which status a person has, by their own choice or that of who supervises them. Choosing to be ready, also once more, ends the wrap-up of a call and a pause
 * that queues made by themselves.
 */
export async function setActivityOf(
  switchboard: Pick<Switchboard, 'agentStatus' | 'request'>,
  { tenantId, extension }: Pick<Caller, 'tenantId' | 'extension'>,
  {
    status,
    reason,
    by,
  }: {
    readonly status: Parameters<Switchboard['agentStatus']>[1]['activity'];
    readonly reason: string;
    /** The extension of whoever chose it; null where they have none. */
    readonly by: string | null;
  },
): Promise<void> {
  if (extension === null) return;
  switchboard.agentStatus(tenantId, { extension, activity: status, reason: reason === '' ? null : reason });
  if (status !== ready) return;
  const what = { kind: 'ready', extension } as const;
  await switchboard.request(tenantId, { id: newId(), by, what }).catch(unlessAway);
}
