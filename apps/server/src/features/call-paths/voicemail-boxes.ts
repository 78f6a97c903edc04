import { voicemailBoxes } from '@alo/contract';
import { sql } from 'kysely';

import { byName } from '../../resource/importing/import-field.ts';
import { resource } from '../../resource/resource.ts';

/** Where callers leave a message. */
export const voicemailBox = resource(voicemailBoxes, {
  table: 'voicemail_box',
  search: ['name', 'note'],
  ledTo: { type: 'voicemail', column: 'id' },
  rows: (trx) =>
    trx
      .selectFrom('voicemail_box')
      .leftJoin('greeting', 'greeting.id', 'voicemail_box.greeting_id')
      .select(['voicemail_box.id', 'voicemail_box.name', 'voicemail_box.greeting_id', 'voicemail_box.max_seconds'])
      .select(['voicemail_box.max_silence_seconds', 'voicemail_box.note'])
      .select(['voicemail_box.version', 'voicemail_box.created_at', 'voicemail_box.updated_at'])
      .select([
        'greeting.name as greeting_name',
        sql<number>`(select count(*) from recording where kind = 'message'
          and voicemail_box_id = voicemail_box.id::text)`.as('message_count'),
        sql<Date | null>`(select max(started_at) from recording where kind = 'message'
          and voicemail_box_id = voicemail_box.id::text)`.as('last_message_at'),
      ]),
  imports: { fields: { greeting_id: byName('Lời chào', 'greeting') } },
  sheet: {
    name: 'Tên hộp thư',
    greeting_name: 'Lời chào',
    max_seconds: 'Dài nhất (giây)',
    message_count: 'Số lời nhắn',
    last_message_at: 'Lời nhắn mới nhất',
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});
