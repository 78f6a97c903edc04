import { audit } from '../../db/audit.ts';
import type { Trx } from '../../db/database.ts';
import { newId } from '../../kernel/new-id.ts';
import { queueDelivery } from './deliveries.ts';

/** A receiver that took nothing so often in a row rests: it costs ten seconds each time. */
export const failuresToRest = 5;
const minuteMs = 60_000;
const longestRestMs = 15 * minuteMs;
/** Within this time who tries a receiver out has found out. */
const probeMs = minuteMs;
/** What waits is told at once when a receiver is back; the rest of it follows at its own time. */
const freedAtOnce = 500;

/** A minute, and twice as long for each failure more. */
const restMs = (failures: number) => Math.min(longestRestMs, minuteMs * 2 ** (failures - failuresToRest));

const nobody = { accountId: null, network: '', requestId: '' };

/**
 * Until when a receiver rests; undefined where it can be told. When its rest is over one delivery tries it out (the first to ask), and the others
 * wait for what comes of it.
 */
export async function restOf(trx: Trx, webhookId: string, now: number): Promise<Date | undefined> {
  const rest = await trx
    .selectFrom('webhook_rest')
    .where('webhook_id', '=', webhookId)
    .select('until')
    .forUpdate()
    .executeTakeFirst();
  const until = rest?.until ?? undefined;
  if (until === undefined || until.getTime() > now) return until;
  await trx
    .updateTable('webhook_rest')
    .set({ until: new Date(now + probeMs) })
    .where('webhook_id', '=', webhookId)
    .execute();
  return undefined;
}

/** The receiver has taken something: what waited for it goes on. */
export async function hasTaken(trx: Trx, webhookId: string, now: number): Promise<void> {
  const rest = await trx
    .deleteFrom('webhook_rest')
    .where('webhook_id', '=', webhookId)
    .returning('until')
    .executeTakeFirst();
  if (rest === undefined || rest.until === null) return;
  await audit(trx, nobody, { action: 'resume', subject: 'webhook', subjectId: webhookId });
  const waiting = await trx
    .selectFrom('webhook_delivery')
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .orderBy('created_at')
    .limit(freedAtOnce)
    .select('id')
    .execute();
  for (const { id } of waiting) await queueDelivery(trx, id, new Date(now));
}

/** The receiver has not taken something. Answers whether it begins to rest. */
export async function hasRefused(trx: Trx, webhookId: string, now: number): Promise<boolean> {
  const { failures } = await trx
    .insertInto('webhook_rest')
    .values({ id: newId(), webhook_id: webhookId, failures: 1 })
    .onConflict((row) =>
      row.columns(['tenant_id', 'webhook_id']).doUpdateSet((rest) => ({
        failures: rest('webhook_rest.failures', '+', 1),
      })),
    )
    .returning('failures')
    .executeTakeFirstOrThrow();
  if (failures < failuresToRest) return false;
  const until = new Date(now + restMs(failures));
  await trx.updateTable('webhook_rest').set({ until }).where('webhook_id', '=', webhookId).execute();
  if (failures > failuresToRest) return false;
  await audit(trx, nobody, { action: 'rest', subject: 'webhook', subjectId: webhookId, after: { until } });
  return true;
}
