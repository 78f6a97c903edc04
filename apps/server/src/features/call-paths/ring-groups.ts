import { ownWrapUpModes, ringGroups, ringStrategies } from '@alo/contract';
import { sql } from 'kysely';

import { refuseTakenNumber } from '../../domain/internal-numbers.ts';
import { orderedRows } from '../../resource/children.ts';
import { byName, oneOf } from '../../resource/importing/import-field.ts';
import { byDestination, destinationIn, destinationInWords, destinationNameIn } from '../../resource/led-to.ts';
import { resource } from '../../resource/resource.ts';
import { memberNames } from './member-names.ts';

interface Member {
  readonly extension_id: string;
  readonly delay_seconds: number;
  readonly ring_seconds: number | null;
}

const members = orderedRows<Member>({
  table: 'ring_group_member',
  owner: 'ring_group_id',
  columns: ['extension_id', 'delay_seconds', 'ring_seconds'],
});

const plain = [
  ...(['id', 'name', 'number', 'strategy', 'ring_seconds', 'greeting_id', 'music_id', 'confirms', 'note'] as const),
  ...(['wrap_up', 'wrap_up_seconds', 'script'] as const),
  ...(['version', 'created_at', 'updated_at'] as const),
] as const;

/** People whose phones ring together or one after the other. */
export const ringGroup = resource(ringGroups, {
  table: 'ring_group',
  calls: 'drafted',
  search: ['name', 'number', 'note'],
  ledTo: { type: 'group', column: 'id' },
  leadsTo: ['otherwise'],
  rows: (trx) =>
    trx
      .selectFrom('ring_group')
      .leftJoin('greeting', 'greeting.id', 'ring_group.greeting_id')
      .leftJoin('music_on_hold', 'music_on_hold.id', 'ring_group.music_id')
      .select(plain.map((column) => `ring_group.${column}` as const))
      .select(['greeting.name as greeting_name', 'music_on_hold.name as music_name'])
      .select([
        members.read('ring_group.id').as('members'),
        memberNames('ring_group_member', 'ring_group_id', 'ring_group.id').as('member_names'),
        destinationIn('ring_group', 'otherwise').as('otherwise'),
        destinationNameIn('ring_group', 'otherwise').as('otherwise_name'),
      ]),
  children: { members },
  after: refuseTakenNumber,
  filters: {
    member_id: (id) =>
      sql`exists (select from ring_group_member where ring_group_id = row.id and extension_id = ${id})`,
  },
  imports: {
    fields: {
      strategy: oneOf('Hình thức đổ chuông', ringStrategies),
      wrap_up: oneOf('Xử lý sau cuộc gọi', ownWrapUpModes),
      greeting_id: byName('Lời chào', 'greeting'),
      music_id: byName('Nhạc chờ', 'music_on_hold'),
      otherwise: byDestination('Khi không trả lời'),
    },
  },
  sheet: {
    name: 'Tên nhóm',
    number: 'Số nội bộ',
    strategy: { heading: 'Hình thức đổ chuông', cell: (strategy) => ringStrategies[strategy ?? 'ring-all'] },
    member_names: { heading: 'Thành viên', cell: (names) => names.join(', ') },
    ring_seconds: 'Đổ chuông (giây)',
    greeting_name: 'Lời chào',
    music_name: 'Nhạc chờ',
    wrap_up: { heading: 'Xử lý sau cuộc gọi', cell: (mode) => ownWrapUpModes[mode ?? 'company'] },
    wrap_up_seconds: 'Sau cuộc gọi (giây)',
    confirms: { heading: 'Xác nhận nhấn 1', cell: (on) => (on === true ? 'Có' : 'Không') },
    script: 'Kịch bản',
    otherwise: { heading: 'Khi không trả lời', from: (row) => destinationInWords(row.otherwise, row.otherwise_name) },
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});
