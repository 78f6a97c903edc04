import type { AriChannel } from './ari/events.ts';
import type { AsteriskExchange } from './exchange.ts';
import type { LegEnds } from './leg-ends.ts';
import type { LegSound } from './leg-sound.ts';
import type { AsteriskLeg } from './legs.ts';

/** What legs come to before they end: they ring, sound early, are answered, held. */
export class LegProgress {
  readonly #exchange: AsteriskExchange;
  readonly #ends: Pick<LegEnds, 'drop'>;
  readonly #sound: Pick<LegSound, 'silenceIfAlone'>;

  constructor(exchange: AsteriskExchange, ends: Pick<LegEnds, 'drop'>, sound: Pick<LegSound, 'silenceIfAlone'>) {
    this.#exchange = exchange;
    this.#ends = ends;
    this.#sound = sound;
  }

  stateChanged({ id, name, state }: AriChannel): void {
    const { legs, tell } = this.#exchange;
    const leg = legs.byChannel(id);
    if (leg === undefined) return;
    if (state === 'Ringing' && leg.side === 'dialled' && leg.state === 'new' && !leg.toldEarly) {
      leg.state = 'ringing';
      tell(leg, { type: 'ringing' });
    }
    if (state === 'Up' && leg.state !== 'up') this.#answered(leg, id, this.#exchange.phones.deviceOn(name));
  }

  /** Something is heard of the far end before it answers. */
  soundsEarly(channel: string): void {
    const { legs, tell } = this.#exchange;
    const leg = legs.byChannel(channel);
    if (leg === undefined || leg.state === 'up' || leg.toldEarly || leg.channel !== channel) return;
    leg.toldEarly = true;
    tell(leg, { type: 'early-media' });
  }

  held({ id }: AriChannel, on: boolean): void {
    const { legs, tell } = this.#exchange;
    const leg = legs.byChannel(id);
    if (leg === undefined || leg.held === on) return;
    leg.held = on;
    tell(leg, { type: 'held', on });
  }

  #answered(leg: AsteriskLeg, channel: string, device: string | null): void {
    const { bridges, qualities, tell } = this.#exchange;
    leg.channel = channel;
    leg.state = 'up';
    for (const other of leg.forks) {
      if (other !== channel) this.#ends.drop(other, 'answered-elsewhere');
    }
    qualities.add(leg);
    bridges.changed(leg.id);
    this.#sound.silenceIfAlone(leg);
    tell(leg, { type: 'answered', ...(device === null ? {} : { device }) });
  }
}
