/** `npm run check`: types, lint, format, import rules, unused code and the unit tests; a minute, before every commit. */
import { ready } from './install.mjs';
import { runChecks, runVitest, sumUp } from './steps.mjs';

const node = await ready();
sumUp([await runChecks(node), await runVitest(node, 'unit tests')]);
