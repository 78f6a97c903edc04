import { myCalls } from '@alo/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { nothingTold } from '../src/domain/calls/use-my-calls.ts';
import { ConsoleContext, useConsole } from '../src/kit/api/context.ts';
import { useRead } from '../src/kit/api/queries.ts';
import { useLastCallNews } from '../src/phone/model/use-last-call-news.ts';
import { myCall } from '../src/phone/testing/my-call.ts';
import { ConsoleAround } from './console-around.tsx';
import { personWith } from './me.ts';
import { playedServer } from './server.ts';

function Listening() {
  useLastCallNews();
  return null;
}

/** A page on which calls begin and end, and the customers are to be read again. */
function Page() {
  const around = useConsole();
  const queries = useQueryClient();
  const { queryKey } = useRead()(myCalls, {});
  const [stale, setStale] = useState<readonly string[]>([]);
  const changes = {
    ...around.changes,
    stale: async (subject: string) => setStale((before) => [...before, subject]),
  };
  const told = (ids: readonly string[]) =>
    queries.setQueryData(queryKey, {
      ...nothingTold,
      data: ids.map((id) => myCall({ id })),
    });
  return (
    <ConsoleContext value={{ ...around, changes }}>
      <Listening />
      <button type="button" onClick={() => told(['c-1', 'c-2'])}>
        Hai cuộc
      </button>
      <button type="button" onClick={() => told(['c-2'])}>
        Còn một cuộc
      </button>
      <output aria-label="Đọc lại">{stale.join(', ')}</output>
    </ConsoleContext>
  );
}

test('when a conversation of one’s own is over, the customers with their last calls are read again, and not before', async () => {
  const server = playedServer({ 'GET /me': () => personWith(), 'GET /my-calls': () => nothingTold });
  await render(<ConsoleAround server={server} at="/" pages={{ '/': Page }} />);
  const stale = () => page.getByLabelText('Đọc lại', { exact: true }).element().textContent;
  await page.getByRole('button', { name: 'Hai cuộc' }).click();
  await page.getByRole('button', { name: 'Hai cuộc' }).click();
  expect(stale()).toBe('');
  await page.getByRole('button', { name: 'Còn một cuộc' }).click();
  await expect.poll(stale, { timeout: 10_000 }).toBe('customer');
});
