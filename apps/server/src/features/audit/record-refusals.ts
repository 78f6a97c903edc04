import { needsOf } from '@alo/contract';
import type { FastifyBaseLogger } from 'fastify';

import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/database.ts';
import type { OnRefused } from '../../http/serve.ts';
import { actorOf } from '../../kernel/by.ts';

const quietMs = 60 * 60_000;
const rememberedAtMost = 10_000;

/** Writes into the trail who asked for what they may not have: each session and call once an hour, so that nobody fills it. */
export function refusalRecorder({
  db,
  now,
  log,
}: {
  db: Pick<Db, 'inTenant'>;
  now: () => number;
  log: FastifyBaseLogger;
}): OnRefused {
  const told = new Map<string, number>();
  return (by, { method, path, access }) => {
    const { sessionId, tenantId } = by.caller;
    const key = `${sessionId} ${method} ${path}`;
    const before = told.get(key);
    if (before !== undefined && before > now() - quietMs) return;
    if (told.size >= rememberedAtMost) told.clear();
    told.set(key, now());
    const entry = { action: 'refused', subject: 'permission', subjectId: `${method} ${path}` };
    db.inTenant(tenantId, (trx) => audit(trx, actorOf(by), { ...entry, after: { needs: needsOf(access) } })).catch(
      (error: unknown) => log.warn({ err: error }, 'a refusal is not in the trail'),
    );
  };
}
