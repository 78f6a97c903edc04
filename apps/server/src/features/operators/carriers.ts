import {
  addCarrierShare,
  deleteCarrierShare,
  operatedCarriers,
  type ResultOf,
  updateCarrierShare,
} from '@alo/contract';
import { parsePhone } from '@alo/phone-number';
import { sql } from 'kysely';
import type { z } from 'zod';

import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';
import type { Actor } from '../../kernel/by.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import { sealText } from '../../storage/sealed-text.ts';

type Share = ResultOf<typeof operatedCarriers>['data'][number];
type Found = Omit<Share, 'ma_dn' | 'carrier_given' | 'carrier_unlimited' | 'carrier_companies'> & {
  readonly tenant_id: string;
  readonly code: string;
  readonly carrier_id: string | null;
  readonly given: string;
  readonly unlimited: string;
  readonly companies: number;
  readonly found: string;
};
type Given = Omit<z.output<typeof updateCarrierShare.body>, 'version'>;

interface CarrierDeps {
  readonly db: Db;
  readonly serverKey: ServerKey;
  readonly now: () => number;
  /** Told after what leads a company's calls has changed; waited for. */
  readonly onCallsChanged: (tenantId: string) => Promise<void>;
}

/** What each company was given of the operator's carriers. A company is changed in its own transaction, as itself. */
export const carrierRoutes = ({ db, serverKey, now, onCallsChanged }: CarrierDeps): Route[] => {
  const find = async (trx: Trx, { words = '', id = null, from = 0, most = 1 }: Wanted) => {
    const { rows } = await sql<Found>`select * from find_carrier_shares(${words}, ${id}, ${from}, ${most})`.execute(
      trx,
    );
    return rows;
  };
  const one = async (id: string) => {
    const [row] = await db.outside((trx) => find(trx, { id }));
    if (row === undefined) throw Problem.notFound();
    return row;
  };
  // Nobody of the company's did it: its trail says who did by their name.
  const tell = (trx: Trx, actor: Actor, entry: Omit<Parameters<typeof audit>[2], 'subject'>) =>
    audit(trx, actor, { ...entry, subject: 'carrier_share' });

  /** Writes the parts of a share that are kept beside its row, and answers it as it is now. */
  async function settle(trx: Trx, tenantId: string, id: string, given: Given): Promise<Share> {
    const { places, numbers, active } = given;
    await trx.deleteFrom('assigned_carrier').where('share_id', '=', id).execute();
    const taken = await trx
      .selectFrom('assigned_carrier')
      .innerJoin('carrier_share', 'carrier_share.id', 'assigned_carrier.share_id')
      .where('assigned_carrier.host', 'in', [...places])
      .select(['assigned_carrier.host', 'carrier_share.name'])
      .executeTakeFirst();
    if (taken !== undefined) {
      throw Problem.invalid({ places: `${taken.host} đã nằm trong phần “${taken.name}” của công ty này` });
    }
    await trx
      .deleteFrom('assigned_carrier')
      .where('host', 'in', [...places])
      .execute();
    await trx
      .insertInto('assigned_carrier')
      .values(places.map((host) => ({ id: newId(), host, share_id: id })))
      .execute();
    await settleCarrier(trx, id, given);
    if (active) {
      const { rows: held } = await sql<{ number: string; code: string }>`
        select * from holders_of_ranges(${numbers}, ${tenantId})`.execute(trx);
      if (held.length > 0) {
        const whose = held.map(({ number, code }) => `${number} (${code})`).join(', ');
        throw Problem.invalid({ numbers: `Đang ở công ty khác: ${whose}. Hãy chuyển số trước` });
      }
      await sql`update service_number set proven_at = ${new Date(now())}, proven_by = 'operator'
        where proven_at is null and is_in_ranges(number, ${numbers})`.execute(trx);
    }
    const [row] = await find(trx, { id });
    if (row === undefined) throw Problem.notFound();
    return shown(row);
  }

  /** Which carrier it is of, by its places, and what that has. */
  async function settleCarrier(trx: Trx, id: string, { places, carrier_calls: channels }: Given): Promise<void> {
    const { rows } = await sql<{ carrier: string | null }>`
      select coalesce(carrier_at(${places}, ${id}),
        (select carrier_id from carrier_share where id = ${id} and (select shares from carrier_use(carrier_id)) = 1)) as carrier`.execute(
      trx,
    );
    const carrier = rows[0]?.carrier ?? newId();
    await trx
      .insertInto('operated_carrier')
      .values({ id: carrier })
      .onConflict((stands) => stands.doNothing())
      .execute();
    await trx.updateTable('carrier_share').set({ carrier_id: carrier }).where('id', '=', id).execute();
    if (channels !== undefined)
      await trx.updateTable('operated_carrier').set({ channels }).where('id', '=', carrier).execute();
  }

  /** What one company was given says what the others are sure of. */
  async function tellCalls(tenantId: string, carriers: readonly (string | null)[]): Promise<void> {
    const companies = new Set([tenantId]);
    for (const carrier of new Set(carriers)) {
      const { rows } = await db.outside((trx) =>
        sql<{ companies: string[] }>`select companies from carrier_use(${carrier})`.execute(trx),
      );
      for (const company of rows[0]?.companies ?? []) companies.add(company);
    }
    for (const company of companies) await onCallsChanged(company);
  }

  /** Nobody names a carrier or a number meanwhile. */
  const alone = (trx: Trx) =>
    sql`select pg_advisory_xact_lock(hashtext('trunk')), pg_advisory_xact_lock(hashtext('service_number'))`.execute(
      trx,
    );

  return [
    route(operatedCarriers, async ({ query: { search, page, per_page: most } }) => {
      const rows = await db.outside((trx) => find(trx, { words: search.trim(), from: (page - 1) * most, most }));
      return { data: rows.map(shown), total: Number(rows[0]?.found ?? 0) };
    }),

    route(addCarrierShare, async ({ body: { ma_dn, ...given }, caller, network, requestId }) => {
      const company = await db.directory.tenantByCode(ma_dn);
      if (company === undefined) throw Problem.invalid({ ma_dn: 'Không có doanh nghiệp này' });
      const canonical = { ...given, numbers: given.numbers.map(rangeOf) };
      const made = await db.inTenant(company.id, async (trx) => {
        await alone(trx);
        const id = newId();
        const secret = secretOf(serverKey, company.id, given.password);
        await trx
          .insertInto('carrier_share')
          .values({ id, ...rowOf(canonical), secret: secret ?? null })
          .execute();
        const after = await settle(trx, company.id, id, canonical);
        await tell(
          trx,
          { accountId: null, network, requestId },
          { action: 'create', subjectId: id, after: { ...toldOf(after), operator: caller.name } },
        );
        return after;
      });
      await tellCalls(company.id, [(await one(made.id)).carrier_id]);
      return made;
    }),

    route(updateCarrierShare, async ({ params: { id }, body: { version, ...given }, caller, network, requestId }) => {
      const before = await one(id);
      const canonical = { ...given, numbers: given.numbers.map(rangeOf) };
      const changed = await db.inTenant(before.tenant_id, async (trx) => {
        await alone(trx);
        const secret = secretOf(serverKey, before.tenant_id, given.password);
        const { numUpdatedRows } = await trx
          .updateTable('carrier_share')
          .set({
            ...rowOf(canonical),
            ...(secret === undefined ? {} : { secret }),
            version: version + 1,
            updated_at: new Date(now()),
          })
          .where('id', '=', id)
          .where('version', '=', version)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) throw Problem.conflict(shown(before));
        const after = await settle(trx, before.tenant_id, id, canonical);
        await tell(
          trx,
          { accountId: null, network, requestId },
          {
            action: 'update',
            subjectId: id,
            before: toldOf(shown(before)),
            after: { ...toldOf(after), operator: caller.name },
          },
        );
        return after;
      });
      await tellCalls(before.tenant_id, [before.carrier_id, (await one(id)).carrier_id]);
      return changed;
    }),

    route(deleteCarrierShare, async ({ params: { id }, caller, network, requestId }) => {
      const { tenant_id: tenantId, carrier_id: carrier } = await one(id);
      await db.inTenant(tenantId, async (trx) => {
        await alone(trx);
        const [row] = await find(trx, { id });
        if (row === undefined) throw Problem.notFound();
        if (Number(row.trunks) > 0) {
          throw Problem.callRefused(
            'Công ty còn đường truyền tới đây: hãy ngừng giao, hoặc nhờ họ xoá đường truyền trước',
          );
        }
        await trx.deleteFrom('carrier_share').where('id', '=', id).execute();
        await tell(
          trx,
          { accountId: null, network, requestId },
          { action: 'delete', subjectId: id, before: { ...toldOf(shown(row)), operator: caller.name } },
        );
      });
      await tellCalls(tenantId, [carrier]);
      return { id };
    }),
  ];
};

interface Wanted {
  readonly words?: string;
  readonly id?: string | null;
  readonly from?: number;
  readonly most?: number;
}

const shown = ({ code, trunks, given, unlimited, companies, ...row }: Found): Share => ({
  ...toldOf(row),
  carrier_calls: row.carrier_calls,
  carrier_given: Number(given),
  carrier_unlimited: Number(unlimited),
  carrier_companies: companies,
  id: row.id,
  version: row.version,
  ma_dn: code,
  company: row.company,
  auth_username: row.auth_username,
  trunks: Number(trunks),
});

type Told = Pick<
  Share,
  'name' | 'places' | 'numbers' | 'max_calls' | 'username' | 'domain' | 'has_secret' | 'passes_callers' | 'active'
>;

/** What the trail has of it. */
const toldOf = (row: Told) => ({
  name: row.name,
  places: row.places,
  numbers: row.numbers,
  max_calls: row.max_calls,
  username: row.username,
  domain: row.domain,
  has_secret: row.has_secret,
  passes_callers: row.passes_callers,
  active: row.active,
});

const rowOf = ({ name, numbers, max_calls, username, auth_username, domain, passes_callers, active }: Given) => ({
  name,
  numbers: [...numbers],
  max_calls,
  username,
  auth_username,
  domain,
  passes_callers,
  active,
});

/** Undefined leaves the secret as it is. */
const secretOf = (key: ServerKey, tenantId: string, password: string | null): string | null | undefined =>
  password === null ? undefined : password === '' ? null : sealText(key, tenantId, password);

const mostInRange = 100_000;

/** A number, or two with all between them, in canonical form. */
function rangeOf(written: string): string {
  const [first, last, ...others] = written.split(/\s*[-–]\s*/).map(canonical);
  if (first === undefined || others.length > 0) throw badRange(written);
  if (last === undefined || last === first) return first;
  const size = Number(last.replace(/\D/g, '')) - Number(first.replace(/\D/g, ''));
  if (first.length !== last.length || size < 0 || size > mostInRange) throw badRange(written);
  return `${first}-${last}`;
}

function canonical(written: string): string {
  const read = parsePhone(written);
  if (!read.ok) throw badRange(written);
  return read.phone.canonical;
}

const badRange = (written: string) =>
  Problem.invalid({
    numbers: `“${written}” không phải một số hay một dải số, ví dụ 02873995500 - 02873995599`,
  });
