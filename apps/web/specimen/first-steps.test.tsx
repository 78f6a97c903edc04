import { firstStepNames, type Preferences, preferences } from '@alo/contract';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { useFirstSteps } from '../src/features/dashboard/use-first-steps.ts';
import { ConsoleAround } from './console-around.tsx';
import { personWith } from './me.ts';
import { playedServer } from './server.ts';

function Guide() {
  const guide = useFirstSteps();
  return <p>{guide.shown === 'left' ? `left ${guide.open}` : guide.shown}</p>;
}

/** A company that has come so far, whose administrator left the guide so; what the server was asked and told. */
async function company({ guide, way }: { guide: Preferences['guide']; way: boolean }) {
  const said: string[] = [];
  let kept = preferences.parse({ guide });
  const done = Object.fromEntries(firstStepNames.map((name) => [name, name === 'way' ? way : name === 'call']));
  const server = playedServer({
    'GET /me': () => ({ ...personWith(), preferences: kept }),
    'GET /first-steps': () => {
      said.push('asked');
      return { done };
    },
    'PUT /my-preferences': ({ body }) => {
      said.push(`kept ${JSON.stringify(body)}`);
      kept = preferences.parse({ ...kept, ...(body as object) }); // What was sent is checked by the client.
      return kept;
    },
  });
  await render(<ConsoleAround server={server} at="/" pages={{ '/': Guide }} />);
  return said;
}

test('the guide leads a new company, and shows what is left of it where it was left', async () => {
  await company({ guide: 'open', way: false });
  await expect.element(page.getByText('steps')).toBeVisible();
});

test('who left it sees how many steps there are still', async () => {
  await company({ guide: 'left', way: false });
  await expect.element(page.getByText('left 6')).toBeVisible();
});

test('once customers reach the company the guide is over for good, and is not asked for again', async () => {
  const said = await company({ guide: 'open', way: true });
  await expect.poll(() => said).toEqual(['asked', 'kept {"guide":"over"}']);
  await expect.element(page.getByText('nothing')).toBeVisible();
  const later = await company({ guide: 'over', way: true });
  await expect.element(page.getByText('nothing').last()).toBeVisible();
  expect(later).toEqual([]);
});
