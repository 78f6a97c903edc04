import type { Destination, DestinationKindName } from '../board/destination.ts';
import type { Next } from '../board/next.ts';
import type { RoutingPlan } from '../board/plan.ts';
import type { Here } from '../board/vocabulary.ts';
import type { Turn } from '../turn/turn.ts';
import { broadcastDestination } from './broadcast.ts';
import { code } from './code.ts';
import { customer } from './customer.ts';
import { dialled } from './dialled.ts';
import { direct } from './direct.ts';
import { echoTestDestination } from './echo-test.ts';
import { fw } from './fw.ts';
import { group } from './group.ts';
import { hangUpDestination } from './hang-up.ts';
import { ivr } from './ivr.ts';
import type { DestinationKind } from './kind.ts';
import { lastcall } from './lastcall.ts';
import { msg } from './msg.ts';
import { otpDestination } from './otp.ts';
import { parkDestination } from './park.ts';
import { queue } from './queue.ts';
import { recall } from './recall.ts';
import { survey } from './survey.ts';
import { time } from './time.ts';
import { voicemail } from './voicemail.ts';

/** Every kind of destination. */
const destinations: { readonly [K in DestinationKindName]: DestinationKind<K> } = {
  direct,
  group,
  queue,
  ivr,
  msg,
  time,
  customer,
  code,
  survey,
  voicemail,
  lastcall,
  fw,
  otp: otpDestination,
  broadcast: broadcastDestination,
  dialled,
  recall,
  park: parkDestination,
  'echo-test': echoTestDestination,
  'hang-up': hangUpDestination,
};

/** A leg comes to a destination. */
export function visit(turn: Turn, here: Here, destination: Destination): Next {
  return visitKind(turn, here, destination.kind, destination);
}

/** What a destination is called, for the trace. */
export function destinationWords(plan: RoutingPlan, destination: Destination): string {
  return nameKind(plan, destination.kind, destination);
}

// A destination and its kind belong together; two parameters tell the compiler so.
function visitKind<K extends DestinationKindName>(turn: Turn, here: Here, kind: K, destination: Destination<K>): Next {
  return destinations[kind].visit(turn, here, destination);
}

function nameKind<K extends DestinationKindName>(plan: RoutingPlan, kind: K, destination: Destination<K>): string {
  return destinations[kind].named(plan, destination);
}
