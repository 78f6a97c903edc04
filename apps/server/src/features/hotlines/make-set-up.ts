import {
  type CrudContract,
  type DestinationValue,
  type greetings,
  isAllowed,
  makeSetUp,
  type Permission,
  previewSetUp,
  type ResultOf,
  type SetUpAsked,
  type StoredRowOf,
} from '@alo/contract';
import { sql } from 'kysely';
import type { z } from 'zod';

import type { InTenant, Trx } from '../../db/database.ts';
import { insideOf } from '../../db/inside.ts';
import { type Route, route } from '../../http/route.ts';
import type { By } from '../../kernel/by.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import { withRefusalsInTrail } from '../../resource/refused-in-trail.ts';
import type { Resource } from '../../resource/resource.ts';
import { type ResourceDeps, resourceStore } from '../../resource/store.ts';
import { freeName } from './hotline-parts.ts';
import { type Beside, leadingAll, namedBeside, namesIn } from './inside.ts';
import { hoursSaid, type PutRow, type SetUpResources, templates } from './set-up-templates.ts';

export type SetUpDeps = Pick<ResourceDeps, 'db' | 'announce' | 'bulkables'> & {
  readonly resources: SetUpResources;
  /** The company's draft, laid over its rows in a transaction. */
  readonly draftIn: (inTenant: InTenant) => InTenant;
  readonly flowOf: (trx: Trx, by: By, numberId: string) => Promise<ResultOf<typeof previewSetUp>['flow']>;
  /** Has words spoken, and answers the sound. */
  readonly speak: (by: By, text: string, voice: SetUpAsked['voice'], field: string) => Promise<{ readonly id: string }>;
};

type Part = ResultOf<typeof makeSetUp>['parts'][number];
type ByAsked = By & { readonly body: SetUpAsked };
/** The sound of a greeting; one that stands in for it is not kept. */
type SoundOf = (trx: Trx, text: string) => Promise<string>;

/** Whole set-ups from templates: looked at, and put into the company's draft. Calls go as they went until somebody publishes it. */
export const setUpRoutes = (deps: SetUpDeps): Route[] => {
  const { db, announce, speak } = deps;
  const subject = deps.resources.rule.table;
  const inTrail = <T>(by: By, work: () => Promise<T>) =>
    withRefusalsInTrail({ inTenant: db.inTenant, by, subject, tellsAll: true }, work);

  /** The same rows as if they were made; nothing of it stays. */
  const looked = (by: ByAsked) =>
    db.inTenant(by.caller.tenantId, async (trx) => {
      await sql`savepoint looked_at`.execute(trx);
      const seen = await inDraft(trx, by, async (drafted) => {
        const parts = await layIn(drafted, deps, by, standIn(by));
        return { parts: parts.map(shown), flow: await deps.flowOf(drafted, by, by.body.number_id) };
      });
      await sql`rollback to savepoint looked_at`.execute(trx);
      return seen;
    });

  const inDraft = <T>(trx: Trx, by: By, work: (trx: Trx) => Promise<T>): Promise<T> =>
    deps.draftIn((_, inside) => inside(trx))(by.caller.tenantId, work);

  return [
    route(previewSetUp, (by) => inTrail(by, () => looked(by))),

    route(makeSetUp, (by) =>
      inTrail(by, async () => {
        // What is refused is refused before anything is spoken.
        await looked(by);
        const { template, name, voice } = by.body;
        for (const text of Object.values(templates[template].said(name, hoursSaid(by.body)))) {
          const known = await db.inTenant(by.caller.tenantId, (trx) => soundOf(trx, text, voice));
          if (known === undefined) await speak(by, text, voice, 'name');
        }
        return await db.inTenant(by.caller.tenantId, async (trx) => {
          const parts = await inDraft(trx, by, (drafted) => layIn(drafted, deps, by, kept(by)));
          await remember(trx, by, parts);
          await announce(trx, { tenantId: by.caller.tenantId, subject: 'routing-versions', ids: [] });
          return { parts: parts.map(shown) };
        });
      }),
    ),
  ];
};

/** What was spoken before is not spoken again. */
const soundOf = async (trx: Trx, text: string, voice: string): Promise<string | undefined> =>
  (
    await trx
      .selectFrom('audio')
      .where('source', '=', 'speech')
      .where('title', '=', text)
      .where('voice', '=', voice)
      .select('id')
      .orderBy('id')
      .executeTakeFirst()
  )?.id;

const kept =
  ({ body }: ByAsked): SoundOf =>
  async (trx, text) => {
    const id = await soundOf(trx, text, body.voice);
    if (id === undefined) throw new Error('A sound that was just spoken is not there');
    return id;
  };

const standIn =
  ({ body }: ByAsked): SoundOf =>
  async (trx, text) => {
    const known = await soundOf(trx, text, body.voice);
    if (known !== undefined) return known;
    const row = { id: newId(), source: 'speech' as const, title: text, voice: body.voice, duration_ms: 1, bytes: 1 };
    await trx
      .insertInto('audio')
      .values({ ...row, peaks: [] })
      .execute();
    return row.id;
  };

type Laid = Part & { readonly part: string };

/** All rows of a set-up as they shall be, in the order in which one leads to the other; the last is the rule. */
async function layIn(trx: Trx, deps: SetUpDeps, by: ByAsked, soundFor: SoundOf): Promise<Laid[]> {
  const asked = by.body;
  const { resources } = deps;
  const { name, template, number_id: numberId } = asked;
  await refuseNumber(trx, numberId);
  const known = await partsKnown(trx, asked);
  const laid: Laid[] = [];

  /** Adds a row as its own resource does, or changes the one that was made before, where something of it is to be otherwise. */
  async function laidRow<C extends CrudContract>(
    part: string,
    resource: Resource<C>,
    given: (row: StoredRowOf<C> | undefined) => z.input<C['input']>,
    { beside = {}, words = '' }: { beside?: Beside; words?: string } = {},
  ): Promise<string> {
    const { contract, table } = resource;
    // A refusal ends this transaction: it is told in the trail when that is over.
    const store = resourceStore(
      { ...deps, announce: quiet, db: insideOf(deps.db, trx) },
      { ...resource, tellsRefusals: undefined },
    );
    const id = known.get(part);
    const row = id === undefined ? undefined : await store.find(by, id);
    const asGiven = given(row);
    const wanted: unknown = {
      ...row,
      ...(asGiven as object),
      name: freeName(nameOf(asGiven), await namesIn(trx, table, id)),
    };
    const input = contract.input.parse(wanted) as z.output<C['input']>; // What the schema gives is its output.
    let change: Part['change'] = 'new';
    let stored: StoredRowOf<C> | undefined;
    if (row === undefined) {
      stored = await namedBeside(beside, () => store.insert(by, input));
    } else if (sameText(contract.input.parse(row), input)) {
      [change, stored] = ['same', row];
    } else {
      if (!isAllowed(by.caller.role, `${contract.screen}.update` as Permission)) throw Problem.refused('forbidden');
      // Every stored row has its id and version.
      const { id: rowId, version } = row as StoredRowOf<C> & { id: string; version: number };
      change = 'changed';
      stored = await namedBeside(beside, () => store.update(by, rowId, input, version));
    }
    if (stored === undefined) throw Problem.notFound();
    const { id: storedId } = stored as StoredRowOf<C> & { id: string };
    laid.push({ part, screen: contract.screen, id: storedId, name: contract.called(stored), words, change });
    return storedId;
  }

  const besideMembers = { name: 'name', members: 'member_ids' };
  const put: PutRow = (part, kind, given) =>
    // The kind says which contract both are of.
    laidRow(part, resources[kind] as unknown as Resource<CrudContract>, () => given, { beside: besideMembers });

  const said = templates[template].said(name, hoursSaid(asked));
  const greet = (part: 'welcome' | 'closed', called: string) =>
    laidRow(
      part,
      resources.greeting,
      (row) => ({ name: called, audio_id: isRecorded(row) ? row.audio_id : (sounds[part] ?? '') }),
      { words: said[part] },
    );
  const sounds = { welcome: await soundFor(trx, said.welcome), closed: await soundFor(trx, said.closed) };

  const welcome = await greet('welcome', `Chào khách ${name}`);
  const closed = await greet('closed', `Ngoài giờ ${name}`);
  const box = await put('box', 'box', { name: `Lời nhắn ${name}`, greeting_id: closed });
  const message: DestinationValue = { type: 'voicemail', value: box };
  const destination = await templates[template].lead(put, asked, {
    welcome,
    message,
    inHours: async (match) => {
      const hours = await laidRow(
        'hours',
        resources.hours,
        (row) => ({
          name: `Giờ làm việc ${name}`,
          details: [{ ...stretch(asked), id: row?.details?.[0]?.id ?? null }],
        }),
        { beside: { details: 'from_time' }, words: hoursSaid(asked) },
      );
      const condition = await put('condition', 'condition', {
        name: `Giờ của ${name}`,
        time_group_id: hours,
        match,
        otherwise: message,
      });
      return { type: 'time', value: condition };
    },
  });
  const priority = await placeOfRule(trx, numberId, known.get('rule'));
  await laidRow('rule', resources.rule, (row) => ({
    name,
    priority: row?.priority ?? priority,
    service_number_id: numberId,
    destination,
    recording: templates[template].recording,
  }));
  return laid;
}

const shown = ({ screen, id, name, words, change }: Laid): Part => ({ screen, id, name, words, change });
const quiet = async () => undefined;
const nameOf = (given: unknown): string => (given as { name: string }).name; // every part of a set-up has one
const sameText = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Somebody has said it better since: their sound stays. */
const isRecorded = (row: StoredRowOf<typeof greetings> | undefined): row is StoredRowOf<typeof greetings> =>
  row !== undefined && row.source !== 'speech';

const stretch = ({ from_time, to_time, weekdays }: SetUpAsked) => ({
  from_time,
  to_time,
  weekdays,
  holidays: 'except' as const,
  days_of_month: [],
  months: [],
  dates: [],
  note: '',
});

async function refuseNumber(trx: Trx, id: string): Promise<void> {
  const number = await trx.selectFrom('service_number').where('id', '=', id).select('enabled').executeTakeFirst();
  if (number === undefined) throw Problem.noSuchChoice({ number_id: 'Đầu số này không còn' });
  if (!number.enabled) throw Problem.invalid({ number_id: 'Đầu số này đang tắt: hãy bật nó trước' });
}

/** Before every rule that would take the number's calls away from it. */
async function placeOfRule(trx: Trx, numberId: string, own: string | undefined): Promise<number> {
  const [first] = (await leadingAll(trx, numberId)).filter(({ id }) => id !== own);
  if (first === undefined) return usualPlace;
  if (first.priority > 0) return Math.min(usualPlace, first.priority - 1);
  throw Problem.invalid({
    number_id: `Quy tắc “${first.name}” đứng đầu (ưu tiên 0) và nhận mọi cuộc gọi của số này: hãy tăng số ưu tiên của nó trước`,
  });
}

const usualPlace = 100;

/** Which rows this template has for this number, by what they are in it. */
async function partsKnown(trx: Trx, { number_id, template }: SetUpAsked): Promise<ReadonlyMap<string, string>> {
  const rows = await trx
    .selectFrom('set_up_row')
    .where('number_id', '=', number_id)
    .where('template', '=', template)
    .select(['part', 'row_id'])
    .execute();
  return new Map(rows.map(({ part, row_id: id }) => [part, id]));
}

async function remember(trx: Trx, { body, caller }: ByAsked, laid: readonly Laid[]): Promise<void> {
  const { number_id, template } = body;
  const by = { created_by: caller.accountId, updated_by: caller.accountId };
  await trx
    .insertInto('set_up_row')
    .values(laid.map(({ part, id }) => ({ id: newId(), number_id, template, part, row_id: id, ...by })))
    .onConflict((there) =>
      there.columns(['tenant_id', 'number_id', 'template', 'part']).doUpdateSet({
        row_id: (given) => given.ref('excluded.row_id'),
      }),
    )
    .execute();
}
