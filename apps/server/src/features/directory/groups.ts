import { departments } from '@alo/contract';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';

import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import type { AnnounceChange } from '../../resource/announce.ts';
import type { resourceStore } from '../../resource/store.ts';
import { type AttributeComparison, memberIn, readFilter } from './filter.ts';
import { type Operation, readPatch } from './patch.ts';
import { etagOf, listOf, parsed, type ScimQuery, ScimRefusal, scimPath, shownOnly, urn } from './scim.ts';

export interface GroupsDeps {
  readonly db: Pick<Db, 'inTenant'>;
  readonly consoleUrl: () => string;
  readonly announce: AnnounceChange;
  readonly departments: ReturnType<typeof resourceStore<typeof departments>>;
}

const mostMembers = 2_000;
const text = z.string().trim().min(1).max(200);
const members = z.array(z.object({ value: z.string().max(100) })).max(mostMembers);
const whole = z.object({ displayname: text, externalid: text.nullish(), members: members.nullish() });

/** Groups of one company's directory. Each is a department: somebody is in one at a time, the one that they were put into last. */
export function scimGroups({ db, consoleUrl, announce, departments: store }: GroupsDeps) {
  const inTenant = <T>({ caller }: By, work: (trx: Trx) => Promise<T>) => db.inTenant(caller.tenantId, work);
  const at = (kind: 'Groups' | 'Users', id: string) => `${consoleUrl()}${scimPath}/${kind}/${id}`;

  async function shown(trx: Trx, rows: readonly Row[], wanted: Pick<ScimQuery, 'only' | 'but'>): Promise<object[]> {
    const people = wanted.but.includes('members')
      ? []
      : await trx
          .selectFrom('account')
          .where(sql<boolean>`department_id = any(${rows.map(({ id }) => id)}::uuid[])`)
          .where('left_directory', '=', false)
          .orderBy('id')
          .select(['id', 'name', 'department_id'])
          .execute();
    const byDepartment = Map.groupBy(people, ({ department_id }) => department_id);
    return rows.map((row) =>
      shownOnly(
        {
          schemas: [urn.group],
          id: row.id,
          ...(row.external_id === null ? {} : { externalId: row.external_id }),
          displayName: row.name,
          members: (byDepartment.get(row.id) ?? []).map(({ id, name }) => ({
            value: id,
            display: name,
            type: 'User',
            $ref: at('Users', id),
          })),
          meta: {
            resourceType: 'Group',
            created: row.created_at,
            lastModified: row.updated_at,
            location: at('Groups', row.id),
            version: etagOf(row.version),
          },
        },
        wanted,
      ),
    );
  }

  const all = { only: [], but: [] };
  async function one(by: By, id: string, wanted: Pick<ScimQuery, 'only' | 'but'> = all): Promise<object> {
    const [group = {}] = await inTenant(by, async (trx) => shown(trx, [await oneOf(trx, id)], wanted));
    return group;
  }

  /** Puts people into a department, or (null) out of it; who is in it already stays as they are. */
  async function move(trx: Trx, by: By, to: string | null, ids: readonly string[], from?: string): Promise<void> {
    if (ids.length === 0) return;
    const known = ids.filter((id) => z.uuid().safeParse(id).success);
    const there = await trx
      .selectFrom('account')
      .where(sql<boolean>`id = any(${known}::uuid[])`)
      .where(sql<boolean>`department_id is distinct from ${to}::uuid`)
      .where(sql<boolean>`(${from ?? null}::uuid is null or department_id = ${from ?? null}::uuid)`)
      .select(['id', 'name', 'department_id'])
      .execute();
    const moved = there.map(({ id }) => id);
    if (moved.length === 0) return;
    await trx
      .updateTable('account')
      .set({ department_id: to, version: sql`version + 1`, updated_at: sql`now()`, updated_by: by.caller.accountId })
      .where(sql<boolean>`id = any(${moved}::uuid[])`)
      .execute();
    const entries = there.map(({ id, name, department_id }) => ({
      action: 'update',
      subject: 'account',
      subjectId: id,
      before: { name, department_id },
      after: { name, department_id: to },
    }));
    await audit(trx, actorOf(by), ...entries);
    await announce(trx, { tenantId: by.caller.tenantId, subject: 'accounts', ids: moved });
  }

  /** Another company's people are nobody, too. */
  async function areHere(trx: Trx, ids: readonly string[]): Promise<void> {
    const wanted = [...new Set(ids)];
    const known = wanted.filter((id) => z.uuid().safeParse(id).success);
    const there = await trx
      .selectFrom('account')
      .where(sql<boolean>`id = any(${known}::uuid[])`)
      .select('id')
      .execute();
    if (there.length < wanted.length) throw new ScimRefusal(400, 'A member is no user here', 'invalidValue');
  }

  async function setMembers(trx: Trx, by: By, id: string, wanted: readonly string[]): Promise<void> {
    await areHere(trx, wanted);
    const now = await trx.selectFrom('account').where('department_id', '=', id).select('id').execute();
    await move(
      trx,
      by,
      null,
      now.map((each) => each.id).filter((each) => !wanted.includes(each)),
      id,
    );
    await move(trx, by, id, wanted);
  }

  async function call(by: By, id: string, said: { name?: string; externalId?: string | null }, version?: number) {
    const row = await inTenant(by, (trx) => oneOf(trx, id));
    if (version !== undefined && version !== row.version) throw new ScimRefusal(412, 'Changed meanwhile');
    const { externalId } = said;
    const isAnother = externalId !== undefined && externalId !== row.external_id;
    const also = isAnother ? (trx: Trx) => remember(trx, id, externalId) : undefined;
    if (said.name !== undefined && said.name !== row.name) {
      const { code, branch_id, note } = row;
      const input = departments.input.parse({ code, branch_id, note, name: said.name });
      await store.update(by, id, input, row.version, also);
    } else if (also !== undefined) {
      await inTenant(by, also);
    }
  }

  async function remember(trx: Trx, id: string, externalId: string | null): Promise<void> {
    await nobodyElseIs(trx, externalId, id);
    await trx.updateTable('department').set({ external_id: externalId }).where('id', '=', id).execute();
  }

  async function nobodyElseIs(trx: Trx, externalId: string | null, id?: string): Promise<void> {
    const other = await trx
      .selectFrom('department')
      .where('external_id', '=', externalId)
      .select('id')
      .executeTakeFirst();
    if (other !== undefined && other.id !== id) {
      throw new ScimRefusal(409, 'Another group has this externalId', 'uniqueness');
    }
  }

  /** One operation on the members. */
  async function changeMembers(trx: Trx, by: By, id: string, { op, path, value }: Operation): Promise<void> {
    const named = memberIn(path);
    const given = named === undefined ? membersIn(value) : [named];
    if (op === 'replace' && named === undefined) return setMembers(trx, by, id, given);
    if (op !== 'remove') {
      await areHere(trx, given);
      return move(trx, by, id, given);
    }
    // Without a value it means all of them.
    return value == null && named === undefined ? setMembers(trx, by, id, []) : move(trx, by, null, given, id);
  }

  return {
    one,

    async list(by: By, wanted: ScimQuery): Promise<object> {
      const conditions = wanted.filter === undefined ? [] : readFilter(wanted.filter).map(conditionOf);
      return inTenant(by, async (trx) => {
        const matching = () => conditions.reduce((found, condition) => found.where(condition), present(trx));
        const { n } = await matching()
          .clearSelect()
          .select((row) => row.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow();
        const page = matching()
          .orderBy('department.created_at')
          .orderBy('department.id')
          .offset(wanted.start - 1)
          .limit(wanted.count);
        const rows = wanted.count === 0 ? [] : await page.execute();
        return listOf(await shown(trx, rows, wanted), n, wanted.start);
      });
    },

    async create(by: By, body: unknown): Promise<object> {
      const { displayname, externalid, members: given } = parsed(whole, body);
      const ids = (given ?? []).map(({ value }) => value);
      await inTenant(by, async (trx) => {
        if (externalid != null) await nobodyElseIs(trx, externalid);
        await areHere(trx, ids);
      });
      const { id } = await store.insert(by, departments.input.parse({ name: displayname }), async (trx, made) => {
        if (externalid != null) await remember(trx, made, externalid);
        await move(trx, by, made, ids);
      });
      return one(by, id);
    },

    async replace(by: By, id: string, body: unknown, version: number | undefined): Promise<object> {
      const { displayname, externalid, members: given } = parsed(whole, body);
      await call(by, id, { name: displayname, externalId: externalid ?? null }, version);
      const ids = (given ?? []).map(({ value }) => value);
      await inTenant(by, (trx) => setMembers(trx, by, id, ids));
      return one(by, id);
    },

    async patch(by: By, id: string, body: unknown, version: number | undefined): Promise<void> {
      const operations = readPatch(body);
      let said: { name?: string; externalId?: string | null } = {};
      for (const { op, path, value } of operations) {
        if (path === 'displayname' && op !== 'remove') said = { ...said, name: parsed(text, value) };
        if (path === 'externalid') said = { ...said, externalId: op === 'remove' ? null : parsed(text, value) };
      }
      await call(by, id, said, version);
      await inTenant(by, async (trx) => {
        for (const each of operations) if (/^members(\[|$)/.test(each.path)) await changeMembers(trx, by, id, each);
      });
    },

    /** Its people are in none; it goes unless teams stand in it. */
    async remove(by: By, id: string, version: number | undefined): Promise<void> {
      await inTenant(by, async (trx) => {
        const row = await oneOf(trx, id);
        if (version !== undefined && version !== row.version) throw new ScimRefusal(412, 'Changed meanwhile');
        const team = await trx.selectFrom('team').where('department_id', '=', id).select('id').executeTakeFirst();
        if (team !== undefined) throw new ScimRefusal(409, 'Teams belong to this group', 'mutability');
        await setMembers(trx, by, id, []);
      });
      const { refused } = await store.remove(by, [{ id }]);
      if (refused.length > 0) throw Problem.inUse([]);
    },
  };
}

const membersIn = (value: unknown): string[] => {
  const list = value == null ? [] : Array.isArray(value) ? value : [value];
  return parsed(members, list).map((member) => member.value);
};

const present = (trx: Trx) =>
  trx
    .selectFrom('department')
    .select(['department.id', 'department.name', 'department.code', 'department.branch_id', 'department.note'])
    .select(['department.external_id', 'department.version', 'department.created_at', 'department.updated_at']);

type Row = NonNullable<Awaited<ReturnType<ReturnType<typeof present>['executeTakeFirst']>>>;

async function oneOf(trx: Trx, id: string): Promise<Row> {
  const row = z.uuid().safeParse(id).success
    ? await present(trx).where('department.id', '=', id).executeTakeFirst()
    : undefined;
  if (row === undefined) throw new ScimRefusal(404, 'No such group');
  return row;
}

function conditionOf({ attribute, value }: AttributeComparison): RawBuilder<boolean> {
  switch (attribute) {
    case 'displayname':
      return sql<boolean>`name_key(department.name) = name_key(${String(value)})`;
    case 'externalid':
      return sql<boolean>`department.external_id = ${String(value)}`;
    case 'id':
      return sql<boolean>`department.id::text = ${String(value).toLowerCase()}`;
    case 'members':
    case 'members.value':
      return sql<boolean>`exists (select from account
        where account.department_id = department.id and account.id::text = ${String(value).toLowerCase()})`;
    default:
      throw new ScimRefusal(400, `Groups are not found by ${attribute}`, 'invalidFilter');
  }
}
