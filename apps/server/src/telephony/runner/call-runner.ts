import type {
  Board,
  Call,
  DataCommand,
  Event,
  Reply,
  RequestedEvent,
  RoutingPlan,
  StepResult,
  TenantId,
} from '@alo/call-core';
import type { EventReceipt, TelephonyEngine } from '@alo/engine';
import type { Sealer } from '../../storage/sealed.ts';
import type { Clock } from '../clock.ts';
import type { Disk } from '../disk.ts';
import type { HistoryStore } from '../history/history-batch.ts';
import type { HistoryWriter } from '../history/history-writer.ts';
import type { AsideShelf } from '../history/set-aside.ts';
import type { RunnerLog } from '../log.ts';
import type { Measure } from './attach.ts';
import type { EngineWatch } from './engine-watch.ts';

/** Runs one tenant's calls: the only writer of its board. */
export interface CallRunner {
  /** What an engine reported (with its receipt), or somebody at a screen did. */
  take(event: Event, receipt?: EventReceipt): void;
  /** Resolves with what became of a request, once that is written to the journal. */
  request(event: RequestedEvent): Promise<Reply>;
  /** Hears of the engine's state, and compares board and engine when asked. */
  readonly engineWatch: Pick<
    EngineWatch,
    'ask' | 'died' | 'heard' | 'hearFirst' | 'knownUntil' | 'stoodStill' | 'unreachable' | 'up'
  >;
  readonly board: Board;
  /** A call is open. */
  readonly isBusy: boolean;
  /** How far the parts behind the calls are behind. */
  readonly figures: RunnerFigures;
  /** Resolves when every event taken so far has been acted on. */
  acted(): Promise<void>;
  /** Resolves when the history has it, too. */
  settled(): Promise<void>;
  /** The history forgot somebody, or what is not kept so long: so does the board, and the journal begins anew. */
  forgetErased(): Promise<void>;
  /** Stops without ending calls: the next start finds them in the journal. */
  close(): Promise<void>;
}

export type RunnerFigures = {
  readonly openCalls: number;
  /** Conversations that something is wanted of from the engine, and timers that calls and their legs have running. */
  readonly wanted: number;
  readonly callTimers: number;
  /** Events that are not written yet. */
  readonly waiting: number;
  /** Calls whose rows are not written yet, and since when the oldest waits. */
  readonly history: HistoryWriter['behind'];
  /** Rows that the database refused for what is in them. */
  readonly setAside: number;
  /** The journal takes what happens. */
  readonly journal: 'writes' | 'fails';
};

/** What a tenant's calls run on, and who is told of them. */
export interface CallRunnerOptions {
  readonly tenant: TenantId;
  readonly engine: Pick<TelephonyEngine, 'perform' | 'snapshot'>;
  readonly store: HistoryStore;
  readonly aside: AsideShelf;
  readonly clock: Clock;
  readonly disk: Disk;
  readonly plan: RoutingPlan;
  /** Hides in the journal what people press. */
  readonly sealer: Sealer;
  /** This tenant's alone. */
  readonly journalFolder: string;
  /** About how large one file of it may grow. */
  readonly journalFileBytes?: number;
  /** What is on the disk of a recording that no engine reported the end of. */
  readonly measure: Measure;
  readonly log: RunnerLog;
  /** How long calls of an engine that cannot be reached go on before they count as gone. */
  readonly graceMs?: number;
  readonly historyBeatMs?: number;
  /** Told as soon as events can be taken, before the board was compared with what lives in the engine. */
  readonly onTaking?: (runner: CallRunner) => void;
  /** Told what is different after each event. */
  readonly onChanged?: (changed: StepResult['changed']) => void;
  /** Told of conversations whose rows have been written to the history. */
  readonly onWritten?: (calls: readonly Call[]) => void;
  /** Told of what people's time goes to, where no conversation was written with it. */
  readonly onSpansWritten?: () => void;
  /** Runs a data command of call control; its answer comes back as an event. */
  readonly onDataCommand?: (order: DataCommand) => void;
  /** Another process runs the tenant. */
  readonly onFenced?: () => void;
}
