import type { AutomationAction } from '@alo/contract';
import { sql } from 'kysely';

import type { KeepLetter } from '../../background/letters-again.ts';
import { afterCommit } from '../../db/after-commit.ts';
import { audit } from '../../db/audit.ts';
import type { Trx } from '../../db/database.ts';
import { tellPrograms } from '../../domain/company-events.ts';
import { noLettersLeft, takeLetter } from '../../domain/letters-of-a-day.ts';
import { addNotice } from '../../domain/notices.ts';
import { putMessage } from '../../domain/outgoing-messages.ts';
import { newId } from '../../kernel/new-id.ts';
import type { AnnounceChange } from '../../resource/announce.ts';
import { type Occurrence, type Rule, sendAt } from './decide.ts';

export interface ActDeps {
  readonly consoleUrl: () => string;
  readonly announce: AnnounceChange;
  readonly keepLetter: KeepLetter;
  readonly onNotice: (tenantId: string, noticeId: string) => void;
  readonly onError: (error: unknown) => void;
}

export interface Acting {
  readonly tenantId: string;
  readonly timeZone: string;
  readonly rule: Rule;
  readonly happening: Occurrence;
  /** Of this one run. */
  readonly runId: string;
  readonly now: number;
}

const nobody = { accountId: null, network: 'automation', requestId: '' };
const dayMs = 86_400_000;

/** Does what an automation does, in the transaction that says that it ran. One that cannot be done is said, and keeps no other from being done. */
export async function act(trx: Trx, deps: ActDeps, acting: Acting): Promise<string[]> {
  const done: string[] = [];
  for (const [index, action] of acting.rule.actions.entries()) {
    await sql`savepoint action`.execute(trx);
    try {
      done.push(await one(trx, deps, acting, { action, index }));
      await sql`release savepoint action`.execute(trx);
    } catch (error) {
      await sql`rollback to savepoint action`.execute(trx);
      deps.onError(error);
      done.push('Không làm được: lỗi hệ thống, xem nhật ký máy chủ');
    }
  }
  return done;
}

async function one(
  trx: Trx,
  deps: ActDeps,
  acting: Acting,
  { action, index }: { readonly action: AutomationAction; readonly index: number },
): Promise<string> {
  const { rule, happening, runId, tenantId, timeZone, now } = acting;
  const { customer, call } = happening;
  const about = [customer?.name ?? '', happening.words].filter(Boolean).join(' · ');
  const text = [action.text || rule.name, about].filter(Boolean).join(': ');
  switch (action.kind) {
    case 'message': {
      const [first] = happening.numbers;
      const put = await putMessage(trx, {
        templateId: action.template_id ?? '',
        customerId: customer?.id ?? null,
        ...(customer === null && first !== undefined && { number: first }),
        callId: call?.id ?? null,
        source: 'automation',
        sourceId: rule.id,
        accountId: null,
        key: `automation/${runId}/${index}`,
        at: new Date(sendAt(rule, now, timeZone)),
        consoleUrl: deps.consoleUrl(),
      });
      if (put === undefined) return 'Không nhắn: mẫu tin không còn';
      return put.refused === null ? 'Đã xếp hàng tin nhắn' : `Không nhắn: ${put.refused}`;
    }
    case 'task': {
      if (customer === null) return 'Không giao việc: khách chưa có hồ sơ';
      const account = await takerOf(trx, action, customer.id);
      if (account === undefined) return 'Không giao việc: không có người nhận';
      await trx
        .insertInto('task')
        .values({
          id: newId(),
          customer_id: customer.id,
          text: action.text.slice(0, 500),
          due_at: action.minutes === 0 ? null : new Date(now + action.minutes * 60_000),
          account_id: account.id,
        })
        .execute();
      await deps.announce(trx, { tenantId, subject: 'customer', ids: [customer.id] });
      return `Đã giao việc cho ${account.name}`;
    }
    case 'owner':
    case 'status': {
      if (customer === null) return 'Không đổi hồ sơ: khách chưa có hồ sơ';
      return changeCustomer(trx, deps, acting, { customerId: customer.id, action });
    }
    case 'campaign': {
      if (customer === null) return 'Không đưa vào chiến dịch: khách chưa có hồ sơ';
      const { rows } = await sql`
        insert into campaign_contact (id, campaign_id, customer_id)
        select ${newId()}, campaign.id, customer.id from campaign, customer
        where campaign.id = ${action.campaign_id} and customer.id = ${customer.id}
          and not (campaign.kind = 'advertising' and customer.do_not_call)
        on conflict do nothing returning id`.execute(trx);
      await deps.announce(trx, { tenantId, subject: 'campaign', ids: [action.campaign_id ?? ''] });
      return rows.length > 0 ? 'Đã đưa vào chiến dịch' : 'Đã ở trong chiến dịch, hoặc khách từ chối quảng cáo';
    }
    case 'bell': {
      const notice = {
        kind: 'automation',
        text,
        permission: 'automations.view',
        about: `automation ${runId}`,
      } as const;
      const id = await addNotice(trx, notice, new Date(now));
      if (id !== undefined) afterCommit(trx, () => deps.onNotice(tenantId, id));
      return 'Đã rung chuông';
    }
    case 'mail': {
      const to = await trx
        .selectFrom('account')
        .where('id', '=', action.account_id)
        .where('active', '=', true)
        .select(['email', 'name'])
        .executeTakeFirst();
      if (to === undefined) return 'Không gửi email: người nhận không còn hoạt động';
      if (!(await takeLetter(trx))) return `Không gửi email: ${noLettersLeft}`;
      const letter = { to: to.email, subject: rule.name, text: `${text}\n\nTự động hoá “${rule.name}” gửi thư này.\n` };
      const until = new Date(now + dayMs);
      const send = await deps.keepLetter(trx, { tenantId, letter, about: `automation ${runId} ${index}`, until });
      afterCommit(trx, () => void send().catch(deps.onError));
      return `Đã gửi email cho ${to.name}`;
    }
    case 'event':
      await tellPrograms(trx, {
        type: 'automation.ran',
        key: `automation/${runId}/${index}`,
        at: new Date(now),
        detail: {
          automation_id: rule.id,
          name: rule.name,
          text: action.text || happening.words || rule.name,
          call_id: call?.id ?? null,
          customer_id: customer?.id ?? null,
        },
      });
      return 'Đã báo webhook và chương trình';
    default:
      return action.kind satisfies never;
  }
}

async function takerOf(trx: Trx, { taker, account_id: chosen }: AutomationAction, customerId: string) {
  const { rows } = await sql<{ id: string; name: string }>`
    select account.id, account.name from account
      left join customer on customer.id = ${customerId} and customer.user_id = account.id
    where account.active and (${taker === 'owner'} and customer.id is not null or account.id = ${chosen}::uuid)
    order by (${taker === 'owner'} and customer.id is not null) desc limit 1`.execute(trx);
  return rows[0];
}

async function changeCustomer(
  trx: Trx,
  { announce }: ActDeps,
  { tenantId, happening }: Acting,
  { customerId, action }: { readonly customerId: string; readonly action: AutomationAction },
): Promise<string> {
  // What follows from it is one deeper, and is told while that is known.
  await sql`select set_config('app.automation_depth', ${String(happening.depth + 1)}, true)`.execute(trx);
  const change = action.kind === 'owner' ? { user_id: action.account_id } : { status: action.to_status_id ?? '' };
  const [column] = action.kind === 'owner' ? (['user_id'] as const) : (['status'] as const);
  const { rows: before } = await sql<{ was: string | null; still: boolean }>`
    select ${sql.ref(column)}::text as was, true as still from customer where id = ${customerId} for update`.execute(
    trx,
  );
  const [row] = before;
  const wanted = action.kind === 'owner' ? action.account_id : action.to_status_id;
  if (row === undefined) return 'Không đổi hồ sơ: khách không còn';
  if (row.was === wanted) return action.kind === 'owner' ? 'Đã đúng người phụ trách' : 'Đã ở trạng thái này';
  await trx
    .updateTable('customer')
    .set({ ...change, version: sql<number>`version + 1`, updated_at: sql<Date>`now()`, updated_by: null })
    .where('id', '=', customerId)
    .execute();
  await sql`set constraints tell_automations immediate`.execute(trx);
  await sql`set constraints tell_automations deferred`.execute(trx);
  await audit(trx, nobody, {
    action: 'update',
    subject: 'customer',
    subjectId: customerId,
    before: { [column]: row.was },
    after: { [column]: wanted },
  });
  await announce(trx, { tenantId, subject: 'customer', ids: [customerId] });
  return action.kind === 'owner' ? 'Đã đổi người phụ trách' : 'Đã đổi trạng thái hồ sơ';
}
