import { codeQuestions } from '@alo/contract';
import { sql } from 'kysely';

import { byName } from '../../resource/importing/import-field.ts';
import { byDestination, destinationIn, destinationInWords, destinationNameIn } from '../../resource/led-to.ts';
import { resource } from '../../resource/resource.ts';
import { rowsWithDestination } from './rows-with-destination.ts';

const answers = rowsWithDestination<{ answer: string }>({
  table: 'code_answer',
  owner: 'code_question_id',
  columns: ['answer'],
});

const plain = [
  ...(['id', 'name', 'greeting_id', 'wrong_greeting_id', 'min_digits', 'max_digits', 'end_key'] as const),
  ...(['wait_seconds', 'digit_seconds', 'tries', 'url', 'note', 'version', 'created_at', 'updated_at'] as const),
] as const;

/** A code that callers type, of which the company's own system says where it leads. */
export const codeQuestion = resource(codeQuestions, {
  table: 'code_question',
  calls: 'drafted',
  search: ['name', 'url', 'note'],
  ledTo: { type: 'code', column: 'id' },
  leadsTo: ['answers', 'otherwise'],
  rows: (trx) =>
    trx
      .selectFrom('code_question')
      .leftJoin('greeting', 'greeting.id', 'code_question.greeting_id')
      .select(plain.map((column) => `code_question.${column}` as const))
      .select([
        'greeting.name as greeting_name',
        answers.read('code_question.id').as('answers'),
        destinationIn('code_question', 'otherwise').$notNull().as('otherwise'),
        destinationNameIn('code_question', 'otherwise').as('otherwise_name'),
        sql<boolean>`exists (select from code_secret where code_question_id = code_question.id)`.as('has_secret'),
      ]),
  children: { answers },
  imports: {
    fields: { greeting_id: byName('Lời mời nhập mã', 'greeting'), otherwise: byDestination('Còn lại') },
  },
  sheet: {
    name: 'Tên bước',
    greeting_name: 'Lời mời nhập mã',
    url: 'Địa chỉ hệ thống',
    answers: { heading: 'Câu trả lời', cell: (all) => (all ?? []).map(({ answer }) => answer).join(', ') },
    otherwise: { heading: 'Còn lại', from: (row) => destinationInWords(row.otherwise, row.otherwise_name) },
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});
