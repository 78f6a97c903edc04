import { anotherCompany } from '../../apps/server/src/test-another-company.ts';

anotherCompany('every row');
