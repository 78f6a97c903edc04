import { superAdmin } from '@alo/contract';

import type { Trx } from '../../db/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { callerFrom, peopleWhoMaySignIn } from './account-callers.ts';

/** The part of a session that says through whose eyes it looks. */
export interface Look {
  readonly look_account_id: string | null;
  readonly look_role_id: string | null;
  readonly expires_at: Date;
}

/**
 * The caller of a "view as" session, as long as its owner has the top role: the chosen person, or the owner with the chosen
 * role.
 */
export async function viewAsCaller(trx: Trx, own: Caller, look: Look, at: Date): Promise<Caller | undefined> {
  if (own.role.name !== superAdmin) return undefined;
  const lookedAs = { by: { accountId: own.accountId, name: own.name }, until: look.expires_at };
  if (look.look_account_id !== null) {
    const person = await peopleWhoMaySignIn(trx, at).where('account.id', '=', look.look_account_id).executeTakeFirst();
    return person && { ...callerFrom(person, { id: own.sessionId, mustSetUp: false }), lookedAs };
  }
  const role = await trx
    .selectFrom('role')
    .where('id', '=', look.look_role_id)
    .select(['name', 'permissions', 'scope'])
    .executeTakeFirst();
  // A role has no phone.
  return role && { ...own, role, extension: null, lookedAs };
}
