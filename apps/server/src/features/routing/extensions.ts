import { type callRightLabels, extensions } from '@alo/contract';
import { sql } from 'kysely';

import { refuseTakenNumber } from '../../domain/internal-numbers.ts';
import { numberNamed } from '../../domain/number-named.ts';
import { Problem } from '../../kernel/problem.ts';
import { byDestination, destinationIn } from '../../resource/led-to.ts';
import { resource } from '../../resource/resource.ts';
import { rightsWords } from './extension-groups.ts';
import { extensionGroupNamed } from './groups-named.ts';
import { guardHolder, personOfExtension } from './person-of-extension.ts';
import { yesOrNoColumn } from './yes-or-no.ts';

const shown = [
  ...(['id', 'number', 'name', 'extension_group_id', 'service_number_id', 'ring_seconds', 'call_waiting'] as const),
  ...(['do_not_disturb', 'pick_up_group', 'note', 'version', 'created_at', 'updated_at'] as const),
] as const;

const lastSeen = <T>(column: string, otherwise: string) => sql<T>`coalesce((
  select device_seen.${sql.ref(column)} from device join device_seen on device_seen.device_id = device.id
  where device.extension_id = extension.id order by device_seen.last_seen_at desc nulls last limit 1), ${otherwise})`;

/** Extensions, whoever has them. */
export const extension = resource(extensions, {
  table: 'extension',
  calls: 'drafted',
  ledTo: { type: 'direct', column: 'number' },
  leadsTo: ['forward_always', 'forward_busy', 'forward_no_answer', 'forward_offline', 'otherwise'],
  filters: { registered: yesOrNoColumn('registered') },
  search: ['number', 'name', 'person_name', 'group_name', 'note'],
  referredToBy: [
    { table: 'device', column: 'extension_id', kind: 'Điện thoại bàn' },
    {
      table: 'queue_member',
      column: 'extension_id',
      kind: 'Hàng đợi',
      id: 'queue_id',
      name: sql`(select name from queue where queue.id = queue_member.queue_id)`,
    },
    {
      table: 'ring_group_member',
      column: 'extension_id',
      kind: 'Nhóm đổ chuông',
      id: 'ring_group_id',
      name: sql`(select name from ring_group where ring_group.id = ring_group_member.ring_group_id)`,
    },
  ],
  rows: (trx) =>
    trx
      .selectFrom('extension')
      .leftJoin('extension_group', 'extension_group.id', 'extension.extension_group_id')
      .leftJoin('service_number', 'service_number.id', 'extension.service_number_id')
      .select(shown.map((column) => `extension.${column}` as const))
      .select(['extension_group.name as group_name', 'service_number.number as service_number'])
      .select([
        sql<(keyof typeof callRightLabels)[] | null>`extension.call_rights`.as('call_rights'),
        destinationIn('extension', 'forward_always').as('forward_always'),
        destinationIn('extension', 'forward_busy').as('forward_busy'),
        destinationIn('extension', 'forward_no_answer').as('forward_no_answer'),
        destinationIn('extension', 'forward_offline').as('forward_offline'),
        destinationIn('extension', 'otherwise').as('otherwise'),
        personOfExtension.read('extension.number').as('person_id'),
        sql<string | null>`(select min(account.name) from account where account.extension = extension.number)`.as(
          'person_name',
        ),
        sql<number>`(select count(*)::int from device where device.extension_id = extension.id)`.as('device_count'),
        sql<boolean>`exists (select from device join device_seen on device_seen.device_id = device.id
          where device.extension_id = extension.id and device_seen.registered_until > now())`.as('registered'),
        lastSeen<string>('address', '').as('address'),
        lastSeen<string>('user_agent', '').as('user_agent'),
      ]),
  children: { person_id: personOfExtension },
  async after(trx, by, change) {
    await refuseTakenNumber(trx, by, change);
    await guardHolder(trx, by, change);
    if (change.kind === 'deleted') {
      const { number } = change.before;
      const user = await trx
        .selectFrom('account')
        .where('extension', '=', number)
        .select(['id', 'name'])
        .executeTakeFirst();
      if (user !== undefined) throw Problem.inUse([{ kind: 'Tài khoản', id: user.id, name: user.name }]);
    }
    if (change.kind === 'updated' && change.before.number !== change.after.number) {
      throw Problem.invalid({ number: 'Điện thoại và tài khoản gắn với số này: hãy thêm một máy nhánh mới' });
    }
  },
  imports: {
    keys: ['number'],
    fields: {
      extension_group_id: extensionGroupNamed,
      service_number_id: numberNamed,
      forward_always: byDestination('Luôn chuyển đến'),
      forward_busy: byDestination('Chuyển khi bận'),
      forward_no_answer: byDestination('Chuyển khi không trả lời'),
      forward_offline: byDestination('Chuyển khi mất kết nối'),
    },
  },
  sheet: {
    number: 'Số máy nhánh',
    name: 'Tên hiển thị',
    person_name: 'Nhân viên',
    group_name: 'Nhóm',
    service_number: 'Hotline gọi ra',
    call_rights: { heading: 'Quyền gọi', cell: rightsWords },
    ring_seconds: 'Thời gian đổ chuông (giây)',
    call_waiting: { heading: 'Chờ cuộc gọi', cell: (on) => (on === true ? 'Có' : 'Không') },
    do_not_disturb: { heading: 'Không làm phiền', cell: (on) => (on === true ? 'Có' : 'Không') },
    pick_up_group: 'Nhóm nhận thay',
    device_count: 'Số thiết bị',
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});
