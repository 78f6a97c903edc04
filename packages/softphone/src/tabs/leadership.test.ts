import { afterEach, expect, it } from 'vitest';

import type { Leadership } from './leadership.ts';
import { seekLeadership } from './leadership.ts';

/** The run time's own Web Locks are what a browser has; each test has a lock of its own. */
let count = 0;
let open: Leadership[] = [];

function tabs(...names: string[]) {
  count += 1;
  const lock = `leadership-test-${count}`;
  const log: string[] = [];
  const join = (name: string) => {
    const leadership = seekLeadership(navigator.locks, lock, (leading) =>
      log.push(`${name} ${leading ? 'leads' : 'follows'}`),
    );
    open.push(leadership);
    return leadership;
  };
  return { log, join, tabs: names.map(join) };
}

/** For what nobody is told of; what somebody is, is asked for until it has come. */
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

afterEach(() => {
  for (const leadership of open) leadership.leave();
  open = [];
});

it('only the first of three tabs leads', async () => {
  const { log } = tabs('a', 'b', 'c');
  await settled();
  await expect.poll(() => log).toEqual(['a leads']);
});

it('the next in line leads when the leader goes', async () => {
  const {
    log,
    tabs: [a],
  } = tabs('a', 'b', 'c');
  await settled();
  a?.leave();
  await settled();
  await expect.poll(() => log).toEqual(['a leads', 'b leads']);
});

it('a tab that takes over leads at once; the other knows, and queues up again', async () => {
  const {
    log,
    tabs: [, , c],
  } = tabs('a', 'b', 'c');
  await settled();
  c?.takeOver();
  await settled();
  await expect.poll(() => log.toSorted()).toEqual(['a follows', 'a leads', 'c leads']);
  c?.leave();
  await settled();
  await expect.poll(() => log.at(-1)).toBe('b leads');
});

it('one tab leads after any number of take-overs', async () => {
  const {
    log,
    tabs: [a, b],
  } = tabs('a', 'b');
  await settled();
  for (let round = 0; round < 5; round += 1) {
    b?.takeOver();
    await settled();
    a?.takeOver();
    await settled();
  }
  const leading = () => {
    const found = new Set<string>();
    for (const line of log) {
      const [name = '', what] = line.split(' ');
      if (what === 'leads') found.add(name);
      else found.delete(name);
    }
    return [...found];
  };
  await expect.poll(leading).toEqual(['a']);
});

it('a tab that has left neither leads nor hears of it again', async () => {
  const {
    log,
    tabs: [a, b],
  } = tabs('a', 'b');
  await settled();
  b?.leave();
  a?.leave();
  await settled();
  b?.takeOver();
  await settled();
  await expect.poll(() => log).toEqual(['a leads']);
});
