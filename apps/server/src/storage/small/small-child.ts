/** A program of its own that makes sound small: samples come in, Opus in Ogg goes out. It has no secret, and takes the processor that nobody else wants. */
import { pipeline } from 'node:stream/promises';

import { smallOf } from './small-sound.ts';

const [channels, frames] = process.argv.slice(2).map(Number);
await pipeline(smallOf(process.stdin, { channels: channels === 1 ? 1 : 2, frames: frames ?? 0 }), process.stdout);
