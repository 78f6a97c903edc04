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
  return (by, { method, path, access }, why) => {
    const { sessionId, tenantId } = by.caller;
    // From where it comes is the same for whatever it asks.
    const key = why === 'wrong_network' ? `${sessionId} ${by.network}` : `${sessionId} ${method} ${path}`;
    const before = told.get(key);
    if (before !== undefined && before > now() - quietMs) return;
    if (told.size >= rememberedAtMost) told.clear();
    told.set(key, now());
    const entry =
      why === 'wrong_network'
        ? { action: 'refused', subject: 'api_key', subjectId: sessionId, after: { wrong_network: by.network } }
        : {
            action: 'refused',
            subject: 'permission',
            subjectId: `${method} ${path}`,
            after: { needs: needsOf(access) },
          };
    db.inTenant(tenantId, (trx) => audit(trx, actorOf(by), entry)).catch((error: unknown) =>
      log.warn({ err: error }, 'a refusal is not in the trail'),
    );
  };
}
