import {
  type Board,
  type CallId,
  type Command,
  type ContactId,
  type Event,
  emptyBoard,
  emptyPlan,
  type LegId,
  queueMember,
  queuePlan,
  type RoutingPlan,
  type StrategyKind,
  step,
  type TrunkId,
} from '@alo/call-core';

/** What the model knows of a person, and of a caller. */
export interface Agent {
  readonly extension: string;
  readonly place: number;
  readonly penalty: number;
  readonly english: number;
  idleSince: number;
  calls: number;
}
export interface Caller {
  readonly call: CallId;
  readonly leg: LegId;
  readonly came: number;
  readonly important: boolean;
  readonly serial: number;
}

export type Strategy = Extract<StrategyKind, 'longest-idle' | 'fewest-calls' | 'linear' | 'round-robin' | 'skills'>;
/** What a step took, and whom it rang. */
export interface Done {
  readonly ms: number;
  readonly cpuMs: number;
  readonly rung: { readonly extension: string; readonly call: CallId; readonly leg: LegId } | null;
}

/** The board under test, and beside it the model's own books. */
export class Floor {
  readonly agents: readonly Agent[];
  last: Done = { ms: 0, cpuMs: 0, rung: null };
  readonly #strategy: Strategy;
  readonly #talks = new Map<Agent, Caller>();
  #board: Board = emptyBoard;
  #now = Date.parse('2026-11-20T09:00:00+07:00');
  #serial = 0;
  #lastPlace = -1;

  constructor(strategy: Strategy, agentCount: number) {
    this.#strategy = strategy;
    this.agents = Array.from({ length: agentCount }, (_, place) => ({
      extension: String(1000 + place),
      place,
      penalty: place % 5 === 0 ? 1 : 0,
      english: (place * 37) % 100,
      idleSince: 0,
      calls: 0,
    }));
    this.#take({ type: 'plan-changed', plan: planOf(strategy, this.agents), at: this.#now });
    for (const { extension } of this.agents) {
      // The program's own names.
      const contacts = [{ id: `${extension}-phone` as ContactId, asleep: false }];
      this.#take({ type: 'contacts', extension, contacts, at: this.#now });
    }
  }

  /** Every fourth caller is important, and needs somebody who speaks English where the strategy asks for skills. */
  arrives(important = this.nextIsImportant()): Caller {
    this.#now += 1 + ((this.#serial * 17) % 40);
    const serial = this.#serial++;
    const call = `c${serial}` as CallId; // the program's own names
    const leg = `c${serial}-in` as LegId;
    const number = `${important ? '090' : '091'}${String(serial % 10_000_000).padStart(7, '0')}`;
    const origin = { kind: 'trunk', trunk: 'trunk' as TrunkId, number, name: '' } as const;
    this.#take({ type: 'arrived', call, leg, at: this.#now, origin, dialled: '02871000101' });
    return { call, leg, came: this.#now, important, serial };
  }

  nextIsImportant(): boolean {
    return this.#serial % 4 === 0;
  }

  agent(extension: string): Agent {
    const found = this.agents[Number(extension) - 1000];
    if (found === undefined) throw new Error(`No agent ${extension}; nobody was rung`);
    return found;
  }

  /** Whom the last step rang for a caller. */
  offerTo(caller: Caller): { agent: Agent; caller: Caller } {
    return { agent: this.agent(this.last.rung?.extension ?? ''), caller };
  }

  answer({ agent, caller }: { agent: Agent; caller: Caller }): void {
    const { rung } = this.last;
    if (rung === null) throw new Error('Nobody was rung');
    this.#lastPlace = agent.place;
    agent.calls++;
    this.#talks.set(agent, caller);
    this.#take({ type: 'answered', call: rung.call, leg: rung.leg, at: this.#now });
  }

  talking(which: number): Agent {
    const talking = [...this.#talks.keys()];
    const found = talking[which % talking.length];
    if (found === undefined) throw new Error('Nobody talks');
    return found;
  }

  /** The customer hangs up: from here to the command that rings somebody is what is measured. */
  hangsUp(agent: Agent): Done {
    const caller = this.#talks.get(agent);
    if (caller === undefined) throw new Error(`${agent.extension} does not talk`);
    this.#talks.delete(agent);
    this.#now += 5;
    agent.idleSince = this.#now;
    const { call, leg } = caller;
    const hung: LegId[] = [];
    const done = this.#take({ type: 'ended', call, leg, cause: 'normal', at: this.#now }, hung);
    for (const told of hung) this.#take({ type: 'ended', call, leg: told, cause: 'normal', at: this.#now });
    this.last = done;
    return done;
  }

  /** The model: of everybody who waits the first whom this person may serve. */
  firstFor(agent: Agent, waiting: readonly Caller[]): Caller | undefined {
    return waiting
      .filter(({ important }) => this.#strategy !== 'skills' || !important || agent.english >= 50)
      .toSorted((a, b) => Number(b.important) - Number(a.important) || a.came - b.came || a.serial - b.serial)[0];
  }

  /** The model: of everybody who is free the one whom the strategy asks first for the caller who comes next. */
  bestFree(): Agent {
    const important = this.nextIsImportant();
    const free = this.agents.filter(
      (agent) => !this.#talks.has(agent) && (this.#strategy !== 'skills' || !important || agent.english >= 50),
    );
    const [best] = free.toSorted(
      (a, b) => a.penalty - b.penalty || this.#compare(a, b, important) || a.place - b.place,
    );
    if (best === undefined) throw new Error('Nobody is free');
    return best;
  }

  #compare(a: Agent, b: Agent, important: boolean): number {
    switch (this.#strategy) {
      case 'longest-idle':
        return a.idleSince - b.idleSince;
      case 'fewest-calls':
        return a.calls - b.calls || a.idleSince - b.idleSince;
      case 'linear':
        return 0;
      case 'round-robin':
        return Number(a.place <= this.#lastPlace) - Number(b.place <= this.#lastPlace);
      case 'skills':
        return (important ? b.english - a.english : 0) || a.idleSince - b.idleSince;
      default:
        return this.#strategy satisfies never;
    }
  }

  #take(event: Event, hung: LegId[] = []): Done {
    const from = performance.now();
    const cpu = process.cpuUsage();
    const { board, commands } = step(this.#board, event);
    const ms = performance.now() - from;
    const { user, system } = process.cpuUsage(cpu);
    this.#board = board;
    for (const command of commands) if (command.type === 'hang-up') hung.push(command.leg);
    const dial = commands.find((command): command is Extract<Command, { type: 'dial' }> => command.type === 'dial');
    const rung =
      dial?.to.kind === 'extension' ? { extension: dial.to.extension, call: dial.call, leg: dial.leg } : null;
    this.last = { ms, cpuMs: (user + system) / 1000, rung };
    return this.last;
  }
}

function planOf(strategy: Strategy, agents: readonly Agent[]): RoutingPlan {
  const english = { skill: 'Anh', level: 50, untilSeconds: null };
  const needs = strategy === 'skills' ? [english] : [];
  const sales = queuePlan({
    name: 'Kinh doanh',
    strategy,
    members: agents.map(({ extension, penalty, english: level }) =>
      queueMember(extension, { penalty, skills: { Anh: level } }),
    ),
    callers: [{ name: 'VIP', callerPattern: '090*', number: null, priority: 1, needs }],
  });
  const number = '+842871000101';
  return {
    ...emptyPlan,
    numbers: { [number]: { number, name: 'Tổng đài' } },
    queues: { sales },
    extensions: Object.fromEntries(
      agents.map(({ extension }) => [
        extension,
        {
          extension,
          name: `Người ${extension}`,
          ringSeconds: 20,
          otherwise: null,
          seesMaskedNumbers: false,
          callWaiting: false,
          supervises: 'nobody',
          pickUpGroup: null,
        },
      ]),
    ),
    inboundRules: [
      {
        name: 'Gọi vào',
        number,
        callerPattern: null,
        timeGroup: null,
        destination: { kind: 'queue', queue: 'sales' },
        afterTalk: null,
      },
    ],
  };
}
