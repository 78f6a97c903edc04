import { noticeKinds, voicemailBoxes } from '@alo/contract';
import { type RawBuilder, sql } from 'kysely';

import { byName, oneOf } from '../../resource/importing/import-field.ts';
import { resource } from '../../resource/resource.ts';

/** Where callers leave a message. */
export const voicemailBox = resource(voicemailBoxes, {
  table: 'voicemail_box',
  calls: 'drafted',
  search: ['name', 'note'],
  ledTo: { type: 'voicemail', column: 'id' },
  rows: (trx) =>
    trx
      .selectFrom('voicemail_box')
      .leftJoin('greeting', 'greeting.id', 'voicemail_box.greeting_id')
      .leftJoin('greeting as busy_greeting', 'busy_greeting.id', 'voicemail_box.busy_greeting_id')
      .select(['voicemail_box.id', 'voicemail_box.name', 'voicemail_box.greeting_id', 'voicemail_box.max_seconds'])
      .select(['voicemail_box.busy_greeting_id', 'voicemail_box.notify_emails', 'voicemail_box.notify_with'])
      .select(['voicemail_box.max_silence_seconds', 'voicemail_box.note', 'voicemail_box.only_thanks'])
      .select(['voicemail_box.version', 'voicemail_box.created_at', 'voicemail_box.updated_at'])
      .select([
        'greeting.name as greeting_name',
        'busy_greeting.name as busy_greeting_name',
        sql<boolean>`voicemail_box.pin_hash is not null`.as('has_pin'),
        messagesIn(sql`and voicemail_message.heard_at is null`).as('new_count'),
        messagesIn(sql``).as('message_count'),
        sql<Date | null>`(select max(started_at) from recording where kind = 'message'
          and voicemail_box_id = voicemail_box.id::text)`.as('last_message_at'),
      ]),
  imports: {
    fields: {
      greeting_id: byName('Lời chào', 'greeting'),
      busy_greeting_id: byName('Lời chào khi bận', 'greeting'),
      notify_with: oneOf('Gửi kèm', noticeKinds),
    },
  },
  sheet: {
    name: 'Tên hộp thư',
    greeting_name: 'Lời chào',
    busy_greeting_name: 'Lời chào khi bận',
    only_thanks: { heading: 'Chế độ lời cảm ơn', cell: (on) => (on === true ? 'Có' : 'Không') },
    max_seconds: 'Dài nhất (giây)',
    message_count: 'Số lời nhắn',
    last_message_at: 'Lời nhắn mới nhất',
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});

/** How many messages of a box nobody has deleted, of those that `more` holds for. */
const messagesIn = (more: RawBuilder<unknown>) =>
  sql<number>`(select count(*) from recording
    left join voicemail_message on voicemail_message.recording_id = recording.id
    where recording.kind = 'message' and recording.voicemail_box_id = voicemail_box.id::text
      and voicemail_message.deleted_at is null ${more})`;
