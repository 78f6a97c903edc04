import { expect, test } from 'vitest';
import { firstClaim, keeperStep } from './machine.ts';
import type { Action, KeeperLifeEvent, KeeperState, Launch } from './state.ts';

const version = (name: string): Launch => ({
  program: name,
  node: 'node',
  environment: {},
  engine: `${name}'s engine`,
});
const options = { keepsEngine: true, drainMs: 30_000, launch: version('one'), pid: 1 };

type What = KeeperLifeEvent | number;

const [claimed, held] = [{ is: 'claimed' }, { is: 'held', pid: '7', hasOurRoles: true }] as const;
const ready = (part: 'engine' | 'server') => ({ is: 'ready', part }) as const;
const gone = (part: 'engine' | 'server', how: string | number) => ({ is: 'gone', part, how }) as const;
const time = (timer: 'claim' | 'engine' | 'server' | 'leave' | 'hand-over' | 'stop' | 'end-engine') =>
  ({ is: 'time', timer }) as const;
const [signal, parent] = [
  { is: 'told', by: 'signal' },
  { is: 'told', by: 'parent' },
] as const;
const asked = (asker: number, launch: Launch) => ({ is: 'asked', asker, launch }) as const;
const serving = [claimed, ready('engine'), ready('server')] as const;

/** What is done about the last of what happens; a number is a time that passes, in milliseconds. */
function done(...happens: readonly What[]): string[] {
  let state: KeeperState = firstClaim(0).state;
  let at = 0;
  let actions: readonly Action[] = [];
  for (const what of happens) {
    if (typeof what === 'number') at += what;
    else ({ state, actions } = keeperStep(state, { ...what, at }, options));
  }
  return actions.map(inWords);
}

function inWords(action: Action): string {
  switch (action.do) {
    case 'start':
      return `start ${action.part === 'engine' ? action.launch.engine : action.launch.program}`;
    case 'tell-server':
      return action.word;
    case 'kill':
      return `kill ${action.part}`;
    case 'answer':
      return `${action.asker}: ${action.outcome}`;
    case 'set':
      return `${action.timer} in ${action.ms}`;
    case 'exit':
      return `exit ${action.code}`;
    default:
      return action.do;
  }
}

test.each<readonly [string, readonly What[], readonly string[]]>([
  ['the folder is free: the engine first', [claimed], ['open-door', "start one's engine"]],
  ['then the server', [claimed, ready('engine')], ['start one']],
  ['the folder is held: its keeper is asked', [held], ['ask-holder']],
  ['held with other roles: refused', [{ is: 'held', pid: '7', hasOurRoles: false }], ['exit 1']],
  ['handed over', [held, { is: 'answered', outcome: 'handed-over', line: '' }], ['exit 0']],
  ['not handed over', [held, { is: 'answered', outcome: 'refused', line: '' }], ['exit 1']],
  ['it stops: waits for the folder', [held, { is: 'answered', outcome: 'ending', line: '' }], ['say', 'claim in 500']],
  [
    'and has it then',
    [held, { is: 'answered', outcome: 'ending', line: '' }, 500, time('claim'), claimed],
    ['open-door', "start one's engine"],
  ],
  [
    'waits no longer than calls may take to end, and a minute',
    [held, { is: 'unanswered' }, 91_000, time('claim'), held, { is: 'unanswered' }],
    ['exit 1'],
  ],
  ['something is left of a keeper that died: waits', [{ is: 'left-over' }], ['say', 'claim in 500']],
  ['told while it waits', [{ is: 'left-over' }, signal], ['exit 0']],
])('a start: %s', (_, happens, does) => {
  expect(done(...happens)).toEqual(does);
});

test.each<readonly [string, readonly What[], readonly string[]]>([
  ['a server that died is started again', [...serving, gone('server', 'SIGKILL')], ['server in 100']],
  ['after its pause', [...serving, gone('server', 'SIGKILL'), 100, time('server')], ['start one']],
  ['an engine that died is started again', [...serving, gone('engine', 'SIGKILL')], ['engine in 100']],
  ['an engine that ended in order is followed at once', [...serving, gone('engine', 0)], ['engine in 0']],
  [
    'a server that fails at the first start ends it with its code',
    [claimed, ready('engine'), gone('server', 3)],
    ['let-engine-end', 'end-engine in 5000'],
  ],
  ['and then', [claimed, ready('engine'), gone('server', 3), gone('engine', 0)], ['exit 3']],
  ['SIGHUP: the server makes room', [...serving, { is: 'hung-up' }], ['make-room', 'leave in 30000']],
  ['the next one comes when it is gone', [...serving, { is: 'hung-up' }, gone('server', 0)], ['start one']],
  ['one that does not go is killed', [...serving, { is: 'hung-up' }, time('leave')], ['kill server']],
  ['SIGHUP while the first server starts: nothing', [claimed, ready('engine'), { is: 'hung-up' }], []],
])('a keeper that serves: %s', (_, happens, does) => {
  expect(done(...happens)).toEqual(does);
});

const takenOver = [...serving, asked(1, version('two')), gone('server', 0)] as const;
test.each<readonly [string, readonly What[], readonly string[]]>([
  [
    'the server makes room',
    [...serving, asked(1, version('two'))],
    ['hand-over in 120000', 'make-room', 'leave in 30000'],
  ],
  ['the next one is of the other version', takenOver, ['start two']],
  ['success is said when it serves', [...takenOver, ready('server')], ['1: handed-over']],
  [
    'the engine that follows is of that version',
    [...takenOver, ready('server'), gone('engine', 0), time('engine')],
    ["start two's engine"],
  ],
  ['one that fails is refused', [...takenOver, gone('server', 1)], ['1: refused', 'server in 100']],
  ['and the version before serves again', [...takenOver, gone('server', 1), time('server')], ['start one']],
  ['with its engine', [...takenOver, gone('server', 1), gone('engine', 0), time('engine')], ["start one's engine"]],
  ['one that takes long is not called a success', [...takenOver, time('hand-over')], ['1: refused']],
  ['a third start meanwhile asks again later', [...takenOver, asked(2, version('three'))], ['2: busy']],
  ['while the first server starts, too', [claimed, ready('engine'), asked(1, version('two'))], ['1: busy']],
  ['while it stops it is the folder that is waited for', [...serving, signal, asked(1, version('two'))], ['1: ending']],
  [
    'a server that had died is started in the other version',
    [...serving, gone('server', 'SIGKILL'), asked(1, version('two'))],
    ['hand-over in 120000', 'start two'],
  ],
])('another start: %s', (_, happens, does) => {
  expect(done(...happens)).toEqual(does);
});

test.each<readonly [string, readonly What[], readonly string[]]>([
  ['the server is told', [...serving, signal], ['stop in 150000', 'stop']],
  ['a second time: it cuts the calls', [...serving, signal, 2_000, signal], ['stop']],
  ['a third time: it is killed', [...serving, signal, 2_000, signal, 2_000, signal], ['kill server']],
  ['the loss of the parent and the signal for it are one word', [...serving, parent, 5, signal], []],
  ['in the other order, too', [...serving, signal, 5, parent], []],
  ['a signal long after the loss of the parent is impatience', [...serving, parent, 5_000, signal], ['stop']],
  [
    'the server ended: the engine ends',
    [...serving, signal, gone('server', 0)],
    ['let-engine-end', 'end-engine in 5000'],
  ],
  ['the engine ended: over', [...serving, signal, gone('server', 0), gone('engine', 0)], ['exit 0']],
  [
    'an engine that does not end is killed',
    [...serving, signal, gone('server', 0), time('end-engine')],
    ['kill engine'],
  ],
  [
    'a server that dies while calls end is started again',
    [...serving, signal, gone('server', 'SIGKILL')],
    ['server in 100'],
  ],
  [
    'and told when it is ready',
    [...serving, signal, gone('server', 'SIGKILL'), time('server'), ready('server')],
    ['stop'],
  ],
  [
    'a server that makes room is followed by one that lets calls end',
    [...serving, { is: 'hung-up' }, signal, gone('server', 0), ready('server')],
    ['stop'],
  ],
  [
    'a server that was told alone while it started is followed by one that lets calls end',
    [...serving, { is: 'hung-up' }, gone('server', 0), gone('server', 0)],
    ['stop in 150000', 'start one'],
  ],
  [
    'impatience does without',
    [...serving, { is: 'hung-up' }, signal, 2_000, signal, gone('server', 0)],
    ['let-engine-end', 'end-engine in 5000'],
  ],
  [
    'without an engine there are no calls to wait for',
    [...serving, gone('engine', 'SIGKILL'), signal, gone('server', 'SIGKILL')],
    ['exit 0'],
  ],
  [
    'told before the first server is there',
    [claimed, signal],
    ['stop in 150000', 'let-engine-end', 'end-engine in 5000'],
  ],
  ['told while the first server starts', [claimed, ready('engine'), signal], ['stop in 150000', 'stop']],
  ['all of it has an end', [...serving, signal, time('stop')], ['kill server']],
  [
    'a start that waited for its version is told',
    [...serving, asked(1, version('two')), signal],
    ['1: ending', 'stop in 150000'],
  ],
])('told to stop: %s', (_, happens, does) => {
  expect(done(...happens)).toEqual(does);
});
