/**
 * Loaded before anything else into every process of the product (NODE_OPTIONS): the time of day is off by as many milliseconds as
 * the file `off` in the folder ALO_STORY_CLOCK says, from one moment to the next, as where somebody sets the machine's clock.
 * The clock that only counts (performance.now, timers) goes on, as the kernel's does. Each process notes in a file of its own
 * which time it has.
 */
import { readFileSync, watchFile, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.env['ALO_STORY_CLOCK'] ?? '';
const file = join(folder, 'off');
let off = 0;
const read = () => {
  off = Number(readFileSync(file, 'utf8'));
  writeFileSync(join(folder, String(process.pid)), String(off));
};
read();
watchFile(file, { interval: 50, persistent: false }, read);

const Real = Date;
const real = Date.now;
globalThis.Date = class extends Real {
  /** @param {[] | ConstructorParameters<typeof Date>} given */
  constructor(...given) {
    // @ts-expect-error: whatever it is given is what a Date takes.
    super(...(given.length === 0 ? [real() + off] : given));
  }

  static now() {
    return real() + off;
  }
};
