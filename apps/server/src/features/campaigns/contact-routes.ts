import {
  type ContactState,
  campaignContacts,
  campaignCounts,
  campaignResults,
  contactStates,
  exportCampaignContacts,
  totalCap,
} from '@alo/contract';
import { sql } from 'kysely';

import type { Db, Trx } from '../../db/database.ts';
import { clockIn } from '../../domain/company-clock.ts';
import type { NumberBudget } from '../../domain/number-budget.ts';
import { numberView } from '../../domain/number-view.ts';
import { fileRoute, type Route, route } from '../../http/route.ts';
import type { By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import { exportRows } from '../../resource/exporting.ts';
import type { ResourceDeps } from '../../resource/store.ts';
import { contactExport } from './contact-export.ts';
import { type CampaignFacts, campaignFacts } from './contacts.ts';
import { contactsWanted, countContacts, pageOfContacts, presentContact } from './find-contacts.ts';
import { moveRoute } from './move-contacts.ts';
import { resultsOf } from './results.ts';

export interface ContactDeps extends Pick<ResourceDeps, 'announceJob'> {
  readonly db: Db;
  readonly budget: NumberBudget;
  readonly now: () => number;
}

/** Who is in a campaign, how far it has come with each, and what came of it. */
export const contactRoutes = ({ db, announceJob, budget, now }: ContactDeps): Route[] => [
  route(campaignContacts, async (request) => {
    const { caller, params } = request;
    const { page, per_page: perPage, search, sort, ...filters } = request.query;
    await budget.spend(request, search);
    return db.inTenant(caller.tenantId, async (trx) => {
      const { rules } = await campaignThere(trx, request, params.id);
      const wanted = await contactsWanted(trx, request, { campaignId: params.id, search, filters });
      const { rows } = await pageOfContacts(wanted, sort, { skip: (page - 1) * perPage, perPage }).execute(trx);
      const total = await countContacts(trx, wanted, totalCap + 1);
      const shown = { rules, view: await numberView(trx, caller), clock: clockIn(now(), caller.timeZone) };
      return {
        data: rows.map((row) => presentContact(row, shown)),
        total: Math.min(total, totalCap),
        total_capped: total > totalCap,
      };
    });
  }),

  fileRoute(exportCampaignContacts, async (request) => {
    const { search, sort, format, page: _page, per_page: _perPage, ...filters } = request.query;
    await budget.spend(request, search);
    await db.inTenant(request.caller.tenantId, (trx) => campaignThere(trx, request, request.params.id));
    const asked = { campaign_id: request.params.id, search, sort, filters };
    return exportRows({ db, announceJob }, contactExport, request, asked, format);
  }),

  route(campaignCounts, (request) =>
    db.inTenant(request.caller.tenantId, async (trx) => {
      const { id, name } = await campaignThere(trx, request, request.params.id);
      const everybody = await contactsWanted(trx, request, { campaignId: id, search: '', filters: {} });
      const { rows } = await sql<{ state: ContactState; n: number }>`
        select contact.state, count(*)::int as n from ${everybody} group by contact.state`.execute(trx);
      const counted = new Map(rows.map(({ state, n }) => [state, n]));
      const states = Object.keys(contactStates) as ContactState[];
      return {
        campaign: { id, name },
        total: rows.reduce((sum, { n }) => sum + n, 0),
        // Every state has a count.
        states: Object.fromEntries(states.map((state) => [state, counted.get(state) ?? 0])) as Record<
          ContactState,
          number
        >,
      };
    }),
  ),

  route(campaignResults, (request) =>
    db.inTenant(request.caller.tenantId, async (trx) => {
      const { id, name } = await campaignThere(trx, request, request.params.id);
      return { campaign: { id, name }, ...(await resultsOf(trx, request, id, request.query.by)) };
    }),
  ),

  moveRoute({ db, announceJob }),
];

async function campaignThere(trx: Trx, { caller }: By, id: string): Promise<CampaignFacts> {
  const facts = await campaignFacts(trx, id, caller.accountId);
  if (facts === undefined) throw Problem.notFound();
  return facts;
}
