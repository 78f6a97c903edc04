import { consentFilter, consentSources, consentSubjects, consentWords, totalCap } from '@alo/contract';
import { parsePhone } from '@alo/phone-number';
import { sql } from 'kysely';
import type { z } from 'zod';

import { inPieces } from '../../db/cursor.ts';
import type { Trx } from '../../db/database.ts';
import { consentLinesIn, consentsWithin, presentConsent, type StoredConsentLine } from '../../domain/consent-lines.ts';
import { numberView } from '../../domain/number-view.ts';
import type { By } from '../../kernel/by.ts';
import { reachOf } from '../../kernel/reach.ts';
import type { Exportable } from '../../resource/exporting.ts';
import type { Cell } from '../../resource/sheet/cell.ts';

export type ConsentQuery = Omit<z.output<typeof consentFilter>, 'page' | 'per_page'>;

/** What somebody wants to see of what they may; `consent` and `customer` are the tables' names in it. */
function wantedBy({ caller }: Pick<By, 'caller'>, { from, to, purpose, given, way, search }: ConsentQuery) {
  const midnight = (date: string, plus: number) =>
    sql`((${date}::date + ${plus}::int)::timestamp at time zone ${caller.timeZone})`;
  const read = parsePhone(search);
  const named = sql`(strpos(lower(coalesce(customer.name, '')), lower(${search})) > 0
    or strpos(lower(consent.campaign_name), lower(${search})) > 0)`;
  // Whoever was erased is found by whoever has their number.
  const numbered = (number: string) =>
    sql`(consent.number = ${number} or consent.number_hash = consent_mark(${number}))`;
  return sql<boolean>`${consentsWithin(reachOf(caller))}
    and ${from === undefined ? sql`true` : sql`consent.created_at >= ${midnight(from, 0)}`}
    and ${to === undefined ? sql`true` : sql`consent.created_at < ${midnight(to, 1)}`}
    and ${purpose === undefined ? sql`true` : sql`consent.purpose = ${purpose}`}
    and ${given === undefined ? sql`true` : sql`consent.given = ${given === '1'}`}
    and ${way === undefined ? sql`true` : sql`consent.way = ${way}`}
    and ${search === '' ? sql`true` : read.ok ? numbered(read.phone.canonical) : named}`;
}

/** How many there are, counted up to a limit. */
export async function countLines(trx: Trx, by: By, query: ConsentQuery, atMost: number): Promise<number> {
  const some = consentLinesIn(trx).where(wantedBy(by, query)).clearSelect().select('consent.id').limit(atMost);
  const { n } = await trx
    .selectFrom(some.as('some'))
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return Number(n);
}

export const newestLines = (trx: Trx, by: By, query: ConsentQuery) =>
  consentLinesIn(trx).where(wantedBy(by, query)).orderBy('consent.created_at', 'desc').orderBy('consent.id', 'desc');

const columns: readonly (readonly [heading: string, cell: (row: StoredConsentLine) => Cell])[] = [
  ['Thời gian', (row) => row.created_at],
  ['Khách hàng', (row) => row.customer_name],
  ['Số điện thoại', (row) => (row.erased ? 'Đã xoá theo yêu cầu' : row.phone)],
  ['Việc', (row) => consentSubjects[row.purpose]],
  ['Khách nói', (row) => consentWords(row)],
  ['Bằng cách', (row) => consentSources[row.way]],
  ['Bằng chứng', (row) => row.evidence],
  ['Chiến dịch', (row) => row.campaign_name],
  ['Lời đã phát', (row) => row.played],
  ['Mã băm lời đã phát (SHA-256)', (row) => row.played_sha256],
  ['Âm thanh', (row) => (row.sound === null ? '' : row.sound_why || soundWords[row.sound])],
  ['Mã băm âm thanh (SHA-256)', (row) => row.sound_sha256],
  ['Mã cuộc gọi', (row) => row.call_id],
  ['Người ghi', (row) => row.by_name],
];

const soundWords = { waiting: 'Đang cắt', kept: 'Có', none: 'Không có', erased: 'Đã xoá theo yêu cầu' } as const;

/** The ledger, newest first. */
export const consentExport: Exportable = {
  subject: 'consents',
  permission: 'consents.export',
  trail: 'consent',
  title: 'Nhật ký đồng ý, từ chối',
  headings: async () => columns.map(([heading]) => heading),
  count: (trx, by, query, atMost = totalCap * 1000) => countLines(trx, by, consentFilter.parse(query), atMost),
  async *pieces(trx, by, query) {
    const view = await numberView(trx, by.caller);
    for await (const rows of inPieces<StoredConsentLine>(trx, newestLines(trx, by, consentFilter.parse(query)))) {
      yield rows.map((row) => {
        const shown = presentConsent(row, view);
        return columns.map(([, cell]) => cell(shown));
      });
    }
  },
};
