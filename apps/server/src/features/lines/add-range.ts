import {
  addExtensionRange,
  type devices,
  type extensions,
  isAllowed,
  numbersOfRange,
  type ParsedRequestOf,
  type ResultOf,
} from '@alo/contract';
import type { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import { insideOf, partOf } from '../../db/inside.ts';
import { tellOverShare } from '../../db/over-share-told.ts';
import { holderOfNumber } from '../../domain/internal-numbers.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Resource } from '../../resource/resource.ts';
import { type ResourceDeps, resourceStore } from '../../resource/store.ts';

type Body = ParsedRequestOf<typeof addExtensionRange>['body'];
type Result = ResultOf<typeof addExtensionRange>;
type Line = Result['data'][number];

export interface RangeDeps extends Pick<ResourceDeps, 'db' | 'announce' | 'bulkables'> {
  readonly extension: Resource<typeof extensions>;
  /** Adds a desk phone in a transaction, with its password. */
  readonly addPhone: (
    trx: Trx,
    by: By,
    input: z.input<typeof devices.create.body>,
  ) => Promise<{ username: string; password: string }>;
  /** Where phones that speak so reach us, for somebody who reached us by this name. */
  readonly doorOf: (host: string, transport: Body['transport']) => { server: string; port: number };
  /** The engine knows the devices of a tenant as they are now. */
  readonly phonesAdded: (tenantId: string) => Promise<void>;
}

/** Undoes all that was tried; what came of it is kept. */
class OnlyTried extends Error {
  readonly tried: Tried;
  constructor(tried: Tried) {
    super('Nothing of the range was added.');
    this.tried = tried;
  }
}

interface Tried {
  readonly data: Line[];
  readonly domain: string;
  /** Of what the company has all that it may have. */
  readonly over: Problem | undefined;
}

/** Extensions that follow one another, each as its own screen would add it: looking is adding them all, and undoing that. */
export const addRangeRoute = (deps: RangeDeps): Route =>
  route(addExtensionRange, async (by): Promise<Result> => {
    const { caller, body } = by;
    const withPhones = body.phones === 'each';
    if (withPhones && !isAllowed(caller.role, 'devices.create')) throw Problem.refused('forbidden');
    const { inTenant } = deps.db;
    const { made, data, domain, over } = await inTenant(caller.tenantId, async (trx) => {
      const tried = await tryRange(trx, deps, by);
      const stands = tried.data.some(({ id }) => id !== null) && (body.good_only || tried.data.every(({ id }) => id));
      if (body.check || !stands) throw new OnlyTried(tried);
      return { made: true, ...tried };
    }).catch((error: unknown) => {
      if (error instanceof OnlyTried) return { made: false, ...error.tried };
      throw error;
    });
    const share = over?.share;
    if (over !== undefined && share !== undefined && !body.check && !made) {
      const told = { share, message: over.message, subject: 'extension' };
      await inTenant(caller.tenantId, (trx) => tellOverShare(trx, told, actorOf(by)));
    }
    if (made && withPhones) await deps.phonesAdded(caller.tenantId);
    const { transport } = body;
    return {
      made,
      door: withPhones ? { ...deps.doorOf(new URL(by.origin).hostname, transport), transport, domain } : null,
      data: made ? data : data.map((line) => ({ ...line, id: null, phone: null })),
    };
  });

async function tryRange(trx: Trx, deps: RangeDeps, by: By & { body: Body }): Promise<Tried> {
  const { body } = by;
  const { sip_domain: domain } = await trx.selectFrom('tenant').select('sip_domain').executeTakeFirstOrThrow();
  const people = await trx
    .selectFrom('account')
    .where('id', 'in', [...body.person_ids, newId()])
    .select(['id', 'name', 'extension'])
    .execute();
  const personOf = new Map(people.map((person) => [person.id, person]));
  const data: Line[] = [];
  let over: Problem | undefined;
  for (const [nth, number] of numbersOfRange(body.from, body.count).entries()) {
    const personId = body.person_ids[nth] ?? null;
    const person = personId === null ? undefined : personOf.get(personId);
    const line = {
      number,
      name: person?.name ?? `${body.name} ${number}`,
      person_name: person?.name ?? null,
      leaves: person?.extension ?? '',
      words: '',
      id: null,
      phone: null,
    };
    const taken = await holderOfNumber(trx, { id: newId(), number });
    if (taken !== undefined) {
      data.push({ ...line, outcome: 'taken', words: taken });
      continue;
    }
    try {
      const added = await partOf(trx, () => addOne(trx, deps, by, { ...line, personId }));
      data.push({ ...line, ...added, outcome: 'new' });
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.share !== undefined) over = error;
      const [why] = Object.values(error.details.fields ?? {});
      data.push({ ...line, outcome: error.share === undefined ? 'refused' : 'share', words: why ?? error.message });
    }
  }
  return { data, domain, over };
}

async function addOne(
  trx: Trx,
  deps: RangeDeps,
  by: By & { body: Body },
  { number, name, personId }: { number: string; name: string; personId: string | null },
): Promise<Pick<Line, 'id' | 'phone'>> {
  const { extension_group_id, service_number_id, phones, transport } = by.body;
  const input = { number, name, extension_group_id, service_number_id, person_id: personId };
  const { id } = await resourceStore({ ...deps, db: insideOf(deps.db, trx) }, deps.extension).insert(
    by,
    deps.extension.contract.input.parse(input),
  );
  const phone = phones === 'each' ? await deps.addPhone(trx, by, { name, extension_id: id, transport }) : null;
  return { id, phone };
}
