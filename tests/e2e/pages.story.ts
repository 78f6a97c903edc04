import { afterAll, beforeAll, describe } from 'vitest';

import { focusStories } from './pages/focus.ts';
import { importStories } from './pages/imports.ts';
import { screenStories } from './pages/screens.ts';
import { secondFactorStories } from './pages/second-factor.ts';
import { signInStories } from './pages/sign-in.ts';
import { twoTabStories } from './pages/two-tabs.ts';
import { weightStories } from './pages/weight.ts';
import { openStage, type Stage } from './support/stage.ts';

// They share one running product and a browser: starting those takes as long as most of the stories.
let stage: Stage;
const here = () => stage;

beforeAll(async () => {
  stage = await openStage();
});

afterAll(() => stage?.close());

describe('what pages weigh', () => {
  weightStories(here);
});
describe('how pages look', () => {
  screenStories(here);
});
describe('signing in', () => {
  signInStories(here);
});
describe('a file of rows', () => {
  importStories(here);
});
describe('two tabs', () => {
  twoTabStories(here);
});
describe('what has the focus', () => {
  focusStories(here);
});
// The last one: whoever has a second factor signs in otherwise from then on.
describe('a second factor', () => {
  secondFactorStories(here);
});
