import { musicOnHolds } from '@alo/contract';
import { sql } from 'kysely';

import { orderedRows } from '../../resource/children.ts';
import { eitherOf } from '../../resource/importing/import-field.ts';
import { resource } from '../../resource/resource.ts';
import { soundSheet } from './sound-sheet.ts';

const pieces = orderedRows<{ audio_id: string }>({
  table: 'music_piece',
  owner: 'music_on_hold_id',
  columns: ['audio_id'],
});

const order = { yes: 'Ngẫu nhiên', no: 'Lần lượt' };

/** What is heard while one waits. */
export const musicOnHold = resource(musicOnHolds, {
  table: 'music_on_hold',
  calls: 'drafted',
  search: ['name', 'title', 'note'],
  referredToBy: [
    { table: 'queue', column: 'music_id', kind: 'Hàng đợi' },
    { table: 'inbound_rule', column: 'music_id', kind: 'Định tuyến gọi vào' },
    { table: 'ring_group', column: 'music_id', kind: 'Nhóm đổ chuông' },
  ],
  rows: (trx) =>
    trx
      .selectFrom('music_on_hold')
      .innerJoin('audio', 'audio.id', 'music_on_hold.audio_id')
      .select(['music_on_hold.id', 'music_on_hold.name', 'music_on_hold.audio_id', 'music_on_hold.note'])
      .select(['music_on_hold.random', 'music_on_hold.volume'])
      .select(['music_on_hold.version', 'music_on_hold.created_at', 'music_on_hold.updated_at'])
      .select(['audio.source', 'audio.title', 'audio.duration_ms', 'audio.bytes'])
      .select([
        pieces.read('music_on_hold.id').as('pieces'),
        sql<number>`(select count(*) + 1 from music_piece where music_on_hold_id = music_on_hold.id)`.as('piece_count'),
        sql<number>`(select count(*) from queue where music_id = music_on_hold.id)
          + (select count(*) from inbound_rule where music_id = music_on_hold.id)
          + (select count(*) from ring_group where music_id = music_on_hold.id)`.as('used_count'),
      ]),
  children: { pieces },
  imports: { fields: { random: eitherOf('Thứ tự phát', order) } },
  sheet: {
    name: 'Tên nhạc chờ',
    piece_count: 'Số bài',
    random: { heading: 'Thứ tự phát', cell: (random) => (random === true ? order.yes : order.no) },
    volume: 'Âm lượng (%)',
    ...soundSheet,
  },
});
