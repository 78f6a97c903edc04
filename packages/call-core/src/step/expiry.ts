import type { Board } from '../board/board.ts';
import { expireLater, oldestIn, takeExpired } from '../board/expiry-line.ts';
import { changedKeys } from '../lib/draft.ts';
import { deleteFrom, getFrom, setIn } from '../lib/persistent-map.ts';
import type { Turn } from '../turn/turn.ts';

const minuteMs = 60_000;
/** How long the answer to a request is remembered, for who asks twice. */
const rememberMs = 10 * minuteMs;
/** How long, and of how many customers at most, it is known who spoke with them last. */
const lastTalkMs = 90 * 24 * 60 * minuteMs;
const mostLastTalks = 50_000;
const mostReplies = 20_000;

/** Puts what is new in line to be forgotten, and forgets a little of what is old: more than comes in, so that the memory stays bounded and each step cheap. */
export function expireOld(after: Board, before: Board, turn: Turn): Board {
  if (after === before && turn.replies.length === 0) return after;
  let board = after;
  for (const number of changedKeys(turn.lastTalks)) {
    board = { ...board, fading: { ...board.fading, lastTalks: expireLater(board.fading.lastTalks, number, turn.at) } };
  }
  for (const reply of turn.replies) {
    if (getFrom(board.replies, reply.id) !== undefined) continue;
    const replies = setIn(board.replies, reply.id, reply);
    board = {
      ...board,
      replies,
      fading: { ...board.fading, replies: expireLater(board.fading.replies, reply.id, turn.at) },
    };
  }
  return forget(forget(board, turn.at), turn.at);
}

function forget(board: Board, at: number): Board {
  const [lastTalks, number] = takeExpired(board.fading.lastTalks, at - lastTalkMs, mostLastTalks);
  const [replies, reply] = takeExpired(board.fading.replies, at - rememberMs, mostReplies);
  if (number === null && reply === null) return board;
  return {
    ...board,
    lastTalks: number === null || isInLine(board, number) ? board.lastTalks : deleteFrom(board.lastTalks, number),
    replies: reply === null ? board.replies : deleteFrom(board.replies, reply),
    fading: { lastTalks, replies },
  };
}

/** Spoken with again since: a later place in the line stands for it. */
function isInLine({ lastTalks, fading }: Board, number: string): boolean {
  const oldest = oldestIn(fading.lastTalks);
  return oldest !== undefined && (getFrom(lastTalks, number)?.at ?? 0) > oldest;
}
