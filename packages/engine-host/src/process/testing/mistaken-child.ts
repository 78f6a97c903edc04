/** Makes two mistakes that nobody catches, and ends with 7 where it outlives them. */
import { outliveMistakes } from '../guarded.ts';

outliveMistakes((mistake) => process.send?.(mistake));
setTimeout(() => {
  throw new RangeError('in a timer');
}, 1);
setTimeout(() => {
  void Promise.reject(new TypeError('in a promise'));
}, 10);
setTimeout(() => process.exit(7), 100);
