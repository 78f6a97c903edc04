import { needsOf, overShareWords, type ShareName } from '@alo/contract';
import type { FastifyBaseLogger } from 'fastify';

import { audit } from '../../db/audit.ts';
import type { Db, InTenant } from '../../db/database.ts';
import { tellOverShare } from '../../db/over-share-told.ts';
import { tellRefused } from '../../db/refused-told.ts';
import type { OnOverShare, OnRefused, OnTried, RefusedWhy } from '../../http/serve.ts';
import { type Actor, actorOf, type By } from '../../kernel/by.ts';

const quietMs = 60 * 60_000;
/** The database knows of the hour, for all processes. */
const oftenMs = 60_000;
const rememberedAtMost = 10_000;

/** Writes into the trail who asked for what they may not have: each session and call once an hour, so that nobody fills it. */
export function refusalRecorder({
  db,
  now,
  log,
}: {
  db: Pick<Db, 'inTenant' | 'directory'>;
  now: () => number;
  log: FastifyBaseLogger;
}): OnRefused {
  const isNew = newsOf(quietMs, now);
  // Codes are whatever somebody types: they make nobody forget what was told of others.
  const isNewOfCompany = newsOf(quietMs, now);

  /** Whose address it was hears of it too: from where, and of whom no more than that they are of elsewhere. */
  async function tellCompany(code: string, { network, requestId }: By): Promise<void> {
    const company = await db.directory.tenantByCode(code);
    if (company === undefined) return;
    const refused = { subject: 'tenant', subjectId: company.id, after: { signed_in_elsewhere: true } };
    await db.inTenant(company.id, (trx) => tellRefused(trx, { accountId: null, network, requestId }, refused));
  }

  return (by, { method, path, access }, why, company) => {
    const { sessionId, tenantId } = by.caller;
    const onError = (error: unknown) => log.warn({ err: error }, 'a refusal is not in the trail');
    if (company !== undefined && isNewOfCompany(company)) tellCompany(company, by).catch(onError);
    if (!isNew(keyOf[why](by, `${method} ${path}`))) return;
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
    }[why];
    db.inTenant(tenantId, (trx) => audit(trx, actorOf(by), entry)).catch(onError);
  };
}

/** Writes into the trail that a company was over a share, once an hour; a flood of refusals does not even ask the database each time. */
export function overShareRecorder({ inTenant, now, log }: OverShareDeps) {
  const isNew = newsOf(oftenMs, now);

  function tell(tenantId: string, over: Parameters<typeof tellOverShare>[1], actor?: Actor): void {
    if (!isNew(`${tenantId} ${over.share}`)) return;
    inTenant(tenantId, (trx) => tellOverShare(trx, over, actor)).catch((error: unknown) =>
      log.warn({ err: error }, 'that a company was over its share is not in the trail'),
    );
  }

  /** Where a request was refused. */
  const ofRequest: OnOverShare = (by, { method, path }, { share, message }) => {
    const over = { share, ...(message === undefined ? {} : { message }), subject: `${method} ${path}` };
    tell(by.caller.tenantId, over, actorOf(by));
  };
  return {
    ofRequest,
    /** Where there is no request. */
    ofCompany: (tenantId: string, share: ShareName, most?: number | null) =>
      tell(tenantId, { share, message: overShareWords(share, most ?? undefined) }),
  };
}

interface OverShareDeps {
  readonly inTenant: InTenant;
  readonly now: () => number;
  readonly log: Pick<FastifyBaseLogger, 'warn'>;
}

/** Writes into the trail what was refused for what it is: beyond one's own rights, or of somebody else. The same of one person once an hour. */
export function triedRecorder({ inTenant, now, log }: OverShareDeps): OnTried {
  const isNew = newsOf(oftenMs, now);
  return (by, { method, path }, subject, { code, message, details: { fields } }) => {
    const { tenantId, sessionId } = by.caller;
    const after = fields === undefined ? { code, message } : { code, fields };
    if (!isNew(JSON.stringify([sessionId, subject, after]))) return;
    inTenant(tenantId, (trx) =>
      tellRefused(trx, actorOf(by), { subject, subjectId: `${method} ${path}`, after }),
    ).catch((error: unknown) => log.warn({ err: error }, 'a refusal is not in the trail'));
  };
}

/** Of what it is told once: from where it comes is the same for whatever it asks. */
const keyOf: Readonly<Record<RefusedWhy, (by: By, asked: string) => string>> = {
  forbidden: ({ caller }, asked) => `${caller.sessionId} ${asked}`,
  wrong_network: ({ caller, network }) => `${caller.sessionId} ${network}`,
  wrong_company: ({ caller }) => `${caller.sessionId} wrong_company`,
};

/** Whether something was not told within this time. */
function newsOf(withinMs: number, now: () => number): (key: string) => boolean {
  const told = new Map<string, number>();
  return (key) => {
    const before = told.get(key);
    if (before !== undefined && before > now() - withinMs) return false;
    if (told.size >= rememberedAtMost) told.clear();
    told.set(key, now());
    return true;
  };
}
