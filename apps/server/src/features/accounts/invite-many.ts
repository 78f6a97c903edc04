import { accounts, invitedAtMost, type inviteMany, type inviteOutcomes, type ParsedRequestOf } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import type { By } from '../../kernel/by.ts';
import { hasCode } from '../../kernel/has-code.ts';
import { Problem } from '../../kernel/problem.ts';
import { isAbove } from '../../kernel/rights.ts';
import { resourceStore } from '../../resource/store.ts';
import { account } from './accounts.ts';
import { seatsOf } from './seats.ts';
import { type LinkDeps, sendLink } from './send-link.ts';

type Body = ParsedRequestOf<typeof inviteMany>['body'];
type Outcome = keyof typeof inviteOutcomes;

interface Guest {
  readonly name: string;
  readonly email: string;
  readonly outcome: Outcome;
  /** Of the account that is there already. */
  readonly id?: string;
}

interface Guests {
  readonly guests: readonly Guest[];
  /** So many more wait. */
  readonly left: number;
}

export type InviteDeps = LinkDeps & Parameters<typeof resourceStore>[0];

/** Makes accounts and sends invitations, each on its own: what one line has wrong costs the others nothing. */
export async function invitePeople(deps: InviteDeps, by: By, body: Body) {
  const { guests, left } = await deps.db.inTenant(by.caller.tenantId, (trx) =>
    body.people.length === 0 ? waiting(trx, by) : lookAt(trx, by, body),
  );
  const data = [];
  const inviting = { ...deps, sendMail: untilSilent(deps.sendMail) };
  for (const guest of guests) data.push(body.check ? shown(guest) : await inviteOne(inviting, by, body, guest));
  return { data, left };
}

/** A mail server that says nothing is waited for by one letter: two hundred would wait for an hour, and nobody for them. */
function untilSilent(send: LinkDeps['sendMail']): LinkDeps['sendMail'] {
  let silence: Error | undefined;
  return async (letter) => {
    if (silence !== undefined) throw silence;
    await send(letter).catch((error: unknown) => {
      if (error instanceof Error && hasCode(error, 'ETIMEDOUT')) silence = error;
      throw error;
    });
  };
}

const shown = ({ name, email, outcome }: Guest, words = '') => ({
  name,
  email,
  outcome,
  words,
  url: null,
  sent: false,
  kept: false,
});

async function inviteOne(deps: InviteDeps, by: By, body: Body, guest: Guest) {
  if (guest.outcome !== 'new' && guest.outcome !== 'again') return shown(guest);
  try {
    const { role_id, department_id, team_id } = body;
    const input = { name: guest.name, email: guest.email, role_id, department_id, team_id };
    const id = guest.id ?? (await resourceStore(deps, account).insert(by, accounts.input.parse(input))).id;
    const { url, sent, kept } = await sendLink(deps, by, id, 'invite');
    return { ...shown(guest), url: sent && !kept ? null : url, sent, kept };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const [why] = Object.values(error.details.fields ?? {});
    return shown({ ...guest, outcome: 'refused' }, why ?? error.message);
  }
}

/** What would come of each, before anything is done. */
async function lookAt(trx: Trx, by: By, { people, role_id }: Body): Promise<Guests> {
  if (role_id === null) throw Problem.invalid({ role_id: 'Hãy chọn vai trò' });
  const role = await trx
    .selectFrom('role')
    .where('id', '=', role_id)
    .select(['name', 'permissions', 'scope'])
    .executeTakeFirst();
  if (role === undefined) throw Problem.noSuchChoice({ role_id: 'Vai trò này không còn nữa' });
  if (isAbove(role, by.caller.role)) {
    throw Problem.invalid({ role_id: 'Vai trò này có quyền hoặc phạm vi mà chính bạn không có' }).toldAs('role');
  }
  const emails = people.map(({ email }) => email.toLowerCase());
  const there = await trx
    .selectFrom('account')
    .where((row) => row(row.fn<string>('lower', ['email']), 'in', emails))
    .select(['id', 'email', 'active', 'password_hash'])
    .execute();
  const { max_user: seats, current_user: taken } = await seatsOf(trx);
  let free = seats === null ? Number.POSITIVE_INFINITY : seats - taken;
  const before = new Set<string>();
  const guests = people.map(({ name, email }): Guest => {
    const key = email.toLowerCase();
    const guest = { name: name === '' ? (email.split('@')[0] ?? email) : name, email };
    if (before.has(key)) return { ...guest, outcome: 'twice' };
    before.add(key);
    const present = there.find((one) => one.email.toLowerCase() === key);
    if (present !== undefined) {
      if (!present.active) return { ...guest, outcome: 'inactive' };
      return present.password_hash === null
        ? { ...guest, outcome: 'again', id: present.id }
        : { ...guest, outcome: 'there' };
    }
    if (!accounts.input.shape.email.safeParse(email).success) return { ...guest, outcome: 'invalid' };
    free -= 1;
    return { ...guest, outcome: free < 0 ? 'no-seat' : 'new' };
  });
  return { guests, left: 0 };
}

/** Who was added, as by a file, and has no password yet; who may do more than the caller is not theirs to invite. */
async function waiting(trx: Trx, { caller }: By): Promise<Guests> {
  const roles = await trx.selectFrom('role').select(['id', 'name', 'permissions', 'scope']).execute();
  const within = roles.filter((role) => !isAbove(role, caller.role)).map(({ id }) => id);
  const found = trx
    .selectFrom('account')
    .where('active', '=', true)
    .where('password_hash', 'is', null)
    .where('email', '<>', '')
    .where(sql<boolean>`role_id = any(${within}::uuid[])`);
  const lastInvited = sql`(select max(created_at) from one_use_link where account_id = account.id and kind = 'invite')`;
  const rows = await found
    .orderBy(sql`${lastInvited} nulls first`)
    .orderBy('id')
    .limit(invitedAtMost)
    .select(['id', 'name', 'email'])
    .execute();
  const { total } = await found.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  return { guests: rows.map((row) => ({ ...row, outcome: 'again' })), left: total - rows.length };
}
