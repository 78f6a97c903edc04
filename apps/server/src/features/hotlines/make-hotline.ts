import {
  type CrudContract,
  type callQueues,
  type conditions,
  createHotline,
  type DestinationValue,
  hotlineNeeds,
  type inbounds,
  isAllowed,
  type numbers,
  type ResultOf,
  type ringGroups,
  type StoredRowOf,
  type timeGroups,
} from '@alo/contract';
import type { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import { insideOf } from '../../db/inside.ts';
import { type Route, route } from '../../http/route.ts';
import type { By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import { withRefusalsInTrail } from '../../resource/refused-in-trail.ts';
import type { Resource } from '../../resource/resource.ts';
import { type ResourceDeps, resourceStore } from '../../resource/store.ts';
import { freeName, groupMember, hotlineParts, queueMember, waitOf } from './hotline-parts.ts';
import { type Beside, namedBeside, namesIn, placeIn } from './inside.ts';

/** What a hotline is made of. */
export interface HotlineResources {
  readonly number: Resource<typeof numbers>;
  readonly rule: Resource<typeof inbounds>;
  readonly group: Resource<typeof ringGroups>;
  readonly queue: Resource<typeof callQueues>;
  readonly hours: Resource<typeof timeGroups>;
  readonly condition: Resource<typeof conditions>;
}

export type HotlineDeps = Pick<ResourceDeps, 'db' | 'announce' | 'bulkables'> & {
  readonly resources: HotlineResources;
};

type Made = ResultOf<typeof createHotline>['made'];
/** Makes all of it as each part’s own screen would, in one transaction. */
export const makeHotlineRoute = (deps: HotlineDeps): Route =>
  route(createHotline, async (by) => {
    if (hotlineNeeds(by.body).some((need) => !isAllowed(by.caller.role, need))) throw Problem.refused('forbidden');
    const { inTenant } = deps.db;
    const { table: subject } = deps.resources.number;
    return await withRefusalsInTrail({ inTenant, by, subject, tellsAll: true }, () =>
      inTenant(by.caller.tenantId, (trx) => makeIn(trx, deps, by)),
    );
  });

async function makeIn(trx: Trx, deps: HotlineDeps, by: By & { body: z.output<typeof createHotline.body> }) {
  const { resources } = deps;
  const input = by.body;
  const made: Made = [];

  /** Adds one as the resource itself does, and says what is wrong with it beside the field that it came from. */
  async function add<C extends CrudContract>(
    resource: Resource<C>,
    given: z.input<C['input']>,
    beside: Beside,
  ): Promise<StoredRowOf<C> & { id: string }> {
    const within = { ...deps, db: insideOf(deps.db, trx) };
    const { contract } = resource;
    // A refusal ends this transaction: it is told in the trail when that is over.
    const silent = { ...resource, tellsRefusals: undefined };
    // What the schema gives is its output.
    const parsed = contract.input.parse(given) as z.output<C['input']>;
    const row = await namedBeside(beside, () => resourceStore(within, silent).insert(by, parsed));
    // Every stored row has its id.
    const stored = row as StoredRowOf<C> & { id: string };
    made.push({ screen: contract.screen, id: stored.id, name: contract.called(stored) });
    return stored;
  }

  const { team, hours, condition } = hotlineParts(input);
  const number = await add(
    resources.number,
    {
      number: input.number,
      name: input.name,
      trunk_id: input.trunk_id,
      carrier: input.carrier,
      max_calls: input.max_calls,
      note: input.note,
    },
    {},
  );

  const { unanswered } = input;
  const teamFields = { name: 'team_name', members: 'member_ids' };
  let to: DestinationValue | null = input.destination;
  if (team?.kind === 'group') {
    const members = input.member_ids.map(groupMember);
    const { id } = await add(
      resources.group,
      { name: team.name, members, otherwise: unanswered },
      { ...teamFields, otherwise: 'unanswered' },
    );
    to = { type: 'group', value: id };
  } else if (team?.kind === 'queue') {
    const members = input.member_ids.map(queueMember);
    const { id } = await add(
      resources.queue,
      { name: team.name, members, ...waitOf(unanswered) },
      { ...teamFields, timeout: 'unanswered' },
    );
    to = { type: 'queue', value: id };
  }
  if (to === null) throw new Error('A hotline without a destination was let through.');

  if (condition !== undefined) {
    const timeGroup =
      hours === undefined
        ? input.time_group_id
        : (
            await add(
              resources.hours,
              { name: freeName(hours.name, await namesIn(trx, 'time_group')), details: hours.details },
              { details: 'from_time' },
            )
          ).id;
    const { id } = await add(
      resources.condition,
      {
        name: freeName(condition.name, await namesIn(trx, 'time_condition')),
        time_group_id: timeGroup ?? '',
        match: to,
        otherwise: input.outside ?? to,
      },
      { match: 'destination', otherwise: 'outside' },
    );
    to = { type: 'time', value: id };
  }

  const rule = await add(
    resources.rule,
    {
      name: freeName(input.name, await namesIn(trx, 'inbound_rule')),
      priority: await placeIn(trx),
      service_number_id: number.id,
      destination: to,
      greeting_id: input.greeting_id,
      recording: input.recording,
    },
    {},
  );
  return { id: number.id, number: number.number, made, warning: rule.warning };
}
