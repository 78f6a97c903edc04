/** A server's side of its engine: the port over a process that carries the calls. */

export { parentPipe } from './handover/handover.ts';
export { defaultEngineLimits, type EngineLimits } from './limits.ts';
export type { LinkAddress } from './link/address.ts';
export type { AudioProcess, BotEvent, Listening } from './link/channel.ts';
export { holdCalls } from './link/hold-calls.ts';
export type { EngineLog, EngineOptions } from './options.ts';
export type { BotCall, BotCallOptions } from './server/bot-calls.ts';
export { createHostedEngine, type HostedEngine } from './server/hosted-engine.ts';
