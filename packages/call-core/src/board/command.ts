import type { OfficeCommand } from './company-data.ts';
import type { CallId, EngineCommand, TimerId, TimerOwner } from './vocabulary.ts';

/** What `step` asks for: engine commands with their call, what the office does, and timers, which come back as `elapsed`. */
export type Command =
  | (EngineCommand & { readonly call: CallId })
  | OfficeCommand
  | { readonly type: 'start-timer'; readonly owner: TimerOwner; readonly timer: TimerId; readonly ms: number }
  | { readonly type: 'stop-timer'; readonly owner: TimerOwner; readonly timer: TimerId };

/** Whose a command is: the office's, or an engine's and the timers'. */
export function isForOffice(command: Command): command is OfficeCommand {
  return command.type === 'keep' || command.type === 'ask';
}
