/** What another engine's process is made of: the link to its server, and how it lives beside it. */
export type { BotEvent, BotStart, Listening, LogFields, LogLevel } from './channel.ts';
export type { Upgrade } from './handover.ts';
export { hostEngine } from './host-engine.ts';
export { wavHeader } from './media/wav.ts';
export type { ChildOptions, EngineLimits } from './options.ts';
export type { OpenPlant, Plant, PlantEvents } from './plant.ts';
export { uuidv7 } from './switch/uuid.ts';
export { toneWav } from './tone-wav.ts';
