import { colleagues, hangUpCall, holdCall, myCalls, originateCall, type ResultOf, sendKeys } from '@alo/contract';
import type { CtiAgent, CtiStanding, Tone } from '@alo/softphone';

import type { Api } from '../../kit/api/client.ts';
import { ApiProblem } from '../../kit/api/problem.ts';
import { currentCall } from './current-call.ts';

type MyCalls = ResultOf<typeof myCalls>;

interface DeskParts {
  readonly api: Api;
  /** A wish that was refused, or that nobody answered. */
  readonly onProblem: (error: unknown) => void;
}

/** Whose it is: their extension, and the number that they carry about, '' where there is none. */
interface Person {
  readonly extension: string;
  readonly mobile: string;
}

/** The person's telephone on a desk, as the switchboard knows it: it rings it for them, and tells what becomes of it. */
export interface DeskAgent extends CtiAgent {
  /** What the switchboard told last of the person's calls. */
  told(calls: MyCalls, person: Person): void;
}

/** A call that was asked for here. `id` is not known before the switchboard has answered. */
interface Asked {
  id: string | null;
  /** The switchboard has been seen to have it. */
  seen: boolean;
  talked: boolean;
}

const nobody = { number: '', name: '' };
const initiated: CtiStanding = { state: 'initiated', party: nobody };

/** The agent of mode 3 that comes with the product. */
export function deskAgent({ api, onProblem }: DeskParts): DeskAgent {
  let tell: (standing: CtiStanding) => void = () => undefined;
  let calls: MyCalls = {
    data: [],
    ringing: [],
    phone: 'idle',
    phones: 1,
    lacks: null,
    taken_over: null,
    rang: null,
    idle_since: null,
  };
  let owner: Person = { extension: '', mobile: '' };
  let asked: Asked | null = null;
  /** What rings and was declined here: the switchboard may tell of it a while longer. */
  let declined: string | null = null;
  /** What was asked for is settled one after the other: whoever hangs up at once ends the call that is being begun. */
  let before = Promise.resolve();

  const present = () => currentCall(asked === null ? calls.data : calls.data.filter(({ id }) => id === asked?.id));
  const ringingHere = () => calls.ringing.find(({ id }) => id !== declined);

  function standing(): CtiStanding {
    const call = present();
    const talks = call !== undefined && (call.consulting || call.parties.some(({ state }) => state !== 'ringing'));
    if (asked !== null && call !== undefined) {
      asked.seen = true;
      asked.talked ||= talks;
    }
    const party = call?.parties[0] ?? nobody;
    if (talks) return { state: call.on_hold ? 'hold' : 'connected', call: call.id, party, made: call.made };
    // What one has asked for here is named once somebody answers.
    const dialledThere = asked === null && call?.made === true;
    if (call !== undefined) return { state: 'initiated', party, ...(dialledThere ? { call: call.id } : {}) };
    if (asked === null) {
      const ringing = ringingHere();
      return ringing === undefined ? null : { state: 'ringing', call: ringing.id, party: ringing.party };
    }
    // Its own telephone rings, or a voice is heard there that is nobody's.
    if (calls.phone !== 'idle') asked.seen = true;
    if (!asked.seen || calls.phone !== 'idle') return initiated;
    const { talked } = asked;
    asked = null;
    return talked ? null : { state: 'fail', party: nobody };
  }

  const look = () => tell(standing());

  function wish(act: () => Promise<unknown>): void {
    before = before.then(act).then(() => undefined, onProblem);
  }

  /** It stops ringing at this person's telephones; whoever calls goes where they go when somebody declines. */
  async function decline(id: string): Promise<void> {
    try {
      await api(hangUpCall, { params: { id }, body: {} });
    } catch (error) {
      // It rings there no more: somebody was faster.
      if (error instanceof ApiProblem && (error.status === 404 || error.status === 409)) return;
      if (declined === id) declined = null;
      look();
      throw error;
    }
  }

  /** Whoever has no telephone that is switched on is called on the one that they carry about. */
  async function whereTheyAre(): Promise<string | undefined> {
    const { extension, mobile } = owner;
    if (mobile === '') return undefined;
    const { data } = await api(colleagues, {});
    return data.find((each) => each.extension === extension)?.state === 'offline' ? mobile : undefined;
  }

  async function place(target: string): Promise<void> {
    const own: Asked = { id: null, seen: false, talked: false };
    asked = own;
    look();
    try {
      own.id = (await api(originateCall, { body: { to: target, phone: await whereTheyAre() } })).call_id;
      const last = calls;
      const now = await api(myCalls, {});
      // Whatever was told meanwhile is newer.
      if (calls === last) {
        calls = now;
        own.seen = true;
      }
    } catch (error) {
      // What could not be begun is no call that failed: the person is told why.
      asked = null;
      look();
      throw error;
    }
    look();
  }

  /** Of the call that there is now, or is being begun, whatever comes up on the telephone until it is asked for. */
  const ofPresent = (act: (id: string) => Promise<unknown>) => {
    const call = present();
    wish(async () => {
      const id = call?.id ?? asked?.id;
      if (typeof id === 'string') await act(id);
    });
  };

  return {
    told(now, person) {
      calls = now;
      // Should it ring here again, it is another try.
      if (!calls.ringing.some(({ id }) => id === declined)) declined = null;
      owner = person;
      look();
    },
    watch(told) {
      tell = told;
      look();
      return () => {
        tell = () => undefined;
      };
    },
    call: (target) => wish(() => place(target)),
    hangUp: () => ofPresent((id) => api(hangUpCall, { params: { id }, body: {} })),
    decline() {
      const ringing = ringingHere();
      if (ringing === undefined) return;
      declined = ringing.id;
      look();
      wish(() => decline(ringing.id));
    },
    hold: (on) => ofPresent((id) => api(holdCall, { params: { id }, body: { on } })),
    key: (tone: Tone) => ofPresent((id) => api(sendKeys, { params: { id }, body: { digits: tone } })),
  };
}
