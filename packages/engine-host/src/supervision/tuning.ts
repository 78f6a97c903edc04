import { canGiveBack } from './memory-at-rest.ts';

/**
 * What Node.js is told when it starts an engine's process: how V8 keeps its memory (ADR 379). Threads that help to collect garbage do not
 * go before other programs, as audio does, and it must never wait for them. To look through all that there is stops calls for 50 ms: not
 * as soon as a tenth is new, of an engine's 30 MB every second or two under load, but when it has become five times as much. And one
 * thread compiles: four take turns before the server, which an engine's session goes before.
 */
export const engineMemoryFlags = [
  '--single-threaded-gc',
  '--max-semi-space-size=8',
  '--heap-growing-percent=400',
  '--v8-pool-size=1',
];

export const engineFlags = [...engineMemoryFlags, canGiveBack];
