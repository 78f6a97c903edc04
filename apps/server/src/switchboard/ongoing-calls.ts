import {
  type Board,
  badSoundOf,
  type Call,
  changesBetween,
  doingWords,
  emptyMap,
  getFrom,
  type Leg,
  lookUp,
  namePrefixIn,
  ownConversations,
  type Person,
  queueView,
  ringingAt,
  stranger,
  summaryOf,
  valuesOf,
} from '@alo/call-core';
import { type CallsByName, type GoingOn, newlyFollowed } from '../domain/calls-now.ts';
import { trunkOfCall } from '../telephony/history/history-rows.ts';
import { nationalForm, phoneOn } from './calls-on-board.ts';
import { pausesOf } from './queue-pauses.ts';

/** What everybody of a company does, and which calls and queues there are, at a moment. */
export function goingOnOn(board: Board, at: number): GoingOn {
  const calls = [...valuesOf(board.calls)].filter(({ stage }) => stage === 'open');
  return {
    people: [...valuesOf(board.people), ...unheardOf(board)].map((person) => watched(board, person)),
    calls: calls.map((call) => callNow(board, call)),
    queues: Object.keys(board.plan.queues).flatMap((key) => queueNow(board, key, at)),
  };
}

/** Who should be reached at a telephone of their own, of which nothing was heard yet. */
const unheardOf = ({ plan, people }: Board): Person[] =>
  Object.values(plan.extensions).flatMap(({ extension, onDesk }) =>
    onDesk === true && getFrom(people, extension) === undefined ? [stranger(extension)] : [],
  );

/** Told again and again it makes everything anew only so often, in milliseconds. */
const wholeEveryMs = 60_000;

/** `goingOnOn` for repeated questions about one company: only what the board has changed since the last time is looked at. */
export function followGoingOn(): (board: Board, at: number) => CallsByName {
  let before: { readonly board: Board; readonly wholeAt: number } | undefined;
  let people = new Map<string, GoingOn['people'][number]>();
  let calls = new Map<string, GoingOn['calls'][number]>();
  let queues = new Map<string, GoingOn['queues'][number]>();

  function changes(from: Board, board: Board, at: number) {
    const changed = { people: new Set<string>(), calls: new Set<string>(), queues: new Set<string>() };
    for (const [id, call] of changesBetween(from.calls, board.calls)) {
      changed.calls.add(id);
      if (call?.stage === 'open') calls.set(id, callNow(board, call));
      else calls.delete(id);
      // What somebody does is told by the call that they are in.
      for (const { party } of [...(getFrom(from.calls, id)?.legs ?? []), ...(call?.legs ?? [])]) {
        if (party.kind === 'extension') changed.people.add(party.extension);
      }
    }
    for (const [extension] of changesBetween(from.people, board.people)) changed.people.add(extension);
    for (const [extension] of changesBetween(from.memberships, board.memberships)) changed.people.add(extension);
    for (const [key, after] of changesBetween(from.queues, board.queues)) {
      changed.queues.add(key);
      const members = getFrom(from.queues, key)?.members ?? emptyMap;
      for (const [extension] of changesBetween(members, after?.members ?? emptyMap)) changed.people.add(extension);
      const [queue] = queueNow(board, key, at);
      if (queue === undefined) queues.delete(key);
      else queues.set(key, queue);
    }
    for (const extension of changed.people) {
      const person = getFrom(board.people, extension);
      if (person === undefined) people.delete(extension);
      else people.set(extension, watched(board, person));
    }
    return changed;
  }

  return (board, at) => {
    if (before === undefined || before.board.plan !== board.plan || at >= before.wholeAt + wholeEveryMs) {
      before = { board, wholeAt: at };
      const all = newlyFollowed(goingOnOn(board, at));
      [people, calls, queues] = [new Map(all.people), new Map(all.calls), new Map(all.queues)];
      return { people, calls, queues, changed: 'everything' };
    }
    const changed = changes(before.board, board, at);
    before = { ...before, board };
    return { people, calls, queues, changed };
  };
}

function watched(board: Board, person: Person): GoingOn['people'][number] {
  const { extension } = person;
  const line = lineOf(board, person);
  return {
    extension,
    ...phoneOn(board, extension),
    holds: line?.leg.holds === true,
    since: line === undefined ? person.idleSince : sinceOf(line),
    note: noteOf(board, person, line),
    queues: [...(getFrom(board.memberships, extension) ?? [])],
    call: line === undefined ? null : callOf(board, extension, line),
    supervisors: line === undefined ? [] : supervisorsOf(line),
  };
}

type Line = { readonly call: Call; readonly leg: Leg };

/** Of several legs of a person the one that matters most: they talk in it, then they are in it, then it rings. */
function lineOf(board: Board, { legs }: Person): Line | undefined {
  const lines = legs.flatMap(({ call: id, leg: legId }) => {
    const call = getFrom(board.calls, id);
    const leg = call?.legs.find((one) => one.id === legId);
    return call === undefined || leg === undefined ? [] : [{ call, leg }];
  });
  const weight = ({ leg }: Line) => Number(leg.activity.kind === 'talking') * 2 + Number(leg.state === 'up');
  return lines.toSorted((a, b) => weight(b) - weight(a))[0];
}

function sinceOf({ call, leg }: Line): number {
  if (leg.state !== 'up') return leg.ringingAt ?? leg.startedAt;
  const stay = call.segments.findLast((segment) => segment.leg === leg.id && segment.to === null);
  return (leg.holds ? stay?.heldSince : null) ?? stay?.from ?? leg.answeredAt ?? leg.startedAt;
}

function noteOf(board: Board, { extension, contacts }: Person, line: Line | undefined): string {
  const { plan } = board;
  if (line !== undefined) {
    const { leg } = line;
    if (leg.activity.kind === 'talking') return leg.elsewhere === null ? '' : 'Đang hỏi ý kiến';
    return leg.state === 'up' ? doingWords(plan, leg) : '';
  }
  if (lookUp(plan.extensions, extension)?.doNotDisturb === true) return 'Không làm phiền';
  if (contacts.length > 0 && contacts.every(({ asleep }) => asleep)) return 'Trình duyệt đang ngủ';
  return pausesOf(board, extension);
}

function callOf(board: Board, extension: string, { call, leg }: Line): GoingOn['people'][number]['call'] {
  const own = ownConversations(board, extension).find((one) => one.call.id === call.id);
  const rung = ringingAt(board, extension).find((one) => one.call.id === call.id);
  const other = own?.supervising?.agent ?? own?.parties[0] ?? rung?.waiting;
  return {
    id: call.id,
    direction: call.direction,
    hotline: nationalForm(call.serviceNumber ?? ''),
    with: other === undefined ? null : partyOf(call, other),
    supervising: leg.activity.kind === 'supervising',
  };
}

const supervisorsOf = ({ call, leg }: Line): GoingOn['people'][number]['supervisors'] =>
  call.legs.flatMap(({ activity, party, state }) =>
    activity.kind === 'supervising' && activity.agent === leg.id && party.kind === 'extension' && state === 'up'
      ? [{ extension: party.extension, mode: activity.mode }]
      : [],
  );

function partyOf(call: Call, { party }: Leg): GoingOn['calls'][number]['who'] {
  if (party.kind === 'extension') return { outside: false, name: party.name, number: party.extension };
  return { outside: true, name: `${namePrefixIn(call)}${party.name}`, number: party.number };
}

function callNow(board: Board, call: Call): GoingOn['calls'][number] {
  const { plan } = board;
  const live = call.legs.filter(({ state }) => state !== 'ending' && state !== 'ended');
  const began = call.legs.find(({ id }) => id === call.caller);
  const customer = call.legs.find(({ party }) => party.kind === 'outside');
  const speaks = began !== undefined && live.includes(began) ? began : live[0];
  const who = call.direction === 'outbound' ? (customer ?? began) : began;
  const { stage } = summaryOf(call);
  const key = queueOf(call, live);
  return {
    id: call.id,
    direction: call.direction,
    stage: call.clock.counts === 'held' ? 'held' : stage === 'ended' ? 'waiting' : stage,
    doing: speaks === undefined ? '' : doingWords(plan, speaks),
    since: Math.max(call.clock.since, call.startedAt),
    startedAt: call.startedAt,
    isTest: call.purpose === 'test',
    who:
      call.direction === 'outbound' && customer === undefined
        ? { outside: true, name: '', number: call.outsideNumber ?? '' }
        : who === undefined
          ? { outside: true, name: '', number: '' }
          : partyOf(call, who),
    ...(call.direction === 'internal'
      ? { dialled: call.dialled, dialledName: lookUp(plan.extensions, call.dialled)?.name ?? '' }
      : {
          dialled: nationalForm(call.serviceNumber ?? ''),
          dialledName: lookUp(plan.numbers, call.serviceNumber ?? '')?.name ?? '',
        }),
    trunk: trunkOfCall(call),
    serviceNumber: call.serviceNumber ?? '',
    waits: live.some(canBeLed),
    queue: key !== null && lookUp(plan.queues, key) !== undefined ? key : null,
    agents: live.flatMap((leg) => agentIn(leg)),
    poorSound: live.flatMap(poorSoundIn),
  };
}

/** As `move` of call control has it. */
const canBeLed = ({ activity, elsewhere }: Leg): boolean =>
  elsewhere === null &&
  (activity.kind === 'parked' || (activity.kind === 'queue-wait' && activity.hears !== 'farewell'));

function poorSoundIn(leg: Leg): GoingOn['calls'][number]['poorSound'] {
  const sound = badSoundOf(leg);
  if (sound?.level !== 'poor') return [];
  const { wrong, figure } = sound;
  return [{ extension: leg.party.kind === 'extension' ? leg.party.extension : '', wrong, figure }];
}

/** One of ours who talks in it or is rung for it; who only supervises is none of them. */
function agentIn({ party, activity, state, holds }: Leg): GoingOn['calls'][number]['agents'] {
  if (party.kind !== 'extension' || activity.kind === 'supervising') return [];
  if (activity.kind === 'called' && activity.errand.kind === 'supervise') return [];
  if (activity.kind === 'talking') return [{ extension: party.extension, state: holds ? 'held' : 'talking' }];
  return [{ extension: party.extension, state: state === 'up' ? 'talking' : 'ringing' }];
}

/** The queue in which the caller waits, or by which the call came to the person who has it. */
function queueOf({ segments }: Call, live: readonly Leg[]): string | null {
  for (const { activity } of live) {
    if (activity.kind === 'queue-wait' || activity.kind === 'queue-offered') return activity.queue;
  }
  const through = segments.findLast((segment) => segment.through?.kind === 'queue')?.through;
  return through?.key ?? null;
}

function queueNow(board: Board, key: string, at: number): GoingOn['queues'] {
  const view = queueView(board, key, at);
  const plan = lookUp(board.plan.queues, key);
  if (view === null || plan === undefined) return [];
  const { name, people } = view;
  const callers = view.waiting.filter(({ kind }) => kind === 'caller');
  const [ready, busy] = [['free'], ['on-a-call', 'wrapping-up', 'resting']].map(
    (standings) => people.filter(({ standing }) => standings.includes(standing)).length,
  );
  return [
    {
      id: key,
      name,
      members: people.map(({ extension }) => extension),
      waiting: callers.length,
      callbacks: view.waiting.length - callers.length,
      longestSince: callers.length === 0 ? null : at - Math.max(...callers.map(({ waitedMs }) => waitedMs)),
      ready: ready ?? 0,
      busy: busy ?? 0,
      away: people.length - (ready ?? 0) - (busy ?? 0),
      levelSeconds: plan.serviceLevelSeconds,
    },
  ];
}
