import type { CallId, EngineCommand, EngineEvent, LegId, TenantId } from '@alo/call-core';
import {
  calmClock,
  type DeviceSeen,
  type EngineSnapshot,
  type LineHeard,
  type ProvisionChange,
  type TenantProvision,
} from '@alo/engine';
import {
  checkRequest,
  dialogKeyOfRequest,
  type Flow,
  type IncomingRequest,
  parseSipUri,
  type ResponseParts,
  reliably,
  SipEndpoint,
} from '@alo/sip';
import type { MediaPlane } from '../media/index.ts';
import type { SipPlantOptions } from '../plant-options.ts';
import type { SipSockets } from '../sockets/sockets.ts';
import { inviteArrived } from './arrive.ts';
import { AudioTrials } from './audio-trials.ts';
import { Bridges } from './bridges.ts';
import { Carriers } from './carriers.ts';
import { audioKindOf } from './destinations.ts';
import { dial } from './dial.ts';
import { Doorman } from './doorman.ts';
import { dtmfBodies } from './dtmf-info.ts';
import { readUse } from './engine-use.ts';
import type { Exchange } from './exchange.ts';
import { Gateways } from './gateways.ts';
import { KeepAlive, speaksThroughNat } from './keep-alive.ts';
import type { LegNews } from './leg.ts';
import { LiveCalls } from './live-calls.ts';
import { MessageGate } from './message-gate.ts';
import { OurSide } from './our-side.ts';
import type { SenderKind } from './overload-control.ts';
import { RecentCounts } from './recent-counts.ts';
import { Recordings } from './recordings.ts';
import { Registrations } from './registrations.ts';
import { sdpOf } from './sdp-body.ts';
import { type OwnedSession, SessionTable } from './session-table.ts';
import { allow } from './session-words.ts';
import { SipDirectory } from './sip-directory.ts';
import { Subscriptions } from './subscriptions.ts';
import { TrunkWatch } from './trunk-watch.ts';

export interface SwitchOptions {
  readonly sockets: SipSockets;
  readonly media: MediaPlane;
  readonly options: SipPlantOptions;
  /** Where calls to the bots' carrier go. */
  readonly botCarrier: { readonly address: string; readonly port: number };
  readonly botMark: string;
  readonly emit: (tenant: TenantId, event: EngineEvent) => void;
  readonly onSeen: (tenant: TenantId, seen: DeviceSeen) => void;
  readonly onHeard: (tenant: TenantId, heard: LineHeard) => void;
  /** False while calls only end here. */
  readonly takesCalls: () => boolean;
  /** The server or this engine cannot keep up: one more call would make all of them wait. */
  readonly isBehind: () => boolean;
  /** The server begins to be late: who brings most is refused before the others are. */
  readonly isLate: () => boolean;
  /** Of so many messages by kind of sender was less read lately than came, as the engine had too much to do. */
  readonly onShed: (shed: Readonly<Record<SenderKind, number>>) => void;
}

/** The methods, extensions and bodies that we take outside a call. */
const abilities = {
  methods: ['INVITE', 'ACK', 'BYE', 'CANCEL', 'INFO', 'OPTIONS', 'UPDATE', 'PRACK', 'REGISTER', 'SUBSCRIBE'],
  extensions: ['timer', 'path', 'outbound', 'replaces', 'norefersub', reliably],
  bodies: ['application/sdp', ...dtmfBodies],
};

/** The switch: calls between parties, each of whom it talks to in a dialog of its own, as call control says. */
export class Switch {
  readonly #options: SwitchOptions;
  readonly #endpoint: SipEndpoint;
  readonly #directory = new SipDirectory();
  readonly #doorman: Doorman;
  readonly #registrations: Registrations;
  readonly #gateways: Gateways;
  readonly #carriers: Carriers;
  readonly #calls = new LiveCalls();
  readonly #now = calmClock(() => this.#calls.size > 0);
  readonly #subscriptions: Subscriptions;
  readonly #bridges: Bridges;
  readonly #recordings: Recordings;
  readonly #sessions = new SessionTable();
  readonly #gate: MessageGate;
  readonly #exchange: Exchange;
  readonly #trunks: TrunkWatch;
  readonly #trials: AudioTrials;
  readonly #sweep: NodeJS.Timeout;
  readonly #keepAlive: KeepAlive;

  constructor(switchOptions: SwitchOptions) {
    this.#options = switchOptions;
    const { sockets, media, emit, options } = switchOptions;
    const directory = this.#directory;
    this.#carriers = new Carriers(sockets, directory, switchOptions.botCarrier);
    const ours = new OurSide(sockets, media, options.opus);
    this.#endpoint = new SipEndpoint({
      send: (flow, bytes) => sockets.send(flow, bytes),
      closeFlow: (flow) => sockets.closeFlow(flow),
      sentBy: (flow) => ours.hostPort(flow),
      onRequest: (incoming) => this.#receive(incoming),
      onMalformed: (flow) => this.#doorman.malformed(flow),
    });
    this.#keepAlive = new KeepAlive(
      (flow, bytes) => sockets.send(flow, bytes),
      () => this.#waysThroughNats(),
    );
    this.#registrations = new Registrations({
      directory,
      keepAlive: this.#keepAlive,
      options,
      isOpen: (flow) => sockets.isOpen(flow),
      closeFlow: (flow) => sockets.closeFlow(flow),
      emit: (tenant, event) => {
        emit(tenant, event);
        if (event.type === 'contacts') this.#subscriptions.changed(tenant, event.extension);
      },
      onSeen: switchOptions.onSeen,
      now: this.#now,
    });
    const registrations = this.#registrations;
    const { unprovenRequestsPerSecond } = options.limits;
    this.#gateways = new Gateways({ options, keepAlive: this.#keepAlive, emit, now: this.#now });
    const gateways = this.#gateways;
    this.#doorman = new Doorman({
      directory,
      registrations,
      gateways,
      pageOf: (flow) => sockets.pages.get(flow.id)?.page,
      botMark: switchOptions.botMark,
      unprovenRequestsPerSecond,
    });
    this.#gate = new MessageGate({
      registrations,
      gateways,
      directory,
      isNeighbour: (address) => this.#doorman.isNeighbour(address),
      hasCall: (callId) => this.#sessions.hasCall(callId),
      holdBack: (flow, on) => sockets.holdBack(flow, on),
      onShed: switchOptions.onShed,
      read: () => readUse(sockets.workedMs),
    });
    this.#subscriptions = new Subscriptions({
      directory,
      registrations,
      ours,
      doorman: this.#doorman,
      calls: this.#calls,
      endpoint: this.#endpoint,
    });
    this.#bridges = new Bridges(media, (tenant, leg) => this.#calls.find(tenant, leg)?.media ?? null);
    this.#recordings = new Recordings({ media, folder: options.files.recordingsFolder, emit, now: this.#now });
    this.#exchange = {
      sockets,
      options,
      botMark: switchOptions.botMark,
      endpoint: this.#endpoint,
      carriers: this.#carriers,
      gateways,
      directory,
      doorman: this.#doorman,
      registrations,
      ours,
      calls: this.#calls,
      now: this.#now,
      sessions: this.#sessions,
      takesCalls: switchOptions.takesCalls,
      isBehind: switchOptions.isBehind,
      isLate: switchOptions.isLate,
      arrivals: new RecentCounts(),
      refusals: new RecentCounts(),
      emit,
      onHeard: switchOptions.onHeard,
      teller: (tenant, call, leg) => (news) => this.#tell(tenant, call, leg, news),
    };
    this.#trunks = new TrunkWatch({
      endpoint: this.#endpoint,
      carriers: this.#carriers,
      ours,
      directory,
      doorman: this.#doorman,
      options,
      emit,
      now: this.#now,
    });
    this.#trials = new AudioTrials({ media, contactFor: ({ flow }) => ours.contact(flow) });
    this.#sweep = setInterval(() => this.#dropStrangers(), options.strangerConnectionMs / 4);
  }

  /** A connection was opened: of those from one address that proved nothing, only so many may stay open. */
  opened(flow: Flow): void {
    const { sockets, options } = this.#options;
    const strangers = [...sockets.tcpFrom(flow.remote.address)].filter((one) => !this.#doorman.knows(one));
    const [oldest] = strangers;
    if (oldest !== undefined && strangers.length > options.limits.strangersPerAddress) sockets.closeFlow(oldest);
  }

  /** Closes connections that are old and proved nothing: they take the room of others. */
  #dropStrangers(): void {
    const inCalls = new Set([...this.#sessions.all()].map(({ flow }) => flow.id));
    for (const flow of Array.from(this.#options.sockets.tcpOlderThan(this.#options.options.strangerConnectionMs))) {
      if (!inCalls.has(flow.id) && !this.#doorman.knows(flow)) this.#options.sockets.closeFlow(flow);
    }
  }

  /** Of calls with carriers and gateways behind NAT, and by which we registered through one of our own: both call us by them. */
  *#waysThroughNats(): Iterable<Flow> {
    for (const { dialog, flow } of this.#sessions.all()) if (speaksThroughNat(dialog.remoteTarget, flow)) yield flow;
    yield* this.#trunks.waysThroughNat();
  }

  /** Bytes from the network; those of a source that used up its limit are not read. */
  receive(flow: Flow, bytes: Uint8Array): void {
    if (!this.#gate.admits(flow, bytes)) return;
    if (this.#doorman.admits(flow)) this.#endpoint.receive(flow, bytes);
    else if (flow.transport === 'tcp' || flow.transport === 'tls') this.#options.sockets.closeFlow(flow); // Half a message cannot be left out.
  }

  flowClosed(flow: Flow): void {
    this.#gate.flowClosed(flow);
    this.#registrations.flowClosed(flow);
    this.#gateways.flowClosed(flow);
    this.#endpoint.flowClosed(flow);
  }

  /** Begins to ask carriers (OPTIONS) and to register with them. */
  open(): void {
    this.#trunks.open();
  }

  provision(tenant: TenantProvision): void {
    this.#provisioned(tenant.tenant, this.#directory.set(tenant));
    this.#pagesAre(tenant.tenant);
    if (tenant.registrations !== undefined) this.#registrations.restore(tenant.tenant, tenant.registrations);
    this.#carriersAre(tenant.tenant);
  }

  /** Does any company let the phones of this page come? */
  isPhonePage(origin: string): boolean {
    return this.#directory.isPhonePage(origin);
  }

  /** Phones of pages that the company lets come no more are not reached there; whatever they ask for next is refused. */
  #pagesAre(tenant: TenantId): void {
    for (const { flow, page } of this.#options.sockets.pages.values()) {
      if (this.#registrations.ownerOf(flow)?.person.tenant !== tenant) continue;
      if (!this.#directory.isPhonePageOf(tenant, page)) this.#registrations.flowClosed(flow);
    }
  }

  /** False where the revision before is not the one that is known. */
  change(tenant: TenantId, revision: number, changes: readonly ProvisionChange[]): boolean {
    const touched = this.#directory.change(tenant, revision, changes);
    if (touched === undefined) return false;
    this.#provisioned(tenant, touched);
    this.#carriersAre(tenant);
    return true;
  }

  #carriersAre(tenant: TenantId): void {
    const trunks = this.#directory.trunks(tenant);
    this.#trunks.set(tenant, trunks);
    this.#gateways.set(tenant, trunks);
  }

  /** A phone whose password was withdrawn is unregistered, and its calls end. */
  #provisioned(tenant: TenantId, extensions: readonly string[]): void {
    this.#registrations.provisioned(tenant, extensions);
    this.#subscriptions.provisioned(tenant);
    const known = this.#directory.deviceSecrets(tenant);
    for (const one of this.#calls.all()) {
      if (one.tenant !== tenant) continue;
      for (const device of one.leg.devices) if (!known.has(device)) one.leg.cut(device);
    }
  }

  /** The tenant's calls end, its phones are unregistered. */
  forget(tenant: TenantId): void {
    for (const one of this.#calls.all()) if (one.tenant === tenant) one.leg.hangUp('interrupted');
    this.#registrations.forgotten(tenant, this.#directory.forget(tenant));
    this.#carriersAre(tenant);
  }

  snapshot(): EngineSnapshot {
    return {
      legs: this.#calls.all().map(({ tenant, call, leg }) => {
        const { id, side, state, isHeld: held, plays } = leg;
        return { tenant, call, leg: id, side, state, held, plays };
      }),
      bridges: this.#bridges.snapshot(),
      recordings: this.#recordings.snapshot(),
      registrations: this.#registrations.all(),
      provisioned: this.#directory.revisions(),
    };
  }

  /** Hangs up all legs; messages that are still to be sent go out before the next turn. */
  close(): void {
    for (const { leg } of this.#calls.all()) leg.hangUp('interrupted');
    clearInterval(this.#sweep);
    this.#gate.close();
    this.#keepAlive.close();
    this.#subscriptions.close();
    this.#trunks.close();
    this.#trials.close();
    this.#registrations.close();
    this.#gateways.close();
    this.#endpoint.close();
  }

  perform(tenant: TenantId, call: CallId, command: EngineCommand): void {
    const find = (id: LegId) => this.#calls.find(tenant, id);
    switch (command.type) {
      case 'dial':
        dial(this.#exchange, tenant, call, command);
        if (command.to.kind === 'extension') this.#subscriptions.callsChanged(tenant, command.to.extension);
        return;
      case 'ring':
        return find(command.leg)?.ring();
      case 'progress':
        return find(command.leg)?.openEarly();
      case 'answer':
        return find(command.leg)?.answer();
      case 'hang-up':
        return find(command.leg)?.hangUp(command.cause);
      case 'play':
        return find(command.leg)?.play(command.play, command.sources, command.loop);
      case 'stop':
        return find(command.leg)?.stop(command.play);
      case 'send-dtmf':
        return find(command.leg)?.sendDigits(command.digits);
      case 'bridge':
        return this.#bridges.want(tenant, call, command.bridge, command.members);
      case 'record': {
        const bridge = this.#bridges.mediaOf(tenant, call, command.bridge);
        return this.#recordings.record(tenant, call, command.recording, command.bridge, bridge);
      }
      case 'record-message': {
        const media = find(command.leg)?.media ?? null;
        return this.#recordings.recordMessage(tenant, call, command.recording, media, command);
      }
      case 'pause-recording':
        return this.#recordings.pause(tenant, command.recording, command.on);
      case 'stop-recording':
        return this.#recordings.stop(tenant, call, command.recording);
      case 'transfer-result':
        return find(command.leg)?.transferResult(command.transfer, command.result);
      default:
        return command satisfies never;
    }
  }

  #receive(incoming: IncomingRequest): void {
    const { request } = incoming;
    const key = dialogKeyOfRequest(request);
    if (key !== undefined) {
      const session = this.#sessions.find(key);
      if (session !== undefined)
        return this.#isFromParty(incoming, session) ? session.session.receive(incoming) : undefined;
      const subscribed = this.#subscriptions.find(key);
      if (subscribed !== undefined) {
        const { tenant, watcher, flow } = subscribed;
        if (
          incoming.flow.id === flow.id
            ? this.#doorman.isFromPageOf(incoming, tenant)
            : this.#doorman.isStill(incoming, tenant, watcher)
        )
          this.#subscriptions.receiveIn(key, incoming);
        return;
      }
      // RFC 3261 §12.2.2: a call that we do not have (any more).
      this.#doorman.stranger(incoming.flow);
      return incoming.refuse({ status: 481 });
    }
    const refusal = checkRequest(request, abilities);
    if (refusal !== undefined) return this.#refuse(incoming, refusal);
    switch (request.method) {
      case 'REGISTER':
        return this.#doorman.register(incoming);
      case 'SUBSCRIBE':
        return this.#subscriptions.receive(incoming);
      case 'INVITE':
        return inviteArrived(this.#exchange, incoming);
      case 'OPTIONS':
        if (this.#isTrial(incoming)) return void this.#trials.answer(incoming); // Never rejects.
        this.#doorman.stranger(incoming.flow);
        return void incoming.respond({
          status: 200,
          headers: [
            { name: 'allow', value: allow },
            { name: 'accept', value: 'application/sdp' },
          ],
        });
      default: // BYE, INFO, UPDATE, PRACK of no dialog
        return this.#refuse(incoming, { status: 481 });
    }
  }

  /** A browser that is registered asks whether audio finds a way. */
  #isTrial({ request, flow }: IncomingRequest): boolean {
    return audioKindOf(flow) === 'webrtc' && sdpOf(request) !== '' && this.#registrations.holderOf(flow) !== undefined;
  }

  /**
   * Whoever listened on the way knows a dialog's tags. UDP lets anybody send from anywhere, and anybody may open a connection: what comes
   * from elsewhere than the party was heard last must come from where it registered, or prove itself. A carrier has its addresses, and
   * no other carrier's.
   */
  #isFromParty(incoming: IncomingRequest, { session, owner }: OwnedSession): boolean {
    const { request, flow } = incoming;
    const { party, tenant } = owner;
    if (flow.id === session.flow.id)
      // A call that stands may be ended from wherever it is.
      return endsOrAgrees.has(request.method) || this.#doorman.isFromPageOf(incoming, tenant);
    if (party.kind === 'extension') return this.#doorman.isStill(incoming, tenant, party.extension);
    const { address } = flow.remote;
    const target = parseSipUri(session.dialog.remoteTarget)?.host;
    if (address === session.flow.remote.address || address === target) return true;
    if (this.#directory.isOfTrunk({ tenant, trunk: party.trunk }, address)) return true;
    this.#refuse(incoming, { status: 481 });
    return false;
  }

  #refuse(incoming: IncomingRequest, parts: ResponseParts): void {
    this.#doorman.stranger(incoming.flow);
    incoming.refuse(parts);
  }

  #tell(tenant: TenantId, call: CallId, leg: LegId, news: LegNews): void {
    if (news.type === 'early-media' || news.type === 'answered') this.#bridges.legReady(leg);
    this.#options.emit(tenant, { ...news, call, leg, at: this.#now() });
    const extension = this.#calls.known(leg)?.extension ?? null;
    if (extension !== null) this.#subscriptions.callsChanged(tenant, extension);
    if (news.type !== 'ended') return;
    this.#bridges.legGone(leg);
    if (!this.#calls.remove(call, leg)) return;
    this.#recordings.callOver(call);
    this.#bridges.callOver(call);
  }
}

const endsOrAgrees: ReadonlySet<string> = new Set(['BYE', 'ACK']);
