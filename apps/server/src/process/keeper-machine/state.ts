import type { StopWord } from '../stop-word.ts';
import type { End, KeptProcess, Part } from './kept-process.ts';

/** How a server and its engine are started: the code of one version, and its settings. */
export interface Launch {
  /** The server's program. */
  readonly program: string;
  readonly node: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The engine's program; absent of a version that does not say it, whose server goes on with the engine that is there. */
  readonly engine?: string | undefined;
}

/** The answer of a keeper to another start on its folder. */
export type Outcome =
  /** Its version serves. */
  | 'handed-over'
  | 'refused'
  /** It starts, or another version is taken over: ask again. */
  | 'busy'
  /** It stops: the folder is free soon. */
  | 'ending';

/** The limits of a keeper, in milliseconds, and what it keeps. */
export interface KeeperOptions {
  readonly keepsEngine: boolean;
  /** How long calls may end by themselves after the first word to stop. */
  readonly drainMs: number;
}

/** Named alarm clocks: each is set again by its name. */
export type Timer =
  /** To claim the folder again. */
  | 'claim'
  /** The pause before a process is started again. */
  | Part
  /** A server that was told to make room. */
  | 'leave'
  /** Another start that waits for its version to serve. */
  | 'hand-over'
  /** The whole of an end in order. */
  | 'stop'
  /** An engine that was told to end. */
  | 'end-engine';

/** An event of a keeper's life. */
export type KeeperLifeEvent =
  | { readonly is: 'claimed' }
  /** Another keeper has the folder, or some role of ours; `roles` where it said which it has. */
  | { readonly is: 'held'; readonly pid: string; readonly hasOurRoles: boolean }
  /** The folder is ours, and a server or an engine of a keeper that died still ends. */
  | { readonly is: 'left-over' }
  /** The other keeper's answer. */
  | { readonly is: 'answered'; readonly outcome: Outcome; readonly line: string }
  /** It does not listen, or went away. */
  | { readonly is: 'unanswered' }
  | { readonly is: 'ready'; readonly part: Part }
  /** A server's own word, why it does not start. */
  | { readonly is: 'failed'; readonly why: string }
  | { readonly is: 'gone'; readonly part: Part; readonly how: End }
  /** To stop, by a signal or the loss of the process that started us. */
  | { readonly is: 'told'; readonly by: 'signal' | 'parent' }
  | { readonly is: 'hung-up' }
  /** Another start on this folder wants its version to go on. */
  | { readonly is: 'asked'; readonly asker: number; readonly launch: Launch }
  | { readonly is: 'time'; readonly timer: Timer };

/** An event and its moment, by a clock that only goes forward. */
export type KeeperEvent = KeeperLifeEvent & { readonly at: number };

export type Action =
  /** Take the folder's locks; answered by `claimed`, `held` or `left-over`. */
  | { readonly do: 'claim' }
  /** Ask the other keeper to go on with our version; answered by `answered` or `unanswered`. */
  | { readonly do: 'ask-holder' }
  /** From now on other starts are heard. */
  | { readonly do: 'open-door' }
  | { readonly do: 'start'; readonly part: Part; readonly launch: Launch }
  /** `make-room`: leave the calls to the next one; `stop`: its own word to end, once more for impatience. */
  | { readonly do: 'tell-server'; readonly word: 'make-room' | 'stop' }
  /** One that nobody serves ends by this. */
  | { readonly do: 'let-engine-end' }
  | { readonly do: 'kill'; readonly part: Part }
  | { readonly do: 'answer'; readonly asker: number; readonly outcome: Outcome; readonly line: string }
  | { readonly do: 'set'; readonly timer: Timer; readonly ms: number }
  | { readonly do: 'say'; readonly line: string }
  /** Everything is given up, the locks last. `line` goes to who is at the terminal, as a failure where the code is not 0. */
  | { readonly do: 'exit'; readonly code: number; readonly line?: string };

/** A keeper that wants its folder. */
export interface Claiming {
  readonly is: 'claiming' | 'asking' | 'waiting';
  readonly since: number;
  /** Whether the person at the terminal knows that it is waited. */
  readonly hasSaid: boolean;
}

/** A keeper that has its folder. */
export interface Keeping {
  readonly is: 'keeping';
  readonly launch: Launch;
  readonly engine: KeptProcess;
  readonly server: KeptProcess;
  /** A version that takes over: who waits for it to serve, until they were answered, and `before`, what served until then. */
  readonly handOver: { readonly asker: number | null; readonly before: Launch } | null;
  /** What the last server that failed said of it. */
  readonly why: string;
  readonly stop: Stop | null;
}

/** An end in order, on its way. */
export interface Stop extends StopWord {
  readonly since: number;
  /** How often it was said to us; by whom last, and when, says the word. */
  readonly times: number;
  /** Whether the server that runs now has heard of it. */
  readonly isTold: boolean;
  readonly code: number;
  readonly line: string | undefined;
}

export type KeeperState = Claiming | Keeping | { readonly is: 'over' };

/** A state, and what is to be done to get there. */
export interface Step {
  readonly state: KeeperState;
  readonly actions: readonly Action[];
}
