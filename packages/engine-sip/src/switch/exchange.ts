import type { CallId, EngineEvent, LegId, TenantId } from '@alo/call-core';
import type { LineHeard } from '@alo/engine';
import type { Flow, Request, SipEndpoint } from '@alo/sip';
import type { SipPlantOptions } from '../plant-options.ts';
import type { SipSockets } from '../sockets/sockets.ts';
import type { Carriers } from './carriers.ts';
import type { Doorman } from './doorman.ts';
import type { Gateways } from './gateways.ts';
import type { FindReplaced, LegNews } from './leg.ts';
import type { LiveCalls } from './live-calls.ts';
import type { OurSide } from './our-side.ts';
import type { RecentCounts } from './recent-counts.ts';
import type { Registrations } from './registrations.ts';
import type { LifeQuestions } from './session.ts';
import type { SessionTable } from './session-table.ts';
import type { SipDirectory } from './sip-directory.ts';

/** The shared parts of a switch: the makers of legs need all of them. */
export interface Exchange {
  readonly sockets: SipSockets;
  readonly options: SipPlantOptions;
  /** What a bot of ours says in the header of that name, and nobody else knows. */
  readonly botMark: string;
  readonly endpoint: SipEndpoint;
  readonly carriers: Carriers;
  readonly gateways: Gateways;
  readonly directory: SipDirectory;
  readonly doorman: Doorman;
  readonly registrations: Registrations;
  readonly ours: OurSide;
  readonly calls: LiveCalls;
  /** Milliseconds since 1970, for events. */
  readonly now: () => number;
  readonly sessions: SessionTable;
  /** False while calls only end here. */
  readonly takesCalls: () => boolean;
  /** The server begins to be late. */
  readonly isLate: () => boolean;
  /** It, or this engine, cannot keep up. */
  readonly isBehind: () => boolean;
  /** Calls that each tenant brought lately, and those of them that were refused. */
  readonly arrivals: RecentCounts<TenantId>;
  readonly refusals: RecentCounts<TenantId>;
  readonly emit: (tenant: TenantId, event: EngineEvent) => void;
  /** What a line sounds like. */
  readonly onHeard: (tenant: TenantId, heard: LineHeard) => void;
  /** How a leg tells what happens to it; its end takes it out of everything. */
  readonly teller: (tenant: TenantId, call: CallId, leg: LegId) => (news: LegNews) => void;
}

/** A phone is reached on its connection; when that broke, on the one by which the same contact is registered now. */
export const phoneRoute =
  ({ registrations }: Pick<Exchange, 'registrations'>, tenant: TenantId, extension: string) =>
  (request: Request, flow: Flow): Flow =>
    registrations.flowOf(tenant, extension, request.uri, flow) ?? flow;

/** How a party by RTP is asked whether it is still there. */
export const questionsFor = (
  { options }: Pick<Exchange, 'options'>,
  kind: 'webrtc' | 'rtp',
  isPhone: boolean,
): LifeQuestions | undefined =>
  kind === 'webrtc'
    ? undefined
    : { whileSilentMs: options.lifeAskMs / 2, whileHeldMs: isPhone ? options.lifeAskMs : null };

/** Which leg of the tenant a phone's Replaces names. */
export const replacedIn =
  ({ sessions }: Pick<Exchange, 'sessions'>, tenant: TenantId): FindReplaced =>
  (replaces) => {
    const found = sessions.replaced(tenant, replaces);
    return found.kind === 'found' ? { call: found.call, leg: found.leg } : undefined;
  };
