/** The parts of an engine's process, for either plant. */
export { type Upgrade } from './handover/handover.ts';
export { type EngineLimits, engineLimits } from './limits.ts';
export type { BotEvent, BotStart, KnownPorts, Listening, LogFields, LogLevel } from './link/channel.ts';
export { engineFiles } from './options.ts';
export { guarded, outliveMistakes, type UncaughtMistake } from './process/guarded.ts';
export { hasCode } from './process/has-code.ts';
export { hostEngine } from './process/host-engine.ts';
export type { OpenPlant, Plant, PlantEvents, PlantProgram } from './process/plant.ts';
export { StandingLag } from './process/standing-lag.ts';
export { uuidv7 } from './process/uuid.ts';
export { goFirst } from './supervision/priority.ts';
