import { callQueues, ownWrapUpModes, queueStrategies, ruleRecordings } from '@alo/contract';
import { sql } from 'kysely';
import { automationsThatName } from '../../domain/automations-that-name.ts';

import { refuseTakenNumber } from '../../domain/internal-numbers.ts';
import { orderedRows } from '../../resource/children.ts';
import { byName, oneOf } from '../../resource/importing/import-field.ts';
import { byDestination, destinationIn, destinationInWords, destinationNameIn } from '../../resource/led-to.ts';
import { resource } from '../../resource/resource.ts';
import { memberNames } from './member-names.ts';
import { rowsWithDestination } from './rows-with-destination.ts';

interface Member {
  readonly extension_id: string;
  readonly penalty: number;
  readonly weight: number;
  readonly skills: Readonly<Record<string, number>>;
}

const members = orderedRows<Member>({
  table: 'queue_member',
  owner: 'queue_id',
  columns: ['extension_id', 'penalty', 'weight', 'skills'],
});
interface Need {
  readonly skill: string;
  readonly level: number;
  readonly until_seconds: number | null;
}
const needs = orderedRows<Need>({
  table: 'queue_need',
  owner: 'queue_id',
  columns: ['skill', 'level', 'until_seconds'],
});

interface Caller extends Pick<Need, 'until_seconds'> {
  readonly name: string;
  readonly caller_pattern: string;
  readonly service_number_id: string | null;
  readonly priority: number;
  readonly skills: Readonly<Record<string, number>>;
}
const callers = orderedRows<Caller>({
  table: 'queue_caller',
  owner: 'queue_id',
  columns: ['name', 'caller_pattern', 'service_number_id', 'priority', 'skills', 'until_seconds'],
});
const exits = rowsWithDestination<{ key: string }>({ table: 'queue_exit', owner: 'queue_id', columns: ['key'] });

const plain = [
  ...(['id', 'name', 'number', 'strategy', 'joining', 'weight', 'ring_seconds', 'rest_seconds'] as const),
  ...([
    'wrap_up',
    'wrap_up_seconds',
    'pause_after_missed',
    'max_waiting',
    'max_wait_seconds',
    'to_enter',
    'to_stay',
  ] as const),
  ...(['greeting_id', 'music_id', 'announce_every_seconds', 'announce_first_seconds'] as const),
  ...(['announce_position_up_to', 'announce_wait', 'announce_greeting_id', 'callback_key'] as const),
  ...(['callback_attempts', 'callback_retry_seconds', 'callback_expire_seconds'] as const),
  ...([
    'recording',
    'prefers_owner',
    'by_roster',
    'priority_is_worth_seconds',
    'script',
    'service_level_seconds',
    'short_abandon_seconds',
    'note',
    'version',
    'created_at',
    'updated_at',
  ] as const),
] as const;

/** A line in which callers wait. */
export const queue = resource(callQueues, {
  table: 'queue',
  calls: 'drafted',
  search: ['name', 'number', 'note'],
  ledTo: { type: 'queue', column: 'id' },
  referredToBy: [
    { table: 'campaign', column: 'queue_id', kind: 'Chiến dịch gọi ra' },
    {
      table: 'campaign_key',
      column: 'to_queue_id',
      kind: 'Chiến dịch gọi ra',
      id: 'campaign_id',
      name: sql<string>`(select name from campaign where campaign.id = campaign_key.campaign_id)`,
    },
    { table: 'sampling_rule', column: 'queue_id', kind: 'Luật lấy mẫu' },
    automationsThatName('queue_id'),
  ],
  leadsTo: ['timeout', 'full', 'empty', 'after_talk', 'exits'],
  rows: (trx) =>
    trx
      .selectFrom('queue')
      .leftJoin('music_on_hold', 'music_on_hold.id', 'queue.music_id')
      .select(plain.map((column) => `queue.${column}` as const))
      .select([
        'music_on_hold.name as music_name',
        members.read('queue.id').as('members'),
        needs.read('queue.id').as('needs'),
        callers.read('queue.id').as('callers'),
        exits.read('queue.id').as('exits'),
        memberNames('queue_member', 'queue_id', 'queue.id').as('member_names'),
        destinationIn('queue', 'timeout').as('timeout'),
        destinationIn('queue', 'full').as('full'),
        destinationIn('queue', 'empty').as('empty'),
        destinationIn('queue', 'after_talk').as('after_talk'),
        destinationNameIn('queue', 'timeout').as('timeout_name'),
      ]),
  children: { members, needs, callers, exits },
  after: refuseTakenNumber,
  filters: {
    member_id: (id) => sql`exists (select from queue_member where queue_id = row.id and extension_id = ${id})`,
  },
  imports: {
    fields: {
      strategy: oneOf('Chiến lược', queueStrategies),
      music_id: byName('Nhạc chờ', 'music_on_hold'),
      recording: oneOf('Ghi âm', ruleRecordings),
      wrap_up: oneOf('Xử lý sau cuộc gọi', ownWrapUpModes),
      timeout: byDestination('Khi hết giờ chờ'),
      after_talk: byDestination('Sau khi nói chuyện'),
    },
  },
  sheet: {
    name: 'Tên hàng đợi',
    number: 'Số nội bộ',
    strategy: { heading: 'Chiến lược', cell: (strategy) => queueStrategies[strategy ?? 'longest-idle'] },
    member_names: { heading: 'Thành viên', cell: (names) => names.join(', ') },
    music_name: 'Nhạc chờ',
    ring_seconds: 'Đổ chuông (giây)',
    wrap_up: { heading: 'Xử lý sau cuộc gọi', cell: (mode) => ownWrapUpModes[mode ?? 'optional'] },
    wrap_up_seconds: 'Sau cuộc gọi (giây)',
    max_wait_seconds: 'Chờ tối đa (giây)',
    recording: { heading: 'Ghi âm', cell: (recording) => ruleRecordings[recording ?? 'default'] },
    prefers_owner: { heading: 'Ưu tiên nhân viên phụ trách', cell: (on) => (on === true ? 'Có' : 'Không') },
    by_roster: { heading: 'Theo lịch trực', cell: (on) => (on === true ? 'Có' : 'Không') },
    service_level_seconds: 'Ngưỡng mức dịch vụ (giây)',
    script: 'Kịch bản',
    timeout: { heading: 'Khi hết giờ chờ', from: (row) => destinationInWords(row.timeout, row.timeout_name) },
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});
