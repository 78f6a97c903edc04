import { atBrokenPart } from '../activity/broken-part.ts';
import { greetByRule } from '../activity/rule-greeting.ts';
import { ends, goesTo, type Next } from '../board/next.ts';
import type { InboundRule } from '../board/plan.ts';
import type { Here } from '../board/vocabulary.ts';
import { destinationWords } from '../destination/destinations.ts';
import { throughFrontDoor } from '../routing/front-door.ts';
import { inboundWay } from '../routing/inbound.ts';
import { applyRule } from '../routing/rule-settings.ts';
import { changeLeg } from '../turn/legs.ts';
import type { Turn } from '../turn/turn.ts';

/** Leads a call from a trunk by the inbound rule that fits it. */
export function routeInbound(turn: Turn, here: Here): Next {
  const way = inboundWay(turn, here, (destination) => destinationWords(turn.plan, destination));
  switch (way.kind) {
    case 'rule':
      changeLeg(turn, here, { afterTalk: way.rule.afterTalk });
      return byRule(turn, here, way.rule);
    case 'refused':
      return way.next;
    case 'no-rule': {
      // A company that says where calls go in such a case means this one, too.
      const { fallbacks = [] } = turn.plan;
      return fallbacks.length === 0 ? ends('not-found') : atBrokenPart(turn, here, 'không có quy tắc gọi vào nào khớp');
    }
    default:
      return way satisfies never;
  }
}

/** The rule says what is recorded and played in its calls, what is heard first, and where it leads. */
function byRule(turn: Turn, here: Here, rule: InboundRule): Next {
  applyRule(turn, here, rule);
  const then = throughFrontDoor(turn, here, rule);
  const isClosed = then.kind === 'msg' && then.announcement === turn.plan.frontDoor?.closed;
  return isClosed ? goesTo(then) : greetByRule(turn, here, rule, then);
}
