/**
 * Loaded before anything else into every process of the product (NODE_OPTIONS): the time of day is off by as many milliseconds as
 * the file in ALO_STORY_CLOCK says, from one moment to the next, as where somebody sets the machine's clock. The clock that
 * only counts (performance.now, timers) goes on, as the kernel's does.
 */
import { readFileSync, watchFile } from 'node:fs';

const file = process.env['ALO_STORY_CLOCK'] ?? '';
const read = () => Number(readFileSync(file, 'utf8'));
let off = read();
watchFile(file, { interval: 50, persistent: false }, () => {
  off = read();
});

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
