import { anotherCompany } from '../../apps/server/testing/another-company.ts';

anotherCompany('every row');
