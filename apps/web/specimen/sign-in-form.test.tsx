import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { CredentialsForm } from '../src/features/login/credentials-form.tsx';
import { rememberCompany } from '../src/features/login/remembered-company.ts';
import { ConsoleAround } from './console-around.tsx';
import { playedServer } from './server.ts';

const company = () => page.getByLabelText('Mã doanh nghiệp', { exact: true });

async function show(known: (code: string) => void): Promise<void> {
  const Shown = () => (
    <CredentialsForm demo={undefined} onGiven={async () => undefined} onForgotten={() => undefined} onCompany={known} />
  );
  await render(<ConsoleAround server={playedServer({})} at="/" pages={{ '/': Shown }} />);
  await expect.element(company()).toBeVisible();
}

test('the company that is remembered stands there', async () => {
  await rememberCompany('demo');
  onTestFinished(() => rememberCompany(''));
  await show(() => undefined);
  await expect.element(company()).toHaveValue('demo');
});

test('whoever is about to type the company has it twice by no means', async () => {
  await rememberCompany('demo');
  onTestFinished(() => rememberCompany(''));
  const letGo = await holdUp('alo-device', 'choices');
  const known = Promise.withResolvers<string>();
  await show(known.resolve);
  await company().click();
  letGo();
  expect(await known.promise).toBe('');
  await userEvent.keyboard('demo');
  await expect.element(company()).toHaveValue('demo');
});

/** Whatever is read from a store of the browser's comes once what is answered was called, as from a disk that is slow. */
async function holdUp(database: string, name: string): Promise<() => void> {
  const opened = await new Promise<IDBDatabase>((resolve) => {
    const asked = indexedDB.open(database);
    asked.addEventListener('success', () => resolve(asked.result));
  });
  onTestFinished(() => opened.close());
  let isHeld = true;
  const store = opened.transaction(name, 'readwrite').objectStore(name);
  const goOn = () => {
    if (isHeld) store.count().addEventListener('success', goOn);
  };
  goOn();
  return () => {
    isHeld = false;
  };
}
