import { createTask, customerTasks, removeTask, type task, updateTask } from '@alo/contract';
import { sql } from 'kysely';
import type { z } from 'zod';

import { audit } from '../../db/audit.ts';
import type { Trx } from '../../db/database.ts';
import type { ValueOrPlaceholder } from '../../db/prepared.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import { reading } from '../../resource/reading.ts';
import type { ResourceDeps } from '../../resource/store.ts';
import { customer } from './customers.ts';

type Task = z.input<typeof task>;

const read = reading(customer);
const shownAtMost = 50;

/** What is to be done for customers, by whom, until when. Whoever talks with a customer may note it, whosever they are. */
export function taskRoutes({ db, announce }: Pick<ResourceDeps, 'db' | 'announce'>): Route[] {
  const changed = (trx: Trx, { caller }: By, customerId: string) =>
    announce(trx, { tenantId: caller.tenantId, subject: 'customer', ids: [customerId] });

  return [
    route(customerTasks, (request) =>
      db.inTenant(request.caller.tenantId, async (trx) => {
        const [row] = await read.seen(trx, request, [request.params.id]);
        if (row === undefined) throw Problem.notFound();
        return { data: await openTasks(trx, request.params.id) };
      }),
    ),

    route(createTask, (request) =>
      db.inTenant(request.caller.tenantId, async (trx) => {
        const { caller, params, body } = request;
        const [row] = await read.byIds(trx, [params.id]);
        if (row === undefined) throw Problem.notFound();
        const id = newId();
        await trx
          .insertInto('task')
          .values({
            id,
            customer_id: params.id,
            text: body.text,
            due_at: momentOf(body.due_at),
            account_id: await personNamed(trx, body.account_id ?? caller.accountId),
            created_by: caller.accountId,
          })
          .execute();
        const made = await taskBy(trx, id);
        await audit(trx, actorOf(request), { action: 'create', subject: 'task', subjectId: id, after: made });
        await changed(trx, request, params.id);
        return made;
      }),
    ),

    route(updateTask, (request) =>
      db.inTenant(request.caller.tenantId, async (trx) => {
        const { caller, params, body } = request;
        const before = await ownTask(trx, request, params.id);
        const isDone = before.done_at !== null;
        const done = { done_at: sql<Date>`now()`, done_by: caller.accountId };
        const updated = await trx
          .updateTable('task')
          .set({
            text: body.text,
            due_at: momentOf(body.due_at),
            account_id: await personNamed(trx, body.account_id),
            ...(body.done === isDone ? {} : body.done ? done : { done_at: null, done_by: null }),
            version: sql<number>`version + 1`,
            updated_at: sql<Date>`now()`,
            updated_by: caller.accountId,
          })
          .where('id', '=', params.id)
          .where('version', '=', body.version)
          .returning('customer_id')
          .executeTakeFirst();
        if (updated === undefined) throw Problem.conflict(before);
        const after = await taskBy(trx, params.id);
        await audit(trx, actorOf(request), { action: 'update', subject: 'task', subjectId: params.id, before, after });
        await changed(trx, request, updated.customer_id);
        return after;
      }),
    ),

    route(removeTask, (request) =>
      db.inTenant(request.caller.tenantId, async (trx) => {
        const before = await ownTask(trx, request, request.params.id);
        const gone = await trx
          .deleteFrom('task')
          .where('id', '=', request.params.id)
          .returning('customer_id')
          .executeTakeFirst();
        if (gone === undefined) throw Problem.notFound();
        await audit(trx, actorOf(request), { action: 'delete', subject: 'task', subjectId: before.id, before });
        await changed(trx, request, gone.customer_id);
        return {};
      }),
    ),
  ];
}

const momentOf = (at: string | null) => (at === null ? null : new Date(at));

async function personNamed(trx: Trx, id: string): Promise<string> {
  const found = await trx.selectFrom('account').where('id', '=', id).select('id').executeTakeFirst();
  if (found === undefined) throw Problem.noSuchChoice({ account_id: 'Người này không còn trong công ty' });
  return found.id;
}

const tasksOf = (trx: Trx) =>
  trx
    .selectFrom('task')
    .innerJoin('account', 'account.id', 'task.account_id')
    .leftJoin('account as doer', 'doer.id', 'task.done_by')
    .select([
      'task.id',
      'task.version',
      'task.text',
      'task.due_at',
      'task.done_at',
      'task.account_id',
      'task.created_at',
    ])
    .select(['account.name as account_name', 'doer.name as done_by_name']);

async function taskBy(trx: Trx, id: string): Promise<Task> {
  const found = await tasksOf(trx).where('task.id', '=', id).executeTakeFirst();
  if (found === undefined) throw Problem.notFound();
  return found;
}

/** A task of somebody's own, or of a customer whom they see; any other is not there. */
async function ownTask(trx: Trx, by: By, id: string): Promise<Task> {
  const found = await trx
    .selectFrom('task')
    .where('id', '=', id)
    .select(['customer_id', 'account_id', 'created_by'])
    .executeTakeFirst();
  if (found === undefined) throw Problem.notFound();
  const isOwn = [found.account_id, found.created_by].includes(by.caller.accountId);
  if (!isOwn && (await read.seen(trx, by, [found.customer_id])).length === 0) throw Problem.notFound();
  return taskBy(trx, id);
}

/** What is still to be done for a customer, what is due first at the top. */
export const openTasks = (trx: Trx, customerId: string): Promise<Task[]> =>
  tasksOf(trx)
    .where('task.customer_id', '=', customerId)
    .where('task.done_at', 'is', null)
    .orderBy(sql`task.due_at asc nulls last`)
    .orderBy('task.created_at')
    .limit(shownAtMost)
    .execute();

/** Every task of a customer in the order of their timeline, newest first. */
export function tasksBefore(
  trx: Trx,
  customerId: ValueOrPlaceholder<string>,
  before: ValueOrPlaceholder<Date> | undefined,
  limit: number,
) {
  const at = sql<Date>`coalesce(task.done_at, task.created_at)`;
  let found = tasksOf(trx).where('task.customer_id', '=', customerId);
  if (before !== undefined) found = found.where(at, '<', before);
  return found.select(at.as('at')).orderBy(at, 'desc').limit(limit);
}
