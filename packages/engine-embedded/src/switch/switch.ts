import type { CallId, EngineCommand, EngineEvent, LegId, Origin, TenantId } from '@alo/call-core';
import type { EngineSnapshot, TenantProvision } from '@alo/engine';
import {
  checkRequest,
  dialogKeyOfRequest,
  dialogOfCallee,
  Endpoint,
  type Flow,
  type Incoming,
  nextMaxForwards,
  parseUri,
  type Request,
  type ResponseParts,
  responseTo,
  userOf,
} from '@alo/sip';
import { type MediaPlane, MediaRefusal } from '../media/index.ts';
import type { ChildOptions } from '../options.ts';
import { hostOf } from '../sockets/local-address.ts';
import type { SipSockets } from '../sockets/sockets.ts';
import type { Destination } from './branch.ts';
import { CallerLeg } from './caller-leg.ts';
import { Calls } from './calls.ts';
import { kindOfOffer, trunkDestination, trunkRoute } from './destinations.ts';
import { DialledLeg } from './dialled-leg.ts';
import { Directory } from './directory.ts';
import { Doorman } from './doorman.ts';
import { dtmfBodies } from './dtmf-info.ts';
import type { LegNews } from './leg.ts';
import { addressOf, OurSide, token } from './our-side.ts';
import { Recordings } from './recordings.ts';
import { allow } from './session.ts';
import { uuidv7 } from './uuid.ts';

export interface SwitchOptions {
  readonly sockets: SipSockets;
  readonly media: MediaPlane;
  readonly options: ChildOptions;
  readonly emit: (tenant: TenantId, event: EngineEvent) => void;
  /** False while calls only end here. */
  readonly takesCalls: () => boolean;
}

/** What may be asked of us outside a call. */
const abilities = {
  methods: ['INVITE', 'ACK', 'BYE', 'CANCEL', 'INFO', 'OPTIONS', 'UPDATE', 'REGISTER'],
  extensions: ['timer', 'path', 'outbound'],
  bodies: ['application/sdp', ...dtmfBodies],
};

/** Longer than any number, extension or number that was sealed. */
const longestDialled = 200;

/** Milliseconds since 1970 that never go back, whatever is done to the system's clock while we run. */
const now = (): number => Math.round(performance.timeOrigin + performance.now());

/** The switch: calls between parties, each of whom it talks to in a dialog of its own, as call control says. */
export class Switch {
  readonly #options: SwitchOptions;
  readonly #ours: OurSide;
  readonly #endpoint: Endpoint;
  readonly #directory = new Directory();
  readonly #doorman: Doorman;
  readonly #calls = new Calls();
  readonly #recordings: Recordings;
  readonly #sessions = new Map<string, { readonly flow: Flow; receive(incoming: Incoming): void }>();
  readonly #sweep: NodeJS.Timeout;

  constructor(options: SwitchOptions) {
    this.#options = options;
    const { sockets, media, emit } = options;
    this.#ours = new OurSide(sockets, media);
    this.#endpoint = new Endpoint({
      send: (flow, bytes) => sockets.send(flow, bytes),
      closeFlow: (flow) => sockets.closeFlow(flow),
      sentBy: (flow) => this.#ours.hostPort(flow),
      onRequest: (incoming) => this.#receive(incoming),
      onMalformed: (flow) => this.#doorman.malformed(flow),
    });
    this.#doorman = new Doorman({
      directory: this.#directory,
      options: options.options,
      isOpen: (flow) => sockets.isOpen(flow),
      emit,
      now,
    });
    this.#recordings = new Recordings(media, emit, now);
    this.#sweep = setInterval(() => this.#dropStrangers(), options.options.strangerConnectionMs / 4);
  }

  /** A connection that stands for long and proved nothing only takes the place of one that does. */
  #dropStrangers(): void {
    const inCalls = new Set([...this.#sessions.values()].map(({ flow }) => flow.id));
    for (const flow of [...this.#options.sockets.tcpOlderThan(this.#options.options.strangerConnectionMs)]) {
      if (!inCalls.has(flow.id) && !this.#doorman.knows(flow)) this.#options.sockets.closeFlow(flow);
    }
  }

  /** Bytes from the network; those of a source that exhausted its patience are not even read. */
  receive(flow: Flow, bytes: Uint8Array): void {
    if (this.#doorman.admits(flow)) this.#endpoint.receive(flow, bytes);
    else if (flow.transport === 'tcp') this.#options.sockets.closeFlow(flow); // Half a message cannot be left out.
  }

  flowClosed(flow: Flow): void {
    this.#doorman.flowClosed(flow);
    this.#endpoint.flowClosed(flow);
  }

  provision(tenant: TenantProvision): void {
    this.#directory.set(tenant);
    this.#doorman.provisioned(tenant.tenant);
  }

  /** The tenant's calls end, its phones are unregistered. */
  forget(tenant: TenantId): void {
    for (const one of this.#calls.all()) if (one.tenant === tenant) one.leg.hangUp('interrupted');
    this.#directory.forget(tenant);
    this.#doorman.provisioned(tenant);
  }

  snapshot(): EngineSnapshot {
    return {
      legs: this.#calls.all().map(({ tenant, call, leg }) => ({ tenant, call, leg: leg.id })),
      recordings: this.#recordings.ids,
      registrations: this.#doorman.registrations(),
    };
  }

  /** Hangs up everybody; what is still to be sent goes out before the next turn. */
  close(): void {
    for (const { leg } of this.#calls.all()) leg.hangUp('interrupted');
    clearInterval(this.#sweep);
    this.#doorman.close();
    this.#endpoint.close();
  }

  perform(tenant: TenantId, call: CallId, command: EngineCommand): void {
    const find = (id: LegId) => this.#calls.find(tenant, call, id);
    switch (command.type) {
      case 'dial':
        return void this.#dial(tenant, call, command); // Never rejects.
      case 'ring':
        return find(command.leg)?.ring();
      case 'answer':
        return find(command.leg)?.answer();
      case 'hang-up':
        return find(command.leg)?.hangUp(command.cause);
      case 'play':
        return find(command.leg)?.play(command.play, command.source, command.loop);
      case 'stop':
        return find(command.leg)?.stop(command.play);
      case 'send-dtmf':
        return find(command.leg)?.sendDigits(command.digits);
      case 'bridge': {
        const [a, b] = command.legs.map(find);
        a?.openEarly();
        b?.openEarly();
        if (a?.media && b?.media) this.#options.media.bridge(a.media, b.media);
        return;
      }
      case 'unbridge': {
        const [a, b] = command.legs.map(find);
        if (a?.media && b?.media) this.#options.media.unbridge(a.media, b.media);
        return;
      }
      case 'record': {
        const [left, right] = command.legs.map(find);
        if (left?.media && right?.media) {
          this.#recordings.record(tenant, call, command.recording, left.media, right.media);
        }
        return;
      }
      case 'record-message': {
        const media = find(command.leg)?.media;
        if (media) this.#recordings.recordMessage(tenant, call, command.recording, media, command.maxSilenceMs);
        return;
      }
      case 'stop-recording':
        return this.#recordings.stop(command.recording);
      default:
        return command satisfies never;
    }
  }

  #receive(incoming: Incoming): void {
    const { request } = incoming;
    const key = dialogKeyOfRequest(request);
    if (key !== undefined) {
      const session = this.#sessions.get(key);
      if (session !== undefined) return session.receive(incoming);
      // RFC 3261 §12.2.2: a call that we do not have (any more).
      this.#doorman.stranger(incoming.flow);
      return incoming.refuse({ status: 481 });
    }
    const refusal = checkRequest(request, abilities);
    if (refusal !== undefined) return this.#refuse(incoming, refusal);
    switch (request.method) {
      case 'REGISTER':
        return this.#doorman.register(incoming);
      case 'INVITE':
        return this.#invited(incoming);
      case 'OPTIONS':
        this.#doorman.stranger(incoming.flow);
        return void incoming.respond({
          status: 200,
          headers: [
            { name: 'allow', value: allow },
            { name: 'accept', value: 'application/sdp' },
          ],
        });
      default: // BYE, INFO, UPDATE of no dialog
        return this.#refuse(incoming, { status: 481 });
    }
  }

  #refuse(incoming: Incoming, parts: ResponseParts): void {
    this.#doorman.stranger(incoming.flow);
    incoming.refuse(parts);
  }

  #invited(incoming: Incoming): void {
    const caller = this.#doorman.identify(incoming);
    if (caller === undefined) return;
    const uri = parseUri(incoming.request.uri);
    const dialled = uri === undefined ? '' : userOf(uri);
    // No number and no name has these, and not every place that keeps them can.
    if (dialled === '' || /\p{Cc}/u.test(dialled)) return incoming.refuse({ status: 484 });
    if (dialled.length > longestDialled) return incoming.refuse({ status: 414 });
    const maxForwards = nextMaxForwards(incoming.request);
    if (maxForwards === undefined) return incoming.refuse({ status: 483 });
    if (this.#calls.size >= this.#options.options.limits.calls || !this.#options.takesCalls()) {
      return incoming.refuse({ status: 503, headers: [{ name: 'retry-after', value: '5' }] });
    }
    void this.#arrive(incoming, caller.tenant, caller.origin, dialled, maxForwards); // Never rejects.
  }

  /** Agrees on the audio and tells call control; a caller who offers nothing that we speak is refused. */
  async #arrive(
    incoming: Incoming,
    tenant: TenantId,
    origin: Origin,
    dialled: string,
    maxForwards: number,
  ): Promise<void> {
    const { request, flow } = incoming;
    const offer = new TextDecoder().decode(request.body);
    const kind = kindOfOffer(offer, flow);
    const media = this.#ours.mediaFor(kind, flow);
    let gone = false;
    incoming.watch({
      onCancelled: () => {
        gone = true;
      },
      onLost: () => {
        gone = true;
      },
    });
    let sdp: string;
    try {
      sdp = offer === '' ? await media.offer() : await media.answer(offer);
    } catch (error) {
      media.close();
      return void incoming.respond({ status: error instanceof MediaRefusal ? 488 : 500 });
    }
    if (gone) return media.close();
    const ringing = responseTo(request, { status: 180, toTag: incoming.toTag });
    const dialog = dialogOfCallee(request, ringing);
    if (dialog === undefined) {
      media.close();
      return void incoming.respond({ status: 400, reason: 'Missing Contact' });
    }
    const call = uuidv7(now()) as CallId; // The one place where calls from outside are named,
    const id = `${call}/in` as LegId; // and their legs.
    const tell = this.#teller(tenant, call, id);
    const leg = new CallerLeg({
      id,
      endpoint: this.#endpoint,
      incoming,
      dialog,
      media,
      kind,
      sdp,
      contact: this.#ours.contact(flow),
      route: origin.kind === 'trunk' ? trunkRoute : this.#phoneRoute,
      sessions: this.#sessions,
      tell,
    });
    this.#calls.add(tenant, call, leg, maxForwards);
    tell({ type: 'arrived', origin, dialled });
  }

  async #dial(
    tenant: TenantId,
    call: CallId,
    { leg: id, to, callerId }: Extract<EngineCommand, { type: 'dial' }>,
  ): Promise<void> {
    const domain = this.#directory.domainOf(tenant) ?? 'invalid';
    const maxForwards = this.#calls.maxForwards(call);
    const trunk = to.kind === 'trunk' ? this.#directory.trunk(tenant, to.trunk) : undefined;
    let destinations: readonly Destination[] = [];
    if (to.kind === 'extension') destinations = this.#doorman.destinationsOf(tenant, to.extension);
    else if (trunk !== undefined) {
      try {
        destinations = [await trunkDestination(this.#options.sockets, trunk, to.number)];
      } catch {
        // Its name is unknown or it does not listen: no destination is `unreachable`.
      }
    }
    const user = to.kind === 'extension' ? to.extension : to.number;
    const leg = new DialledLeg({
      id,
      destinations,
      plan: (destination) => ({
        endpoint: this.#endpoint,
        destination,
        media: this.#ours.mediaFor(destination.kind, destination.flow),
        from: {
          ...addressOf(callerId.number, trunk === undefined ? domain : this.#ours.hostPort(destination.flow)),
          display: callerId.name,
          params: new Map([['tag', token()]]),
        },
        to: addressOf(user, trunk === undefined ? domain : hostOf(trunk.host)),
        callId: token(),
        contact: this.#ours.contact(destination.flow),
        maxForwards,
        // Lets the console find the call of the phone that rings.
        headers: trunk === undefined ? [{ name: 'x-alo-call', value: call }] : [],
        route: trunk === undefined ? this.#phoneRoute : trunkRoute,
      }),
      sessions: this.#sessions,
      tell: this.#teller(tenant, call, id),
    });
    this.#calls.add(tenant, call, leg, maxForwards);
    leg.start();
  }

  /** A phone is reached on its connection; when that broke, on the one by which the same contact is registered now. */
  readonly #phoneRoute = (request: Request, flow: Flow): Flow => this.#doorman.flowOf(request.uri, flow) ?? flow;

  #teller(tenant: TenantId, call: CallId, leg: LegId): (news: LegNews) => void {
    return (news) => {
      this.#options.emit(tenant, { ...news, call, leg, at: now() });
      if (news.type === 'ended' && this.#calls.remove(call, leg)) this.#recordings.stopCall(call);
    };
  }
}
