import { ivrMenus } from '@alo/contract';
import { sql } from 'kysely';

import { refuseTakenNumber } from '../../domain/internal-numbers.ts';
import { byName } from '../../resource/importing/import-field.ts';
import { byDestination, destinationIn } from '../../resource/led-to.ts';
import { resource } from '../../resource/resource.ts';
import { rowsWithDestination } from './rows-with-destination.ts';

const keys = rowsWithDestination<{ keys: string; note: string }>({
  table: 'ivr_key',
  owner: 'ivr_menu_id',
  columns: ['keys', 'note'],
});

const plain = [
  ...(['id', 'name', 'number', 'greeting_id', 'direct_dialling', 'wait_seconds', 'digit_seconds', 'tries'] as const),
  ...(['invalid_greeting_id', 'timeout_greeting_id', 'note', 'version', 'created_at', 'updated_at'] as const),
] as const;

/** Menus that callers answer by keys. */
export const menu = resource(ivrMenus, {
  table: 'ivr_menu',
  calls: 'drafted',
  search: ['name', 'number', 'note'],
  ledTo: { type: 'ivr', column: 'id' },
  leadsTo: ['keys', 'invalid', 'timeout'],
  rows: (trx) =>
    trx
      .selectFrom('ivr_menu')
      .leftJoin('greeting', 'greeting.id', 'ivr_menu.greeting_id')
      .select(plain.map((column) => `ivr_menu.${column}` as const))
      .select([
        'greeting.name as greeting_name',
        keys.read('ivr_menu.id').as('keys'),
        destinationIn('ivr_menu', 'invalid').as('invalid'),
        destinationIn('ivr_menu', 'timeout').as('timeout'),
        sql<number>`(select count(*) from ivr_key where ivr_menu_id = ivr_menu.id)`.as('key_count'),
        sql<boolean>`ivr_menu.greeting_id is not null or cardinality(ivr_menu.prompt) > 0`.as('has_sound'),
      ]),
  children: { keys },
  after: refuseTakenNumber,
  imports: {
    fields: {
      greeting_id: byName('Lời chào', 'greeting'),
      invalid: byDestination('Khi bấm sai'),
      timeout: byDestination('Khi không bấm'),
    },
  },
  sheet: {
    name: 'Tên cây IVR',
    number: 'Số nội bộ',
    greeting_name: 'Lời chào',
    key_count: 'Số phím',
    direct_dialling: { heading: 'Gọi thẳng máy nhánh', cell: (on) => (on ? 'Có' : 'Không') },
    tries: 'Số lần thử',
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});
