import {
  companyShares,
  isAllowed,
  mailedNeeds,
  makeReportLink,
  openReportLink,
  reportLinks,
  sharedTable,
  withdrawReportLink,
} from '@alo/contract';
import { z } from 'zod';

import { audit } from '../../db/audit.ts';
import { refuseBeyond } from '../../db/company-shares.ts';
import type { Db } from '../../db/database.ts';
import { brandOf } from '../../domain/brand.ts';
import { newLinkToken, readLinkToken } from '../../domain/link-tokens.ts';
import { publicRoute, type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Exportable } from '../../resource/exporting.ts';
import type { Cell } from '../../resource/sheet/cell.ts';
import { cellWords } from '../../resource/sheet/report-pdf.ts';
import { reportTables, savedReport } from './report-file.ts';

interface Deps {
  readonly db: Db;
  readonly exportables: readonly Exportable[];
  readonly now: () => number;
  /** Where the console is. */
  readonly consoleUrl: () => string;
}

const dayMs = 86_400_000;
const bytesAtMost = 2_000_000;
/** Whoever opens it again so soon stands in the trail already. */
const sameOpeningMs = 60_000;

const kept = z.array(sharedTable);

/** Links that open a report as it was, without signing in. */
export const reportLinkRoutes = ({ db, exportables, now, consoleUrl }: Deps): Route[] => [
  route(makeReportLink, (request) =>
    db.inTenant(request.caller.tenantId, async (trx) => {
      const { caller, params, body } = request;
      const saved = await savedReport(trx, params.id);
      if (saved === undefined) throw Problem.notFound();
      const exportable = exportables.find(({ subject }) => subject === saved.report);
      if (exportable === undefined || !isAllowed(caller.role, mailedNeeds[saved.report])) {
        throw Problem.refused('forbidden');
      }
      const at = new Date(now());
      const { live } = await trx
        .selectFrom('report_link')
        .where('expires_at', '>', at)
        .where('withdrawn_at', 'is', null)
        .select(({ fn }) => fn.countAll<number>().as('live'))
        .executeTakeFirstOrThrow();
      await refuseBeyond(trx, 'report_links', Number(live) + 1);
      const { tables, days } = await reportTables(trx, request, { saved, exportable, due: at });
      const words = cellWords(caller.timeZone);
      const shown = (cell: Cell) => (typeof cell === 'number' || cell === null ? cell : words(cell));
      const snapshot = JSON.stringify(
        tables.map(({ title, headings, rows, total }) => ({
          title,
          headings,
          rows: rows.map((row) => row.map(shown)),
          total: total?.map(shown) ?? null,
        })),
      );
      if (snapshot.length > bytesAtMost) throw Problem.invalid({ days: 'Báo cáo quá lớn để chia sẻ bằng liên kết' });
      const { token, hash } = newLinkToken(caller.tenantId);
      const id = newId();
      const expires_at = new Date(at.getTime() + body.days * dayMs);
      await trx
        .insertInto('report_link')
        .values({
          id,
          mailed_report_id: params.id,
          name: saved.name,
          days,
          token_hash: hash,
          expires_at,
          tables: snapshot,
          created_at: at,
          created_by: caller.accountId,
        })
        .execute();
      const after = { link: id, expires_at };
      await audit(trx, actorOf(request), {
        action: 'share-report',
        subject: 'mailed_report',
        subjectId: params.id,
        after,
      });
      return { id, url: `${consoleUrl()}/shared-report#${token}`, expires_at };
    }),
  ),

  route(reportLinks, ({ caller, params: { id } }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const there = await trx.selectFrom('mailed_report').where('id', '=', id).select('id').executeTakeFirst();
      if (there === undefined) throw Problem.notFound();
      const data = await trx
        .selectFrom('report_link')
        .leftJoin('account', 'account.id', 'report_link.created_by')
        .where('mailed_report_id', '=', id)
        .select(['report_link.id', 'days', 'report_link.created_at', 'expires_at', 'withdrawn_at', 'opened'])
        .select(['last_opened_at', 'account.name as made_by'])
        .orderBy('report_link.created_at', 'desc')
        .limit(companyShares.report_links.most)
        .execute();
      return { data: data.map(({ made_by, ...link }) => ({ ...link, made_by: made_by ?? '' })) };
    }),
  ),

  route(withdrawReportLink, (request) =>
    db.inTenant(request.caller.tenantId, async (trx) => {
      const { id } = request.params;
      const gone = await trx
        .updateTable('report_link')
        .set({ withdrawn_at: new Date(now()), tables: null })
        .where('id', '=', id)
        .where('withdrawn_at', 'is', null)
        .returning('mailed_report_id')
        .executeTakeFirst();
      if (gone === undefined) throw Problem.notFound();
      const before = { link: id };
      await audit(trx, actorOf(request), {
        action: 'withdraw-report',
        subject: 'mailed_report',
        subjectId: gone.mailed_report_id,
        before,
      });
      return {};
    }),
  ),

  publicRoute(openReportLink, ({ body, network, requestId }) => {
    const { tenantId, hash } = readLinkToken(body.token);
    return db.inTenant(tenantId, async (trx) => {
      const at = new Date(now());
      const link = await trx
        .selectFrom('report_link')
        .innerJoin('tenant', 'tenant.id', 'report_link.tenant_id')
        .where('tenant.active', '=', true)
        .where('token_hash', '=', hash)
        .where('withdrawn_at', 'is', null)
        .where('expires_at', '>', at)
        .select(['report_link.id', 'mailed_report_id', 'report_link.name', 'days', 'report_link.created_at'])
        .select(['expires_at', 'tables', 'last_opened_at', 'last_network'])
        .executeTakeFirst();
      if (link === undefined) throw Problem.deadLink();
      await trx
        .updateTable('report_link')
        .set((row) => ({ opened: row('opened', '+', 1), last_opened_at: at, last_network: network }))
        .where('id', '=', link.id)
        .execute();
      const isSame =
        link.last_network === network && (link.last_opened_at?.getTime() ?? 0) > at.getTime() - sameOpeningMs;
      if (!isSame) {
        const entry = { action: 'open-report', subject: 'mailed_report', subjectId: link.mailed_report_id };
        await audit(trx, { accountId: null, network, requestId }, { ...entry, after: { link: link.id } });
      }
      return {
        name: link.name,
        company: await brandOf(trx),
        days: link.days,
        made_at: link.created_at,
        expires_at: link.expires_at,
        tables: kept.parse(link.tables),
      };
    });
  }),
];
