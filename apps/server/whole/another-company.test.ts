import { anotherCompany } from '../testing/another-company.ts';

// With every row: `npm run test:long`.
anotherCompany('a sample');
