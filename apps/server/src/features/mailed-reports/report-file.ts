import { type MailedFormat, type MailedKind, type MailedSpan, mailedKinds, mailedQuery } from '@alo/contract';

import type { Trx } from '../../db/database.ts';
import { brandOf } from '../../domain/brand.ts';
import type { By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Exportable, PaperTable } from '../../resource/exporting.ts';
import type { Cell } from '../../resource/sheet/cell.ts';
import { reportPdf } from '../../resource/sheet/report-pdf.ts';
import { sheetBytes, sheetTypes } from '../../resource/sheet/sheet.ts';
import { daysOfSpan, type Schedule } from './when-due.ts';

/** A report as it was saved, with whoever saved it last; undefined where it is gone. */
export const savedReport = (trx: Trx, id: string) =>
  trx
    .selectFrom('mailed_report')
    .where('id', '=', id)
    .selectAll()
    // Nothing else is ever put there.
    .$narrowType<Saved & Schedule>()
    .executeTakeFirst();

export interface Saved {
  readonly name: string;
  readonly report: MailedKind;
  readonly filters: string;
  readonly span: MailedSpan;
  readonly format: MailedFormat;
}

export interface ReportFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Buffer;
  /** `23/11/2026 – 29/11/2026` */
  readonly days: string;
}

/** What a file is, by its name. */
export const contentTypeOf = (name: string): string => {
  const ending = name.slice(name.lastIndexOf('.') + 1);
  return ending in typeOf ? typeOf[ending as MailedFormat] : 'application/octet-stream';
};

const typeOf = { ...sheetTypes, pdf: 'application/pdf' } as const satisfies Record<MailedFormat, string>;

interface Asked {
  readonly saved: Saved;
  readonly exportable: Exportable;
  readonly due: Date;
}

/** The report that is due at this moment, as somebody may see it. */
export async function reportFile(trx: Trx, by: By, asked: Asked): Promise<ReportFile> {
  const { saved, exportable, due } = asked;
  const { timeZone } = by.caller;
  const { query, days, to } = queryOf(by, asked);
  const { format } = saved;
  const name = `${saved.name.replace(/[\\/:*?"<>|]/g, '-')} ${to}.${format}`;
  const bytes =
    format === 'pdf'
      ? await reportPdf({
          brand: await brandOf(trx),
          title: saved.name,
          lines: [`${mailedKinds[saved.report]} · ${days}`],
          tables: (await reportTables(trx, by, asked)).tables,
          timeZone,
          madeAt: due,
        })
      : await inOne(
          sheetBytes(
            {
              title: exportable.title,
              headings: await exportable.headings(trx, query),
              timeZone,
              pieces: exportable.pieces(trx, by, query),
            },
            format,
          ),
        );
  return { name, contentType: typeOf[format], bytes, days };
}

/** The same as the tables that are printed. */
export async function reportTables(trx: Trx, by: By, asked: Asked) {
  const { query, days } = queryOf(by, asked);
  const { exportable } = asked;
  return { tables: await (exportable.tables ?? longTable(exportable))(trx, by, query), days };
}

function queryOf({ caller }: By, { saved, due }: Asked) {
  const span = daysOfSpan(saved.span, due.getTime(), caller.timeZone);
  const filters = mailedQuery(saved.report, saved.filters);
  if (filters === undefined) throw Problem.badRequest({ filters: 'Bộ lọc không hợp với báo cáo này' });
  const days = [...new Set([span.from, span.to])].map((day) => day.split('-').toReversed().join('/')).join(' – ');
  // As their routes add it: the moment up to which a day that is not over is counted.
  return { query: { ...filters, ...span, asked_at: due.toISOString(), at: due }, days, to: span.to };
}

/** All rows below each other. */
const longTable =
  (exportable: Exportable) =>
  async (trx: Trx, by: By, query: unknown): Promise<readonly PaperTable[]> => {
    const rows: (readonly Cell[])[] = [];
    for await (const piece of exportable.pieces(trx, by, query)) rows.push(...piece);
    return [{ title: '', headings: await exportable.headings(trx, query), rows }];
  };

async function inOne(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}
