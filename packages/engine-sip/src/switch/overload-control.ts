/** Who sends: shed first are strangers, then strangers at an address where phones have proved themselves, then companies. */
export type SenderKind = 'stranger' | 'neighbour' | 'company';

interface Measure {
  /** Above this pressure less is taken. */
  readonly from: number;
  /** So many messages a second of each sender are taken, whatever the pressure (of companies), or as long as there is room (of others). */
  readonly floor: number;
  /** So many a second of all of them are, at least. */
  readonly floorOfAll: number;
}

const measures: Readonly<Record<SenderKind, Measure>> = {
  stranger: { from: 0.8, floor: 20, floorOfAll: 200 },
  neighbour: { from: 0.9, floor: 200, floorOfAll: 1_000 },
  company: { from: 1, floor: 300, floorOfAll: Number.POSITIVE_INFINITY },
};

/** One span takes no less than this part of what the one before took: a single late look does not cut off anybody. */
const steepest = 0.5;
/** While there is room, the next span takes so much more than this one did. */
const growth = 1.25;
/** Close below the pressure at which less is taken, as much is taken as before. */
const calmBelow = 0.85;
/** Senders of whom is known what they sent; those beyond share what is left. */
const mostSenders = 10_000;

interface Sent {
  /** Messages that came in this span. */
  came: number;
  /** Messages that were taken beyond what may be, of connections, where half a message cannot be left out: so many less may come next. */
  owed: number;
}

interface Crowd {
  senders: Map<string, Sent>;
  came: number;
  taken: number;
  /** Messages of each sender that are taken in this span, and of all. */
  level: number;
  room: number;
}

const unlimited = Number.POSITIVE_INFINITY;

/**
 * Overload control (RFC 6357, RFC 7339): how many SIP messages of whom are taken, by the pressure that the engine is under (1: as much as it may
 * use). Below it all are. Above it each span of time takes less than the one before until the pressure is gone: of strangers first, and of whoever sent
 * most, so that all get the same who want more than that. A sender is a text: an address, or a company with all its phones and trunks.
 */
export class OverloadControl {
  readonly #crowds: Readonly<Record<SenderKind, Crowd>> = {
    stranger: newCrowd(),
    neighbour: newCrowd(),
    company: newCrowd(),
  };

  /** So many messages of a sender came: are they taken? */
  takes(kind: SenderKind, sender: string, messages = 1): boolean {
    const crowd = this.#crowds[kind];
    const sent = sentBy(crowd, sender);
    sent.came += messages;
    crowd.came += messages;
    if (sent.came + sent.owed > crowd.level || crowd.taken + messages > crowd.room) return false;
    crowd.taken += messages;
    return true;
  }

  /** They were taken all the same. */
  owes(kind: SenderKind, sender: string, messages: number): void {
    const crowd = this.#crowds[kind];
    sentBy(crowd, sender).owed += messages;
    crowd.taken += messages;
  }

  /** So many more would be taken now. */
  roomFor(kind: SenderKind, sender: string): number {
    const { senders, level, room, taken } = this.#crowds[kind];
    const { came, owed } = senders.get(sender) ?? { came: 0, owed: 0 };
    return Math.max(0, Math.min(level - came - owed, room - taken));
  }

  /** A span of so many seconds is over, in which the engine was under such a pressure. */
  turn(pressure: number, seconds: number): void {
    let isTheirTurn = true;
    for (const kind of ['stranger', 'neighbour', 'company'] as const) {
      const [crowd, measure] = [this.#crowds[kind], measures[kind]];
      const isAtFloor = crowd.taken <= measure.floorOfAll * seconds;
      turnOf(crowd, measure, isTheirTurn ? pressure : Math.min(pressure, measure.from), seconds);
      // Of these first all that is above their floor.
      isTheirTurn &&= isAtFloor;
    }
  }
}

function turnOf(crowd: Crowd, { from, floor, floorOfAll }: Measure, pressure: number, seconds: number): void {
  const { senders, came, taken, level } = crowd;
  const total = totalOf(pressure / from, taken, level !== unlimited);
  crowd.senders = owing(senders, level);
  const isEnough = pressure <= from && total >= came && crowd.senders.size === 0;
  // What owes sends little now: as long as there is pressure nobody may have more for that.
  const most = pressure > from ? level : unlimited;
  crowd.level = isEnough ? unlimited : Math.max(floor * seconds, Math.min(most, levelFor(total, senders)));
  crowd.room = isEnough || floorOfAll === unlimited ? unlimited : Math.max(floorOfAll * seconds, total);
  crowd.came = 0;
  crowd.taken = 0;
}

/** What the next span takes of all, after one in which so many were taken. */
function totalOf(pressure: number, taken: number, wasLimited: boolean): number {
  if (pressure > 1) return taken * Math.max(steepest, 1 / pressure);
  if (!wasLimited) return unlimited;
  return pressure > calmBelow ? taken : taken * growth;
}

/** What each may send so that all together send so much: who sends less than that sends all of it. */
function levelFor(total: number, senders: ReadonlyMap<string, Sent>): number {
  const counts = [...senders.values()].map(({ came }) => came).toSorted((a, b) => a - b);
  let left = total;
  for (const [nth, count] of counts.entries()) {
    const part = left / (counts.length - nth);
    if (count > part) return part;
    left -= count;
  }
  return unlimited;
}

/** What is owed still, after a span in which so many messages of each were free. */
function owing(senders: ReadonlyMap<string, Sent>, level: number): Map<string, Sent> {
  const left = new Map<string, Sent>();
  for (const [sender, { owed }] of senders) if (owed > level) left.set(sender, { came: 0, owed: owed - level });
  return left;
}

function sentBy({ senders }: Crowd, sender: string): Sent {
  const known = senders.get(sender);
  if (known !== undefined) return known;
  const name = senders.size < mostSenders ? sender : '';
  const sent = senders.get(name) ?? { came: 0, owed: 0 };
  senders.set(name, sent);
  return sent;
}

const newCrowd = (): Crowd => ({ senders: new Map(), came: 0, taken: 0, level: unlimited, room: unlimited });
