import { endMyOtherSessions, endMySession, mySessions } from '@alo/contract';

import { audit } from '../../db/audit.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import { type ProofDeps, prove } from './second-factor/proof.ts';
import type { SessionStore } from './sessions.ts';

/** Where somebody is signed in, and how they end it from elsewhere. */
export const ownSessionRoutes = ({
  db,
  sessions,
  ...proof
}: ProofDeps & { readonly sessions: SessionStore }): Route[] => [
  route(mySessions, async ({ caller }) => ({
    data: (await db.inTenant(caller.tenantId, (trx) => sessions.own(trx, caller.accountId))).map((session) => ({
      ...session,
      current: session.id === caller.sessionId,
    })),
  })),

  route(endMySession, async (request) => {
    const { caller, params, body } = request;
    await prove({ db, ...proof }, caller, body.current_password);
    const ended = await db.inTenant(caller.tenantId, async (trx) => {
      const [own] = (await sessions.own(trx, caller.accountId)).filter(({ id }) => id === params.id);
      if (own === undefined) throw Problem.notFound();
      await audit(trx, actorOf(request), { action: 'end-session', subject: 'session', subjectId: own.id });
      return sessions.endOne(trx, own.id);
    });
    await sessions.announceEnded(caller.tenantId, ended);
    return {};
  }),

  route(endMyOtherSessions, async (request) => {
    const { caller, body } = request;
    await prove({ db, ...proof }, caller, body.current_password);
    const ended = await db.inTenant(caller.tenantId, async (trx) => {
      const ids = await sessions.endOthers(trx, caller);
      const entries = ids.map((id) => ({ action: 'end-session', subject: 'session', subjectId: id }));
      await audit(trx, actorOf(request), ...entries);
      return ids;
    });
    await sessions.announceEnded(caller.tenantId, ended);
    return { ended: ended.length };
  }),
];
