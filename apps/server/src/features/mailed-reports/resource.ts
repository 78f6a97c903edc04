import {
  addressesIn,
  isAllowed,
  type MailedReport,
  mailedEvery,
  mailedFormats,
  mailedKinds,
  mailedNeeds,
  mailedQuery,
  mailedReports,
  mailedSpans,
} from '@alo/contract';
import { sql } from 'kysely';
import { refuseBeyond } from '../../db/company-shares.ts';
import type { Trx } from '../../db/database.ts';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { idList } from '../../resource/children.ts';
import { oneOf } from '../../resource/importing/import-field.ts';
import { resource } from '../../resource/resource.ts';
import { queueReport } from './queue-report.ts';
import { savedReport } from './report-file.ts';
import { nextDue } from './when-due.ts';

const people = idList({ table: 'mailed_report_person', owner: 'mailed_report_id', item: 'account_id' });

/** A saved report with when it is sent to whom. When next is no part of what people write. */
export const mailedReport = resource(mailedReports, {
  table: 'mailed_report',
  calls: 'none',
  search: ['name', 'note'],
  rows: (trx) =>
    trx
      .selectFrom('mailed_report')
      .selectAll('mailed_report')
      // Nothing else is ever put there.
      .$narrowType<Pick<MailedReport, 'report' | 'span' | 'every' | 'format' | 'weekday'>>()
      .select([
        people.read('mailed_report.id').as('person_ids'),
        people.names('mailed_report.id', 'account').as('person_names'),
        sql<string>`coalesce((select account.name from account where account.id = mailed_report.updated_by), '')`.as(
          'sender_name',
        ),
        sql<Date | null>`(select max(due_at) from mailed_report_sending as sending
          where sending.mailed_report_id = mailed_report.id and sending.state = 'sent')`.as('last_at'),
      ]),
  children: { person_ids: people },
  // Whoever saves it begins anew.
  stored: (report, { caller }) => ({
    ...report,
    due_at: report.active ? new Date(nextDue(report, Date.now(), caller.timeZone)) : null,
    paused_why: '',
  }),
  asTheyAre: ['report'],
  async after(trx, { caller }, change) {
    if (change.kind === 'deleted') return;
    const saved = await savedReport(trx, change.after.id);
    if (saved === undefined) return;
    if (mailedQuery(saved.report, saved.filters) === undefined) {
      throw Problem.invalid({ filters: 'Bộ lọc không hợp với báo cáo này' });
    }
    mustBeTheirs(caller, saved);
    if (saved.active) await refuseTooMany(trx);
    await queueReport(trx, saved.id);
  },
  imports: {
    fields: {
      report: oneOf('Báo cáo', mailedKinds),
      span: oneOf('Số liệu của', mailedSpans),
      every: oneOf('Gửi', mailedEvery),
      format: oneOf('Tệp', mailedFormats),
    },
  },
  sheet: {
    name: 'Tên',
    report: { heading: 'Báo cáo', cell: (report) => mailedKinds[report] },
    span: { heading: 'Số liệu của', cell: (span) => mailedSpans[span ?? 'yesterday'] },
    every: { heading: 'Gửi', cell: (every) => mailedEvery[every ?? 'day'] },
    at_time: 'Lúc',
    format: { heading: 'Tệp', cell: (format) => mailedFormats[format ?? 'pdf'] },
    person_names: { heading: 'Người nhận', cell: (names) => names.join(', ') },
    outside: 'Email ngoài công ty',
    active: { heading: 'Đang gửi', cell: (on) => (on === true ? 'Có' : 'Không') },
    sender_name: 'Gửi với quyền của',
    due_at: 'Lần tới',
    last_at: 'Lần gần nhất',
    note: 'Ghi chú',
    created_at: 'Ngày tạo',
  },
});

/** Nobody has sent what they could not have as a file, nor to whom they may not send. */
function mustBeTheirs({ role }: Caller, { report, outside }: Pick<MailedReport, 'report' | 'outside'>): void {
  if (!isAllowed(role, mailedNeeds[report])) {
    throw Problem.invalid({ report: 'Bạn không được xuất báo cáo này, nên cũng không gửi được' });
  }
  if (addressesIn(outside).length > 0 && !isAllowed(role, 'mailed-reports.send-outside')) {
    throw Problem.invalid({ outside: 'Vai trò của bạn không được gửi báo cáo ra ngoài công ty' });
  }
}

async function refuseTooMany(trx: Trx): Promise<void> {
  const { active } = await trx
    .selectFrom('mailed_report')
    .where('active', '=', true)
    .select(({ fn }) => fn.countAll<number>().as('active'))
    .executeTakeFirstOrThrow();
  await refuseBeyond(trx, 'mailed_reports', Number(active));
}
