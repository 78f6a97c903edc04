import type { Socket } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import type { Upgrade } from '../handover/handover.ts';
import type { AddressedCommand, EngineStart, Handlers, Listening } from '../link/channel.ts';
import type { Plant, PlantEvents, PlantProgram } from './plant.ts';

export interface EngineProcessEvents extends Omit<PlantEvents, 'takesCalls'> {
  /** Everything is ended. */
  readonly onClosed: () => void;
}

interface Running<Options> {
  readonly options: Options;
  readonly plant: Plant;
}

/** The work of an engine's process: it starts once, and ends once. */
export class EngineProcess<Options> {
  readonly #program: PlantProgram<Options>;
  readonly #events: EngineProcessEvents;
  #running: Running<Options> | null = null;
  /** A start that a server did not wait out: the next server's waits for the same. */
  #starting: Promise<void> = Promise.resolve();
  #closing: Promise<void> | null = null;
  /** Why no further call is taken; those that there are go on. */
  #takesNoCall: 'draining' | 'forsaken' | null = null;
  /** What waits for the last call to end. */
  readonly #whenIdle: (() => void)[] = [];

  constructor(program: PlantProgram<Options>, events: EngineProcessEvents) {
    this.#program = program;
    this.#events = events;
  }

  readonly handlers: Handlers = {
    start: (start) => this.#start(start),
    open: async () => {
      this.#takesNoCall = null;
      this.#plant.open();
      return null;
    },
    drain: async () => {
      this.#takesNoCall = 'draining';
      await this.#idle();
      return null;
    },
    provision: async (tenant) => {
      await this.#plant.provision(tenant);
      return null;
    },
    change: async ({ tenant, revision, changes }) => this.#plant.change(tenant, revision, changes),
    forget: async (tenant) => {
      await this.#plant.forget(tenant);
      return null;
    },
    letGo: async (tenant) => {
      await this.#plant.settled();
      // Nobody can call between the look and what follows: a plant of ours forgets at once.
      if (this.#plant.snapshot().legs.some((leg) => leg.tenant === tenant)) return false;
      await this.#plant.forget(tenant);
      return true;
    },
    snapshot: async () => {
      await this.#plant.settled();
      return this.#plant.snapshot();
    },
    close: async () => {
      await this.close();
      return null;
    },
    startBot: async (bot) => {
      await this.#plant.startBot(bot);
      return null;
    },
    stopBot: async (id) => {
      this.#plant.stopBot(id);
      return null;
    },
  };

  perform({ tenant, call, command, keys }: AddressedCommand): void {
    const plant = this.#running?.plant;
    if (keys !== undefined) plant?.opens?.(keys);
    const isNewCall = () => plant?.snapshot().legs.every((leg) => leg.call !== call) ?? true;
    if (command.type === 'dial' && (plant === undefined || (this.#takesNoCall !== null && isNewCall()))) {
      this.#events.emit(tenant, { type: 'ended', call, leg: command.leg, at: Date.now(), cause: 'congestion' });
    } else plant?.perform(tenant, call, command);
  }

  /** A server is there, or none. */
  served(isServed: boolean): void {
    this.#running?.plant.served?.(isServed);
  }

  serverTook(lagMs: number): void {
    this.#running?.plant.serverTook(lagMs);
  }

  acceptWebSocket(upgrade: Upgrade, socket: Socket): void {
    if (this.#running === null) socket.destroy();
    else this.#running.plant.acceptWebSocket(upgrade, socket);
  }

  /** Nobody decides about the calls any more: they end, and none is taken before a server opens us again. */
  hangUpAll(): void {
    this.#takesNoCall = 'forsaken';
    const plant = this.#running?.plant;
    for (const { tenant, call, leg } of plant?.snapshot().legs ?? []) {
      plant?.perform(tenant, call, { type: 'hang-up', leg, cause: 'interrupted' });
    }
  }

  /** There is a call. */
  get isBusy(): boolean {
    return (this.#running?.plant.snapshot().legs.length ?? 0) > 0;
  }

  /** Lets the next process take our place as soon as that costs no call. */
  endWhenIdle(): void {
    void this.#idle().then(() => this.close());
  }

  /** Ends every call, completes recordings, frees ports. A second call waits for the first. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  get #plant(): Plant {
    if (this.#running === null) throw new Error('engine has not been started');
    return this.#running.plant;
  }

  async #start({ plant: given, before }: EngineStart): Promise<Listening> {
    const options = this.#program.options.parse(given);
    const opened = this.#starting.then(() => this.#running ?? this.#open(options, before));
    this.#starting = opened.then(
      () => {},
      () => {},
    );
    const running = await opened;
    if (!isDeepStrictEqual(running.options, options)) this.endWhenIdle();
    return running.plant.listening;
  }

  async #open(options: Options, before: EngineStart['before']): Promise<Running<Options>> {
    const events: PlantEvents = {
      ...this.#events,
      takesCalls: () => this.#takesNoCall === null,
      emit: (tenant, event) => {
        this.#events.emit(tenant, event);
        if (event.type === 'ended') setImmediate(() => this.#lookForIdle());
      },
    };
    const plant = await this.#program.open(options, events, before);
    const running = { options, plant };
    this.#running = running;
    return running;
  }

  /** Resolves when no call is left. */
  #idle(): Promise<void> {
    return new Promise((resolve) => {
      this.#whenIdle.push(resolve);
      this.#lookForIdle();
    });
  }

  #lookForIdle(): void {
    if (this.#whenIdle.length === 0 || this.isBusy) return;
    for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  async #close(): Promise<void> {
    await this.#running?.plant.close();
    this.#events.onClosed();
  }
}
