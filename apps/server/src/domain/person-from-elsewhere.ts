import { sql } from 'kysely';

import { audit } from '../db/audit.ts';
import type { Trx } from '../db/database.ts';
import type { Actor } from '../kernel/by.ts';
import { newId } from '../kernel/new-id.ts';
import { Problem } from '../kernel/problem.ts';

interface Claims {
  readonly email: string;
  readonly name: string;
}

/** The account that an e-mail is of, by the word of the company's provider or directory: one that is there, or a new one where the company wants that. */
export async function accountOf(
  trx: Trx,
  { email, name }: Claims,
  { create_people, role_id }: { readonly create_people: boolean; readonly role_id: string | null },
  { network, requestId }: Omit<Actor, 'accountId'>,
): Promise<string> {
  const there = await accountWith(trx, email);
  if (there?.active === true) return there.id;
  if (there !== undefined) throw Problem.providerFailed(`Tài khoản ${email} đang ngừng hoạt động`);
  if (!create_people || role_id === null) {
    throw Problem.providerFailed(`Công ty chưa có tài khoản cho ${email}. Hãy nhờ người quản trị thêm`);
  }
  if (!(await isOfCompany(trx, email))) {
    throw Problem.providerFailed(`Email ${email} không thuộc tên miền của công ty. Hãy nhờ người quản trị thêm`);
  }
  // Seats are counted one after the other, as wherever accounts are made.
  await sql`select pg_advisory_xact_lock(hashtextextended('accounts ' || current_tenant()::text, 0))`.execute(trx);
  const { seats, taken } = await trx
    .selectFrom('tenant')
    .select(['seats', sql<number>`(select count(*) from account where active)`.as('taken')])
    .executeTakeFirstOrThrow();
  if (seats !== null && taken >= seats) throw Problem.providerFailed('Công ty đã dùng hết chỗ');
  const id = newId();
  const shown = name.trim() === '' ? email : name.trim().slice(0, 200);
  await trx.insertInto('account').values({ id, name: shown, email, role_id }).execute();
  const entry = { action: 'create', subject: 'account', subjectId: id, after: { name: shown, email, role_id } };
  await audit(trx, { accountId: null, network, requestId }, entry);
  return id;
}

/** The account that has an e-mail, in whatever case. */
export const accountWith = (trx: Trx, email: string) =>
  trx
    .selectFrom('account')
    .where(sql<boolean>`lower(normalize(email) collate "und-x-icu") = lower(normalize(${email}) collate "und-x-icu")`)
    .select(['id', 'name', 'active'])
    .executeTakeFirst();

export const hasRole = async (trx: Trx, id: string): Promise<boolean> =>
  (await trx.selectFrom('role').where('id', '=', id).select('id').executeTakeFirst()) !== undefined;

/** Domains in which anybody gets a mailbox. */
const open = [
  'gmail.com',
  'googlemail.com',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'yahoo.com',
  'yahoo.com.vn',
  'icloud.com',
];

/** At a provider that serves everybody (Google, Microsoft) a stranger has an account, too: whoever is added has a domain of the company's. */
async function isOfCompany(trx: Trx, email: string): Promise<boolean> {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const colleague = await trx
    .selectFrom('account')
    .where('active', '=', true)
    .where(sql<boolean>`lower(split_part(email, '@', 2)) = ${domain}`)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return !open.includes(domain) && colleague !== undefined;
}
