import type { DataCommand } from './company-data.ts';
import type { CallId, EngineCommand, TimerId, TimerOwner } from './vocabulary.ts';

/** A command of `step`: for the engine, with its call; for the keeper of company data; or for the timers, which come back as `elapsed`. */
export type Command =
  | (EngineCommand & { readonly call: CallId })
  | DataCommand
  | { readonly type: 'start-timer'; readonly owner: TimerOwner; readonly timer: TimerId; readonly ms: number }
  | { readonly type: 'stop-timer'; readonly owner: TimerOwner; readonly timer: TimerId };

/** True for a command to the keeper of company data; the others are for an engine or the timers. */
export function isDataCommand(command: Command): command is DataCommand {
  return command.type === 'keep' || command.type === 'ask';
}
