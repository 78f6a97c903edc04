import { accounts } from '@alo/contract';
import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';

import type { Db, Trx } from '../../db/database.ts';
import type { By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import type { resourceStore } from '../../resource/store.ts';
import { type AttributeComparison, readFilter } from './filter.ts';
import { readPatch } from './patch.ts';
import { type PersonSaid, patchedPerson, readPerson } from './people.ts';
import { etagOf, listOf, type ScimQuery, ScimRefusal, scimPath, shownOnly, urn } from './scim.ts';

export interface UsersDeps {
  readonly db: Pick<Db, 'inTenant'>;
  readonly consoleUrl: () => string;
  readonly people: ReturnType<typeof resourceStore<typeof accounts>>;
}

/** Who asks, and the role of those who are new. */
export type ByDirectory = By & { readonly roleId: string | null };

/** So often a change is begun anew where somebody else changed the same person meanwhile. */
const tries = 3;

/** People of one company as SCIM knows them. Each is an account; `userName` is its e-mail. */
export function scimUsers({ db, consoleUrl, people }: UsersDeps) {
  const inTenant = <T>({ caller }: By, work: (trx: Trx) => Promise<T>) => db.inTenant(caller.tenantId, work);
  const at = (id: string) => `${consoleUrl()}${scimPath}/Users/${id}`;

  const shown = (row: Row) => ({
    schemas: [urn.user],
    id: row.id,
    ...(row.external_id === null ? {} : { externalId: row.external_id }),
    userName: row.email,
    displayName: row.name,
    name: { formatted: row.name },
    active: row.active,
    emails: [{ value: row.email, type: 'work', primary: true }],
    ...(row.phone === '' ? {} : { phoneNumbers: [{ value: row.phone, type: 'work' }] }),
    ...(row.department_id === null
      ? {}
      : {
          groups: [
            {
              value: row.department_id,
              display: row.department_name,
              $ref: `${consoleUrl()}${scimPath}/Groups/${row.department_id}`,
            },
          ],
        }),
    meta: {
      resourceType: 'User',
      created: row.created_at,
      lastModified: row.updated_at,
      location: at(row.id),
      version: etagOf(row.version),
    },
  });

  const find = (by: By, id: string) => inTenant(by, (trx) => oneOf(trx, id));

  /**
   * Makes of somebody what is said of them, and what `also` writes with it: all of it in one transaction, or nothing. Nothing is written
   * where it is so already. Who is looked for is somebody that the directory has, unless it is said who else.
   */
  async function change(
    by: By,
    id: string,
    said: PersonSaid,
    { version, also, among = present }: { version?: number; also?: (trx: Trx) => Promise<unknown>; among?: Among },
  ): Promise<void> {
    for (let left = tries; ; left -= 1) {
      const row = await inTenant(by, (trx) => oneOf(trx, id, among));
      if (version !== undefined && version !== row.version) throw new ScimRefusal(412, 'Changed meanwhile');
      const { externalId, ...fields } = said;
      const isAnother = externalId !== undefined && externalId !== row.external_id;
      const besides = async (trx: Trx): Promise<void> => {
        if (isAnother) await remember(trx, id, externalId);
        await also?.(trx);
      };
      try {
        if (Object.entries(fields).some(([name, value]) => row[name as keyof typeof fields] !== value)) {
          const { name, email, phone, role_id, department_id, team_id, extension, active } = row;
          const input = { name, email, phone, role_id, department_id, team_id, extension, active, ...fields };
          await people.update(by, id, accounts.input.parse(input), row.version, besides);
        } else if (isAnother || also !== undefined) {
          await inTenant(by, besides);
        }
        return;
      } catch (error) {
        if (!(error instanceof Problem) || error.code !== 'conflict' || left === 1) throw error;
      }
    }
  }

  /** What the directory calls somebody. Whoever it names is one that it has. */
  async function remember(trx: Trx, id: string, externalId: string | null): Promise<void> {
    const other = await trx
      .selectFrom('account')
      .where('external_id', '=', externalId)
      .where('id', '<>', id)
      .select('id')
      .executeTakeFirst();
    if (other !== undefined) throw new ScimRefusal(409, 'Another user has this externalId', 'uniqueness');
    await trx
      .updateTable('account')
      .set({ external_id: externalId, left_directory: false })
      .where('id', '=', id)
      .execute();
  }

  /** Of two who bring somebody back at once the second is told that they are there. */
  async function takeBack(trx: Trx, id: string, externalId: string | null): Promise<void> {
    const left = await trx
      .selectFrom('account')
      .where('id', '=', id)
      .where('left_directory', '=', true)
      .select('id')
      .forUpdate()
      .executeTakeFirst();
    if (left === undefined) throw new ScimRefusal(409, 'There is such a user', 'uniqueness');
    await remember(trx, id, externalId);
  }

  return {
    async list(by: By, wanted: ScimQuery): Promise<object> {
      const conditions = wanted.filter === undefined ? [] : readFilter(wanted.filter).map(conditionOf);
      const { rows, total } = await inTenant(by, async (trx) => {
        const matching = () => conditions.reduce((all, condition) => all.where(condition), present(trx));
        const { n } = await matching()
          .clearSelect()
          .select((row) => row.fn.countAll<number>().as('n'))
          .executeTakeFirstOrThrow();
        const page = matching()
          .orderBy('account.created_at')
          .orderBy('account.id')
          .offset(wanted.start - 1)
          .limit(wanted.count);
        return { total: n, rows: wanted.count === 0 ? [] : await page.execute() };
      });
      return listOf(
        rows.map((row) => shownOnly(shown(row), wanted)),
        total,
        wanted.start,
      );
    },

    async one(by: By, id: string, wanted: ScimQuery): Promise<object> {
      return shownOnly(shown(await find(by, id)), wanted);
    },

    async create(by: ByDirectory, body: unknown) {
      const said = readPerson(body);
      // Whoever was taken away may come again: they are who they were.
      const gone = await inTenant(by, (trx) =>
        trx
          .selectFrom('account')
          .where(isEmail(said.email))
          .where('left_directory', '=', true)
          .where('active', '=', false)
          .select('id')
          .executeTakeFirst(),
      );
      if (gone !== undefined) {
        const { externalId = null, ...fields } = said;
        await change(by, gone.id, fields, { also: (trx) => takeBack(trx, gone.id, externalId), among: everybody });
        return shown(await find(by, gone.id));
      }
      if (by.roleId === null) throw new ScimRefusal(400, 'No role is set for new people', 'invalidValue');
      const { externalId, ...fields } = said;
      const { id } = await people.insert(
        by,
        accounts.input.parse({ ...fields, role_id: by.roleId }),
        externalId == null ? undefined : (trx, made) => remember(trx, made, externalId),
      );
      return shown(await find(by, id));
    },

    async replace(by: By, id: string, body: unknown, version: number | undefined): Promise<object> {
      await change(by, id, readPerson(body), of(version));
      return shown(await find(by, id));
    },

    async patch(by: By, id: string, body: unknown, version: number | undefined): Promise<object> {
      await change(by, id, patchedPerson(readPatch(body)), of(version));
      return shown(await find(by, id));
    },

    /** They are out at once, and not there any more for the directory; what they did here keeps their name. */
    async remove(by: By, id: string, version: number | undefined): Promise<void> {
      const leave = (trx: Trx) =>
        trx.updateTable('account').set({ left_directory: true, external_id: null }).where('id', '=', id).execute();
      await change(by, id, { active: false }, { ...of(version), also: leave });
    },
  };
}

const of = (version: number | undefined) => (version === undefined ? {} : { version });

const present = (trx: Trx) =>
  everybody(trx).where((row) => row.or([row('account.left_directory', '=', false), row('account.active', '=', true)]));

/** Also those who have left. */
const everybody = (trx: Trx) =>
  trx
    .selectFrom('account')
    .leftJoin('department', 'department.id', 'account.department_id')
    .select(['account.id', 'account.name', 'account.email', 'account.phone', 'account.active', 'account.external_id'])
    .select(['account.role_id', 'account.department_id', 'account.team_id', 'account.extension', 'account.version'])
    .select(['account.created_at', 'account.updated_at', 'department.name as department_name']);

type Among = typeof everybody;
type Row = NonNullable<Awaited<ReturnType<ReturnType<Among>['executeTakeFirst']>>>;

async function oneOf(trx: Trx, id: string, among: Among = present): Promise<Row> {
  const row = z.uuid().safeParse(id).success
    ? await among(trx).where('account.id', '=', id).executeTakeFirst()
    : undefined;
  if (row === undefined) throw new ScimRefusal(404, 'No such user');
  return row;
}

const isEmail = (email: string) =>
  sql<boolean>`lower(normalize(account.email) collate "und-x-icu") = lower(normalize(${email}) collate "und-x-icu")`;

function conditionOf({ attribute, value }: AttributeComparison): RawBuilder<boolean> {
  switch (attribute) {
    case 'username':
    case 'emails':
    case 'emails.value':
      return isEmail(String(value));
    case 'externalid':
      return sql<boolean>`account.external_id = ${String(value)}`;
    case 'id':
      return sql<boolean>`account.id::text = ${String(value).toLowerCase()}`;
    case 'displayname':
    case 'name.formatted':
      return sql<boolean>`account.name = ${String(value)}`;
    case 'active':
      return sql<boolean>`account.active = ${String(value).toLowerCase() === 'true'}`;
    default:
      throw new ScimRefusal(400, `Users are not found by ${attribute}`, 'invalidFilter');
  }
}
