/** `npm run check`: types, lint, format, import rules and unused code; less than a minute, before every commit. */
import { ready } from './install.mjs';
import { runChecks, sumUp } from './steps.mjs';

sumUp([await runChecks(await ready({ tools: true }))]);
