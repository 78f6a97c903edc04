import {
  addConsent,
  askAboutData,
  carryOutDataRequest,
  closeDataRequest,
  customerPrivacy,
  dataRequests,
  extendDataRequest,
  isAllowed,
  type Permission,
} from '@alo/contract';
import { sql } from 'kysely';

import { startJob } from '../../background/job-rows.ts';
import { afterCommit } from '../../db/after-commit.ts';
import { audit } from '../../db/audit.ts';
import type { Trx } from '../../db/database.ts';
import { holidayDates, readHolidays } from '../../domain/holidays.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import { changing } from '../../resource/changing.ts';
import { reading } from '../../resource/reading.ts';
import type { ResourceDeps } from '../../resource/store.ts';
import { customer } from './customers.ts';
import { consentsOf, neededForArchive, requestsIn, requestWithId } from './data-requests.ts';
import { clockOf, putOff } from './legal-clock.ts';

const read = reading(customer);

/** What a customer has agreed to, and what they may ask for by law, with the clock that runs from then on. */
export function privacyRoutes({ db, announce, announceJob }: ResourceDeps): Route[] {
  const { changed } = changing(customer, announce);

  async function seen(trx: Trx, by: By, id: string) {
    const [row] = await read.seen(trx, by, [id]);
    if (row === undefined) throw Problem.notFound();
    return row;
  }

  /** One that is still open, of a customer whom who asks may see; who is gone is nobody's any more. It changes only here until then. */
  async function open(trx: Trx, by: By, id: string) {
    await sql`select from data_request where id = ${id} for update`.execute(trx);
    const found = await requestWithId(trx, id);
    if (found === undefined) throw Problem.notFound();
    if (found.state !== 'open') throw Problem.conflict({ state: found.state });
    if (found.customer_name !== '') await seen(trx, by, found.customer_id);
    return found;
  }

  async function changeRequest(
    trx: Trx,
    by: By,
    id: string,
    action: string,
    changes: Readonly<Record<string, unknown>>,
  ) {
    const { accountId } = by.caller;
    await trx
      .updateTable('data_request')
      .set({ ...changes, version: sql<number>`version + 1`, updated_at: sql<Date>`now()`, updated_by: accountId })
      .where('id', '=', id)
      .execute();
    await audit(trx, actorOf(by), { action, subject: 'data_request', subjectId: id, after: changes });
    const after = await requestWithId(trx, id);
    if (after === undefined) throw Problem.notFound();
    return after;
  }

  return [
    route(customerPrivacy, (request) =>
      db.inTenant(request.caller.tenantId, async (trx) => {
        const { id } = request.params;
        await seen(trx, request, id);
        const requests = await requestsIn(trx).where('data_request.customer_id', '=', id).execute();
        return { consents: await consentsOf(trx, id), requests };
      }),
    ),

    route(addConsent, (request) =>
      db.inTenant(request.caller.tenantId, async (trx) => {
        const { params, body, caller } = request;
        const before = await seen(trx, request, params.id);
        const id = newId();
        const { accountId } = caller;
        await trx
          .insertInto('consent')
          .values({ id, customer_id: params.id, ...body, created_by: accountId })
          .execute();
        await audit(trx, actorOf(request), { action: 'create', subject: 'consent', subjectId: id, after: body });
        // Whoever refuses advertising is not called for it from this moment on.
        if (body.purpose === 'marketing' && before.do_not_call === body.given) {
          await trx
            .updateTable('customer')
            .set({
              do_not_call: !body.given,
              version: sql<number>`version + 1`,
              updated_at: sql<Date>`now()`,
              updated_by: accountId,
            })
            .where('id', '=', params.id)
            .execute();
          const after = await read.byId(trx, params.id);
          await changed(trx, request, [{ kind: 'updated', before, after }]);
        }
        const added = (await consentsOf(trx, params.id)).find((one) => one.id === id);
        if (added === undefined) throw new Error('What was just noted is not there.');
        return added;
      }),
    ),

    route(askAboutData, (request) =>
      db.inTenant(request.caller.tenantId, async (trx) => {
        const { params, body, caller } = request;
        await seen(trx, request, params.id);
        const [id, now] = [newId(), new Date()];
        const holidays = holidayDates(now.getFullYear(), await readHolidays(trx));
        await trx
          .insertInto('data_request')
          .values({
            id,
            customer_id: params.id,
            ...body,
            ...clockOf(body.kind, now, holidays),
            created_by: caller.accountId,
            updated_by: caller.accountId,
          })
          .execute();
        return changeRequest(trx, request, id, 'create', body);
      }),
    ),

    route(dataRequests, (request) =>
      db.inTenant(request.caller.tenantId, async (trx) => {
        const data = await requestsIn(trx).execute();
        const mine = await read.seen(trx, request, [...new Set(data.map((one) => one.customer_id)), request.requestId]);
        const ids = new Set(mine.map(({ id }) => id));
        // Who is gone is nobody's any more.
        return { data: data.filter((one) => one.customer_name === '' || ids.has(one.customer_id)) };
      }),
    ),

    route(extendDataRequest, (request) =>
      db.inTenant(request.caller.tenantId, async (trx) => {
        const found = await open(trx, request, request.params.id);
        if (found.extended) throw Problem.invalid({ note: 'Chỉ được gia hạn một lần' });
        const due_at = putOff(new Date(found.due_at));
        const note = [found.note, `Gia hạn: ${request.body.note}`].filter(Boolean).join('\n');
        return changeRequest(trx, request, found.id, 'extend', { due_at, extended: true, note });
      }),
    ),

    route(closeDataRequest, (request) =>
      db.inTenant(request.caller.tenantId, async (trx) => {
        const found = await open(trx, request, request.params.id);
        const { state } = request.body;
        const note = [found.note, request.body.note].filter(Boolean).join('\n');
        return changeRequest(trx, request, found.id, 'close', { state, note, closed_at: new Date() });
      }),
    ),

    route(carryOutDataRequest, (request) =>
      db.inTenant(request.caller.tenantId, async (trx) => {
        const { caller, params, network } = request;
        const found = await open(trx, request, params.id);
        const { permission, also, title } = workFor(found.kind);
        await seen(trx, request, found.customer_id);
        for (const needed of [permission, ...also]) {
          if (!isAllowed(caller.role, needed)) throw Problem.refused('forbidden');
        }
        const input = { request: found.id, customer: found.customer_id, kind: found.kind, network };
        const job = await startJob(trx, request, { kind: 'personal-data', title, permission, input });
        await changeRequest(trx, request, found.id, 'carry-out', { job_id: job.id });
        afterCommit(trx, () => announceJob({ tenantId: caller.tenantId, jobId: job.id }));
        return { job_id: job.id };
      }),
    ),
  ];
}

/** What it takes to do it. */
function workFor(kind: string): { permission: Permission; also: readonly Permission[]; title: string } {
  switch (kind) {
    case 'export':
      return {
        permission: 'customer.export',
        also: neededForArchive,
        title: 'Xuất dữ liệu của một khách hàng',
      };
    case 'erase':
      return { permission: 'customer.delete', also: [], title: 'Xoá dữ liệu của một khách hàng' };
    default:
      throw Problem.invalid({ kind: 'Yêu cầu này được làm trên hồ sơ, rồi đánh dấu đã xong' });
  }
}
