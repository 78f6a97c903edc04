import type { Event } from '@alo/call-core';

/** How far an engine's own count of its events had come. `engine` names one life of it. */
export type EnginePlace = { readonly engine: string; readonly seq: number };

/** An event with its place in the tenant's history, and in the engine's own count where it came from there. */
export type JournalEntry = { readonly seq: number; readonly event: Event; readonly heard?: EnginePlace };

/** A piece of the state that all events before have led to. What is in it is the snapshot's own affair. */
export type SnapshotLine = { readonly part: string; readonly value: unknown };
