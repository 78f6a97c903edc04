/** A child for the supervisor's tests. How it behaves is its argument. */
import { answerPings, sayReady } from '../watch-child.ts';

const [behaviour = ''] = process.argv.slice(2);
switch (behaviour) {
  case 'dies at once':
    process.exit(3);
    break;
  case 'ends in order':
    sayReady();
    setTimeout(() => process.exit(0), 200);
    break;
  case 'stuck':
    sayReady();
    // It hears pings, and never answers.
    process.on('message', () => {});
    break;
  case 'loads for long': {
    answerPings();
    // As a module that is large does it: after the first answer nothing is heard for some time.
    process.once('message', () => {
      setImmediate(() => {
        const until = performance.now() + 1_200;
        while (performance.now() < until);
        sayReady();
      });
    });
    break;
  }
  default:
    answerPings();
    sayReady();
}
process.on('disconnect', () => process.exit(0));
