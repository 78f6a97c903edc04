import { lookAs } from '@alo/contract';

import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import type { SessionStore } from './sessions.ts';

/** "Xem như" (view as): a person of the top role opens a session that sees what another person or role sees. */
export const viewAsRoutes = ({ db, sessions }: { db: Db; sessions: SessionStore }): Route[] => [
  route(lookAs, async (request) => {
    const { caller, body, network, userAgent } = request;
    const whom = await db.inTenant(caller.tenantId, (trx) => whomOf(trx, body));
    if (whom === undefined) throw Problem.notFound();
    const look = await sessions.look(caller, { [body.kind]: body.id, network, userAgent }, (trx, expiresAt) =>
      audit(trx, actorOf(request), {
        action: 'look-as',
        subject: body.kind,
        subjectId: body.id,
        after: { name: whom.name, until: expiresAt },
      }),
    );
    return { ...look, user: whom.user };
  }),
];

/** Who is deactivated sees nothing. */
async function whomOf(trx: Trx, { kind, id }: { kind: 'account' | 'role'; id: string }) {
  if (kind === 'role') {
    const role = await trx.selectFrom('role').where('id', '=', id).select(['name', 'permissions']).executeTakeFirst();
    return role && { name: role.name, user: role };
  }
  const person = await trx
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.role_id')
    .where('account.id', '=', id)
    .where('account.active', '=', true)
    .select(['account.name', 'role.name as role_name', 'role.permissions'])
    .executeTakeFirst();
  return person && { name: person.name, user: { name: person.role_name, permissions: person.permissions } };
}
