import { greetingLanguages, greetings } from '@alo/contract';
import { sql } from 'kysely';

import { oneOf } from '../../resource/importing/import-field.ts';
import { resource } from '../../resource/resource.ts';
import { soundSheet } from './sound-sheet.ts';

/** Sounds under a name. */
export const greeting = resource(greetings, {
  table: 'greeting',
  calls: 'drafted',
  search: ['name', 'title', 'note'],
  referredToBy: [
    { table: 'announcement', column: 'greeting_id', kind: 'Thông báo' },
    { table: 'voicemail_box', column: 'greeting_id', kind: 'Hộp thư thoại' },
    { table: 'voicemail_box', column: 'busy_greeting_id', kind: 'Hộp thư thoại' },
    { table: 'ivr_menu', column: 'greeting_id', kind: 'Cây IVR' },
    { table: 'code_question', column: 'greeting_id', kind: 'Nhập mã, hỏi hệ thống' },
    { table: 'code_question', column: 'wrong_greeting_id', kind: 'Nhập mã, hỏi hệ thống' },
    { table: 'ivr_menu', column: 'invalid_greeting_id', kind: 'Cây IVR' },
    { table: 'ivr_menu', column: 'timeout_greeting_id', kind: 'Cây IVR' },
    { table: 'survey_question', column: 'greeting_id', kind: 'Câu hỏi khảo sát' },
    { table: 'queue', column: 'greeting_id', kind: 'Hàng đợi' },
    { table: 'queue', column: 'announce_greeting_id', kind: 'Hàng đợi' },
    { table: 'inbound_rule', column: 'greeting_id', kind: 'Định tuyến gọi vào' },
    { table: 'ring_group', column: 'greeting_id', kind: 'Nhóm đổ chuông' },
    {
      table: 'campaign_message',
      column: 'greeting_id',
      kind: 'Chiến dịch gọi ra',
      id: 'campaign_id',
      name: sql<string>`(select name from campaign where campaign.id = campaign_message.campaign_id)`,
    },
    {
      table: 'otp_number',
      column: 'greeting_id',
      kind: 'Đầu số OTP',
      name: sql<string>`(select name from service_number where service_number.id = otp_number.service_number_id)`,
    },
  ],
  rows: (trx) =>
    trx
      .selectFrom('greeting')
      .innerJoin('audio', 'audio.id', 'greeting.audio_id')
      .select(['greeting.id', 'greeting.name', 'greeting.audio_id', 'greeting.language', 'greeting.note'])
      .select(['greeting.version', 'greeting.created_at', 'greeting.updated_at'])
      .select(['audio.source', 'audio.title', 'audio.duration_ms', 'audio.bytes'])
      .select([
        sql<number>`(select count(*) from announcement where greeting_id = greeting.id)
          + (select count(*) from voicemail_box where greeting.id in (greeting_id, busy_greeting_id))
          + (select count(*) from ivr_menu where greeting.id in (greeting_id, invalid_greeting_id, timeout_greeting_id))
          + (select count(*) from queue where greeting.id in (greeting_id, announce_greeting_id))
          + (select count(*) from ring_group where greeting_id = greeting.id)
          + (select count(*) from survey_question where greeting_id = greeting.id)
          + (select count(*) from inbound_rule where greeting_id = greeting.id)`.as('used_count'),
      ]),
  imports: { fields: { language: oneOf('Ngôn ngữ', greetingLanguages) } },
  sheet: {
    name: 'Tên lời chào',
    language: { heading: 'Ngôn ngữ', cell: (language) => greetingLanguages[language ?? 'vi'] },
    ...soundSheet,
  },
});
