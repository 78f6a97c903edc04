import { superAdmin } from '@alo/contract';

import type { Trx } from '../../db/database.ts';
import { builtInRoles } from '../../domain/built-in-roles.ts';
import { firstStatuses } from '../../domain/first-statuses.ts';
import { newId } from '../../kernel/new-id.ts';

export const demoCode = 'demo';
/** Printed at the first start. */
export const demoPassword = 'alo-demo-2026';

/** The people of the demo; those with an extension have a phone. */
export const demoPeople = [
  { email: 'admin@demo.local', name: 'Phạm Quốc Anh', role: superAdmin, extension: null },
  { email: 'lan@demo.local', name: 'Nguyễn Thị Lan', role: 'Nhân viên', extension: '101' },
  { email: 'minh@demo.local', name: 'Trần Văn Minh', role: 'Nhân viên', extension: '102' },
  { email: 'hoa@demo.local', name: 'Lê Thu Hoa', role: 'Quản lý', extension: '103' },
] as const;

/** Here is nobody's data: agents see all of it, with whole numbers. */
const seenByAll = ['customer.full-phone', 'customer.call-anyway'] as const;

/** Those who take customers' calls; whoever leads them has a phone, too, but is in no group and no queue. */
export const demoAgents = demoPeople.flatMap((person) => (person.role === 'Nhân viên' ? [person] : []));

const yearMs = 365 * 86_400_000;

/** The company, its rooms, roles, people, settings and licences. Answers the ids of the people by their e-mail. */
export async function seedOrganisation(
  trx: Trx,
  { tenantId, passwordHash, now }: { readonly tenantId: string; readonly passwordHash: string; readonly now: number },
): Promise<ReadonlyMap<string, string>> {
  await trx
    .insertInto('tenant')
    .values({ id: tenantId, code: demoCode, name: 'Công ty Demo', sip_domain: 'demo.alo.local', seats: 20 })
    .execute();
  const [branch, department, care, team] = [newId(), newId(), newId(), newId()];
  await trx
    .insertInto('branch')
    .values([
      { id: branch, name: 'Trụ sở chính', code: 'HCM', address: '12 Nguyễn Huệ, Quận 1, TP. Hồ Chí Minh' },
      { id: newId(), name: 'Chi nhánh Hà Nội', code: 'HN', address: '45 Tràng Tiền, Hoàn Kiếm, Hà Nội' },
    ])
    .execute();
  await trx
    .insertInto('department')
    .values([
      { id: department, name: 'Kinh doanh', code: 'KD', branch_id: branch },
      { id: care, name: 'Chăm sóc khách hàng', code: 'CSKH', branch_id: branch },
    ])
    .execute();
  await trx
    .insertInto('team')
    .values([
      { id: team, name: 'Tư vấn', department_id: department },
      { id: newId(), name: 'Bảo hành', department_id: care },
    ])
    .execute();
  const roles = builtInRoles.map(({ name, permissions }) => ({
    id: newId(),
    name,
    permissions: [...permissions, ...(name === 'Nhân viên' ? seenByAll : [])],
  }));
  await trx.insertInto('role').values(roles).execute();
  const people = demoPeople.map((person) => ({ id: newId(), ...person }));
  await trx
    .insertInto('account')
    .values(
      people.map(({ id, email, name, role, extension }) => ({
        id,
        email,
        name,
        extension,
        password_hash: passwordHash,
        email_proved_at: new Date(now),
        role_id: roles.find((candidate) => candidate.name === role)?.id ?? '',
        department_id: extension === null ? null : department,
        team_id: extension === null ? null : team,
      })),
    )
    .execute();
  await trx
    .insertInto('data_source')
    .values([
      { id: newId(), name: 'Quảng cáo Facebook', code: 'FB-ADS', note: 'Biểu mẫu khách để lại số' },
      { id: newId(), name: 'Khách giới thiệu', code: 'GT' },
      { id: newId(), name: 'Hội chợ VIETEX', code: 'VIETEX', note: 'Danh thiếp thu tại gian hàng' },
    ])
    .execute();
  await trx
    .insertInto('profile_status')
    .values(firstStatuses.map((status) => ({ id: newId(), ...status })))
    .execute();
  const day = (from: number) => new Date(now + from * 86_400_000).toISOString().slice(0, 10);
  const project = newId();
  await trx
    .insertInto('project')
    .values([
      {
        id: project,
        name: 'Chăm sóc khách cũ',
        code: 'CSKC',
        status: 'running',
        starts_on: day(-20),
        ends_on: day(40),
        note: 'Gọi lại khách đã mua trong năm',
      },
      { id: newId(), name: 'Ưu đãi Tết', code: 'TET', status: 'planned', starts_on: day(45), ends_on: day(75) },
    ])
    .execute();
  await trx
    .insertInto('project_member')
    .values(
      people
        .filter(({ extension }) => extension !== null)
        .map(({ id }, position) => ({ id: newId(), project_id: project, account_id: id, position })),
    )
    .execute();
  await trx
    .insertInto('feature')
    .values({
      id: newId(),
      feature_name_data: ['popupcustomer', 'campaign', 'survey', 'voice-otp', 'supervision'],
      date_expired: new Date(now + 5 * yearMs),
    })
    .execute();
  await trx.insertInto('system_setting').values({ show_popup_customer: 1 }).execute();
  return new Map(people.map(({ email, id }) => [email, id]));
}
