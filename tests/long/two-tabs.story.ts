import { afterAll, beforeAll } from 'vitest';

import { twoTabStories } from '../e2e/pages/two-tabs.ts';
import { openStage, type Stage } from '../e2e/support/stage.ts';

let stage: Stage;

beforeAll(async () => {
  stage = await openStage();
});

afterAll(() => stage?.close());

twoTabStories(() => stage);
