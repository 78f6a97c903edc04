import { botCarrierHost } from '@alo/engine';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import { newId } from '../../kernel/new-id.ts';
import { demoAgents, demoPeople } from './organisation.ts';

/** The number that rings the group at any time of the day. */
export const demoNumber = '+842871000101';
/** The number that keeps office hours. */
export const demoOfficeNumber = '+842871000102';
/** The number that a menu answers. */
export const demoMenuServiceNumber = '+842871000103';
export const demoGroupNumber = '600';
/** A queue with the agents, and a menu that leads to it. */
export const demoQueueNumber = '601';
export const demoMenuNumber = '602';

/** Typed by who turns the opening hours by phone. */
export const demoPin = '2580';

/** Phones, a group, two numbers on the loopback trunk of the bot callers, opening hours, a voicemail box, rules. */
export async function seedTelephony(trx: Trx, pinHash: string): Promise<void> {
  const box = newId();
  await trx
    .insertInto('voicemail_box')
    .values({ id: box, name: 'Hộp thư chung', greeting: 'system/vi/voicemail-greeting.wav' })
    .execute();
  const extensions = demoPeople.flatMap(({ name, role, extension }) =>
    extension === null ? [] : [{ id: newId(), number: extension, name, ...(role === 'Quản lý' ? leaves(box) : {}) }],
  );
  await trx.insertInto('extension').values(extensions).execute();
  const agents = extensions.filter(({ number }) => demoAgents.some(({ extension }) => extension === number));
  const group = newId();
  await trx
    .insertInto('ring_group')
    .values({
      id: group,
      name: 'Kinh doanh',
      number: demoGroupNumber,
      strategy: 'ring-all',
      ring_seconds: 25,
      otherwise_kind: 'voicemail',
      otherwise_value: box,
    })
    .execute();
  await trx
    .insertInto('ring_group_member')
    .values(agents.map(({ id }, position) => ({ id: newId(), ring_group_id: group, extension_id: id, position })))
    .execute();
  const queue = await seedQueue(trx, agents, box);
  const menu = await seedMenu(trx, { group, queue });
  const condition = await seedOfficeHours(trx, group, pinHash);
  await seedNumbers(trx, { group, condition, menu, box });
}

/** Whoever is not at their desk for long has a box for those who call. */
const leaves = (box: string) => ({ ring_seconds: 15, otherwise_kind: 'voicemail' as const, otherwise_value: box });

async function seedQueue(trx: Trx, agents: readonly { readonly id: string }[], box: string): Promise<string> {
  const queue = newId();
  await trx
    .insertInto('queue')
    .values({
      id: queue,
      name: 'Chăm sóc khách hàng',
      number: demoQueueNumber,
      strategy: 'longest-idle',
      ring_seconds: 15,
      wrap_up_seconds: 5,
      max_wait_seconds: 180,
      timeout_kind: 'voicemail',
      timeout_value: box,
      announce_first_seconds: 3,
      announce_every_seconds: 30,
      announce_position_up_to: 10,
    })
    .execute();
  await trx
    .insertInto('queue_member')
    .values(agents.map(({ id }, position) => ({ id: newId(), queue_id: queue, extension_id: id, position })))
    .execute();
  return queue;
}

/** 1 for sales, 2 for the queue; an extension can be dialled at once. */
async function seedMenu(trx: Trx, { group, queue }: { group: string; queue: string }): Promise<string> {
  const menu = newId();
  await trx
    .insertInto('ivr_menu')
    .values({
      id: menu,
      name: 'Menu chính',
      number: demoMenuNumber,
      prompt: ['system/vi/welcome.wav'],
      direct_dialling: true,
      timeout_kind: 'queue',
      timeout_value: queue,
      invalid_kind: 'queue',
      invalid_value: queue,
    })
    .execute();
  await trx
    .insertInto('ivr_key')
    .values([
      { id: newId(), ivr_menu_id: menu, keys: '1', destination_kind: 'group', destination_value: group },
      { id: newId(), ivr_menu_id: menu, keys: '2', destination_kind: 'queue', destination_value: queue },
    ])
    .execute();
  return menu;
}

async function seedOfficeHours(trx: Trx, group: string, pinHash: string): Promise<string> {
  const [hours, closed, condition] = [newId(), newId(), newId()];
  await trx.insertInto('time_group').values({ id: hours, name: 'Giờ hành chính' }).execute();
  await trx
    .insertInto('time_group_detail')
    .values([
      {
        id: newId(),
        time_group_id: hours,
        position: 0,
        from_time: '08:00',
        to_time: '17:30',
        weekdays: [1, 2, 3, 4, 5],
      },
      { id: newId(), time_group_id: hours, position: 1, from_time: '08:00', to_time: '12:00', weekdays: [6] },
    ])
    .execute();
  await trx
    .insertInto('announcement')
    .values({
      id: closed,
      name: 'Ngoài giờ làm việc',
      file: 'system/vi/closed.wav',
      skip_key: '#',
      then_kind: 'hang-up',
    })
    .execute();
  await trx
    .insertInto('time_condition')
    .values({
      id: condition,
      name: 'Giờ làm việc',
      time_group_id: hours,
      match_kind: 'group',
      match_value: group,
      otherwise_kind: 'msg',
      otherwise_value: closed,
      code: '*281',
      pin_hash: pinHash,
      note: `Bấm *281 trên máy nội bộ để đóng hay mở cửa bằng tay. Mã PIN của bản dùng thử: ${demoPin}.`,
    })
    .execute();
  return condition;
}

async function seedNumbers(
  trx: Trx,
  { group, condition, menu, box }: { group: string; condition: string; menu: string; box: string },
): Promise<void> {
  const [trunk, main, office, answeredByMenu, rule] = [newId(), newId(), newId(), newId(), newId()];
  // The engine's own bots: they call from this machine, as does a SIP client that somebody tries, and everybody outside is one of them.
  await trx
    .insertInto('trunk')
    .values({ id: trunk, name: 'Nhà mạng dùng thử', host: botCarrierHost, addresses: ['127.0.0.1'] })
    .execute();
  await trx
    .insertInto('service_number')
    .values(
      [
        { id: main, number: demoNumber, name: 'Tổng đài chính', trunk_id: trunk, carrier: '' },
        {
          id: office,
          number: demoOfficeNumber,
          name: 'Bảo hành (giờ hành chính)',
          trunk_id: trunk,
          carrier: 'FPT',
        },
        {
          id: answeredByMenu,
          number: demoMenuServiceNumber,
          name: 'Chăm sóc khách hàng (bấm phím)',
          trunk_id: trunk,
          carrier: 'eTelecom',
        },
      ].map((number) => ({ ...number, proven_at: sql<Date>`now()` })),
    )
    .execute();
  const rules = [
    { name: 'Tổng đài chính', service_number_id: main, destination_kind: 'group', destination_value: group },
    { name: 'Bảo hành', service_number_id: office, destination_kind: 'time', destination_value: condition },
    { name: 'Bấm phím', service_number_id: answeredByMenu, destination_kind: 'ivr', destination_value: menu },
    { name: 'Khi cấu hình hỏng', purpose: 'fallback', destination_kind: 'voicemail', destination_value: box },
  ] as const;
  await trx
    .insertInto('inbound_rule')
    .values(rules.map((inbound, position) => ({ id: newId(), priority: (position + 1) * 10, ...inbound })))
    .execute();
  await trx.insertInto('outbound_rule').values({ id: rule, name: 'Trong nước', pattern: '0xxxxxxxxx' }).execute();
  await trx
    .insertInto('outbound_route')
    .values({ id: newId(), outbound_rule_id: rule, service_number_id: main })
    .execute();
  await trx.insertInto('otp_number').values({ id: newId(), service_number_id: main }).execute();
}
