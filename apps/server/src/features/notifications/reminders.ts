import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import type { NumberView } from '../../domain/number-view.ts';
import type { BellNotice } from './notice.ts';

const shownAtMost = 50;

interface Due {
  readonly id: string;
  readonly account_id: string;
  readonly customer_id: string;
  readonly name: string;
  readonly number: string | null;
  readonly what: 'promise' | 'task' | 'low-score';
  readonly text: string;
  readonly at: Date;
}

/**
 * Whose time has come between two moments: promises to call, made by somebody, that are the last word with that customer, and tasks
 * that are not done. A promise of somebody who has left is whoever's the customer is.
 */
async function dueBetween(
  trx: Trx,
  { after, until, of }: { after: Date; until: Date; of?: string },
): Promise<readonly Due[]> {
  const { rows } = await sql<Due>`
    select due.*, customer.name, customer.numbers[1] as number from (
      select disposition.id, coalesce(maker.id, owner.user_id) as account_id, disposition.customer_id,
          'promise' as what, '' as text, disposition.next_call_at as at
        from disposition
        join customer as owner on owner.id = disposition.customer_id
        left join account as maker on maker.id = disposition.created_by and maker.active
        where next_call_at > ${after} and next_call_at <= ${until} and not exists (
          select from disposition as later where later.customer_id = disposition.customer_id
            and (later.created_at, later.id) > (disposition.created_at, disposition.id))
      union all
      select id, account_id, customer_id, 'task', text, due_at from task
        where done_at is null and due_at > ${after} and due_at <= ${until}
      union all
      -- Somebody has just answered so: that is told at once, and when it is due once more.
      select task.id, task.account_id, task.customer_id, 'low-score', task.text, task.created_at from task
        where done_at is null and task.created_at > ${after} and task.created_at <= ${until}
          and exists (select from survey_response where survey_response.task_id = task.id)
    ) as due join customer on customer.id = due.customer_id
    ${of === undefined ? sql`` : sql`where account_id = ${of}`}
    order by at desc limit ${of === undefined ? null : shownAtMost}`.execute(trx);
  return rows;
}

const textOf: Readonly<Record<Due['what'], (of: Pick<Due, 'name' | 'text'>) => string>> = {
  promise: ({ name }) => `Đến giờ gọi lại ${name}`,
  task: ({ name, text }) => `Việc cần làm với ${name}: ${text}`,
  'low-score': ({ name, text }) => `${name}: ${text}`,
};

/** What somebody is reminded of: whom to call now, and what to do. */
export async function reminders(
  trx: Trx,
  accountId: string,
  { since, now, view }: { since: Date; now: Date; view: NumberView },
): Promise<BellNotice[]> {
  const due = await dueBetween(trx, { after: since, until: now, of: accountId });
  return due.map(({ id, what, name, customer_id, number, text, at }) => ({
    id: `${what} ${id} ${at.getTime()}`,
    kind: 'reminder',
    at,
    call_id: null,
    customer_id,
    text: textOf[what]({ name, text }),
    call_back: number === null ? null : view.masked ? customer_id : view.show(number),
  }));
}

/** Who has something whose time has come between two moments. */
export const remindedBetween = async (trx: Trx, after: Date, until: Date): Promise<readonly { id: string }[]> =>
  (await dueBetween(trx, { after, until })).map(({ account_id }) => ({ id: account_id }));
