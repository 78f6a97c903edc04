import type { AgentState, monitor } from '@alo/contract';
import type { z } from 'zod';

import type { GoingOn } from '../../domain/calls-now.ts';
import type { NumberView } from '../../domain/number-view.ts';
import { presenceOf } from '../../domain/presence.ts';
import type { Caller } from '../../kernel/caller.ts';
import { reachOf } from '../../kernel/reach.ts';
import type { PersonRow } from './people.ts';

type Board = Pick<z.input<typeof monitor.result>, 'agents' | 'calls' | 'queues'>;
type Party = GoingOn['calls'][number]['who'];

/**
 * What of a company somebody sees who does not see everybody: their people, the queues that those are members of, and the calls
 * that are with them or wait in those queues.
 */
export function within(all: GoingOn, people: readonly Pick<PersonRow, 'extension'>[], caller: Caller): GoingOn {
  const theirs = new Set(people.map(({ extension }) => extension));
  const isTheirs = (extension: string) => theirs.has(extension);
  const own = all.people.filter(({ extension }) => isTheirs(extension));
  if (reachOf(caller).kind === 'all') return { ...all, people: own };
  const queues = all.queues.filter(({ members }) => members.some(isTheirs));
  const seen = new Set(queues.map(({ id }) => id));
  const calls = all.calls.filter(({ agents, stage, queue }) => {
    if (agents.some(({ extension }) => isTheirs(extension))) return true;
    return queue !== null && seen.has(queue) && stage !== 'talking' && stage !== 'held';
  });
  return { people: own, queues, calls };
}

interface Seeing {
  readonly people: readonly PersonRow[];
  /** How customers' numbers are shown. */
  readonly view: NumberView;
  /** The customer at a number, in that call; '' where nobody knows. */
  readonly nameOf: (number: string, call: string) => string;
}

/** The same as it is shown: people by their names, numbers as far as they may be seen. */
export function presentBoard(goingOn: GoingOn, { people, view, nameOf }: Seeing): Board {
  const names = new Map(people.map(({ extension, name }) => [extension, name]));
  const now = new Map(goingOn.people.map((one) => [one.extension, one]));
  const queues = new Map(goingOn.queues.map(({ id, name }) => [id, { id, name }]));
  const shown = (party: Party | null, call: string) => {
    if (party === null) return { name: '', number: '' };
    if (!party.outside) return { name: names.get(party.number) ?? party.name, number: party.number };
    return {
      name: nameOf(party.number, call) || view.showName(party.name),
      number: view.show(party.number),
    };
  };
  const named = (extension: string) => ({ extension, name: names.get(extension) ?? '' });
  return {
    agents: people.map((row) => {
      const person = now.get(row.extension);
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
          ...{ id: call.id, direction: call.direction, hotline: call.hotline, supervising: call.supervising },
          ...shown(call.with, call.id),
        },
        supervisors: person?.supervisors.map(({ extension, mode }) => ({ ...named(extension), mode })) ?? [],
      };
    }),
    calls: goingOn.calls.map((call) => ({
      ...{ id: call.id, direction: call.direction, stage: call.stage, doing: call.doing },
      ...{ since: new Date(call.since), started_at: new Date(call.startedAt) },
      ...shown(call.who, call.id),
      dialled: call.dialled,
      dialled_name: call.dialledName,
      queue: (call.queue !== null && queues.get(call.queue)) || null,
      agents: call.agents.map(({ extension, state }) => ({ ...named(extension), state })),
    })),
    queues: goingOn.queues.map(({ members: _members, longestSince, levelSeconds, inTime, ...queue }) => ({
      ...queue,
      longest_since: longestSince === null ? null : new Date(longestSince),
      level_seconds: levelSeconds,
      in_time: inTime,
    })),
  };
}

type Now = GoingOn['people'][number] | undefined;

/** What presence says, and more exactly: who holds talks, and who finishes a call will be ready. */
export function stateOf({ status_activity: activity }: Pick<PersonRow, 'status_activity'>, person: Now): AgentState {
  const state = presenceOf(activity, person);
  if (state === 'talking' && person?.holds === true) return 'held';
  return state === 'ready' && person !== undefined && person.wrapUpUntil !== null ? 'wrapping-up' : state;
}

function noteIn(state: AgentState, row: PersonRow, person: Now): string {
  if (state === 'paused') return row.status_reason;
  if (state !== 'offline') return person?.note ?? '';
  return row.status_activity === 3 ? '' : 'Điện thoại chưa kết nối';
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
    case 'offline':
      // When a phone went away nobody notes.
      return { since: row.status_activity === 3 ? row.status_since : null, until };
    default:
      return state satisfies never;
  }
}

const place = (id: string | null, name: string | null) => (id === null || name === null ? null : { id, name });
