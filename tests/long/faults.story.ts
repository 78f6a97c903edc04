import { afterAll, beforeAll } from 'vitest';

import { faultStories } from '../e2e/phones/faults.ts';
import { type Office, openOffice } from '../e2e/support/office.ts';

/** Lan and Minh at their browsers, before a product of which one part after the other is killed. */
let office: Office;

beforeAll(async () => {
  office = await openOffice();
});

afterAll(() => office?.close());

faultStories(() => office);
