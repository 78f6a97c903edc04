import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { Patience } from './patience.ts';

/** Somebody who is asked, and the socket at which their answer comes. */
async function asked() {
  const [ours, theirs] = [createSocket('udp4'), createSocket('udp4')];
  onTestFinished(() => {
    ours.close();
    theirs.close();
  });
  ours.bind(0, '127.0.0.1');
  await once(ours, 'listening');
  theirs.connect(ours.address().port, '127.0.0.1');
  await once(theirs, 'connect');
  return { ours, answer: () => theirs.send('here') };
}

function standStill(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

test('an answer that lay there when we came back is in time', async () => {
  const { ours, answer } = await asked();
  const heard: string[] = [];
  const over = new Promise<void>((resolve) => {
    const patience = new Patience(20, () => {
      heard.push('silence');
      resolve();
    });
    ours.on('message', () => {
      heard.push('an answer');
      patience.end();
      setTimeout(resolve, 50); // What was not ended would be heard now.
    });
  });
  answer();
  standStill(60);
  await over;
  expect(heard).toEqual(['an answer']);
});

test('silence is told after its time, and once', async () => {
  const began = performance.now();
  let told = 0;
  await new Promise<void>((resolve) => {
    new Patience(30, () => {
      told += 1;
      resolve();
    });
  });
  expect(performance.now() - began).toBeGreaterThan(25);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(told).toBe(1);
});

test('who is ended says nothing', async () => {
  let told = 0;
  const patience = new Patience(10, () => {
    told += 1;
  });
  patience.end();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(told).toBe(0);
});
