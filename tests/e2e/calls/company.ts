import { afterAll, afterEach, beforeAll } from 'vitest';

import { closeLines } from '../support/customer.ts';
import { type Company, openCompany } from '../support/office.ts';

/** One running product and its three browsers for all stories of a file: starting those takes longer than most of the stories. */
export function companyOfFile(open: () => Promise<Company> = openCompany): () => Company {
  let company: Company;

  beforeAll(async () => {
    company = await open();
  });

  afterAll(() => company?.close());

  /** One story that fails leaves no call to the next. */
  afterEach(async () => {
    await closeLines();
    const phones = [company.lan, company.minh, company.hoa];
    for (const phone of phones) await phone.clear();
    for (const phone of phones) await phone.isIdle();
  });

  return () => company;
}
