import { accounts, type inviteMany, type inviteOutcomes, type ParsedRequestOf } from '@alo/contract';

import type { Trx } from '../../db/database.ts';
import type { By } from '../../kernel/by.ts';
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

export type InviteDeps = LinkDeps & Parameters<typeof resourceStore>[0];

/** Makes accounts and sends invitations, each on its own: what one line has wrong costs the others nothing. */
export async function invite(deps: InviteDeps, by: By, body: Body) {
  const guests = await deps.db.inTenant(by.caller.tenantId, (trx) => lookAt(trx, by, body));
  const data = [];
  for (const guest of guests) data.push(body.check ? shown(guest) : await inviteOne(deps, by, body, guest));
  return { data };
}

const shown = ({ name, email, outcome }: Guest, words = '') => ({
  name,
  email,
  outcome,
  words,
  url: null,
  sent: false,
});

async function inviteOne(deps: InviteDeps, by: By, body: Body, guest: Guest) {
  if (guest.outcome !== 'new' && guest.outcome !== 'again') return shown(guest);
  try {
    const { role_id, department_id, team_id } = body;
    const input = { name: guest.name, email: guest.email, role_id, department_id, team_id };
    const id = guest.id ?? (await resourceStore(deps, account).insert(by, accounts.input.parse(input))).id;
    const { url, sent } = await sendLink(deps, by, id, 'invite');
    return { ...shown(guest), url: sent ? null : url, sent };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const [why] = Object.values(error.details.fields ?? {});
    return shown({ ...guest, outcome: 'refused' }, why ?? error.message);
  }
}

/** What would come of each, before anything is done. */
async function lookAt(trx: Trx, by: By, { people, role_id }: Body): Promise<Guest[]> {
  if (people.length === 0) return waiting(trx, by);
  if (role_id === null) throw Problem.invalid({ role_id: 'Hãy chọn vai trò' });
  const role = await trx
    .selectFrom('role')
    .where('id', '=', role_id)
    .select(['name', 'permissions', 'scope'])
    .executeTakeFirst();
  if (role === undefined) throw Problem.invalid({ role_id: 'Vai trò này không còn nữa' });
  if (isAbove(role, by.caller.role)) {
    throw Problem.invalid({ role_id: 'Vai trò này có quyền hoặc phạm vi mà chính bạn không có' });
  }
  const emails = people.map(({ email }) => email.toLowerCase());
  const there = await trx
    .selectFrom('account')
    .where((row) => row(row.fn<string>('lower', ['email']), 'in', emails))
    .select(['id', 'email', 'active', 'password_hash'])
    .execute();
  const { max_user: seats, current_user: taken } = await seatsOf(trx);
  let left = seats === null ? Number.POSITIVE_INFINITY : seats - taken;
  const before = new Set<string>();
  return people.map(({ name, email }): Guest => {
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
    left -= 1;
    return { ...guest, outcome: left < 0 ? 'no-seat' : 'new' };
  });
}

/** Everybody who was added, as by a file, and has no password yet; who may do more than the caller is not theirs to invite. */
async function waiting(trx: Trx, { caller }: By): Promise<Guest[]> {
  const rows = await trx
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.role_id')
    .where('account.active', '=', true)
    .where('account.password_hash', 'is', null)
    .where('account.email', '<>', '')
    .orderBy('account.id')
    .limit(200)
    .select(['account.id', 'account.name', 'account.email'])
    .select(['role.name as role_name', 'role.permissions', 'role.scope'])
    .execute();
  return rows
    .filter(({ role_name, permissions, scope }) => !isAbove({ name: role_name, permissions, scope }, caller.role))
    .map(({ id, name, email }) => ({ id, name, email, outcome: 'again' }));
}
