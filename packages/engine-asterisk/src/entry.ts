import { fileURLToPath } from 'node:url';

/** The program of an engine's process that lets Asterisk carry the calls, for whoever starts one. */
export const asteriskEntry = fileURLToPath(new URL('./child.ts', import.meta.url));
