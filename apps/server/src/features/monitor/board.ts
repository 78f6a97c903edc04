import type { AgentState, monitor } from '@alo/contract';
import type { z } from 'zod';

import type { Db } from '../../db/database.ts';
import type { GoingOn } from '../../domain/calls-now.ts';
import { chosenFor, customerNames } from '../../domain/customer-names.ts';
import { type NumberView, numberViewFrom, seesFullNumbers } from '../../domain/number-view.ts';
import { presenceOf, whyPaused } from '../../domain/presence.ts';
import type { Caller } from '../../kernel/caller.ts';
import { type Reach, reaches, reachOf } from '../../kernel/reach.ts';
import { type Carriers, carriersOf } from './carriers.ts';
import type { CompanyRoster, PersonRow } from './company-roster.ts';
import { emptyDay, type QueueDay } from './queue-day.ts';

export type PresentedBoard = Pick<z.input<typeof monitor.result>, 'agents' | 'calls' | 'queues'>;
export type BoardRows = { readonly [List in keyof PresentedBoard]: PresentedBoard[List][number] };
export type Today = Pick<z.input<typeof monitor.result>, 'today'>;
type Party = GoingOn['calls'][number]['who'];

/** How some see the board, all of them the same. */
export interface BoardView {
  /** The same for those who see the same. */
  readonly key: string;
  readonly reach: Reach;
  /** How customers' numbers are shown. */
  readonly view: NumberView;
  /** Whom they see, by name and by extension. */
  readonly people: readonly PersonRow[];
  readonly byExtension: ReadonlyMap<string, PersonRow>;
  readonly levelPercent: number;
  readonly carriers: Carriers;
}

/** The same for those who see the same people and calls. */
export const reachKey = (caller: Caller): string => {
  const reach = reachOf(caller);
  return reach.kind === 'all' ? reach.kind : `${reach.kind} ${reach.id}`;
};

export const wayKey = (caller: Caller): string => `${seesFullNumbers(caller)} ${reachKey(caller)}`;

export function wayOf(caller: Caller, { people, setting, levelPercent, carriers }: CompanyRoster): BoardView {
  const reach = reachOf(caller);
  const theirs = people.filter((place) => reaches(reach, place));
  return {
    key: wayKey(caller),
    reach,
    view: numberViewFrom(seesFullNumbers(caller) ? {} : { setting }),
    people: theirs,
    byExtension: new Map(theirs.map((row) => [row.extension, row])),
    levelPercent,
    carriers,
  };
}

/** Who does not see everybody sees the queues that one of their people is a member of, */
export const seesQueue = ({ reach, byExtension }: BoardView, { members }: GoingOn['queues'][number]): boolean =>
  reach.kind === 'all' || members.some((extension) => byExtension.has(extension));

/** and the calls that are with their people, or wait in those queues. */
export function seesCall(
  { reach, byExtension }: BoardView,
  { agents, stage, queue }: GoingOn['calls'][number],
  queues: ReadonlyMap<string, unknown>,
): boolean {
  if (reach.kind === 'all' || agents.some(({ extension }) => byExtension.has(extension))) return true;
  return queue !== null && queues.has(queue) && stage !== 'talking' && stage !== 'held';
}

/** The part of all that goes on that a person may see. */
export function visibleOf(all: GoingOn, way: BoardView): GoingOn {
  const queues = all.queues.filter((queue) => seesQueue(way, queue));
  const seen = new Map(queues.map(({ id }) => [id, id]));
  return {
    people: all.people.filter(({ extension }) => way.byExtension.has(extension)),
    queues,
    calls: all.calls.filter((call) => seesCall(way, call, seen)),
  };
}

/** The customer at a number, in that call; '' where nobody knows. */
export type NameOf = (number: string, call: string) => string;

/** How each thing on a board is shown: people by their names, numbers as far as they may be seen. */
export function presenter(
  { byExtension, view, carriers }: BoardView,
  queues: ReadonlyMap<string, { readonly name: string }>,
  nameOf: NameOf,
  day: QueueDay,
) {
  const queueIn = (id: string | null) => {
    const queue = id === null ? undefined : queues.get(id);
    return id === null || queue === undefined ? null : { id, name: queue.name };
  };
  const shown = (party: Party | null, call: string) => {
    if (party === null) return { name: '', number: '' };
    if (!party.outside) return { name: byExtension.get(party.number)?.name ?? party.name, number: party.number };
    return {
      name: nameOf(party.number, call) || view.showName(party.name),
      number: view.show(party.number),
    };
  };
  const named = (extension: string) => ({ extension, name: byExtension.get(extension)?.name ?? '' });
  return {
    agent(row: PersonRow, person: Now): BoardRows['agents'] {
      const state = stateOf(row, person);
      const call = person?.call ?? null;
      return {
        ...named(row.extension),
        department: place(row.departmentId, row.departmentName),
        team: place(row.teamId, row.teamName),
        state,
        note: noteIn(state, row, person),
        ...timesOf(state, row, person),
        queue_ids: person?.queues.filter((id) => queues.has(id)) ?? [],
        call: call && {
          id: call.id,
          direction: call.direction,
          hotline: call.hotline,
          supervising: call.supervising,
          ...shown(call.with, call.id),
        },
        supervisors: person?.supervisors.map(({ extension, mode }) => ({ ...named(extension), mode })) ?? [],
      };
    },
    call: (call: GoingOn['calls'][number]): BoardRows['calls'] => ({
      id: call.id,
      direction: call.direction,
      stage: call.stage,
      doing: call.doing,
      since: new Date(call.since),
      started_at: new Date(call.startedAt),
      ...shown(call.who, call.id),
      dialled: call.dialled,
      dialled_name: call.dialledName,
      carriers: carriersOf(carriers, call),
      waits: call.waits,
      queue: queueIn(call.queue),
      agents: call.agents.map(({ extension, state }) => ({ ...named(extension), state })),
      poor_sound: call.poorSound.map(({ extension, ...sound }) => ({ ...named(extension), ...sound })),
    }),
    queue: ({
      members: _members,
      longestSince,
      levelSeconds,
      ...queue
    }: GoingOn['queues'][number]): BoardRows['queues'] => ({
      ...queue,
      longest_since: longestSince === null ? null : new Date(longestSince),
      level_seconds: levelSeconds,
      ...(day.by.get(queue.id) ?? emptyDay),
    }),
  };
}

/** All of it as it is shown. */
export function presentBoard(all: GoingOn, way: BoardView, nameOf: NameOf, day: QueueDay): PresentedBoard & Today {
  const { people, calls, queues } = visibleOf(all, way);
  const present = presenter(way, new Map(queues.map((queue) => [queue.id, queue])), nameOf, day);
  const now = new Map(people.map((one) => [one.extension, one]));
  return {
    agents: way.people.map((row) => present.agent(row, now.get(row.extension))),
    calls: calls.map(present.call),
    queues: queues.map(present.queue),
    today: day.all,
  };
}

/** Whom one may want to know the name of, each in which call. */
export const outsidersOf = (
  calls: Iterable<GoingOn['calls'][number]>,
  people: Iterable<GoingOn['people'][number]>,
): readonly { readonly call: string; readonly number: string }[] =>
  [
    ...[...calls].map(({ id, who }) => ({ call: id, party: who })),
    ...[...people].flatMap(({ call }) => (call === null ? [] : [{ call: call.id, party: call.with }])),
  ].flatMap(({ call, party }) =>
    party?.outside === true && party.number !== '' ? [{ call, number: party.number }] : [],
  );

/** Reads what customers at these numbers are called, each in that call. */
export async function readNames(db: Db, tenantId: string, those: ReturnType<typeof outsidersOf>): Promise<NameOf> {
  if (those.length === 0) return () => '';
  return db.inTenant(tenantId, async (trx) => {
    const chosen = await chosenFor(trx, [...new Set(those.map(({ call }) => call))]);
    const names = await customerNames(trx, [...new Set(those.map(({ number }) => number))], chosen.values());
    return (number, call) => names(number, chosen.get(call));
  });
}

type Now = GoingOn['people'][number] | undefined;

/** What presence says, and more exactly: who holds talks. */
function stateOf({ status_activity: activity }: Pick<PersonRow, 'status_activity'>, person: Now): AgentState {
  const state = presenceOf(activity, person);
  return state === 'talking' && person?.holds === true ? 'held' : state;
}

function noteIn(state: AgentState, row: PersonRow, person: Now): string {
  switch (state) {
    case 'paused':
    case 'queues-paused':
    case 'no-microphone':
    case 'no-telephone':
      return whyPaused(state, row.status_reason, person);
    case 'offline':
      return row.status_activity === 3 ? '' : 'Điện thoại chưa kết nối';
    default:
      return person?.note ?? '';
  }
}

function timesOf(state: AgentState, row: PersonRow, person: Now) {
  const at = (ms: number) => (ms === 0 ? null : new Date(ms));
  const until = state === 'wrapping-up' ? at(person?.wrapUpUntil ?? 0) : null;
  switch (state) {
    case 'ringing':
    case 'talking':
    case 'held':
    case 'wrapping-up':
      return { since: at(person?.since ?? 0), until };
    case 'ready':
      // They chose it, or came back from a call.
      return { since: at(Math.max(person?.since ?? 0, row.status_since.getTime())), until };
    case 'paused':
      return { since: row.status_since, until };
    case 'queues-paused':
      return { since: at(person?.paused?.since ?? 0), until };
    case 'no-microphone':
    case 'no-telephone':
    case 'offline':
      // When a phone went away nobody notes.
      return { since: row.status_activity === 3 ? row.status_since : null, until };
    default:
      return state satisfies never;
  }
}

const place = (id: string | null, name: string | null) => (id === null || name === null ? null : { id, name });
