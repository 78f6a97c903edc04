import { contactFilter, contactStates, isAllowed, listQuery, messageHeards, nextCalls } from '@alo/contract';
import { z } from 'zod';

import { inPieces } from '../../db/cursor.ts';
import type { Trx } from '../../db/database.ts';
import { clockIn } from '../../domain/company-clock.ts';
import { numberView } from '../../domain/number-view.ts';
import type { By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Exportable } from '../../resource/exporting.ts';
import type { Cell } from '../../resource/sheet/cell.ts';
import { campaignFacts } from './contacts.ts';
import { contactsWanted, countContacts, everyContact, presentContact, type StoredContact } from './find-contacts.ts';

type Row = ReturnType<typeof presentContact>;

const columns: readonly (readonly [heading: string, cell: (row: Row) => Cell])[] = [
  ['Mã KH', (row) => row.code],
  ['Tên khách hàng', (row) => row.name],
  ['Số điện thoại', (row) => row.phone],
  ['Số khác', (row) => row.phones.join(', ')],
  ['Trạng thái', (row) => contactStates[row.state]],
  ['Số lần gọi', (row) => row.attempts],
  ['Gọi lần cuối', (row) => row.last_at],
  ['Người gọi', (row) => row.last_by_name],
  ['Kết quả', (row) => row.outcome_name],
  ['Nghe thông điệp', (row) => (row.heard === null ? '' : messageHeards[row.heard])],
  ['Nghe (giây)', (row) => row.heard_seconds],
  ['Phím bấm', (row) => row.pressed],
  ['Gọi tiếp lúc', (row) => row.next_at],
  ['Lý do', (row) => nextCalls[row.next_why]],
  ['Giao cho', (row) => row.assigned_name],
  ['Nguồn khách', (row) => row.list_name],
];

/** What a list was asked for, kept as JSON meanwhile; of an export, paging says nothing. */
const asked = z.object({
  campaign_id: z.uuid(),
  search: listQuery.shape.search,
  sort: listQuery.shape.sort,
  filters: contactFilter,
});

/** The customers of a campaign as its list has them, all of them. */
export const contactExport: Exportable = {
  subject: 'campaign-contacts',
  permission: 'campaign.export',
  trail: 'campaign',
  title: 'Khách của chiến dịch',
  headings: async () => columns.map(([heading]) => heading),
  count: async (trx, by, query, atMost) => countContacts(trx, await wantedOf(trx, by, query), atMost),
  async *pieces(trx, by, query) {
    const { campaign_id: id, sort } = asked.parse(query);
    const facts = await campaignFacts(trx, id, by.caller.accountId);
    if (facts === undefined) throw Problem.notFound();
    const view = await numberView(trx, by.caller);
    const clock = clockIn(Date.now(), by.caller.timeZone);
    for await (const rows of inPieces<StoredContact>(trx, everyContact(await wantedOf(trx, by, query), sort))) {
      yield rows.map((row) => {
        const shown = presentContact(row, { rules: facts.rules, view, clock });
        return columns.map(([, cell]) => cell(shown));
      });
    }
  },
};

function wantedOf(trx: Trx, by: By, query: unknown) {
  // Whoever may not see customers any more by the time that a worker comes to it has no file of them.
  if (!isAllowed(by.caller.role, 'customer.view')) throw Problem.refused('forbidden');
  const { campaign_id: campaignId, search, filters } = asked.parse(query);
  return contactsWanted(trx, by, { campaignId, search, filters });
}
