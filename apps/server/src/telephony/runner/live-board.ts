import {
  type Board,
  type Call,
  type CallId,
  type Command,
  type DataCommand,
  type Event,
  emptyBoard,
  getFrom,
  isOver,
  isSpent,
  type Reply,
  type StatusSpan,
  type StepResult,
  soundsOtherwise,
  step,
  valuesOf,
  withoutCall,
  withoutNumbers,
} from '@alo/call-core';
import type { Clock } from '../clock.ts';
import type { CallEvent } from '../history/history-batch.ts';
import type { HistoryWriter } from '../history/history-writer.ts';
import type { EnginePlace, JournalEntry, SnapshotLine } from '../journal/entries.ts';
import { type CallTimers, createCallTimers } from './call-timers.ts';
import { noteCommand, noteEvent, type OutstandingOrders, prune } from './outstanding-orders.ts';
import { readSnapshot, type State } from './snapshot.ts';

/** A command that is an engine's to perform. */
export type EngineOrder = Exclude<Command, { type: 'start-timer' | 'stop-timer' | 'keep' | 'ask' }>;
/** The same, and data commands. */
export type Order = EngineOrder | DataCommand;

/** A board that events move, with what goes along: its timers, what is wanted of the engine, and what the history is to have. */
export interface LiveBoard {
  readonly board: Board;
  readonly wanted: OutstandingOrders;
  readonly timers: CallTimers;
  readonly openCalls: number;
  /** So many people's time goes to something. */
  readonly there: number;
  /** Goes on from there: until then the history has everything that is not in the snapshot. Answers what was heard of an engine. */
  restore(snapshot: readonly SnapshotLine[], seq: number): EnginePlace | null;
  /** Takes an event; timers that it starts count from `at` on. Answers what others are to do about it. */
  take(entry: JournalEntry, at: number): Order[];
  /** A call that is over and written is forgotten, if it is still what is given. */
  forget(call: Call): void;
  /** What is known of these numbers beyond their calls is forgotten. */
  forgetNumbers(numbers: ReadonlySet<string>): void;
  /** All that another process has to know to go on from here, but how far the engine was heard. */
  state(): Omit<State, 'heard'>;
}

export interface LiveBoardOptions {
  readonly clock: Clock;
  readonly writer: HistoryWriter;
  /** A call is open, or somebody's time goes to something. */
  readonly onOpen: () => void;
  /** What somebody's time goes to, or went to, as it is after event `seq`. */
  readonly onSpan: (span: StatusSpan, seq: number) => void;
  readonly onReply: (reply: Reply) => void;
  readonly onChanged: (changed: StepResult['changed']) => void;
  /** A fault of ours: the event is left out, and the calls go on. */
  readonly onFault: (error: unknown, event: Event) => void;
}

export function createLiveBoard({ clock, writer, ...tell }: LiveBoardOptions): LiveBoard {
  const timers = createCallTimers(clock);
  let board = emptyBoard;
  let wanted: OutstandingOrders = new Map();
  let openCalls = 0;
  let there = 0;

  function stepped(event: Event): StepResult {
    try {
      return step(board, event);
    } catch (error) {
      tell.onFault(error, event);
      return {
        board,
        commands: [],
        replies: [],
        changed: { calls: [], people: [], queues: [], standings: [], alarms: [] },
        spans: [],
      };
    }
  }

  function noteCall(id: CallId, { seq, event }: JournalEntry, before: Call | undefined): void {
    const after = getFrom(board.calls, id);
    if (after === undefined) return;
    openCalls += Number(!isOver(after)) - Number(before !== undefined && !isOver(before));
    if (isOver(after)) prune(wanted, id);
    else tell.onOpen();
    // Every leg tells it every few seconds: the row has it with the next thing that happens, at the latest the leg's end.
    if (event.type === 'quality') return;
    // An event of a call, because it has that call's id.
    const seen = 'call' in event && event.call === id && !isSecret(before, event) ? (event as CallEvent) : null;
    writer.add(after, seq, seen === null ? null : { seq, callStartedAt: after.startedAt, event: seen });
  }

  return {
    get board() {
      return board;
    },
    get wanted() {
      return wanted;
    },
    timers,
    get openCalls() {
      return openCalls;
    },
    get there() {
      return there;
    },
    restore(snapshot, seq) {
      const read = readSnapshot(snapshot);
      [board, wanted, openCalls] = [read.board, read.wanted, 0];
      there = [...valuesOf(board.spans)].filter(isSpent).length;
      timers.replace(read.timers);
      writer.replace(read.unwritten, seq);
      for (const call of read.unwritten.calls) openCalls += Number(!isOver(call));
      return read.heard;
    },
    take(entry, at) {
      const { event } = entry;
      const before = board;
      const { board: after, commands, replies, changed, spans } = stepped(event);
      board = after;
      noteEvent(wanted, event);
      if (event.type === 'elapsed') timers.ranOut(event.owner, event.timer, event.at);
      for (const id of changed.calls) noteCall(id, entry, getFrom(before.calls, id));
      for (const span of spans) {
        there += span.to === null ? 1 : -1;
        writer.addSpan(span, entry.seq);
        tell.onSpan(span, entry.seq);
      }
      if (spans.length > 0) tell.onOpen();
      for (const reply of replies) tell.onReply(reply);
      tell.onChanged(event.type === 'quality' ? heardOtherwise(changed, before, after) : changed);
      for (const command of commands) {
        timers.obey(command, at);
        noteCommand(wanted, command);
      }
      return commands.filter(isNoTimer);
    },
    forget(call) {
      if (getFrom(board.calls, call.id) === call) board = withoutCall(board, call.id);
    },
    forgetNumbers(numbers) {
      board = withoutNumbers(board, numbers);
    },
    state: () => ({ board, wanted, timers: timers.due(), unwritten: writer.due }),
  };
}

/** A measurement is nothing that is shown, unless somebody sounds otherwise for a while. */
const heardOtherwise = (changed: StepResult['changed'], before: Board, after: Board): StepResult['changed'] => ({
  ...changed,
  calls: changed.calls.filter((id) => soundsOtherwise(getFrom(before.calls, id), getFrom(after.calls, id))),
});

function isNoTimer(command: Command): command is Order {
  return command.type !== 'start-timer' && command.type !== 'stop-timer';
}

/** The keys of a PIN are nobody's to read afterwards. */
function isSecret(before: Call | undefined, event: Event): boolean {
  if (event.type !== 'digit') return false;
  const activity = before?.legs.find(({ id }) => id === event.leg)?.activity;
  return activity?.kind === 'proving' || (activity?.kind === 'mailbox' && activity.doing.what === 'pin');
}
