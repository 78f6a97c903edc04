import { fileURLToPath } from 'node:url';

/** The program of an engine's process whose own switch carries the calls. */
export const sipEntry = fileURLToPath(new URL('./child.ts', import.meta.url));
