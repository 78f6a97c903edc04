import { needsOf } from '@alo/contract';
import type { FastifyBaseLogger } from 'fastify';

import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/database.ts';
import type { OnRefused, RefusedWhy } from '../../http/serve.ts';
import { actorOf, type By } from '../../kernel/by.ts';

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
    const key = keyOf[why](by, `${method} ${path}`);
    const before = told.get(key);
    if (before !== undefined && before > now() - quietMs) return;
    if (told.size >= rememberedAtMost) told.clear();
    told.set(key, now());
    const entry = {
      forbidden: {
        action: 'refused',
        subject: 'permission',
        subjectId: `${method} ${path}`,
        after: { needs: needsOf(access) },
      },
      wrong_network: {
        action: 'refused',
        subject: 'api_key',
        subjectId: sessionId,
        after: { wrong_network: by.network },
      },
      wrong_company: {
        action: 'refused',
        subject: 'tenant',
        subjectId: `${method} ${path}`,
        after: { wrong_company: true },
      },
      over_share: {
        action: 'refused',
        subject: 'share',
        subjectId: `${method} ${path}`,
        after: { code: 'over_share' },
      },
    }[why];
    db.inTenant(tenantId, (trx) => audit(trx, actorOf(by), entry)).catch((error: unknown) =>
      log.warn({ err: error }, 'a refusal is not in the trail'),
    );
  };
}

/** Of what it is told once: from where it comes is the same for whatever it asks, and too much is too much of the company. */
const keyOf: Readonly<Record<RefusedWhy, (by: By, asked: string) => string>> = {
  forbidden: ({ caller }, asked) => `${caller.sessionId} ${asked}`,
  wrong_network: ({ caller, network }) => `${caller.sessionId} ${network}`,
  wrong_company: ({ caller }) => `${caller.sessionId} wrong_company`,
  over_share: ({ caller }) => `${caller.tenantId} over_share`,
};
