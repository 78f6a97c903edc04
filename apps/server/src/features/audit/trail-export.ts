import { type AuditRow, inTrailWords, trailActionWords, trailSubjectWords } from '@alo/contract';

import { inPieces } from '../../db/cursor.ts';
import { auditActor } from '../../domain/audit-actor.ts';
import { numberView } from '../../domain/number-view.ts';
import type { Exportable } from '../../resource/exporting.ts';
import { entries, entryColumns, hiddenIn, subjectName, trailQuery } from './trail.ts';

type Entry = Omit<AuditRow, 'at'> & { readonly at: Date };

/** The trail as a file, in the words and in the order of its screen. That it was taken is an entry, too. */
export const trailExport: Exportable = {
  subject: 'activity-user-tenant',
  permission: 'activity-user-tenant.export',
  trail: 'audit',
  title: 'Nhật ký hoạt động',
  headings: async () => ['Lúc', 'Người', 'Thao tác', 'Đối tượng', 'Tên', 'Mã', 'Mạng'],
  async count(trx, { caller }, query, atMost) {
    const found = entries(trx, caller, trailQuery.parse(query)).select('audit.id');
    const { n } = await trx
      .selectFrom((atMost === undefined ? found : found.limit(atMost)).as('some'))
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return Number(n);
  },
  async *pieces(trx, { caller }, query) {
    const view = await numberView(trx, caller);
    const found = entries(trx, caller, trailQuery.parse(query))
      .select(entryColumns)
      .select(auditActor.as('account_name'))
      .select(subjectName)
      .orderBy('audit.at', 'desc')
      .orderBy('audit.id', 'desc');
    for await (const piece of inPieces<Entry>(trx, found)) {
      yield piece.map(({ at, account_id: by, account_name: name, action, subject, subject_id: id, ...entry }) => [
        at,
        name ?? (by === null ? 'Chưa đăng nhập' : 'Tài khoản đã xoá'),
        inTrailWords(trailActionWords, action),
        inTrailWords(trailSubjectWords, subject),
        hiddenIn(entry.subject_name, view) ?? '',
        id,
        entry.network,
      ]);
    }
  },
};
