import { afterEach, expect, it } from 'vitest';
import type { DeviceChoice } from './audio/devices.ts';
import type { AudioWay } from './audio-way.ts';
import { PhoneController } from './controller.ts';
import { leftCallIn } from './left-call.ts';
import type { AdapterListener, PhoneAccount, PhoneAdapter } from './port.ts';

/** An adapter that writes down what it is asked, and a test says what the line answers. */
class ScriptedAdapter implements PhoneAdapter {
  readonly asked: string[] = [];
  readonly listener: AdapterListener;
  microphone: string | null = null;
  /** Answers each exchange when a test says so; at once where it says nothing. */
  exchanges: (() => Promise<void>)[] = [];

  constructor(listener: AdapterListener) {
    this.listener = listener;
  }
  connect(account: PhoneAccount, address: string) {
    this.asked.push(`connect ${account.username} ${address}`);
  }
  unregister() {
    this.asked.push('unregister');
  }
  stop() {
    this.asked.push('stop');
  }
  wake() {
    this.asked.push('wake');
  }
  dial(id: string, target: string) {
    this.asked.push(`dial ${id} ${target}`);
  }
  takeUp(id: string, replaces: string) {
    this.asked.push(`take up ${id} ${replaces}`);
  }
  replacesOf(id: string) {
    return `dialog of ${id}`;
  }
  answer(id: string) {
    this.asked.push(`answer ${id}`);
  }
  reject(id: string, why: string) {
    this.asked.push(`reject ${id} ${why}`);
  }
  hangUp(id: string) {
    this.asked.push(`hang-up ${id}`);
  }
  hold(id: string) {
    this.asked.push(`hold ${id}`);
  }
  resume(id: string) {
    this.asked.push(`resume ${id}`);
  }
  mute(id: string, on: boolean) {
    this.asked.push(`mute ${id} ${on}`);
  }
  canBeHeard(heard: boolean) {
    if (!heard) this.asked.push('unheard');
  }
  sendDtmf(id: string, tone: string) {
    this.asked.push(`dtmf ${id} ${tone}`);
  }
  setRelays() {}
  tried = 0;
  async tryOffer() {
    this.tried += 1;
    return null;
  }
  async setMicrophone(deviceId: string | null) {
    this.microphone = deviceId;
    await this.exchanges.shift()?.();
  }
  async stats() {
    return null;
  }
}

let lines = 0;
let open: PhoneController[] = [];
const lan = { username: '101', domain: 'demo.alo.local', password: 'secret' };
const khach = { number: '0901234567', name: 'An' };

/** What a trial of the audio's way would find. */
const way: { now: AudioWay | null } = { now: null };

/** Tabs of one browser: the same lock and the same channel, an adapter and ears of their own. */
function browser() {
  lines += 1;
  const line = { line: `demo:${lines}`, account: lan, address: 'ws://localhost/sip' };
  const left = new Map<string, string>();
  const openTab = () => {
    const adapters: ScriptedAdapter[] = [];
    const heard: string[] = [];
    let choice: DeviceChoice | null = null;
    const phone = new PhoneController({
      makeAdapter: async (listener) => {
        const adapter = new ScriptedAdapter(listener);
        adapters.push(adapter);
        return adapter;
      },
      audio: {
        play: (tone) => heard.push(tone),
        attach: (stream) => heard.push(stream === null ? 'detached' : `attached ${stream.id ?? 'a'}`),
        choose: (chosen) => {
          choice = chosen;
        },
        unlock: () => heard.push('unlocked'),
      },
      locks: navigator.locks,
      openChannel(name, onMessage) {
        const channel = new BroadcastChannel(name);
        channel.onmessage = ({ data }) => onMessage(data);
        return channel;
      },
      leftCalls: {
        put: (name, call) => left.set(name, JSON.stringify(call)),
        take(name) {
          const text = left.get(name) ?? '';
          left.delete(name);
          return leftCallIn(text);
        },
      },
      findWay: async (ask) => {
        await ask('offer');
        return way.now;
      },
      chance: () => 0,
      now: () => 0,
      newId: () => `call-${lines}`,
      log: (message) => heard.push(message),
    });
    open.push(phone);
    return { phone, adapters, heard, choice: () => choice };
  };
  return { line, openTab };
}

async function until(what: string, holds: () => boolean) {
  const deadline = Date.now() + 60_000;
  while (!holds()) {
    if (Date.now() > deadline) throw new Error(`never happened: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** Two tabs of which the first is the registered phone. */
async function twoTabs() {
  const { line, openTab } = browser();
  const first = openTab();
  first.phone.start(line, true);
  await until('the first tab connects', () => first.adapters.length === 1 && first.adapters[0]?.asked.length === 1);
  const adapter = first.adapters[0] ?? new ScriptedAdapter({ onEvent() {}, onRemoteAudio() {} });
  adapter.listener.onEvent({ type: 'registered' });
  const second = openTab();
  second.phone.start(line, true);
  await until('the second mirrors', () => second.phone.snapshot().state.registration.state === 'registered');
  return { line, openTab, first, second, adapter };
}

afterEach(() => {
  for (const phone of open) phone.leave();
  open = [];
});

it('registers in one tab; the other mirrors it and has no line of its own', async () => {
  const { first, second, adapter } = await twoTabs();
  expect(first.phone.snapshot().role).toBe('here');
  expect(second.phone.snapshot().role).toBe('elsewhere');
  expect(second.adapters).toHaveLength(0);
  expect(adapter.asked).toEqual(['connect 101 ws://localhost/sip']);
});

it('shows a call in both tabs, rings in one, and can be answered from either', async () => {
  const { first, second, adapter } = await twoTabs();
  adapter.listener.onEvent({ type: 'incoming', id: 'a', party: khach });
  adapter.listener.onEvent({ type: 'progress', id: 'a', earlyMedia: false });
  await until('the second tab shows it', () => second.phone.snapshot().state.call.status === 'incoming');
  expect(first.heard).toEqual(['ringtone']);
  expect(second.heard).toEqual([]);
  second.phone.do({ type: 'answer' });
  await until('it is answered', () => adapter.asked.includes('answer a'));
});

it('dials from the tab that does not register', async () => {
  const { second, adapter } = await twoTabs();
  second.phone.dial('102', { number: '102', name: 'Minh' });
  await until('it dials', () => adapter.asked.some((asked) => asked.startsWith('dial')));
  expect(adapter.asked.at(-1)).toMatch(/^dial call-\d+ 102$/);
});

it('moves to the tab that asks for it, which registers while the other lets go', async () => {
  const { first, second, adapter } = await twoTabs();
  second.phone.takeOver();
  await until(
    'the second registers',
    () => second.adapters[0]?.asked.includes('connect 101 ws://localhost/sip') === true,
  );
  await until('the first follows', () => first.phone.snapshot().role === 'elsewhere');
  expect(adapter.asked).toContain('stop');
});

it('does not move during a call', async () => {
  const { second, adapter } = await twoTabs();
  adapter.listener.onEvent({ type: 'incoming', id: 'a', party: khach });
  await until('the second tab shows it', () => second.phone.snapshot().state.call.status === 'incoming');
  second.phone.takeOver();
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(second.phone.snapshot().role).toBe('elsewhere');
  expect(adapter.asked).not.toContain('stop');
});

it('goes on in the other tab when the first is closed', async () => {
  const { first, second } = await twoTabs();
  first.phone.leave();
  await until('the second registers', () => second.adapters[0]?.asked.length === 1);
  expect(second.phone.snapshot().role).toBe('here');
});

it('stays stopped when the person is offline, in whichever tab leads next', async () => {
  const { line, first, second, adapter } = await twoTabs();
  second.phone.start(line, false);
  await until('the first tab stops', () => adapter.asked.includes('stop'));
  expect(first.phone.snapshot().state.registration).toEqual({ state: 'offline', why: 'status' });
  first.phone.leave();
  await until('the second leads', () => second.phone.snapshot().role === 'here');
  expect(second.phone.snapshot().state.registration).toEqual({ state: 'offline', why: 'status' });
  expect(second.adapters).toHaveLength(0);
});

it('starts again when the person is back, and changes over to a new secret', async () => {
  const { line, first, adapter } = await twoTabs();
  first.phone.start(line, false);
  first.phone.start(line, true);
  expect(adapter.asked).toEqual(['connect 101 ws://localhost/sip', 'stop', 'connect 101 ws://localhost/sip']);
  first.phone.start({ ...line, account: { ...lan, username: '103' } }, true);
  expect(adapter.asked.at(-1)).toBe('connect 103 ws://localhost/sip');
});

it('ends the call and the line when the session ends', async () => {
  const { first, adapter } = await twoTabs();
  adapter.listener.onEvent({ type: 'incoming', id: 'a', party: khach });
  first.phone.leave();
  expect(adapter.asked.slice(1)).toEqual(['reject a offline', 'stop']);
  expect(first.phone.snapshot()).toMatchObject({ role: 'none', state: { call: { status: 'idle' } } });
});

it('lets the far end be heard for as long as there is a call', async () => {
  const { first, adapter } = await twoTabs();
  adapter.listener.onEvent({ type: 'incoming', id: 'a', party: khach });
  // The audio of this test has no ears; that it was handed over is all that counts.
  adapter.listener.onRemoteAudio('a', {} as MediaStream);
  adapter.listener.onEvent({ type: 'ended', id: 'a', cause: 'normal' });
  expect(first.heard.filter((heard) => heard.includes('tached'))).toEqual(['attached a', 'detached']);
});

it('lets one hear whom one speaks with, of several, whichever tab says who it is', async () => {
  const { first, second, adapter } = await twoTabs();
  const talks = (id: string) => {
    adapter.listener.onRemoteAudio(id, { id } as MediaStream);
    adapter.listener.onEvent({ type: 'accepted', id });
  };
  adapter.listener.onEvent({ type: 'incoming', id: 'a', party: khach });
  first.phone.do({ type: 'answer' });
  talks('a');
  adapter.listener.onEvent({ type: 'incoming', id: 'b', party: khach });
  await until('the second tab sees it', () => second.phone.snapshot().state.beside.length === 1);
  second.phone.do({ type: 'go-over', id: 'b' });
  await until('it is answered', () => adapter.asked.includes('answer b'));
  talks('b');
  first.phone.do({ type: 'go-over', id: 'a' });
  adapter.listener.onEvent({ type: 'ended', id: 'a', cause: 'normal' });
  adapter.listener.onEvent({ type: 'ended', id: 'b', cause: 'normal' });
  const heard = first.heard.filter((each) => each.includes('tached'));
  expect(heard).toEqual(['attached a', 'detached', 'attached b', 'attached a', 'attached b', 'detached']);
  expect(adapter.asked.slice(-3)).toEqual(['hold a', 'answer b', 'hold b']);
});

it('goes on with a conversation in the tab that leads next, once, where the page with it is loaded again', async () => {
  const { line, openTab, first, second, adapter } = await twoTabs();
  adapter.listener.onEvent({ type: 'incoming', id: 'a', party: khach });
  first.phone.do({ type: 'answer' });
  adapter.listener.onEvent({ type: 'accepted', id: 'a' });
  first.phone.leaveBehind();
  first.phone.leave();
  await until('the second registers', () => second.adapters[0]?.asked.length === 1);
  expect(second.phone.snapshot().state.call).toMatchObject({ status: 'connecting', id: 'a', party: khach });
  second.adapters[0]?.listener.onEvent({ type: 'registered' });
  expect(second.adapters[0]?.asked.at(-1)).toBe('take up a dialog of a');
  second.adapters[0]?.listener.onEvent({ type: 'accepted', id: 'a' });
  expect(second.phone.snapshot().state.call).toMatchObject({ status: 'connected', id: 'a' });
  second.phone.leave();
  const third = openTab();
  third.phone.start(line, true);
  await until('the third registers', () => third.adapters[0]?.asked.length === 1);
  expect(third.phone.snapshot().state.call.status).toBe('idle');
});

it('goes on with who waited on hold as well', async () => {
  const { first, second, adapter } = await twoTabs();
  const talks = (id: string) => adapter.listener.onEvent({ type: 'accepted', id });
  adapter.listener.onEvent({ type: 'incoming', id: 'a', party: khach });
  first.phone.do({ type: 'answer' });
  talks('a');
  adapter.listener.onEvent({ type: 'incoming', id: 'b', party: khach });
  first.phone.do({ type: 'go-over', id: 'b' });
  talks('b');
  first.phone.leaveBehind();
  first.phone.leave();
  await until('the second registers', () => second.adapters[0]?.asked.length === 1);
  second.adapters[0]?.listener.onEvent({ type: 'registered' });
  expect(second.adapters[0]?.asked.slice(-2)).toEqual(['take up b dialog of b', 'take up a dialog of a']);
  second.adapters[0]?.listener.onEvent({ type: 'accepted', id: 'b' });
  second.adapters[0]?.listener.onEvent({ type: 'accepted', id: 'a' });
  const { call, beside } = second.phone.snapshot().state;
  expect([call, beside]).toMatchObject([{ id: 'b', status: 'connected' }, [{ id: 'a', onHold: true }]]);
  expect(second.adapters[0]?.asked.at(-1)).toBe('hold a');
});

it('goes on with it for whoever went offline meanwhile', async () => {
  const { line, openTab } = browser();
  const first = openTab();
  first.phone.start(line, true);
  await until('the first tab connects', () => first.adapters[0]?.asked.length === 1);
  first.adapters[0]?.listener.onEvent({ type: 'registered' });
  first.adapters[0]?.listener.onEvent({ type: 'incoming', id: 'a', party: khach });
  first.phone.do({ type: 'answer' });
  first.adapters[0]?.listener.onEvent({ type: 'accepted', id: 'a' });
  first.phone.start(line, false);
  first.phone.leaveBehind();
  first.phone.leave();
  const again = openTab();
  again.phone.start(line, false);
  await until('the page that was loaded again connects', () => again.adapters[0]?.asked.length === 1);
  again.adapters[0]?.listener.onEvent({ type: 'registered' });
  expect(again.adapters[0]?.asked.at(-1)).toBe('take up a dialog of a');
});

it('is told of by a subscription, with the same snapshot until something changes', async () => {
  const { first, adapter } = await twoTabs();
  let told = 0;
  const unsubscribe = first.phone.subscribe(() => {
    told += 1;
  });
  const before = first.phone.snapshot();
  adapter.listener.onEvent({ type: 'ended', id: 'nobody', cause: 'normal' });
  expect(first.phone.snapshot()).toBe(before);
  adapter.listener.onEvent({ type: 'incoming', id: 'a', party: khach });
  expect(told).toBe(1);
  unsubscribe();
});

it('hands the chosen devices to the ears and the line', async () => {
  const { first, adapter } = await twoTabs();
  const choice = { microphone: 'mic-2', callOutput: 'headset', ringOutput: null, ringtone: 'soft' } as const;
  first.phone.chooseDevices(choice);
  expect(first.choice()).toEqual(choice);
  await until('the line has the microphone', () => adapter.microphone === 'mic-2');
});

it('says that nobody hears us while the microphone is pulled out in mid-call, and no longer', async () => {
  const { first, second, adapter } = await twoTabs();
  const troubles = () => [first, second].map(({ phone }) => phone.snapshot().trouble);
  adapter.listener.onEvent({ type: 'incoming', id: 'a', party: khach });
  first.phone.do({ type: 'answer' });
  adapter.listener.onEvent({ type: 'accepted', id: 'a' });
  adapter.exchanges = [() => Promise.reject(new DOMException('none', 'NotFoundError'))];
  first.phone.devicesChanged();
  await until('both tabs say so', () => troubles().every((trouble) => trouble === 'unheard'));
  expect(first.heard).toContain('no-microphone');
  first.phone.devicesChanged();
  await until('both tabs have stopped saying so', () => troubles().every((trouble) => trouble === 'none'));
});

it('exchanges one microphone after the other, however quickly devices come and go', async () => {
  const { first, adapter } = await twoTabs();
  adapter.listener.onEvent({ type: 'incoming', id: 'a', party: khach });
  first.phone.do({ type: 'answer' });
  adapter.listener.onEvent({ type: 'accepted', id: 'a' });
  let under = 0;
  let most = 0;
  const exchange = async () => {
    most = Math.max(most, (under += 1));
    await new Promise((resolve) => setTimeout(resolve, 0));
    under -= 1;
  };
  adapter.exchanges = [exchange, exchange, exchange];
  for (const _ of [1, 2, 3]) first.phone.devicesChanged();
  await until('all were exchanged', () => adapter.exchanges.length === 0 && under === 0);
  expect(most).toBe(1);
});

it('finds out soon after it has registered that the network lets no audio through, and says so in every tab', async () => {
  way.now = 'closed';
  try {
    const { first, second, adapter } = await twoTabs();
    const ways = () => [first, second].map(({ phone }) => phone.snapshot().way);
    expect(ways()).toEqual([null, null]);
    await until('both tabs say so', () => ways().every((one) => one === 'closed'));
    expect(adapter.tried).toBe(1);
    // It registered anew, from another network.
    way.now = 'tcp';
    adapter.listener.onEvent({ type: 'socket-lost' });
    adapter.listener.onEvent({ type: 'registered' });
    await until('both tabs know better', () => ways().every((one) => one === 'tcp'));
  } finally {
    way.now = null;
  }
});
