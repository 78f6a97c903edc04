export type { BotCall, BotCallOptions } from './bots/bot-calls.ts';
export type { BotEvent, Listening } from './channel.ts';
export { createEmbeddedEngine, type EmbeddedEngine } from './engine.ts';
export { parentPipe } from './handover.ts';
export type { LinkAddress } from './link/address.ts';
export { holdCalls } from './link/hold-calls.ts';
export type { EmbeddedEngineOptions, EngineLimits, EngineLog } from './options.ts';
