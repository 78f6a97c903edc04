import { messageStates } from '@alo/contract';
import { sql } from 'kysely';

import type { Trx } from '../db/database.ts';
import type { ValueOrPlaceholder } from '../db/prepared.ts';
import type { NumberView } from './number-view.ts';

/** What a customer was written, newest first. */
export function messagesOf(
  trx: Trx,
  customerId: ValueOrPlaceholder<string>,
  before: ValueOrPlaceholder<Date> | undefined,
  limit: number,
) {
  let found = trx
    .selectFrom('message')
    .leftJoin('account', 'account.id', 'message.created_by')
    .where('message.customer_id', '=', customerId);
  if (before !== undefined) found = found.where('message.created_at', '<', before);
  return found
    .select(['message.id', 'message.channel', 'message.template_name', 'message.text', 'message.state'])
    .select(['message.answer', 'message.sandbox', 'message.created_at as at', 'account.name as by_name'])
    .select(sql<string>`coalesce(message.fields ->> 'so', '')`.as('said_number'))
    .orderBy('message.created_at', 'desc')
    .orderBy('message.id', 'desc')
    .limit(limit);
}

/** A text without the number in it that somebody may not see, nor what a provider may have quoted. */
export function hiddenFor<
  Row extends {
    readonly text: string;
    readonly answer: string;
    readonly state: string;
    readonly said_number: string | null;
  },
>({ said_number: number, ...row }: Row, view: NumberView) {
  if (!view.masked) return row;
  return {
    ...row,
    text: number === null || number === '' ? row.text : row.text.replaceAll(number, view.show(number)),
    answer: row.state === 'failed' ? messageStates.failed : row.answer,
  };
}
