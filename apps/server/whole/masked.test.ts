import { maskedEverywhere } from '../testing/masked-everywhere.ts';

// With every row: `npm run test:long`.
maskedEverywhere('a sample');
