import { announcements } from '@alo/contract';
import { sql } from 'kysely';

import { byName } from '../../resource/importing/import-field.ts';
import { byDestination, destinationIn, destinationInWords, destinationNameIn } from '../../resource/led-to.ts';
import { resource } from '../../resource/resource.ts';

/** What is played to callers on their way. */
export const announcement = resource(announcements, {
  table: 'announcement',
  calls: 'drafted',
  search: ['name', 'greeting_name', 'note'],
  ledTo: { type: 'msg', column: 'id' },
  leadsTo: ['then'],
  rows: (trx) =>
    trx
      .selectFrom('announcement')
      .leftJoin('greeting', 'greeting.id', 'announcement.greeting_id')
      .leftJoin('audio', 'audio.id', 'greeting.audio_id')
      .select(['announcement.id', 'announcement.name', 'announcement.greeting_id', 'announcement.skip_key'])
      .select(['announcement.note', 'announcement.version', 'announcement.created_at', 'announcement.updated_at'])
      .select([
        'greeting.name as greeting_name',
        'audio.duration_ms',
        destinationIn('announcement', 'then').$notNull().as('then'),
        destinationNameIn('announcement', 'then').as('then_name'),
        sql<boolean>`announcement.greeting_id is not null or announcement.file <> ''`.as('has_sound'),
      ]),
  imports: { fields: { greeting_id: byName('Lời chào', 'greeting'), then: byDestination('Sau khi phát') } },
  sheet: {
    name: 'Tên thông báo',
    greeting_name: 'Lời chào',
    skip_key: 'Phím bỏ qua',
    then: { heading: 'Sau khi phát', from: (row) => destinationInWords(row.then, row.then_name) },
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});
