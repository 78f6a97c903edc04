import { addressesIn, isAllowed, type MailedKind, mailedKinds, mailedNeeds } from '@alo/contract';
import { sql } from 'kysely';
import { z } from 'zod';

import type { Db, InTenant, Trx } from '../../db/database.ts';
import { noLettersLeft, takeLetter } from '../../domain/letters-of-a-day.ts';
import { addNotice } from '../../domain/notices.ts';
import type { QueueLog } from '../../jobs/queue-log.ts';
import type { By } from '../../kernel/by.ts';
import type { Caller } from '../../kernel/caller.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Mail, Mailer } from '../../mail/mailer.ts';
import type { Exportable } from '../../resource/exporting.ts';
import { queueReport } from './queue-report.ts';
import { contentTypeOf, reportFile, savedReport } from './report-file.ts';
import { latestDue, nextDue, type Schedule } from './when-due.ts';

interface Deps {
  readonly inTenant: InTenant;
  readonly sendMail: Mailer['send'];
  readonly exportables: readonly Exportable[];
  /** Who somebody is and what they may do now. */
  readonly callerOf: (trx: Trx, accountId: string) => Promise<Caller | undefined>;
  readonly onNotice: (tenantId: string, noticeId: string) => void;
  /** Tells the consoles that something has come of it. */
  readonly changed: (tenantId: string, reportId: string) => void;
  readonly log: QueueLog;
  readonly now?: () => number;
}

const key = z.object({ tenantId: z.uuid(), reportId: z.uuid() });

const minuteMs = 60_000;
/** Pauses after each try of letters that nobody took. */
const pausesMs = [minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs];
/** Whoever tries for so long is no more: no mail server is waited for half as long. */
const deadAfterMs = 5 * minuteMs;
/** What mail servers usually take, encoded. */
const bytesAtMost = 10_000_000;

/** What keeps a report from being sent until somebody changes something, in words. */
class Refused extends Error {}

const unknown = 'Máy chủ dừng đúng lúc đang gửi, nên không gửi lại để tránh gửi hai lần';

/**
 * The worker's task: what is due of one report. The moment that it is due at becomes a row, once, in the transaction that says when it is due
 * next; and before a letter goes it is said to be on its way, so that no end of a process sends it twice.
 */
export function reportSender({
  inTenant,
  sendMail,
  exportables,
  callerOf,
  onNotice,
  changed,
  log,
  now = Date.now,
}: Deps) {
  return async (payload: unknown): Promise<void> => {
    const { tenantId, reportId } = key.parse(payload);
    await inTenant(tenantId, (trx) => comeDue(trx, reportId, now()));
    for (const sendingId of await inTenant(tenantId, (trx) => waitingOf(trx, reportId, now()))) {
      await send(tenantId, reportId, sendingId);
    }
    await inTenant(tenantId, (trx) => queueReport(trx, reportId));
  };

  async function send(tenantId: string, reportId: string, sendingId: string): Promise<void> {
    const notices: (string | undefined)[] = [];
    try {
      if (!(await inTenant(tenantId, (trx) => isMade(trx, sendingId)))) {
        await inTenant(tenantId, (trx) => make(trx, reportId, sendingId));
      }
      for (
        let letter = await begin(tenantId, sendingId);
        letter !== undefined;
        letter = await begin(tenantId, sendingId)
      ) {
        const { id, mail } = letter;
        const why = await sendMail(mail).then(
          () => undefined,
          (error: unknown) => {
            log.warn({ err: error }, 'a report was not taken by the mail server');
            // What a mail server says may have an address in it; the log of the installation has it.
            return 'Máy chủ thư không nhận';
          },
        );
        await inTenant(tenantId, (trx) => sentOrAgain(trx, id, why));
      }
      notices.push(await inTenant(tenantId, (trx) => finish(trx, reportId, sendingId)));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      notices.push(await inTenant(tenantId, (trx) => pause(trx, reportId, sendingId, error.message)));
    }
    for (const id of notices) if (id !== undefined) onNotice(tenantId, id);
    changed(tenantId, reportId);
  }

  /** Makes the file with the rights that its sender has now, and a letter to each who is to have it. */
  async function make(trx: Trx, reportId: string, sendingId: string): Promise<void> {
    const report = await savedReport(trx, reportId);
    if (report === undefined) throw new Refused('Báo cáo đã bị xoá');
    const sending = await trx
      .selectFrom('mailed_report_sending')
      .where('id', '=', sendingId)
      .select(['due_at', 'why'])
      .executeTakeFirstOrThrow();
    const kind = report.report;
    const caller = report.updated_by === null ? undefined : await callerOf(trx, report.updated_by);
    if (caller === undefined) throw new Refused('Người lưu báo cáo không còn tài khoản đang dùng');
    if (!isAllowed(caller.role, 'mailed-reports.view') || !isAllowed(caller.role, mailedNeeds[kind])) {
      throw new Refused(`${caller.name} không còn quyền xuất báo cáo này`);
    }
    const outside = addressesIn(report.outside);
    if (outside.length > 0 && !isAllowed(caller.role, 'mailed-reports.send-outside')) {
      throw new Refused(`${caller.name} không còn quyền gửi báo cáo ra ngoài công ty`);
    }
    const people = await trx
      .selectFrom('mailed_report_person')
      .innerJoin('account', 'account.id', 'mailed_report_person.account_id')
      .where('mailed_report_id', '=', reportId)
      .where('account.active', '=', true)
      .select('account.email')
      .execute();
    const recipients = [...new Set([...people.map(({ email }) => email.toLowerCase()), ...outside])];
    if (recipients.length === 0) throw new Refused('Không có ai để gửi');
    const exportable = exportables.find(({ subject }) => subject === kind);
    if (exportable === undefined) throw new Error(`There is no report called ${kind}.`);
    const by: By = { caller, via: 'job', network: '', requestId: sendingId };
    const file = await reportFile(trx, by, { saved: report, exportable, due: sending.due_at }).catch(
      (error: unknown) => {
        // As the report's own page would say it: a queue that is gone, days that are too many.
        if (error instanceof Problem) throw new Refused(`Không lập được báo cáo: ${error.message}`);
        throw error;
      },
    );
    if (file.bytes.length > bytesAtMost) throw new Refused('Tệp quá lớn để gửi qua thư. Hãy thu hẹp bộ lọc');
    await trx
      .updateTable('mailed_report_sending')
      .set({
        file: file.bytes,
        file_name: file.name,
        file_bytes: file.bytes.length,
        subject: `${report.name}: ${file.days}`,
        words: letterOf({ name: report.name, kind, days: file.days, sender: caller.name }),
      })
      .where('id', '=', sendingId)
      .execute();
    await trx
      .insertInto('mailed_report_letter')
      .values(recipients.map((recipient) => ({ id: newId(), sending_id: sendingId, recipient })))
      .onConflict((row) => row.doNothing())
      .execute();
  }

  /** The next letter, which is on its way from then on. */
  async function begin(tenantId: string, sendingId: string): Promise<{ id: string; mail: Mail } | undefined> {
    for (;;) {
      const next = await inTenant(tenantId, (trx) => take(trx, sendingId));
      if (next !== 'none left today') return next;
    }
  }

  async function take(trx: Trx, sendingId: string) {
    const letter = await trx
      .selectFrom('mailed_report_letter')
      .innerJoin('mailed_report_sending', 'mailed_report_sending.id', 'mailed_report_letter.sending_id')
      .where('sending_id', '=', sendingId)
      .where('mailed_report_letter.state', '=', 'waiting')
      .where((row) =>
        row.or([row('tried_at', 'is', null), row('tried_at', '<', row.ref('mailed_report_sending.next_at'))]),
      )
      .select(['mailed_report_letter.id', 'recipient', 'subject', 'words', 'file', 'file_name'])
      .orderBy('mailed_report_letter.id')
      .limit(1)
      .forUpdate('mailed_report_letter')
      .skipLocked()
      .executeTakeFirst();
    if (letter === undefined || letter.file === null) return undefined;
    const { id, recipient: to, subject, words: text, file: content, file_name: filename } = letter;
    const mayGo = await takeLetter(trx);
    const tried_at = new Date(now());
    await trx
      .updateTable('mailed_report_letter')
      .set(mayGo ? { state: 'trying', tried_at } : { state: 'failed', why: noLettersLeft, tried_at })
      .where('id', '=', id)
      .execute();
    if (!mayGo) return 'none left today';
    const attachments = [{ filename, content, contentType: contentTypeOf(filename) }];
    return { id, mail: { to, subject, text, attachments } };
  }

  async function sentOrAgain(trx: Trx, id: string, why: string | undefined): Promise<void> {
    await trx
      .updateTable('mailed_report_letter')
      .set(why === undefined ? { state: 'sent', why: '' } : { state: 'waiting', why, tried_at: new Date(now()) })
      .where('id', '=', id)
      .where('state', '=', 'trying')
      .execute();
  }

  /** Says how it went, or when it is tried again. Answers the notice that was put into bells, if any. */
  async function finish(trx: Trx, reportId: string, sendingId: string): Promise<string | undefined> {
    const { tries } = await trx
      .selectFrom('mailed_report_sending')
      .where('id', '=', sendingId)
      .forUpdate()
      .select('tries')
      .executeTakeFirstOrThrow();
    const letters = () =>
      trx
        .selectFrom('mailed_report_letter')
        .where('sending_id', '=', sendingId)
        .select(['id', 'state', 'why', 'tried_at']);
    await trx
      .updateTable('mailed_report_letter')
      .set({ state: 'unknown', why: unknown })
      .where('sending_id', '=', sendingId)
      .where('state', '=', 'trying')
      .where('tried_at', '<', new Date(now() - deadAfterMs))
      .execute();
    const all = await letters().execute();
    const pauseMs = pausesMs[tries];
    const onTheirWay = all.some(({ state }) => state === 'trying');
    if (onTheirWay || (pauseMs !== undefined && all.some(({ state }) => state === 'waiting'))) {
      await trx
        .updateTable('mailed_report_sending')
        .set({
          tries: onTheirWay ? tries : tries + 1,
          next_at: new Date(now() + (onTheirWay ? deadAfterMs : (pauseMs ?? 0))),
        })
        .where('id', '=', sendingId)
        .execute();
      return undefined;
    }
    await trx
      .updateTable('mailed_report_letter')
      .set({ state: 'failed' })
      .where('sending_id', '=', sendingId)
      .where('state', '=', 'waiting')
      .execute();
    const left = all.filter(({ state }) => state !== 'sent');
    const why = [...new Set(left.map((letter) => letter.why))].join('; ');
    await trx
      .updateTable('mailed_report_sending')
      .set((row) => ({
        state: left.length === 0 ? 'sent' : 'failed',
        why: left.length === 0 ? row.ref('why') : `${left.length}/${all.length} thư không gửi được: ${why}`,
        file: null,
        next_at: null,
      }))
      .where('id', '=', sendingId)
      .execute();
    return left.length === 0
      ? undefined
      : tell(trx, reportId, `${left.length}/${all.length} thư không gửi được (${why})`);
  }

  /** Nothing is sent any more until somebody saves it anew, and it says why. */
  async function pause(trx: Trx, reportId: string, sendingId: string, why: string): Promise<string | undefined> {
    await trx
      .updateTable('mailed_report_sending')
      .set({ state: 'refused', why, file: null, next_at: null })
      .where('id', '=', sendingId)
      .execute();
    await trx
      .updateTable('mailed_report')
      .set({ active: false, due_at: null, paused_why: why })
      .where('id', '=', reportId)
      .execute();
    return tell(trx, reportId, `đã dừng: ${why}`);
  }

  async function tell(trx: Trx, reportId: string, words: string): Promise<string | undefined> {
    const { name } = await trx
      .selectFrom('mailed_report')
      .where('id', '=', reportId)
      .select('name')
      .executeTakeFirstOrThrow();
    const notice = {
      kind: 'report',
      text: `Báo cáo “${name}” ${words}`,
      permission: 'mailed-reports.view',
      about: `mailed-report ${reportId}`,
    } as const;
    return addNotice(trx, notice, new Date(now()));
  }
}

/** What is due becomes a row, and the next moment is said with it. */
async function comeDue(trx: Trx, reportId: string, now: number): Promise<void> {
  const report = await trx
    .selectFrom('mailed_report')
    .where('id', '=', reportId)
    .where('active', '=', true)
    .where('due_at', '<=', new Date(now))
    .forUpdate()
    .select(['every', 'weekday', 'month_day', 'at_time', 'due_at'])
    .$narrowType<Schedule & { due_at: Date }>()
    .executeTakeFirst();
  if (report === undefined) return;
  const { time_zone: timeZone, active } = await trx
    .selectFrom('tenant')
    .select(['time_zone', 'active'])
    .executeTakeFirstOrThrow();
  const { due, missed } = latestDue(report, report.due_at.getTime(), now, timeZone);
  await trx
    .updateTable('mailed_report')
    .set({ due_at: new Date(nextDue(report, Math.max(due, now), timeZone)) })
    .where('id', '=', reportId)
    .execute();
  // A company that is held sends nothing, and goes on when it is no longer.
  if (!active) return;
  const why = missed === 0 ? '' : `${missed} lần trước đó bị lỡ vì máy chủ không chạy`;
  await addSending(trx, reportId, { due: new Date(due), why });
}

/** Answers the id of the sending; undefined where there is one of that moment. */
export async function addSending(
  trx: Trx,
  reportId: string,
  { due, why = '' }: { readonly due: Date; readonly why?: string },
): Promise<string | undefined> {
  const added = await trx
    .insertInto('mailed_report_sending')
    .values({ id: newId(), mailed_report_id: reportId, due_at: due, next_at: due, why })
    .onConflict((row) => row.doNothing())
    .returning('id')
    .executeTakeFirst();
  return added?.id;
}

async function waitingOf(trx: Trx, reportId: string, now: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('mailed_report_sending')
    .where('mailed_report_id', '=', reportId)
    .where('state', '=', 'waiting')
    .where('next_at', '<=', new Date(now))
    .orderBy('due_at')
    .select('id')
    .execute();
  return rows.map(({ id }) => id);
}

async function isMade(trx: Trx, sendingId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('mailed_report_sending')
    .where('id', '=', sendingId)
    .where('file', 'is not', null)
    .select('id')
    .executeTakeFirst();
  return row !== undefined;
}

const letterOf = ({ name, kind, days, sender }: { name: string; kind: MailedKind; days: string; sender: string }) =>
  `Kèm thư này là báo cáo “${name}” (${mailedKinds[kind]}), số liệu ${days}.\n\n` +
  `Báo cáo được gửi tự động, do ${sender} lưu ở mục Báo cáo qua thư. Muốn thôi nhận, hãy báo cho người đó.\n`;

const keptDays = 400;

/** Now and then: what was due and no worker has, and a log that does not grow for ever. */
export async function tidyReports(db: Pick<Db, 'inTenant' | 'directory'>): Promise<void> {
  for (const { id: tenantId } of await db.directory.tenants()) {
    await db.inTenant(tenantId, async (trx) => {
      const { rows: late } = await sql<{ id: string }>`
        select id from mailed_report where active and due_at < now() - interval '15 minutes'
        union select mailed_report_id from mailed_report_sending
          where state = 'waiting' and next_at < now() - interval '15 minutes'`.execute(trx);
      for (const { id } of late) await queueReport(trx, id);
      await trx.updateTable('report_link').set({ tables: null }).where('expires_at', '<', sql<Date>`now()`).execute();
      await trx
        .deleteFrom('report_link')
        .where('expires_at', '<', sql<Date>`now() - make_interval(days => ${keptDays})`)
        .execute();
      await trx
        .deleteFrom('mailed_report_sending')
        .where('due_at', '<', sql<Date>`now() - make_interval(days => ${keptDays})`)
        .execute();
    });
  }
}
