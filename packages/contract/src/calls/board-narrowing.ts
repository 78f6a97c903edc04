import type { AgentState, QueueDay, WatchedAgent, WatchedCall, WatchedQueue } from './monitor.ts';

/** What of the board is looked at; '' is all. */
export interface PlacesOfBoard {
  readonly department: string;
  readonly team: string;
  readonly queue: string;
}

type Agent = Pick<WatchedAgent, 'extension' | 'department' | 'team' | 'queue_ids'>;
type Call = Pick<WatchedCall, 'stage' | 'queue' | 'agents'>;
type Queue = Pick<WatchedQueue, 'id'> & QueueDay;

/**
 * The people of a department, a team and a queue, their calls and queues, and who waits in those: the same for the console's page and for
 * the big screen that a link opens.
 */
export function narrowedToPlaces<A extends Agent, C extends Call, Q extends Queue>(
  board: { readonly agents: A[]; readonly calls: C[]; readonly queues: Q[]; readonly today: QueueDay },
  { department, team, queue }: PlacesOfBoard,
): typeof board {
  if (department === '' && team === '' && queue === '') return board;
  const agents = board.agents.filter(
    (agent) =>
      (department === '' || agent.department?.id === department) &&
      (team === '' || agent.team?.id === team) &&
      (queue === '' || agent.queue_ids.includes(queue)),
  );
  const theirs = new Set(agents.flatMap((agent) => agent.queue_ids));
  const people = new Set(agents.map(({ extension }) => extension));
  const queues = board.queues.filter(({ id }) => (queue === '' ? theirs.has(id) : id === queue));
  const shown = new Set(queues.map(({ id }) => id));
  const calls = board.calls.filter((call) => {
    if (queue !== '' && call.queue?.id !== queue) return false;
    if (call.agents.some(({ extension }) => people.has(extension))) return true;
    return isWaiting(call) && call.queue !== null && shown.has(call.queue.id);
  });
  return { agents, calls, queues, today: together(queues) };
}

const isWaiting = ({ stage }: Call) => stage === 'waiting' || stage === 'ringing';

/** Queues together are weighed by their callers. */
function together(queues: readonly QueueDay[]): QueueDay {
  const sum = (what: keyof QueueDay) => queues.reduce((total, queue) => total + queue[what], 0);
  return {
    answered: sum('answered'),
    in_time: sum('in_time'),
    abandoned: sum('abandoned'),
    abandoned_soon: sum('abandoned_soon'),
  };
}

const nobody = {
  ready: 0,
  ringing: 0,
  talking: 0,
  held: 0,
  'wrapping-up': 0,
  paused: 0,
  'queues-paused': 0,
  'no-microphone': 0,
  'no-telephone': 0,
  offline: 0,
} as const satisfies Record<AgentState, number>;

/** How many people are in each state. */
export function statesOf(agents: readonly Pick<WatchedAgent, 'state'>[]): Record<AgentState, number> {
  const by: Record<AgentState, number> = { ...nobody };
  for (const { state } of agents) by[state] += 1;
  return by;
}
