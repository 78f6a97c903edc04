import type { EngineEvent, TenantId } from '@alo/call-core';
import type { Ari } from './ari/ari.ts';
import type { AsteriskBridges } from './bridges.ts';
import type { AsteriskLeg, Legs, News } from './legs.ts';
import type { Phones } from './phones.ts';
import type { Plays } from './plays.ts';
import type { Qualities } from './qualities.ts';

/** What the parts of the switch share. */
export interface AsteriskExchange {
  readonly ari: Ari;
  readonly legs: Legs;
  readonly phones: Phones;
  readonly bridges: AsteriskBridges;
  readonly plays: Plays;
  readonly qualities: Qualities;
  readonly emit: (tenant: TenantId, event: EngineEvent) => void;
  /** Milliseconds since 1970, for events. */
  readonly now: () => number;
  /** Tells what happened to a leg. */
  readonly tell: (leg: AsteriskLeg, news: News) => void;
  /** Asks Asterisk for something whose answer nobody waits for; a failure is reported. */
  readonly attempt: (work: Promise<unknown>) => void;
}
