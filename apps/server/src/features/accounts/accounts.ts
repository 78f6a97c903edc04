import { accountStates, accounts, type StoredRowOf, superAdmin } from '@alo/contract';
import { sql } from 'kysely';
import type { Trx } from '../../db/database.ts';
import { automationsThatUse } from '../../domain/automations-that-name.ts';
import { holderOfNumber } from '../../domain/internal-numbers.ts';
import { endLinks } from '../../domain/one-use-links.ts';
import type { Caller } from '../../kernel/caller.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import { isAbove } from '../../kernel/rights.ts';
import { byName } from '../../resource/importing/import-field.ts';
import { type Change, resource } from '../../resource/resource.ts';
import { seatsOf } from './seats.ts';

const live = sql`from session where session.account_id = account.id and session.ended_at is null and session.begun_by is null
  and session.expires_at > now()`;

/** People who may sign in. What keeps the company whole is asked in the transaction of every change, whichever way it comes. */
export const account = resource(accounts, {
  table: 'account',
  calls: 'none',
  search: ['name', 'email', 'phone', 'extension', 'role_name', 'department_name', 'team_name'],
  referredToBy: [
    automationsThatUse('account_id'),
    { table: 'customer', column: 'user_id', kind: 'Khách hàng' },
    { table: 'survey_campaign', column: 'low_account_id', kind: 'Khảo sát' },
    { table: 'data_source', column: 'user_id', kind: 'Nguồn dữ liệu' },
    {
      table: 'campaign_member',
      column: 'account_id',
      kind: 'Chiến dịch gọi ra',
      id: 'campaign_id',
      name: sql<string>`(select campaign.name from campaign where campaign.id = campaign_member.campaign_id)`,
    },
    {
      table: 'sampling_scorer',
      column: 'account_id',
      kind: 'Luật lấy mẫu',
      id: 'sampling_rule_id',
      name: sql<string>`(select sampling_rule.name from sampling_rule where sampling_rule.id = sampling_scorer.sampling_rule_id)`,
    },
    {
      table: 'mailed_report_person',
      column: 'account_id',
      kind: 'Báo cáo qua thư',
      id: 'mailed_report_id',
      name: sql<string>`(select mailed_report.name from mailed_report where mailed_report.id = mailed_report_person.mailed_report_id)`,
    },
    { table: 'project_member', column: 'account_id', kind: 'Dự án', id: 'project_id', name: projectName() },
    { table: 'team_leader', column: 'account_id', kind: 'Trưởng nhóm', id: 'team_id', name: placeName('team') },
    {
      table: 'department_leader',
      column: 'account_id',
      kind: 'Trưởng phòng',
      id: 'department_id',
      name: placeName('department'),
    },
    // What somebody has done carries their name: who was here once is deactivated, and stays.
    {
      table: 'session',
      column: 'account_id',
      kind: 'Đã đăng nhập',
      name: sql<string>`to_char(created_at, 'DD/MM/YYYY HH24:MI')`,
    },
  ],
  goesAlong: [{ table: 'kpi', column: 'account_id' }],
  rows: (trx) =>
    trx
      .selectFrom('account')
      .innerJoin('role', 'role.id', 'account.role_id')
      .leftJoin('department', 'department.id', 'account.department_id')
      .leftJoin('branch', 'branch.id', 'department.branch_id')
      .leftJoin('team', 'team.id', 'account.team_id')
      .select(['account.id', 'account.name', 'account.email', 'account.phone', 'account.extension', 'account.active'])
      .select(['account.role_id', 'account.department_id', 'account.team_id', 'department.branch_id'])
      .select(['account.version', 'account.created_at', 'account.updated_at'])
      .select(['role.name as role_name', 'branch.name as branch_name'])
      .select(['department.name as department_name', 'team.name as team_name'])
      .select([
        sql<keyof typeof accountStates>`case when not account.active then 'inactive'
          when account.password_hash is null then 'invited' else 'active' end`.as('state'),
        sql<boolean>`exists (select from account_totp
            where account_totp.account_id = account.id and account_totp.confirmed_at is not null)
          or exists (select from passkey where passkey.account_id = account.id)`.as('second_factor'),
        sql<number>`(select count(*) ${live})`.as('session_count'),
        sql<Date | null>`(select max(session.last_seen_at) ${live})`.as('last_seen_at'),
      ]),
  filters: { branch_id: (id) => sql`row.branch_id = ${id}` },
  after: async (trx, { caller }, change) => {
    await keepWithinRights(trx, caller, change);
    await keepRunning(trx, caller, change);
    if (change.kind !== 'deleted') await giveNumber(trx, change.after);
    if (change.kind === 'updated' && losesLinks(change.before, change.after)) await endLinks(trx, change.after.id);
  },
  imports: {
    keys: ['email'],
    fields: {
      role_id: byName('Vai trò', 'role'),
      department_id: byName('Phòng ban', 'department'),
      team_id: byName('Nhóm', 'team'),
    },
  },
  sheet: {
    name: 'Họ tên',
    email: 'Email',
    phone: 'Số điện thoại',
    role_name: 'Vai trò',
    branch_name: 'Chi nhánh',
    department_name: 'Phòng ban',
    team_name: 'Nhóm',
    extension: 'Máy nhánh',
    state: { heading: 'Trạng thái', cell: (state) => accountStates[state] },
    last_seen_at: 'Hoạt động gần nhất',
    created_at: 'Ngày tạo',
  },
});

/** Of a row that says who leads it. */
function placeName(place: 'team' | 'department') {
  return sql<string>`(select its.name from ${sql.table(place)} as its where its.id = ${sql.ref(`${place}_leader.${place}_id`)})`;
}

function projectName() {
  return sql<string>`(select project.name from project where project.id = project_member.project_id)`;
}

type Row = StoredRowOf<typeof accounts>;

/** Whoever reads letters at the old address is let in by none of them, and an invitation that was withdrawn stays so. */
const losesLinks = (before: Row, after: Row): boolean =>
  before.email !== after.email || (before.active === true && after.active !== true);

/** Nobody gives somebody more than they have themselves, or touches who has more. */
async function keepWithinRights(trx: Trx, caller: Caller, change: Change<Row>): Promise<void> {
  if (caller.role.name === superAdmin) return;
  const [before, after] = [
    'before' in change ? change.before : undefined,
    'after' in change ? change.after : undefined,
  ];
  const roles = await rolesOf(trx, [before?.role_id, after?.role_id]);
  const exceeds = (id: string | undefined) => roles.some((role) => role.id === id && isAbove(role, caller.role));
  if (exceeds(before?.role_id)) throw Problem.refused('forbidden');
  if (exceeds(after?.role_id)) {
    throw Problem.invalid({ role_id: 'Vai trò này có quyền hoặc phạm vi mà chính bạn không có' }).toldAs('role');
  }
}

const rolesOf = (trx: Trx, ids: readonly (string | undefined)[]) =>
  trx
    .selectFrom('role')
    .select(['id', 'name', 'permissions', 'scope'])
    .where('id', 'in', Array.from(ids.filter((id) => id !== undefined)))
    .execute();

/** What the company as a whole must keep to: somebody at the top, no more people than it has seats for. */
async function keepRunning(trx: Trx, caller: Caller, change: Change<Row>): Promise<void> {
  const [before, after] = [
    'before' in change ? change.before : undefined,
    'after' in change ? change.after : undefined,
  ];
  const isActive = after?.active ?? false;
  if (before?.id === caller.accountId && !isActive) {
    throw Problem.invalid({ active: 'Bạn không thể tự ngừng hoặc xoá tài khoản của chính mình' });
  }
  const leavesTop = before?.role_name === superAdmin && before.active && !(isActive && after?.role_name === superAdmin);
  const takesSeat = isActive && before?.active !== true;
  if (!leavesTop && !takesSeat) return;
  // One after the other: two who both see a last one, or a last seat, would both be right.
  await sql`select pg_advisory_xact_lock(hashtextextended('accounts ' || current_tenant()::text, 0))`.execute(trx);
  if (leavesTop && (await topsLeft(trx)) === 0) {
    const words = 'Công ty phải còn ít nhất một quản trị cao nhất đang hoạt động';
    throw Problem.invalid(after?.active === before.active ? { role_id: words } : { active: words });
  }
  if (takesSeat) {
    const { max_user: seats, current_user: taken } = await seatsOf(trx);
    if (seats !== null && taken > seats) {
      throw Problem.invalid({
        active: `Công ty có ${seats} chỗ và đã dùng hết. Hãy ngừng một tài khoản khác hoặc mua thêm chỗ`,
      });
    }
  }
}

async function topsLeft(trx: Trx): Promise<number> {
  const { left } = await trx
    .selectFrom('account')
    .innerJoin('role', 'role.id', 'account.role_id')
    .where('role.name', '=', superAdmin)
    .where('account.active', '=', true)
    .select(sql<number>`count(*)`.as('left'))
    .executeTakeFirstOrThrow();
  return left;
}

/** A number that nobody has set up yet is there from now on, so that the phone rings at once; one that leads elsewhere is refused. */
async function giveNumber(trx: Trx, { extension, name }: Row): Promise<void> {
  if (extension === null || extension === undefined) return;
  const there = await trx.selectFrom('extension').where('number', '=', extension).select('id').executeTakeFirst();
  if (there !== undefined) return;
  const id = newId();
  const taken = await holderOfNumber(trx, { id, number: extension });
  if (taken !== undefined) throw Problem.invalid({ extension: taken });
  await trx
    .insertInto('extension')
    .values({ id, number: extension, name })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
