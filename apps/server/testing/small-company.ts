import type { TenantId, TrunkId } from '@alo/call-core';

import type { Db, Trx } from '../src/db/database.ts';
import { newId } from '../src/kernel/new-id.ts';

/** A tenant for tests with two people, a group of both, a number, a voicemail box and opening hours. */
export interface TestOffice {
  readonly tenant: TenantId;
  readonly trunk: TrunkId;
  /** Another one for each office, as customers dial it. */
  readonly number: string;
}

/** A number belongs to one company. */
let offices = 0;

export async function openTestOffice(db: Db, code: string): Promise<TestOffice> {
  const tenant = newId();
  const number = `0287100${String(101 + offices++).padStart(4, '0')}`;
  const trunk = newId();
  await db.inTenant(tenant, async (trx) => {
    await trx
      .insertInto('tenant')
      .values({ id: tenant, code, name: code, sip_domain: `${code}.alo.local` })
      .execute();
    await furnish(trx, trunk, number);
  });
  // The row above is the tenant, and the one below it the trunk.
  return { tenant: tenant as TenantId, trunk: trunk as TrunkId, number };
}

async function furnish(trx: Trx, trunk: string, dialled: string): Promise<void> {
  const [box, group, number, hours, closed, rule] = [newId(), newId(), newId(), newId(), newId(), newId()];
  const people = [
    { id: newId(), number: '101', name: 'Nguyễn Thị Lan' },
    { id: newId(), number: '102', name: 'Trần Văn Minh' },
  ];
  await trx
    .insertInto('voicemail_box')
    .values({ id: box, name: 'Hộp thư chung', greeting: 'system/vi/voicemail.wav' })
    .execute();
  await trx.insertInto('extension').values(people).execute();
  await trx
    .insertInto('ring_group')
    .values({
      id: group,
      name: 'Kinh doanh',
      number: '600',
      ring_seconds: 20,
      otherwise_kind: 'voicemail',
      otherwise_value: box,
    })
    .execute();
  await trx
    .insertInto('ring_group_member')
    .values(
      people.map((person, position) => ({ id: newId(), ring_group_id: group, extension_id: person.id, position })),
    )
    .execute();
  await trx.insertInto('time_group').values({ id: hours, name: 'Giờ hành chính' }).execute();
  await trx
    .insertInto('time_group_detail')
    .values({ id: newId(), time_group_id: hours, from_time: '08:00', to_time: '17:30', weekdays: [1, 2, 3, 4, 5] })
    .execute();
  await trx
    .insertInto('announcement')
    .values({ id: closed, name: 'Ngoài giờ', file: 'system/vi/closed.wav', skip_key: '#', then_kind: 'hang-up' })
    .execute();
  await trx
    .insertInto('time_condition')
    .values({
      id: newId(),
      name: 'Giờ làm việc',
      time_group_id: hours,
      match_kind: 'group',
      match_value: group,
      otherwise_kind: 'msg',
      otherwise_value: closed,
    })
    .execute();
  await trx.insertInto('assigned_carrier').values({ id: newId(), host: '127.0.0.1' }).execute();
  await trx
    .insertInto('trunk')
    .values({ id: trunk, name: 'Nhà mạng', host: '127.0.0.1', addresses: ['127.0.0.1'] })
    .execute();
  await trx
    .insertInto('service_number')
    .values({ id: number, number: `+84${dialled.slice(1)}`, name: 'Tổng đài', trunk_id: trunk })
    .execute();
  await trx
    .insertInto('inbound_rule')
    .values({
      id: newId(),
      name: 'Gọi vào',
      service_number_id: number,
      destination_kind: 'group',
      destination_value: group,
    })
    .execute();
  await trx
    .insertInto('outbound_rule')
    .values({ id: rule, name: 'Di động', pattern: '09*', extensions: ['101'] })
    .execute();
  await trx
    .insertInto('outbound_route')
    .values({ id: newId(), outbound_rule_id: rule, service_number_id: number })
    .execute();
  await trx
    .insertInto('block_list')
    .values([
      { id: newId(), direction: 'in', kind: 'number', value: '+84999999999', reason: 'quấy rối' },
      { id: newId(), direction: 'in', kind: 'number', value: '+84911111111', expires_at: new Date(0) },
    ])
    .execute();
}
