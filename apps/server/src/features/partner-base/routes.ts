import {
  type callRow,
  type historiesCall,
  partnerCallLogs,
  partnerExtensions,
  partnerHotlines,
  partnerPagesAtMost,
} from '@alo/contract';
import { sql } from 'kysely';
import type { z } from 'zod';

import type { Db, Trx } from '../../db/database.ts';
import { stateOf } from '../../domain/number-states.ts';
import { fullNumbers } from '../../domain/number-view.ts';
import { type Route, route } from '../../http/route.ts';
import type { Caller } from '../../kernel/caller.ts';

type CallRow = z.input<typeof callRow>;
type CallQuery = Omit<z.output<typeof historiesCall.query>, 'page_size'>;

export interface PartnerBaseDeps {
  readonly db: Db;
  /** A page of the history as who asks is shown it. */
  readonly readCalls: (query: CallQuery, caller: Caller) => Promise<{ data: CallRow[]; total: number }>;
}

/** Our rows in the words of eTelecom's service, for programs that were written for it. */
export const partnerBaseRoutes = ({ db, readCalls }: PartnerBaseDeps): Route[] => [
  route(partnerHotlines, ({ caller: { tenantId } }) =>
    db.inTenant(tenantId, async (trx) => {
      const rows = await trx
        .selectFrom('service_number')
        .select(['id', 'name', 'number', 'enabled', 'note', 'created_at', 'updated_at'])
        .select([sql<string>`fold(carrier)`.as('network'), stateOf.as('state')])
        .orderBy('number')
        .execute();
      return {
        hotlines: rows.map(({ number, enabled, note, network, state, ...row }) => ({
          ...row,
          owner_id: tenantId,
          hotline: fullNumbers.show(number),
          network: networkOf(network),
          status: state === 'papers' || state === 'review' ? 'Z' : enabled && state === 'active' ? 'P' : 'N',
          description: note,
        })),
      };
    }),
  ),

  route(partnerExtensions, ({ caller: { tenantId }, body }) =>
    db.inTenant(tenantId, async (trx) => {
      const hotline = body.filter?.hotline_id ?? null;
      const { sip_domain: domain } = await trx.selectFrom('tenant').select('sip_domain').executeTakeFirstOrThrow();
      const rows = await trx
        .selectFrom('extension')
        .leftJoin('account', 'account.extension', 'extension.number')
        .select(['extension.id', 'extension.number', 'extension.created_at', 'extension.updated_at'])
        .select(['extension.service_number_id as hotline', 'account.id as user'])
        .$if(hotline !== null, (found) => found.where('extension.service_number_id', '=', hotline))
        .orderBy('extension.number')
        .execute();
      return {
        extensions: rows.map(({ number, hotline: its, user, ...row }) => ({
          ...row,
          user_id: user ?? '',
          account_id: tenantId,
          extension_number: number,
          tenant_id: tenantId,
          tenant_domain: domain,
          hotline_id: its ?? '',
        })),
      };
    }),
  ),

  route(partnerCallLogs, async ({ caller, body }) => {
    const { tenantId } = caller;
    const { after, limit } = body.paging ?? { after: '', limit: 50 };
    const page = after === '' ? 1 : Number(after.slice(1));
    const [hotline] = body.filter?.hotline_ids ?? [];
    const [extensionId] = body.filter?.extension_ids ?? [];
    const lines = await db.inTenant(tenantId, linesOf);
    const asked = extensionId === undefined ? undefined : (lines.numberOf.get(extensionId) ?? 'none');
    const { data, total } = await readCalls(
      {
        page,
        per_page: limit,
        search: '',
        ...(hotline !== undefined && { service_number_id: hotline }),
        ...(asked !== undefined && { extension: asked }),
      },
      caller,
    );
    const hasMore = page * limit < total && page < partnerPagesAtMost;
    return {
      call_logs: data.map((call) => logOf(call, tenantId, lines)),
      paging: {
        after,
        limit,
        prev: page > 1 ? `p${page - 1}` : '',
        next: hasMore ? `p${page + 1}` : '',
      },
    };
  }),
];

/** What calls name by numbers, and the partner by ids. */
async function linesOf(trx: Trx) {
  const numbers = await trx.selectFrom('service_number').select(['id', 'number']).execute();
  const extensions = await trx
    .selectFrom('extension')
    .leftJoin('account', 'account.extension', 'extension.number')
    .select(['extension.id', 'extension.number', 'account.id as user'])
    .execute();
  return {
    hotlines: new Map(numbers.map(({ id, number }) => [fullNumbers.show(number), id])),
    extensions: new Map(extensions.map((row) => [row.number, row])),
    numberOf: new Map(extensions.map(({ id, number }) => [id, number])),
  };
}

function logOf(call: CallRow, tenantId: string, lines: Awaited<ReturnType<typeof linesOf>>) {
  const { extension, direction, status } = call;
  const line = lines.extensions.get(extension);
  return {
    id: call.id,
    external_id: call.id,
    account_id: tenantId,
    owner_id: tenantId,
    hotline_id: lines.hotlines.get(call.hotline) ?? '',
    user_id: line?.user ?? '',
    extension_id: line?.id ?? '',
    started_at: call.started_at,
    ended_at: call.ended_at,
    duration: call.talk_seconds,
    ...partiesOf(call),
    direction: ({ inbound: 'in', outbound: 'out', internal: 'ext' } as const)[direction],
    call_state: status === 'in_progress' ? 'unknown' : status === 'answered' ? 'answered' : 'not_answered',
    call_status: status === 'answered' ? 'P' : 'NS',
    external_call_status: status,
  } as const;
}

function partiesOf({ direction, phone, hotline, extension, caller_extension: from }: CallRow) {
  switch (direction) {
    case 'inbound':
      return { caller: phone, callee: extension || hotline };
    case 'outbound':
      return { caller: from, callee: phone };
    case 'internal':
      return { caller: from, callee: extension };
    default:
      return direction satisfies never;
  }
}

/** By the carrier that the company says, without accents and capitals. */
function networkOf(carrier: string) {
  if (carrier === '') return 'unknown' as const;
  return (['mobifone', 'vinaphone', 'viettel'] as const).find((one) => carrier.includes(one)) ?? ('other' as const);
}
