import { strangeValues } from '../testing/strange-values.ts';

// With every value: `npm run test:long`.
strangeValues('a sample');
