export type { BotCall, BotCallOptions } from './bots/bot-calls.ts';
export type { BotEvent, Listening } from './channel.ts';
export { createEmbeddedEngine, type EmbeddedEngine } from './engine.ts';
export { letSessionGoFirst } from './go-first.ts';
export { parentPipe, passOn } from './handover.ts';
export type { LinkAddress } from './link/address.ts';
export type { EmbeddedEngineOptions, EngineLimits, EngineLog } from './options.ts';
export { spawnEngine } from './spawn-engine.ts';
export { answerPings, Ended, killLater, Supervisor, sayReady } from './supervisor.ts';
