import { sql } from 'kysely';

import type { Actor } from '../kernel/by.ts';
import { audit } from './audit.ts';
import type { Trx } from './database.ts';

/** What was refused, and of what; `after` says why. */
interface Refused {
  readonly subject: string;
  readonly subjectId: string;
  readonly after: object;
}

/** Writes into the trail that something was refused: the same of one person once an hour, so that nobody fills it. */
export async function tellRefused(trx: Trx, actor: Actor, { subject, subjectId, after }: Refused): Promise<void> {
  const told = await trx
    .selectFrom('audit')
    .select('id')
    .where('action', '=', 'refused')
    .where('subject', '=', subject)
    .where(sql<boolean>`account_id is not distinct from ${actor.accountId}::uuid`)
    .where(sql<boolean>`after = ${JSON.stringify(after)}::jsonb`)
    .where('at', '>', sql<Date>`now() - interval '1 hour'`)
    .limit(1)
    .executeTakeFirst();
  if (told === undefined) await audit(trx, actor, { action: 'refused', subject, subjectId, after });
}

/** The same of an address that is no company's to ask, inside the operator's network or none at all; the operator is shown each time. */
export async function tellInside(trx: Trx, actor: Actor, refused: Refused): Promise<void> {
  await tellRefused(trx, actor, refused);
  const { accountId, network } = actor;
  await sql`select count_refusals(jsonb_build_array(jsonb_build_object('of_tenant', current_tenant(), 'who', ${accountId}::uuid,
    'kind', 'inside', 'asked', ${refused.subject}::text, 'network', ${network}::text, 'tries', 1)))`.execute(trx);
}
