/** What an engine's process is made of, whatever carries its calls. */
export { type Upgrade } from './handover/handover.ts';
export type { BotEvent, BotStart, Listening, LogFields, LogLevel } from './link/channel.ts';
export type { ChildOptions, EngineLimits } from './options.ts';
export { guarded, type Mistake } from './process/guarded.ts';
export { hasCode } from './process/has-code.ts';
export { hostEngine } from './process/host-engine.ts';
export type { OpenPlant, Plant, PlantEvents } from './process/plant.ts';
export { StandingLag } from './process/standing-lag.ts';
export { uuidv7 } from './process/uuid.ts';
export { goFirst } from './supervision/priority.ts';
